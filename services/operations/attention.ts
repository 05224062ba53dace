import { type Db, fromJson } from '../../db/connection.js';
import { listAwaited, listOwed } from '../../db/conversations/conversations.js';
import { listFailingCycles } from '../../db/jobs/cycles.js';
import {
  findHolding,
  listFailedImports,
  listFailedRuns,
  listFailingListeners,
  listOpenBreakers,
  listOverdueRuns,
  listParkedInstructions,
  listPausedRuns,
  listRefusedMessages,
  listRunsHeldBy,
  listUnknownDigests,
  listUnknownMessages,
  listUnreadAccounts,
  listUnsyncedNumbers,
  listUnworkedEvents,
} from '../../db/operations/attention.js';
import { listDismissals } from '../../db/operations/dismissals.js';
import { listProcessesApart } from '../../db/operations/processes.js';
import type { ConversationRow, ProcessRow } from '../../db/tables.js';
import { CHANNELS } from '../../schemas/cadence/cadence.js';
import { ATTENTION_KINDS, type AttentionKind } from '../../schemas/operations/attention.js';
import { noSenderDetail } from '../messages/compose.js';
import { CALENDAR_KINDS } from './attention-calendars.js';
import { listHeld } from './attention-held.js';
import { type AttentionItem, before, type ListKind, listOf } from './attention-item.js';
import { MAIL_KINDS } from './attention-mails.js';
import { OF_PROVIDERS } from './attention-providers.js';
import { listHalfUsedWidgets, listUsedUpWidgets } from './attention-widgets.js';
import { CLOCKS_APART_MS } from './process-watch.js';

const LIMIT = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LONG_PAUSE_DAYS = 30;
const FAILED_DAYS = 7;
/** Tries in vain after which a person should look: with the pauses between them, an hour. */
const TRIES_IN_VAIN = 7;
/** What should have been worked this long ago fails again and again, or no worker runs. */
const OVERDUE_MINUTES = 10;

/** Which message it is, in words: of a step, or one that somebody wrote. */
const inStep = ({ channel, step_key }: { channel: string; step_key: string | null }): string =>
  step_key === null ? `${channel}, of no step` : `${channel}, step ${step_key}`;

/** Why a person was called to a conversation, as far as one was. */
const calledFor = ({ channel, handoff_reason }: ConversationRow): string =>
  handoff_reason === null ? channel : `${channel}: ${handoff_reason}`;

const inConversation = ({ id }: ConversationRow): string =>
  `POST /api/public/conversations/${id}/messages answers it, /give-back lets the agent, /close ends it`;

const SEEN_MS = MINUTE_MS;

const listClocksApart: ListKind = (db, scope) => {
  const rows = listProcessesApart(db, before(scope, SEEN_MS), CLOCKS_APART_MS);
  const tell = (row: ProcessRow): AttentionItem => ({
    kind: 'clock_apart',
    what: 'process whose clock is off',
    account_id: null,
    id: row.id,
    since: row.started_at,
    detail: `${row.kind} ${row.pid} on ${row.host}: ${row.clock_ahead_ms} ms ahead of the database`,
    remedy: 'synchronise the clocks of its machine and the database’s (NTP)',
  });
  return { rows, items: async () => (await rows).map(tell) };
};

