import { type Db, fromJson } from '../db/connection.js';
import { listFailingCycles } from '../db/job-cycles.js';
import { CHANNELS } from '../schemas/cadence.js';
import { noSenderDetail } from './message-compose.js';

/** Something that doesn't go on by itself, or went wrong, and what mends it. */
export interface AttentionItem {
  what: string;
  account_id: string;
  id: string;
  since: Date;
  detail: string;
  remedy: string;
}

const LIMIT = 100;
const DAY_MS = 86_400_000;
const LONG_PAUSE_DAYS = 30;
const FAILED_DAYS = 7;
/** Tries in vain after which a person should look: with the pauses between them, an hour. */
const TRIES_IN_VAIN = 7;
/** What should have been worked this long ago fails again and again, or no worker runs. */
const OVERDUE_MINUTES = 10;

type Told = Omit<AttentionItem, 'what' | 'account_id' | 'id'> & Partial<Pick<AttentionItem, 'id'>>;

/** Rows as items of one kind; `tell` says what each has of its own, and its id where that isn't the row's. */
const listed = <Row extends { account_id: string; id: string }>(
  what: string,
  rows: readonly Row[],
  tell: (row: Row) => Told,
): AttentionItem[] => rows.map((row) => ({ what, account_id: row.account_id, id: row.id, ...tell(row) }));

/**
 * Everything that waits for a person: sends with an unknown outcome or refused for an hour, failed runs of the last
 * week, runs and events that came in which should have been worked ten minutes ago, runs paused for over 30 days, runs
 * without a sender, parked instructions to Temporal, failed imports, senders
 * whose provider fails, jobs whose last cycle failed for every lead, numbers whose templates can't be brought up to date, hosts' calendars that can't be read and
 * meetings that stand otherwise there. At most 100 of each, oldest first.
 */
