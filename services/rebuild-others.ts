import type { Knex } from 'knex';
import { inTransaction } from '../db/connection.js';
import { addToOutbox } from '../db/outbox.js';
import type { CampaignRow, InboundEventRow } from '../db/tables.js';
import type { CalendarConnectionRow } from '../db/tables-calendars.js';
import type { FunctionRow } from '../db/tables-functions.js';
import type { JobDeliveryRow, JobRow } from '../db/tables-jobs.js';
import type { MeetingRow } from '../db/tables-meetings.js';
import { SETTLE_MS } from '../domain/booking-tasks.js';
import { askForJobSchedule } from './background-jobs.js';
import { wakeCalendarSync } from './calendar-switch.js';
import { campaignChanged } from './campaigns.js';
import { askForFunctionSchedule } from './cloud-functions.js';
import { toWork } from './hooks.js';
import { toDeliver } from './outgoing-effects.js';
import { wakeBooking } from './wake-booking.js';

const PAGE = 500;

/** Rows that something in Temporal stands for, and the instruction that makes it anew. */
interface Kind<Row> {
  table: string;
  key: string & keyof Row;
  wanted(rows: Knex.QueryBuilder, now: Date): Knex.QueryBuilder;
  ask(tx: Knex, now: Date, row: Row): Promise<void>;
}

const kind = <Row>(given: Kind<Row>): Kind<Row> => given;

const KINDS = {
  job_schedules: kind<JobRow>({
    table: 'background_jobs',
    key: 'id',
    wanted: (rows) => rows.where({ trigger_type: 'cron' }).whereNull('deleted_at'),
    ask: askForJobSchedule,
  }),
  function_schedules: kind<FunctionRow>({
    table: 'cloud_functions',
    key: 'id',
    wanted: (rows) => rows.whereNotNull('cron_expression').whereNull('deleted_at'),
    ask: askForFunctionSchedule,
  }),
  bookings: kind<MeetingRow>({
    table: 'meetings',
    key: 'id',
    wanted: (rows, now) =>
      rows.whereNotNull('booking_workflow_id').where('ends_at', '>', new Date(now.getTime() - SETTLE_MS)),
    ask: (tx, now, row) => wakeBooking(tx, now, row, 'rebuilt'),
  }),
  calendars: kind<CalendarConnectionRow>({
    table: 'calendar_connections',
    key: 'host_id',
    wanted: (rows) => rows,
    ask: wakeCalendarSync,
  }),
  campaigns: kind<CampaignRow>({
    table: 'campaigns',
    key: 'id',
    wanted: (rows) => rows.where({ status: 'running' }),
    ask: campaignChanged,
  }),
  deliveries: kind<JobDeliveryRow>({
    table: 'job_deliveries',
    key: 'id',
    wanted: (rows) => rows.where({ status: 'queued' }),
    ask: (tx, now, row) => addToOutbox(tx, now, [toDeliver(row, { again: true })]),
  }),
  // Those that were set aside wait for an operator.
  inbound_events: kind<InboundEventRow>({
    table: 'inbound_events',
    key: 'id',
    wanted: (rows) => rows.whereNull('processed_at').whereNull('outcome'),
    ask: (tx, now, row) => addToOutbox(tx, now, [toWork(row, { again: true })]),
  }),
};

/**
 * Asks for everything beside enrolments that Temporal should have, of one account or of all: schedules are made what
 * their rows say, workflows that are there look at their rows or take no notice, and lost ones start anew. Harmless to
 * repeat. Answers how many of each there were.
 */
export async function rebuildOthers(db: Knex, now: Date, accountId?: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, kind] of Object.entries(KINDS)) {
    counts[name] = await rebuild(db, now, kind as unknown as Kind<Record<string, unknown>>, accountId);
  }
  return counts;
}

async function rebuild(
  db: Knex,
  now: Date,
  { table, key, wanted, ask }: Kind<Record<string, unknown>>,
  accountId: string | undefined,
): Promise<number> {
  let after = '';
  for (let total = 0; ; ) {
    const page = wanted(db(table).where(key, '>', after).orderBy(key).limit(PAGE), now);
    if (accountId !== undefined) page.where({ account_id: accountId });
    const rows: Record<string, unknown>[] = await page;
    const last = rows.at(-1);
    if (!last) return total;
    await inTransaction(db, async (tx) => {
      for (const row of rows) await ask(tx, now, row);
    });
    total += rows.length;
    after = String(last[key]);
  }
}