/** Everything that waits for a person, kind by kind. */
const KINDS: Readonly<Record<AttentionKind, ListKind>> = {
  clock_apart: listClocksApart,
  message_unknown: listOf({
    kind: 'message_unknown',
    what: 'message with unknown outcome',
    query: listUnknownMessages,
    describe: (row) => ({
      id: row.id,
      since: row.updated_at,
      detail: inStep(row),
      remedy: `npm run admin -- messages settle --message ${row.id} --as sent|failed|resend`,
    }),
  }),
  digest_unknown: listOf({
    kind: 'digest_unknown',
    what: 'digest with unknown outcome',
    query: (db, scope) => listUnknownDigests(db, scope, before(scope, FAILED_DAYS * DAY_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.claimed_at ?? row.created_at,
      detail: row.title,
      remedy: 'its lines stand under GET /api/public/notifications; it is not mailed again',
    }),
  }),
  message_refused: listOf({
    kind: 'message_refused',
    what: 'message that is refused again and again',
    query: (db, scope) => listRefusedMessages(db, scope, TRIES_IN_VAIN),
    describe: (row) => ({
      id: row.id,
      since: row.created_at,
      detail: `${inStep(row)}: ${row.failure_code}, ${row.claim_no} tries`,
      remedy: `mend its sender (GET /api/public/messages/${row.id} tells the failure); it is tried again by itself`,
    }),
  }),
  run_failed: listOf({
    kind: 'run_failed',
    what: 'failed run',
    query: (db, scope) => listFailedRuns(db, scope, before(scope, FAILED_DAYS * DAY_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.ended_at ?? row.updated_at,
      detail: row.stop_reason ?? '',
      remedy: `npm run admin -- runs show --run ${row.id} tells the step; mend it and assign the lead again`,
    }),
  }),
  work_held: listHeld,
  run_overdue: listOf({
    kind: 'run_overdue',
    what: 'run that does not go on',
    query: (db, scope) => listOverdueRuns(db, scope, before(scope, OVERDUE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.wake_at ?? row.updated_at,
      detail: `step ${row.step_key ?? '-'}`,
      remedy: `npm run admin -- runs show --run ${row.id} tells the step, and its workflow the error; it is tried again by itself`,
    }),
  }),
  event_unworked: listOf({
    kind: 'event_unworked',
    what: 'event that came in and is not worked',
    query: (db, scope) => listUnworkedEvents(db, scope, before(scope, OVERDUE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.received_at,
      detail: `${row.provider}: ${row.type}`,
      remedy: `the workflow inbound/${row.id} tells the error; it is tried again by itself`,
    }),
  }),
  run_paused_long: listOf({
    kind: 'run_paused_long',
    what: `run paused for over ${LONG_PAUSE_DAYS} days`,
    query: (db, scope) => listPausedRuns(db, scope, before(scope, LONG_PAUSE_DAYS * DAY_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.paused_at ?? row.updated_at,
      detail: row.pause_reason ?? '',
      remedy: `npm run admin -- runs resume --run ${row.id}`,
    }),
  }),
  run_without_sender: listOf({
    kind: 'run_without_sender',
    what: 'run without a sender',
    query: (db, scope) => listRunsHeldBy(db, scope, CHANNELS.map(noSenderDetail)),
    describe: (row) => ({
      id: row.id,
      since: row.updated_at,
      detail: row.hold_detail ?? '',
      remedy: 'POST /api/public/email-senders, /whatsapp-numbers or /voice-agents; the run goes on by itself',
    }),
  }),
  conversation_owed: listOf({
    kind: 'conversation_owed',
    what: 'lead that waits for a person’s answer',
    query: (db, scope) => listOwed(db, scope, before(scope, OVERDUE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.last_inbound_at ?? row.updated_at,
      detail: calledFor(row),
      remedy: inConversation(row),
    }),
  }),
  conversation_awaits_person: listOf({
    kind: 'conversation_awaits_person',
    what: 'lead that was promised a person',
    query: (db, scope) => listAwaited(db, scope, before(scope, OVERDUE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.awaited_since ?? row.updated_at,
      detail: calledFor(row),
      remedy: inConversation(row),
    }),
  }),
  instruction_parked: listOf({
    kind: 'instruction_parked',
    what: 'parked instruction to Temporal',
    query: listParkedInstructions,
    describe: (row) => ({
      id: row.id,
      since: row.parked_at ?? row.created_at,
      detail: `${row.kind} ${row.workflow_id}: ${row.last_error ?? ''}`,
      remedy: `npm run admin -- outbox retry --id ${row.id}`,
    }),
  }),
  import_failed: listOf({
    kind: 'import_failed',
    what: 'failed import',
    query: (db, scope) => listFailedImports(db, scope, before(scope, FAILED_DAYS * DAY_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.created_at,
      detail: row.failure ?? '',
      remedy: `GET /api/public/imports/${row.id} tells why; send the file again`,
    }),
  }),
  sender_held_back: listOf({
    kind: 'sender_held_back',
    what: 'sender held back because its provider fails',
    query: listOpenBreakers,
    describe: (row) => ({
      id: row.sender_id,
      since: row.opened_at,
      detail: `${row.last_code}, tried again from ${row.retry_at.toISOString()}`,
      remedy: `mend what ${row.sender_id} names (PATCH /api/public/email-senders, /whatsapp-numbers or /voice-agents); it is tried again by itself`,
    }),
  }),
  ...MAIL_KINDS,
  templates_unsynced: listOf({
    kind: 'templates_unsynced',
    what: 'WhatsApp number whose templates could not be brought up to date',
    query: listUnsyncedNumbers,
    describe: (row) => ({
      id: row.id,
      since: row.synced_at ?? row.created_at,
      detail: Object.values(fromJson<Record<string, string>>(row.sync_error)).join(': '),
      remedy: `PATCH /api/public/whatsapp-numbers/${row.id} with what the provider takes, then POST /api/public/templates/sync`,
    }),
  }),
  ...CALENDAR_KINDS,
  job_failing: listOf({
    kind: 'job_failing',
    what: 'background job that fails for every lead',
    query: (db, { accountId, limit, ...scope }) =>
      listFailingCycles(db, { since: before({ accountId, limit, ...scope }, FAILED_DAYS * DAY_MS), accountId, limit }),
    describe: (row) => ({
      id: row.job_id,
      since: row.ended_at,
      detail: row.failure ?? '',
      remedy: `GET /api/public/background-jobs/${row.job_id}/cycles/${row.id} tells of each lead; mend its steps: PATCH /api/public/background-jobs/${row.job_id}`,
    }),
  }),
  listener_failing: listOf({
    kind: 'listener_failing',
    what: 'job or function that fails on events',
    query: listFailingListeners,
    describe: (row) => ({
      id: row.job_id,
      since: row.since,
      subject: row.is_function ? 'cloud_function' : 'background_job',
      detail: `events that could not be judged: ${row.events}`,
      remedy: 'the log of the worker tells the error; they are tried again each minute by themselves',
    }),
  }),
  events_unread: listOf({
    kind: 'events_unread',
    what: 'account whose events are not read',
    query: listUnreadAccounts,
    describe: (row) => ({
      id: row.account_id,
      since: row.failed_at,
      detail: row.failure,
      remedy: 'the log of the worker tells the error; they are tried again by themselves',
    }),
  }),
  widget_half_used: listHalfUsedWidgets,
  widget_used_up: listUsedUpWidgets,
  ...OF_PROVIDERS,
};

