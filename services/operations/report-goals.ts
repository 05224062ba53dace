import type { Db } from '../../db/connection.js';
import { listWriters } from '../../db/operations/reply-waits.js';
import { countReached, listReportGoals } from '../../db/operations/report-goals.js';
import type { ReportGoalRow } from '../../db/tables.js';
import { dayAfter, monthOf, startOfDay } from '../../domain/time/local-day.js';
import type { ReportGoal } from '../../schemas/operations/report-goals.js';

type Account = { id: string; timezone: string };

/** Returns goals with the results of the month. Rows that aren't stored, without targets, are described too. */
async function describe(db: Db, account: Account, now: Date, rows: readonly ReportGoalRow[]): Promise<ReportGoal[]> {
  const { from, to } = monthOf(now, account.timezone);
  const period = {
    accountId: account.id,
    since: startOfDay(from, account.timezone),
    until: startOfDay(dayAfter(to, 1), account.timezone),
  };
  const meetings = await countReached(db, period, 'meetings');
  const won = await countReached(db, period, 'won');
  const names = await listWriters(
    db,
    account.id,
    rows.flatMap(({ owner_id }) => owner_id || []),
  );
  const reached = ({ all, byOwner }: typeof meetings, ownerId: string) =>
    ownerId === '' ? all : (byOwner.get(ownerId) ?? 0);
  return rows.map(({ owner_id, ...targets }) => ({
    owner_id: owner_id || null,
    owner_name: names.get(owner_id)?.name ?? null,
    meetings_target: targets.meetings,
    won_target: targets.won,
    meetings: reached(meetings, owner_id),
    won: reached(won, owner_id),
  }));
}

/** Returns the goals of an account and the month that they are measured in. */
export async function readReportGoals(db: Db, account: Account, now: Date) {
  return {
    ...monthOf(now, account.timezone),
    goals: await describe(db, account, now, await listReportGoals(db, account.id)),
  };
}

/** Returns one goal as it is after a change. */
export async function describeReportGoal(db: Db, account: Account, now: Date, row: ReportGoalRow): Promise<ReportGoal> {
  const [goal] = await describe(db, account, now, [row]);
  if (!goal) throw new Error('One goal has one description.');
  return goal;
}
