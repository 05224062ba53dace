import { listUsage } from '../../db/models/steps.js';
import { getModelUsageContract } from '../../schemas/models/usage.js';
import type { ApiDependencies } from '../dependencies.js';
import { utcDays } from '../http/request/utc-days.js';
import { route } from '../http/route.js';

export const getModelUsageRoute = (_deps: ApiDependencies) =>
  route(getModelUsageContract).handle(async ({ account, db, query, now }) => {
    const usageQuery = { ...utcDays(query, now), agentId: query.workflow_id?.toLowerCase() };
    const rows = await listUsage(db, account.id, usageQuery);
    const usage = rows.map(({ agent_id, model_key, ...counts }) => ({
      ...counts,
      workflow_id: agent_id,
      model: model_key,
    }));
    const cost_micros = usage.reduce((sum, each) => sum + each.cost_micros, 0);
    return { status: 200, body: { success: true, usage, cost_micros } };
  });
