import { nullable, oneOf, Success, strictObject, Text, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS } from '../roles.js';
import { SYSTEM_MAIL_STATUSES } from './system-mail.js';

const tag = 'System';
const count = (description: string) => Type.Integer({ description });

export const getSystemContract = contract({
  operationId: 'getSystem',
  method: 'get',
  path: '/api/internal/system',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Get the health of the service: processes, database, queues and backlogs.',
  success: {
    200: strictObject({
      success: Success,
      service: strictObject({
        version: Text('Version of the service.'),
        node: Text('Node.js version.'),
        temporal: Type.Boolean({ description: 'Whether Temporal is reachable from this process.' }),
      }),
      database: strictObject({
        version: Text('Version of the database server.'),
        now: Timestamp('Current time of the database.'),
        migration: nullable(Text('Last applied migration.')),
        pending: Type.Array(Text('Name of a migration.'), {
          description: 'Migrations that have not been applied yet.',
        }),
      }),
      processes: Type.Array(
        strictObject({
          kind: Text('Type of the process: `api` or `worker`.'),
          host: Text('Host of the process.'),
          clock_ahead_ms: count("Milliseconds by which the clock of the process is ahead of the database's."),
          started_at: Timestamp('Time at which the process started.'),
          seen_at: Timestamp('Time at which the process last reported.'),
        }),
        { description: 'Processes that reported in the last two minutes.' },
      ),
      outbox: strictObject({
        waiting: count("Number of this account's pending instructions to Temporal."),
        oldest_at: nullable(Timestamp('Creation time of the oldest pending instruction.')),
        parked: Type.Array(
          strictObject({
            id: Uuid('ID of the instruction. To retry it, use `POST /api/internal/outbox/{id}/retry`.'),
            kind: Text('Type of the instruction.'),
            workflow_id: Text('Workflow ID in Temporal.'),
            attempts: count('Number of attempts.'),
            error: nullable(Text('Last error.')),
            parked_at: Timestamp('Time at which the instruction was parked.'),
          }),
          { description: 'Parked instructions of this account, at most 100.' },
        ),
      }),
      queues: Type.Union(
        [
          Type.Array(
            strictObject({
              queue: Text('Name of the task queue.'),
              workers: count('Number of workers that polled the queue in the last minutes.'),
              backlog: nullable(count('Approximate number of tasks in the queue.')),
              backlog_seconds: nullable(count('Age of the oldest task in seconds.')),
            }),
            { description: 'Task queues of the workers.' },
          ),
          Type.Literal('unknown'),
        ],
        { description: "State of Temporal's task queues. `unknown` while Temporal is unreachable." },
      ),
      breakers: Type.Array(
        strictObject({
          sender_id: Uuid('ID of the sender.'),
          code: nullable(Text('Last error code of the provider.')),
          since: Timestamp('Time at which the sender was put on hold.'),
          retry_at: Timestamp('Time of the next attempt.'),
        }),
        { description: 'Senders of this account that are on hold because their provider fails.' },
      ),
      disks: Type.Array(
        strictObject({
          disk: Text('Folder on the disk, or `database`.'),
          free_percent: Type.Number({ description: 'Free space in percent.' }),
        }),
        { description: 'Monitored disks, as far as they are visible to this process.' },
      ),
      inbound: strictObject({
        unworked: count('Number of unprocessed provider events of this account.'),
        last_at: nullable(Timestamp('Time at which the last event was received.')),
        providers: Type.Array(
          strictObject({
            provider: Text('Name of the provider.'),
            last_at: Timestamp('Time at which the last event of the provider was received.'),
          }),
          { description: 'Providers that send events.' },
        ),
        events: Type.Array(
          strictObject({
            id: Uuid('ID of the event. To process it again, use `POST /api/internal/inbound-events/{id}/retry`.'),
            provider: Text('Name of the provider.'),
            type: Text('Type of the event in the words of the provider.'),
            set_aside: Type.Boolean({
              description: 'Whether processing was given up, so that the event needs a user.',
            }),
            received_at: Timestamp('Time at which the event was received.'),
          }),
          { description: 'Unprocessed events, oldest first, at most 100.' },
        ),
      }),
      system_mail: strictObject({
        status: oneOf(SYSTEM_MAIL_STATUSES, {
          description:
            'What sends the emails of the service to users. `per_account`: the first sender of each account that has a ' +
            'mail server. `server`: the mail server of the instance. `sender`: the chosen sender, which belongs to ' +
            'this account, `other_account`: one of another account. `missing`: the chosen sender was deleted or is a ' +
            'sandbox sender, so the emails are sent as if none was chosen. `held_back`: its provider fails or its ' +
            'connection was lost, so the emails wait.',
        }),
        email_sender_id: nullable(Uuid('ID of the chosen sender. Null unless it exists and belongs to this account.')),
      }),
      reports: strictObject({ counted_at: nullable(Timestamp('Time up to which events are counted in reports.')) }),
    }),
  },
  errors: [],
});

export const retryInstructionContract = contract({
  operationId: 'retryInstruction',
  method: 'post',
  path: '/api/internal/outbox/{id}/retry',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Retry a parked instruction to Temporal.',
  params: Type.Object({ id: Uuid('ID of the instruction.') }),
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
  summary: 'Process a provider event again that failed or is stuck.',
  params: Type.Object({ id: Uuid() }),
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
  summary: 'Retry work that is on hold after repeated failures.',
  success: {
    202: strictObject({
      success: Success,
      retried: count('Number of retried items, at most 200 per request.'),
      more: Type.Boolean({ description: 'Whether there may be more. If true, repeat the request.' }),
    }),
  },
  errors: [],
});
