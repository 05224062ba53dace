import { listUsage } from '../../db/models/steps.js';
import { getModelUsageContract } from '../../schemas/models/usage.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 30;
const MOST_DAYS = 366;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const getModelUsageRoute = (_deps: ApiDependencies) =>
  route(getModelUsageContract).handle(async ({ account, db, query, now }) => {
    const to = (query.to === undefined ? now.getTime() : startOf(query.to)) + DAY_MS;
    const from = query.from === undefined ? to - (SHOWN_DAYS + 1) * DAY_MS : startOf(query.from);
    if (to <= from || to - from > MOST_DAYS * DAY_MS) {
      throw new ApiError('INVALID_DATE', { message: `Ask for 1 to ${MOST_DAYS} days.`, field: '/from' });
    }
    const asked = { from: new Date(from), to: new Date(to), agentId: query.workflow_id?.toLowerCase() };
    const rows = await listUsage(db, account.id, asked);
    const usage = rows.map(({ agent_id, model_key, ...counts }) => ({
      ...counts,
      ...{ workflow_id: agent_id, model: model_key },
    }));
    const cost_micros = usage.reduce((sum, each) => sum + each.cost_micros, 0);
    return { status: 200, body: { success: true, usage, cost_micros } };
  });
