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
        pending: Type.Array(Text('A migration.'), { description: 'Migrations that are still to be done.' }),
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
      queues: Type.Union(
        [
          Type.Array(
            strictObject({
              queue: Text('The task queue.'),
              workers: count('Workers that took up its tasks in the last minutes.'),
              backlog: nullable(count('Tasks that wait in it, about.')),
              backlog_seconds: nullable(count('How long the oldest of them has waited.')),
            }),
            { description: 'The task queues.' },
          ),
          Type.Literal('unknown'),
        ],
        { description: 'How Temporal’s task queues are served; `unknown` while it does not answer.' },
      ),
      breakers: Type.Array(
        strictObject({
          sender_id: Uuid('The sender.'),
          code: nullable(Text('What its provider answered last.')),
          since: Timestamp('Since when it is held back.'),
          retry_at: Timestamp('When the next message is tried.'),
        }),
        { description: 'Senders of this account that are held back because their providers fail.' },
      ),
      disks: Type.Array(
        strictObject({
          disk: Text('The folder whose disk it is, or `database`.'),
          free_percent: Type.Number({ description: 'How much of it is free.' }),
        }),
        { description: 'The disks that are looked after, as far as they can be seen from here.' },
      ),
      inbound: strictObject({
        unworked: count('Events of this account’s providers that are still to be worked.'),
        last_at: nullable(Timestamp('When the last one came in.')),
        providers: Type.Array(
          strictObject({ provider: Text('The provider.'), last_at: Timestamp('When something came in from it last.') }),
          { description: 'Who sends events.' },
        ),
        events: Type.Array(
          strictObject({
            id: Uuid('The event: `POST /api/internal/inbound-events/{id}/retry` has it worked again.'),
            provider: Text('Who sent it.'),
            type: Text('What it is.'),
            set_aside: Type.Boolean({ description: 'Whether it was given up on, and waits for a person.' }),
            received_at: Timestamp('When it came in.'),
          }),
          { description: 'Those that are still to be worked, the oldest first, up to 100.' },
        ),
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

export const retryInboundEventContract = contract({
  operationId: 'retryInboundEvent',
  method: 'post',
  path: '/api/internal/inbound-events/{id}/retry',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Have an event of a provider worked again that was given up on, or that gets no further.',
  params: Type.Object({ id: Uuid('The event.') }),
  success: { 202: strictObject({ success: Success }) },
  errors: ['INBOUND_EVENT_NOT_FOUND', 'NOT_MODIFIABLE'],
});

export const retryHeldWorkContract = contract({
  operationId: 'retryHeldWork',
  method: 'post',
  path: '/api/internal/held-work/retry',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Have work that is held, because it failed again and again, tried again where it stood.',
  success: {
    202: strictObject({
      success: Success,
      retried: count('How much of it, 200 at a time.'),
      more: Type.Boolean({ description: 'Whether there may be more: ask again.' }),
    }),
  },
  errors: [],
});
