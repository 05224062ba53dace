import { type Db, fromJson } from '../../db/connection.js';
import { listAwaited, listNeedingReply } from '../../db/conversations/conversations.js';
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
  listUnfinishedErasures,
  listUnknownDigests,
  listUnknownMessages,
  listUnreadAccounts,
  listUnsyncedNumbers,
  listUnworkedEvents,
} from '../../db/operations/attention.js';
import { listDismissals } from '../../db/operations/dismissals.js';
import { listProcessesApart, listProcessesIgnoringProxies } from '../../db/operations/processes.js';
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
import { CLOCKS_APART_MS } from './heartbeat.js';

const LIMIT = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LONG_PAUSE_DAYS = 30;
const FAILED_DAYS = 7;
/** Tries in vain after which a person should look: with the pauses between them, an hour. */
const FAILED_ATTEMPTS = 7;
/** Erasures finish within minutes of their request. */
const ERASURE_MINUTES = 60;
/** The age in minutes after which unprocessed work fails repeatedly, or no worker runs. */
const OVERDUE_MINUTES = 10;

/** Names the message: the message of a step, or one that a user wrote. */
const inStep = ({ channel, step_key }: { channel: string; step_key: string | null }): string =>
  step_key === null ? `${channel}, without a step` : `${channel}, step ${step_key}`;

/** Returns why a person was called to a conversation, as far as one was. */
const calledFor = ({ channel, handoff_reason }: ConversationRow): string =>
  handoff_reason === null ? channel : `${channel}: ${handoff_reason}`;

const inConversation = ({ id }: ConversationRow): string =>
  `reply with POST /api/public/conversations/${id}/messages, hand back with /give-back, or close with /close`;

const SEEN_MS = MINUTE_MS;

const listClocksApart: ListKind = (db, scope) => {
  const rows = listProcessesApart(db, before(scope, SEEN_MS), CLOCKS_APART_MS);
  const describeRow = (row: ProcessRow): AttentionItem => ({
    kind: 'clock_apart',
    what: 'process whose clock is wrong',
    account_id: null,
    id: row.id,
    since: row.started_at,
    detail: `${row.kind} ${row.pid} on ${row.host}: ${row.clock_ahead_ms} ms ahead of the database`,
    remedy: 'synchronize the clocks of its machine and the database server (NTP)',
  });
  return { rows, items: async () => (await rows).map(describeRow) };
};

const listIgnoredProxies: ListKind = (db, scope) => {
  const rows = listProcessesIgnoringProxies(db, before(scope, SEEN_MS));
  const describe = (row: ProcessRow): AttentionItem => ({
    kind: 'proxy_ignored',
    what: 'process behind an untrusted proxy',
    account_id: null,
    id: row.id,
    since: row.started_at,
    detail: `${row.kind} ${row.pid} on ${row.host} receives X-Forwarded-For, but TRUST_PROXY isn't set. All clients share the limits of one address`,
    remedy: 'set TRUST_PROXY to the number of proxies, such as 1, and restart the API',
  });
  return { rows, items: async () => (await rows).map(describe) };
};

/** Kinds that are about processes, which no account has to itself. */
const OF_PROCESSES: readonly AttentionKind[] = ['clock_apart', 'proxy_ignored'];

