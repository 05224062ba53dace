import { Type } from '../common.js';
import { contract } from '../contract.js';

export const STREAM_PATH = '/api/internal/stream';

export const streamChangesContract = contract({
  operationId: 'streamChanges',
  method: 'get',
  path: STREAM_PATH,
  tag: 'Events',
  auth: 'user',
  summary: 'Stream changes of the account as server-sent events.',
  description:
    '`event: change` has the event ID as its `id`, and `type`, `lead_id` and `workflow_run_id` in its data. ' +
    'To get the changed data, use the other operations. `inbox.changed` and `presence.changed` have no `id`: ' +
    'a user changed or viewed an inbox entry. `event: reset` means that too many changes occurred; reload ' +
    'everything. `event: revoked` ends the stream because the session ended or the role changed; read the session. ' +
    'To continue after an event, send the header `Last-Event-ID` or the parameter `after`.',
  query: Type.Object({
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3_600,
        description: 'Duration of the stream in seconds. 0 ends it immediately. Defaults to no limit.',
      }),
    ),
    after: Type.Optional(Type.String({ maxLength: 64, description: 'ID of the last received event.' })),
  }),
  answerType: 'text/event-stream',
  answerTypes: { 'text/event-stream': Type.String({ description: 'Server-sent events.' }) },
  success: { 200: Type.String({ description: 'Server-sent events.' }) },
  errors: ['RATE_LIMITED'],
});
