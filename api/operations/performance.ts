import { listTouchedLeads } from '../../db/operations/performance.js';
import {
  getPerformanceContract,
  listPerformanceLeadsContract,
  PERFORMANCE_BLANKS,
  PERFORMANCE_OUTCOMES,
  type PerformanceRow,
} from '../../schemas/operations/performance.js';
import { readPerformance } from '../../services/operations/performance.js';
import type { ApiDependencies } from '../dependencies.js';
import { wordsFilter } from '../http/request/fields.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageOf } from '../http/request/paging.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';
import { csvAnswer, wantsCsv } from './csv-answer.js';
import { reportDays } from './report-days.js';

const LEADS = 'performance_leads';
export const LEAST_SENT = 30;

const MISSING = { workflow: 'agent_id', owner: 'owner_id', sender: 'sender_id', step: 'step_key' } as const;

interface Filters {
  workflow_id?: string;
  owner_id?: string;
  sender_id?: string;
  channel?: string;
  step_key?: string;
  without?: string;
}

const filterOf = ({ workflow_id, owner_id, sender_id, channel, step_key, without }: Filters) => ({
  values: {
    agent_id: workflow_id?.toLowerCase(),
    owner_id: owner_id?.toLowerCase(),
    sender_id: sender_id?.toLowerCase(),
    channel,
    step_key,
  },
  missing: (wordsFilter(without, PERFORMANCE_BLANKS, '/without') ?? []).map((name) => MISSING[name]),
});

export const getPerformanceRoute = (_deps: ApiDependencies) =>
  route(getPerformanceContract).handle(async ({ account, db, query, now, req }) => {
    const days = reportDays(query, account, now);
    const report = await readPerformance(db, {
      account,
      days,
      filter: filterOf(query),
      group: query.group ?? 'workflow',
      minSent: query.min_sent ?? LEAST_SENT,
      now,
    });
    if (wantsCsv(req)) return csvAnswer(`performance-${days.from}-${days.to}`, lines(report.rows));
    return { status: 200, body: { success: true, ...report } };
  });

const PLACES = ['workflow_id', 'workflow_name', 'step_key', 'owner_id', 'owner_name', 'sender_id', 'channel'] as const;

function* lines(rows: readonly PerformanceRow[]): Generator<unknown[]> {
  const shown = PLACES.filter((name) => rows.some((row) => row[name] !== null));
  yield [...shown, ...PERFORMANCE_OUTCOMES, ...PERFORMANCE_OUTCOMES.map((name) => `${name}_before`)];
  for (const row of rows) {
    yield [
      ...shown.map((name) => row[name]),
      ...PERFORMANCE_OUTCOMES.map((name) => row.now[name]),
      ...PERFORMANCE_OUTCOMES.map((name) => row.before[name]),
    ];
  }
}

export const listPerformanceLeadsRoute = (_deps: ApiDependencies) =>
  route(listPerformanceLeadsContract).handle(async (input) => {
    const { account, db, query, now } = input;
    const { since, until } = reportDays(query, account, now);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const found = await listTouchedLeads(
      db,
      { accountId: account.id, since, until, ...filterOf(query) },
      { outcome: query.outcome ?? 'sent', limit, after: decodeCursor(query.cursor, LEADS)?.[0] },
    );
    const { rows, pagination } = pageOf(found, limit, (last) => encodeCursor(LEADS, [last.lead_id]));
    const leads = rows.map(({ lead_id, first_sent_at, outcome_at }) => ({
      lead_id,
      first_sent_at: first_sent_at.toISOString(),
      outcome_at: outcome_at.toISOString(),
    }));
    return { status: 200, body: { success: true, leads, ...(await includedFor(input, rows)), pagination } };
  });
