import { Type } from '../common.js';
import { contract } from '../contract.js';

export const STREAM_PATH = '/api/internal/stream';

export const streamChangesContract = contract({
  operationId: 'streamChanges',
  method: 'get',
  path: STREAM_PATH,
  tag: 'Events',
  auth: 'user',
  summary: 'Listen to what happens in the account, as server-sent events that carry kinds and ids.',
  description:
    '`event: change` has the event’s id as its `id`, and `type`, `lead_id` and `workflow_run_id` in its data: what ' +
    'changed is read by the usual operations. `inbox.changed` and `presence.changed` are no events and have no `id`: ' +
    'somebody did something with an entry of the inbox, or looks at one. `event: reset`: too much happened to be told, read everything anew. ' +
    'The header `Last-Event-ID`, or `after`, goes on behind an event.',
  query: Type.Object({
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3_600,
        description: 'Ends after so long; for ever if not given, 0: at once.',
      }),
    ),
    after: Type.Optional(Type.String({ maxLength: 64, description: 'The id of the last event that was heard.' })),
  }),
  answerType: 'text/event-stream',
  answerTypes: { 'text/event-stream': Type.String({ description: 'Server-sent events.' }) },
  success: { 200: Type.String({ description: 'Server-sent events.' }) },
  errors: ['RATE_LIMITED'],
});
