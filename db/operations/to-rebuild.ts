import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import type {
  CalendarConnectionRow,
  CampaignRow,
  FunctionRow,
  InboundEventRow,
  JobDeliveryRow,
  JobRow,
  MeetingRow,
  NotificationRow,
  UserMailRow,
} from '../tables.js';

/** The rows, in addition to enrollments, that have a workflow or schedule in Temporal. */
export interface RowsToRebuild {
  job_schedules: JobRow;
  function_schedules: FunctionRow;
  bookings: MeetingRow;
  calendars: CalendarConnectionRow;
  campaigns: CampaignRow;
  digests: NotificationRow;
  user_mails: UserMailRow;
  deliveries: JobDeliveryRow;
  inbound_events: InboundEventRow;
}

interface Source {
  table: string;
  key: string;
  wanted(rows: Knex.QueryBuilder, settledBefore: Date): Knex.QueryBuilder;
}

const SOURCES: Record<keyof RowsToRebuild, Source> = {
  job_schedules: {
    table: 'background_jobs',
    key: 'id',
    wanted: (rows) => rows.where({ trigger_type: 'cron' }).whereNull('deleted_at'),
  },
  function_schedules: {
    table: 'cloud_functions',
    key: 'id',
    wanted: (rows) => rows.whereNotNull('cron_expression').whereNull('deleted_at'),
  },
  bookings: {
    table: 'meetings',
    key: 'id',
    wanted: (rows, settledBefore) => rows.whereNotNull('booking_workflow_id').where('ends_at', '>', settledBefore),
  },
  calendars: { table: 'calendar_connections', key: 'host_id', wanted: (rows) => rows },
  campaigns: { table: 'campaigns', key: 'id', wanted: (rows) => rows.where({ status: 'running' }) },
  digests: {
    table: 'notifications',
    key: 'id',
    wanted: (rows) => rows.where({ channel: 'email' }).whereIn('status', ['queued', 'sending']),
  },
  user_mails: {
    table: 'user_mails',
    key: 'id',
    wanted: (rows) => rows.whereIn('status', ['queued', 'sending']),
  },
  deliveries: { table: 'job_deliveries', key: 'id', wanted: (rows) => rows.where({ status: 'queued' }) },
  // Those that were set aside wait for an operator.
  inbound_events: {
    table: 'inbound_events',
    key: 'id',
    wanted: (rows) => rows.whereNull('processed_at').whereNull('outcome'),
  },
};

/** A page of what `listRowsToRebuild` lists. */
export interface PageToRebuild<Row> {
  rows: Row[];
  /** The start of the next page, or undefined after the last one. */
  next: string | undefined;
}

/** Lists rows that something in Temporal should stand for, by their keys, of one account or of all. */
export async function listRowsToRebuild<Kind extends keyof RowsToRebuild>(
  db: Db,
  kind: Kind,
  {
    accountId,
    settledBefore,
    after,
    limit,
  }: { accountId: string | undefined; settledBefore: Date; after: string; limit: number },
): Promise<PageToRebuild<RowsToRebuild[Kind]>> {
  const { table, key, wanted } = SOURCES[kind];
  const page = wanted(db(table).where(key, '>', after).orderBy(key).limit(limit), settledBefore);
  if (accountId !== undefined) page.where({ account_id: accountId });
  const rows: Record<string, unknown>[] = await page;
  const last = rows.at(-1);
  return { rows: rows as unknown as RowsToRebuild[Kind][], next: last && String(last[key]) };
}
