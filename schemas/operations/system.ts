import { nullable, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS } from '../roles.js';

const tag = 'System';
const Text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description });

export const getSystemContract = contract({
  operationId: 'getSystem',
  method: 'get',
  path: '/api/internal/system',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Tell how the service is: its processes, its database, what waits for Temporal, and what is behind.',
  success: {
    200: strictObject({
      success: Success,
      service: strictObject({
        version: Text('The release.'),
        node: Text('The version of Node.'),
        temporal: Type.Boolean({ description: 'Whether Temporal answers this process.' }),
      }),
      database: strictObject({
        version: Text('What it calls itself.'),
        now: Timestamp('What its clock says.'),
        migration: nullable(Text('The last migration that was done.')),
      }),
      processes: Type.Array(
        strictObject({
          kind: Text('What it is: `api` or `worker`.'),
          host: Text('Where it runs.'),
          clock_ahead_ms: count('How far its clock is ahead of the database’s.'),
          started_at: Timestamp('Since when it runs.'),
          seen_at: Timestamp('When it was last seen.'),
        }),
        { description: 'Processes that were seen in the last two minutes.' },
      ),
      outbox: strictObject({
        waiting: count('Instructions of this account that wait for Temporal.'),
        oldest_at: nullable(Timestamp('Since when the oldest of them waits.')),
        parked: Type.Array(
          strictObject({
            id: Uuid('The instruction: `POST /api/internal/outbox/{id}/retry` tries it again.'),
            kind: Text('What it asks for.'),
            workflow_id: Text('The Temporal workflow it is about.'),
            attempts: count('How often it was tried.'),
            error: nullable(Text('What went wrong last.')),
            parked_at: Timestamp('Since when nobody tries it.'),
          }),
          { description: 'Instructions of this account that were given up on, up to 100.' },
        ),
      }),
      inbound: strictObject({
        unworked: count('Events of this account’s providers that are still to be worked.'),
        last_at: nullable(Timestamp('When the last one came in.')),
      }),
      reports: strictObject({ counted_at: nullable(Timestamp('Up to when events are counted for reports.')) }),
    }),
  },
  errors: [],
});

export const retryOutboxContract = contract({
  operationId: 'retryInstruction',
  method: 'post',
  path: '/api/internal/outbox/{id}/retry',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Try an instruction to Temporal again that was given up on.',
  params: Type.Object({ id: Uuid('The instruction.') }),
  success: { 202: strictObject({ success: Success }) },
  errors: ['INSTRUCTION_NOT_FOUND'],
});
