import type { Db } from '../connection.js';
import type { ReportGoalRow } from './tables.js';

/** Lists the goals of an account, its own first. */
export const listReportGoals = (db: Db, accountId: string): Promise<ReportGoalRow[]> =>
  db('report_goals').where({ account_id: accountId }).orderBy('owner_id');

export async function saveReportGoal(tx: Db, row: ReportGoalRow): Promise<void> {
  await tx('report_goals').insert(row).onConflict(['account_id', 'owner_id']).merge();
}

export async function deleteReportGoal(
  tx: Db,
  { account_id, owner_id }: Pick<ReportGoalRow, 'account_id' | 'owner_id'>,
): Promise<void> {
  await tx('report_goals').where({ account_id, owner_id }).delete();
}

/** The times of the outcomes that have goals. */
const COLUMNS = { meetings: 'met_at', won: 'won_at' } as const;
export type GoalOutcome = keyof typeof COLUMNS;

/**
 * Counts the leads that reached an outcome in a period, of the account and of each owner. A lead counts once in each.
 */
export async function countReached(
  db: Db,
  { accountId, since, until }: { accountId: string; since: Date; until: Date },
  outcome: GoalOutcome,
): Promise<{ all: number; byOwner: ReadonlyMap<string, number> }> {
  const column = COLUMNS[outcome];
  const reached = () =>
    db('report_touches').where({ account_id: accountId }).where(column, '>=', since).where(column, '<', until);
  const counted = db.raw('COUNT(DISTINCT lead_id) AS n');
  const [all] = (await reached().select(counted)) as unknown as { n: number }[];
  const rows = (await reached().groupBy('owner_id').select('owner_id', counted)) as unknown as {
    owner_id: string;
    n: number;
  }[];
  return { all: Number(all?.n ?? 0), byOwner: new Map(rows.map(({ owner_id, n }) => [owner_id, Number(n)])) };
}
