import { findUser } from '../../db/accounts/users.js';
import { findCountedAt } from '../../db/operations/report-counts.js';
import { deleteReportGoal, saveReportGoal } from '../../db/operations/report-goals.js';
import { listReportGoalsContract, setReportGoalContract } from '../../schemas/operations/report-goals.js';
import { describeReportGoal, readReportGoals } from '../../services/operations/report-goals.js';
import type { ApiDependencies } from '../dependencies.js';
import { found } from '../http/request/path-id.js';
import { route } from '../http/route.js';

export const listReportGoalsRoute = (_deps: ApiDependencies) =>
  route(listReportGoalsContract).handle(async ({ account, db, now }) => {
    const asOf = await findCountedAt(db, 'touches');
    return {
      status: 200,
      body: { success: true, ...(await readReportGoals(db, account, now)), as_of: asOf?.toISOString() ?? null },
    };
  });

export const setReportGoalRoute = (_deps: ApiDependencies) =>
  route(setReportGoalContract).handle(async ({ account, db, body, now }) => {
    const { owner_id, meetings_target: meetings, won_target: won } = body;
    const ownerId = owner_id?.toLowerCase() ?? '';
    if (ownerId !== '') found(await findUser(db, account.id, ownerId), 'USER_NOT_FOUND');
    const row = { account_id: account.id, owner_id: ownerId, meetings, won, updated_at: now };
    if (meetings === null && won === null) await deleteReportGoal(db, row);
    else await saveReportGoal(db, row);
    return { status: 200, body: { success: true, goal: await describeReportGoal(db, account, now, row) } };
  });