/**
 * Lists what waits for a person, of some kinds or all: at most 100 of each, oldest first, without what somebody has let
 * be since it began. One statement asks which kinds there are at all, as mostly there are none. Processes are told of
 * only to whoever looks at all accounts.
 */
export async function listAttention(
  db: Db,
  now: Date,
  accountId?: string,
  kinds: readonly AttentionKind[] = ATTENTION_KINDS,
): Promise<AttentionItem[]> {
  const seen = kinds.filter((kind) => accountId === undefined || kind !== 'clock_apart');
  const waiting = new Map(seen.map((kind) => [kind, KINDS[kind](db, { accountId, now, limit: LIMIT })]));
  const holding = await findHolding(db, new Map([...waiting].map(([kind, { rows }]) => [kind, rows])));
  if (holding.length === 0) return [];
  const [dismissed, ...lists] = await Promise.all([
    listDismissals(db, accountId),
    ...holding.map((kind) => waiting.get(kind)?.items() ?? []),
  ]);
  const letBe = new Map(dismissed.map((row) => [`${row.account_id}/${row.kind}/${row.id}`, row.since.getTime()]));
  return lists
    .flat()
    .filter((item) => item.since.getTime() > (letBe.get(`${item.account_id}/${item.kind}/${item.id}`) ?? -1));
}
