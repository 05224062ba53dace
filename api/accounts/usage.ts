import { getUsageContract } from '../../schemas/accounts/usage.js';
import { listLimitUsage } from '../../services/operations/limit-usage.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';

export const getUsageRoute = (_deps: ApiDependencies) =>
  route(getUsageContract).handle(async ({ account, db, now }) => {
    const usage = await listLimitUsage(db, { accountId: account.id, timezone: account.timezone, now });
    return {
      status: 200,
      body: {
        success: true,
        usage: usage.map(({ resetsAt, ...limit }) => ({ ...limit, resets_at: resetsAt?.toISOString() ?? null })),
      },
    };
  });
