import type { Knex } from 'knex';
import type { Db, Listing } from '../connection.js';
import { UNMATCHED } from '../inbound/tables.js';
import type {
  AgentRunRow,
  CalendarConnectionRow,
  ConnectionRow,
  EmailSenderRow,
  ErasureRow,
  ImportRow,
  InboundEventRow,
  JobEventCursorRow,
  MeetingRow,
  MessageRow,
  NotificationRow,
  OutboxRow,
  SenderBreakerRow,
  SenderHealthRow,
  WhatsAppNumberRow,
} from '../tables.js';

/** The account to check, or all accounts, and the maximum number of rows. */
export interface AttentionScope {
  accountId: string | undefined;
  now: Date;
  limit: number;
}

const of = (db: Db, { accountId }: Pick<AttentionScope, 'accountId'>, table: string): Knex.QueryBuilder =>
  accountId === undefined ? db(table) : db(table).where({ account_id: accountId });

/** The first rows of a table in an order. */
const first = (db: Db, scope: AttentionScope, table: string, order: string): Knex.QueryBuilder =>
  of(db, scope, table).orderBy(order).limit(scope.limit);

/** Lists messages with an unknown outcome. */
export const listUnknownMessages = (db: Db, scope: AttentionScope): Listing<MessageRow> =>
  first(db, scope, 'messages', 'id').where({ status: 'unknown' });

/** Lists digests created since a time with an unknown outcome. */
export const listUnknownDigests = (db: Db, scope: AttentionScope, since: Date): Listing<NotificationRow> =>
  first(db, scope, 'notifications', 'id').where({ status: 'unknown' }).where('created_at', '>', since);

/** Lists messages that wait and were refused at least so many times. */
export const listRefusedMessages = (db: Db, scope: AttentionScope, tries: number): Listing<MessageRow> =>
  first(db, scope, 'messages', 'id')
    .whereIn('status', ['queued', 'held'])
    .where('claim_no', '>=', tries)
    .whereNotNull('failure_code');

/** Lists runs that failed since a time, and whose leads weren't assigned to their agents again. */
export const listFailedRuns = (db: Db, scope: AttentionScope, since: Date): Listing<AgentRunRow> =>
  first(db, scope, 'agent_runs', 'id')
    .where({ cadence_state: 'failed' })
    .where('ended_at', '>', since)
    .whereNotExists(
      db('agent_runs as again')
        .whereRaw('again.lead_id = agent_runs.lead_id AND again.agent_id = agent_runs.agent_id')
        .whereRaw('again.id > agent_runs.id')
        .select(db.raw('1')),
    );

/** Lists open runs that were due before a time. */
export const listOverdueRuns = (db: Db, scope: AttentionScope, before: Date): Listing<AgentRunRow> =>
  first(db, scope, 'agent_runs', 'wake_at').where({ open_slot: 1 }).where('wake_at', '<', before);

/** Lists events that came in before a time and are not worked yet. */
export const listUnworkedEvents = (db: Db, scope: AttentionScope, before: Date): Listing<InboundEventRow> =>
  first(db, scope, 'inbound_events', 'received_at')
    .whereNull('processed_at')
    .whereNull('outcome')
    .where('received_at', '<', before);

/** Lists open runs that were paused before a time. */
export const listPausedRuns = (db: Db, scope: AttentionScope, before: Date): Listing<AgentRunRow> =>
  first(db, scope, 'agent_runs', 'id').where({ open_slot: 1 }).where('paused_at', '<', before);

/** Lists open runs that are held for one of some reasons, by the words that say it. */
export const listRunsHeldBy = (db: Db, scope: AttentionScope, details: readonly string[]): Listing<AgentRunRow> =>
  first(db, scope, 'agent_runs', 'id')
    .where({ open_slot: 1, cadence_state: 'held' })
    .whereIn('hold_detail', [...details]);

/** Lists instructions that are not tried any more. */
export const listParkedInstructions = (db: Db, scope: AttentionScope): Listing<OutboxRow> =>
  first(db, scope, 'outbox', 'id').whereNotNull('parked_at');

/** Lists imports since a time that failed. */
export const listFailedImports = (db: Db, scope: AttentionScope, since: Date): Listing<ImportRow> =>
  first(db, scope, 'imports', 'id').where({ status: 'failed' }).where('created_at', '>', since);

/** Lists erasures that were requested before a time and whose searches haven't finished. */
export const listUnfinishedErasures = (
  db: Db,
  scope: AttentionScope,
  before: Date,
): Listing<Pick<ErasureRow, 'id' | 'account_id' | 'requested_at' | 'step'>> =>
  first(db, scope, 'erasures', 'requested_at').whereNull('finished_at').where('requested_at', '<', before);

/** Lists senders that are held back for their provider. */
export const listOpenBreakers = (db: Db, scope: AttentionScope): Listing<SenderBreakerRow> =>
  first(db, scope, 'sender_breakers', 'opened_at');

