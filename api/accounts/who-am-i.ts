import { whoAmIContract } from '../../schemas/accounts/session.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';

export const whoAmIRoute = (_deps: ApiDependencies) =>
  route(whoAmIContract).handle(async ({ account, key }) => ({
    status: 200,
    body: {
      success: true,
      account: { id: account.id, name: account.name, timezone: account.timezone },
      key: {
        id: key?.id ?? '',
        name: key?.name ?? '',
        kind: key?.kind ?? 'live',
        scopes: key && key.scopes.length > 0 ? key.scopes : ['*'],
        last_used_at: key?.lastUsedAt?.toISOString() ?? null,
      },
      limits: { requests_per_minute: key?.rateLimit ?? 0 },
    },
  }));