/** Everything that waits for a person, kind by kind. */
const KINDS: Readonly<Record<AttentionKind, ListKind>> = {
  clock_apart: listClocksApart,
  proxy_ignored: listIgnoredProxies,
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
      remedy: "GET /api/public/notifications lists its lines; it isn't sent again",
    }),
  }),
  message_refused: listOf({
    kind: 'message_refused',
    what: 'message that is rejected repeatedly',
    query: (db, scope) => listRefusedMessages(db, scope, FAILED_ATTEMPTS),
    describe: (row) => ({
      id: row.id,
      since: row.created_at,
      detail: `${inStep(row)}: ${row.failure_code}, ${row.claim_no} attempts`,
      remedy: `fix its sender (GET /api/public/messages/${row.id} shows the failure); retries continue automatically`,
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
      remedy: `npm run admin -- runs show --run ${row.id} shows the step; fix it and enroll the lead again`,
    }),
  }),
  work_held: listHeld,
  run_overdue: listOf({
    kind: 'run_overdue',
    what: 'overdue run',
    query: (db, scope) => listOverdueRuns(db, scope, before(scope, OVERDUE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.wake_at ?? row.updated_at,
      detail: `step ${row.step_key ?? '-'}`,
      remedy: `npm run admin -- runs show --run ${row.id} shows the step, and its Temporal workflow the error; retries continue automatically`,
    }),
  }),
  event_unworked: listOf({
    kind: 'event_unworked',
    what: 'unprocessed provider event',
    query: (db, scope) => listUnworkedEvents(db, scope, before(scope, OVERDUE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.received_at,
      detail: `${row.provider}: ${row.type}`,
      remedy: `the Temporal workflow inbound/${row.id} shows the error; retries continue automatically`,
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
      remedy:
        'add a sender: POST /api/public/email-senders, /whatsapp-numbers or /voice-agents; the run resumes ' +
        'automatically',
    }),
  }),
  conversation_owed: listOf({
    kind: 'conversation_owed',
    what: 'lead waiting for a reply from a user',
    query: (db, scope) => listNeedingReply(db, scope, before(scope, OVERDUE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.last_inbound_at ?? row.updated_at,
      detail: calledFor(row),
      remedy: inConversation(row),
    }),
  }),
  conversation_awaits_person: listOf({
    kind: 'conversation_awaits_person',
    what: 'conversation handed off by the agent',
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
      remedy: `GET /api/public/imports/${row.id} shows the reason; upload the file again`,
    }),
  }),
  erasure_unfinished: listOf({
    kind: 'erasure_unfinished',
    what: 'erasure that has not finished',
    query: (db, scope) => listUnfinishedErasures(db, scope, before(scope, ERASURE_MINUTES * MINUTE_MS)),
    describe: (row) => ({
      id: row.id,
      since: row.requested_at,
      detail: `next: ${row.step || 'the first search'}`,
      remedy: `the workflow erasure/${row.id} shows the error, or the import that it waits for; it is tried again automatically`,
    }),
  }),
  sender_held_back: listOf({
    kind: 'sender_held_back',
    what: 'sender on hold because its provider fails',
    query: listOpenBreakers,
    describe: (row) => ({
      id: row.sender_id,
      since: row.opened_at,
      detail: `${row.last_code}, next attempt at ${row.retry_at.toISOString()}`,
      remedy: `fix the settings of sender ${row.sender_id} (PATCH /api/public/email-senders, /whatsapp-numbers or /voice-agents); retries continue automatically`,
    }),
  }),
  ...MAIL_KINDS,
  templates_unsynced: listOf({
    kind: 'templates_unsynced',
    what: "WhatsApp number whose templates can't be synced",
    query: listUnsyncedNumbers,
    describe: (row) => ({
      id: row.id,
      since: row.synced_at ?? row.created_at,
      detail: Object.values(fromJson<Record<string, string>>(row.sync_error)).join(': '),
      remedy: `PATCH /api/public/whatsapp-numbers/${row.id} with valid settings, then POST /api/public/templates/sync`,
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
      remedy: `GET /api/public/background-jobs/${row.job_id}/cycles/${row.id} shows the results per lead; fix the steps with PATCH /api/public/background-jobs/${row.job_id}`,
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
      detail: `events that couldn't be evaluated: ${row.events}`,
      remedy: 'the log of the worker shows the error; retries continue every minute',
    }),
  }),
  events_unread: listOf({
    kind: 'events_unread',
    what: "account whose events aren't processed",
    query: listUnreadAccounts,
    describe: (row) => ({
      id: row.account_id,
      since: row.failed_at,
      detail: row.failure,
      remedy: 'the log of the worker shows the error; retries continue automatically',
    }),
  }),
  widget_half_used: listHalfUsedWidgets,
  widget_used_up: listUsedUpWidgets,
  ...OF_PROVIDERS,
};

/**
 * Lists the attention items of some kinds or all: at most 100 of each, oldest first, without dismissed ones. One
 * statement finds the kinds that exist, because mostly there are none. Processes are only listed in the view of all
 * accounts.
 */
export async function listAttention(
  db: Db,
  now: Date,
  accountId?: string,
  kinds: readonly AttentionKind[] = ATTENTION_KINDS,
): Promise<AttentionItem[]> {
  const seen = kinds.filter((kind) => accountId === undefined || !OF_PROCESSES.includes(kind));
  const waiting = new Map(seen.map((kind) => [kind, KINDS[kind](db, { accountId, now, limit: LIMIT })]));
  const holding = await findHolding(db, new Map([...waiting].map(([kind, { rows }]) => [kind, rows])));
  if (holding.length === 0) return [];
  const [dismissed, ...lists] = await Promise.all([
    listDismissals(db, accountId),
    ...holding.map((kind) => waiting.get(kind)?.items() ?? []),
  ]);
  const dismissedSince = new Map(
    dismissed.map((row) => [`${row.account_id}/${row.kind}/${row.id}`, row.since.getTime()]),
  );
  return lists
    .flat()
    .filter((item) => item.since.getTime() > (dismissedSince.get(`${item.account_id}/${item.kind}/${item.id}`) ?? -1));
}