/** Lists email senders that mail servers refused since a time. */
export const listRefusedSenders = (db: Db, scope: AttentionScope, since: Date): Listing<EmailSenderRow> =>
  first(db, scope, 'email_senders', 'refused_at').where('refused_at', '>', since);

/** Lists senders of which a check fails that passed before. */
export const listBrokenSenders = (db: Db, scope: AttentionScope): Listing<SenderHealthRow> =>
  first(db, scope, 'sender_health', 'broken_since').whereNotNull('broken_since');

/** Lists mails since a time that belong to no lead. */
export const listUnmatchedMails = (db: Db, scope: AttentionScope, since: Date): Listing<InboundEventRow> =>
  first(db, scope, 'inbound_events', 'received_at')
    .where({ outcome: UNMATCHED })
    .where('received_at', '>', since)
    .whereNull('emptied_at');

/** Lists numbers that could not be brought up to date. */
export const listUnsyncedNumbers = (db: Db, scope: AttentionScope): Listing<WhatsAppNumberRow> =>
  first(db, scope, 'whatsapp_numbers', 'synced_at').whereNotNull('sync_error');

/** Lists numbers that their provider has disconnected or restricted. */
export const listNumbersOutOfService = (db: Db, scope: AttentionScope): Listing<WhatsAppNumberRow> =>
  first(db, scope, 'whatsapp_numbers', 'id')
    .whereIn('status', ['disconnected', 'restricted'])
    .whereNotNull('status_detail');

/** Lists connections whose provider has withdrawn the access. */
export const listLostConnections = (db: Db, scope: AttentionScope): Listing<ConnectionRow> =>
  first(db, scope, 'connections', 'id').where({ status: 'reconnect_needed' });

/** Lists hosts' calendars that can't be read. */
export const listFailedCalendars = (db: Db, scope: AttentionScope, before: Date): Listing<CalendarConnectionRow> =>
  first(db, scope, 'calendar_connections', 'updated_at').whereRaw(
    "(status = 'failed' OR COALESCE(current_at, updated_at) < ?)",
    [before],
  );

/** Lists hosts' calendars that hold entries which can't be read, or not in whole. */
export const listIncompleteCalendars = (db: Db, scope: AttentionScope): Listing<CalendarConnectionRow> =>
  first(db, scope, 'calendar_connections', 'problems_since').whereNotNull('problems_since');

/** Lists meetings to come that stand otherwise in their host's calendar. */
export const listMeetingsThatDiffer = (db: Db, scope: AttentionScope): Listing<MeetingRow> =>
  first(db, scope, 'meetings', 'id')
    .whereIn('host_id', of(db, scope, 'calendar_connections').select('host_id'))
    .where('starts_at', '>', scope.now)
    .whereIn('status', ['scheduled', 'confirmed'])
    .whereIn('sync_status', ['failed', 'deleted_remotely', 'out_of_date']);

/** Lists meetings to come with an answer of an attendee that a person should read. */
export const listAnsweredMeetings = (db: Db, scope: AttentionScope): Listing<MeetingRow> =>
  first(db, scope, 'meetings', 'id')
    .where('starts_at', '>', scope.now)
    .whereIn('status', ['scheduled', 'confirmed'])
    .whereNotNull('answer_to_read_at');

/** Lists accounts whose events can't be led to their jobs and functions. */
export const listUnreadAccounts = (
  db: Db,
  scope: AttentionScope,
): Listing<JobEventCursorRow & { failure: string; failed_at: Date }> =>
  first(db, scope, 'job_event_cursors', 'failed_at').whereNotNull('failed_at');

/** A job or function that fails on events. */
export interface FailingListener {
  account_id: string;
  job_id: string;
  events: number;
  since: Date;
  is_function: number;
}

/** Lists jobs and functions that fail on events, which are tried again. */
export const listFailingListeners = (db: Db, scope: AttentionScope): Listing<FailingListener> =>
  of(db, scope, 'job_events')
    .where({ status: 'failed' })
    .groupBy('account_id', 'job_id')
    .orderBy('job_id')
    .limit(scope.limit)
    .select('account_id', 'job_id', db.raw('COUNT(*) AS events'), db.raw('MIN(created_at) AS since'))
    .select(db.raw('EXISTS (SELECT 1 FROM cloud_functions f WHERE f.id = job_id) AS is_function'));

/** Returns which of some lists hold anything, in one statement. */
export async function findHolding<Name extends string>(
  db: Db,
  lists: ReadonlyMap<Name, Listing<object>>,
): Promise<Name[]> {
  const existence = [...lists].map(([name, list]) => db.raw('EXISTS ? AS ??', [list.clone().clearOrder(), name]));
  const [row] = (await db.select(existence)) as Record<Name, number>[];
  return [...lists.keys()].filter((name) => row?.[name] === 1);
}