export async function listAttention(db: Db, now: Date, accountId?: string): Promise<AttentionItem[]> {
  const ofAccount = (table: string) =>
    accountId === undefined ? db(table) : db(table).where({ account_id: accountId });
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const overdueBefore = new Date(now.getTime() - OVERDUE_MINUTES * 60_000);
  const [
    unknown,
    refused,
    failed,
    overdue,
    unworked,
    paused,
    unsent,
    parked,
    imports,
    breakers,
    numbers,
    calendars,
    meetings,
    cycles,
  ] = await Promise.all([
    ofAccount('messages').where({ status: 'unknown' }).orderBy('id').limit(LIMIT),
    ofAccount('messages')
      .whereIn('status', ['queued', 'held'])
      .where('claim_no', '>=', TRIES_IN_VAIN)
      .whereNotNull('failure_code')
      .orderBy('id')
      .limit(LIMIT),
    ofAccount('agent_runs')
      .where({ cadence_state: 'failed' })
      .where('ended_at', '>', ago(FAILED_DAYS))
      .orderBy('id')
      .limit(LIMIT),
    ofAccount('agent_runs')
      .where({ open_slot: 1 })
      .where('wake_at', '<', overdueBefore)
      .orderBy('wake_at')
      .limit(LIMIT),
    ofAccount('inbound_events')
      .whereNull('processed_at')
      .whereNull('outcome')
      .where('received_at', '<', overdueBefore)
      .orderBy('received_at')
      .limit(LIMIT),
    ofAccount('agent_runs')
      .where({ open_slot: 1 })
      .where('paused_at', '<', ago(LONG_PAUSE_DAYS))
      .orderBy('id')
      .limit(LIMIT),
    ofAccount('agent_runs')
      .where({ open_slot: 1, cadence_state: 'held' })
      .whereIn('hold_detail', CHANNELS.map(noSenderDetail))
      .orderBy('id')
      .limit(LIMIT),
    ofAccount('outbox').whereNotNull('parked_at').orderBy('id').limit(LIMIT),
    ofAccount('imports')
      .where({ status: 'failed' })
      .where('created_at', '>', ago(FAILED_DAYS))
      .orderBy('id')
      .limit(LIMIT),
    ofAccount('sender_breakers').orderBy('opened_at').limit(LIMIT),
    ofAccount('whatsapp_numbers').whereNotNull('sync_error').orderBy('synced_at').limit(LIMIT),
    ofAccount('calendar_connections').where({ status: 'failed' }).orderBy('updated_at').limit(LIMIT),
    ofAccount('meetings')
      .whereIn('host_id', ofAccount('calendar_connections').select('host_id'))
      .where('starts_at', '>', now)
      .whereIn('status', ['scheduled', 'confirmed'])
      .whereIn('sync_status', ['failed', 'deleted_remotely', 'out_of_date'])
      .orderBy('id')
      .limit(LIMIT),
    listFailingCycles(db, { since: ago(FAILED_DAYS), accountId, limit: LIMIT }),
  ]);
  return [
    ...listed('message with unknown outcome', unknown, (row) => ({
      since: row.updated_at,
      detail: `${row.channel}, step ${row.step_key ?? '-'}`,
      remedy: `npm run admin -- messages settle --message ${row.id} --as sent|failed|resend`,
    })),
    ...listed('message that is refused again and again', refused, (row) => ({
      since: row.created_at,
      detail: `${row.channel}, step ${row.step_key ?? '-'}: ${row.failure_code}, ${row.claim_no} tries`,
      remedy: `mend its sender (GET /api/public/messages/${row.id} tells the failure); it is tried again by itself`,
    })),
    ...listed('failed run', failed, (row) => ({
      since: row.ended_at,
      detail: row.stop_reason ?? '',
      remedy: `npm run admin -- runs show --run ${row.id} tells the step; mend it and assign the lead again`,
    })),
    ...listed('run that does not go on', overdue, (row) => ({
      since: row.wake_at,
      detail: `step ${row.step_key ?? '-'}`,
      remedy: `npm run admin -- runs show --run ${row.id} tells the step, and its workflow the error; it is tried again by itself`,
    })),
    ...listed('event that came in and is not worked', unworked, (row) => ({
      since: row.received_at,
      detail: `${row.provider}: ${row.type}`,
      remedy: `the workflow inbound/${row.id} tells the error; it is tried again by itself`,
    })),
    ...listed(`run paused for over ${LONG_PAUSE_DAYS} days`, paused, (row) => ({
      since: row.paused_at,
      detail: row.pause_reason ?? '',
      remedy: `npm run admin -- runs resume --run ${row.id}`,
    })),
    ...listed('run without a sender', unsent, (row) => ({
      since: row.updated_at,
      detail: row.hold_detail ?? '',
      remedy: 'POST /api/public/email-senders, /whatsapp-numbers or /voice-agents; the run goes on by itself',
    })),
    ...listed('parked instruction to Temporal', parked, (row) => ({
      since: row.parked_at,
      detail: `${row.kind} ${row.workflow_id}: ${row.last_error ?? ''}`,
      remedy: `npm run admin -- outbox retry --id ${row.id}`,
    })),
    ...listed('failed import', imports, (row) => ({
      since: row.created_at,
      detail: row.failure ?? '',
      remedy: `GET /api/public/imports/${row.id} tells why; send the file again`,
    })),
    ...listed('sender held back because its provider fails', breakers, (row) => ({
      id: row.sender_id,
      since: row.opened_at,
      detail: `${row.last_code}, tried again from ${row.retry_at.toISOString()}`,
      remedy: `mend what ${row.sender_id} names (PATCH /api/public/email-senders, /whatsapp-numbers or /voice-agents); it is tried again by itself`,
    })),
    ...listed('WhatsApp number whose templates could not be brought up to date', numbers, (row) => ({
      since: row.synced_at,
      detail: Object.values(fromJson<Record<string, string>>(row.sync_error)).join(': '),
      remedy: `PATCH /api/public/whatsapp-numbers/${row.id} with what the provider takes, then POST /api/public/templates/sync`,
    })),
    ...listed('host’s calendar that can not be read', calendars, (row) => ({
      id: row.host_id,
      since: row.synced_at ?? row.created_at,
      detail: row.error ?? '',
      remedy: `PUT /api/public/hosts/${row.host_id}/calendar with what the server takes now; it is tried again by itself`,
    })),
    ...listed('background job that fails for every lead', cycles, (row) => ({
      id: row.job_id,
      since: row.ended_at,
      detail: row.failure ?? '',
      remedy: `GET /api/public/background-jobs/${row.job_id}/cycles/${row.id} tells of each lead; mend its steps: PATCH /api/public/background-jobs/${row.job_id}`,
    })),
    ...listed('meeting that stands otherwise in its host’s calendar', meetings, (row) => ({
      since: row.synced_at ?? row.created_at,
      detail: [row.sync_status, row.sync_error].filter(Boolean).join(': '),
      remedy:
        row.sync_status === 'failed'
          ? `GET /api/public/hosts/${row.host_id}/calendar tells why; it is tried again by itself`
          : `move or cancel it, or have it written anew: PUT /api/public/hosts/${row.host_id}/calendar as it is`,
    })),
  ];
}

/** Gives a parked instruction another 20 tries. False when there is none of this id. */
export async function retryParked(db: Db, now: Date, id: string): Promise<boolean> {
  const changes = { parked_at: null, attempts: 0, next_at: now };
  return (await db('outbox').where({ id }).whereNotNull('parked_at').update(changes)) === 1;
}
