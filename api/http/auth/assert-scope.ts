import { roleGrants } from '../../../schemas/roles.js';
import { grants, type Scope } from '../../../schemas/scopes.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../route.js';

/** Throws the 403 where a caller may not do the part of an operation that asks for a scope of its own. */
export function assertMayAlso({ key, user }: Pick<Caller, 'key' | 'user'>, scope: Scope, what: string): void {
  const details = { required_scopes: [scope] };
  if (user && !roleGrants(user.role, scope))
    throw new ApiError('FORBIDDEN', {
      message: `${what} requires the scope ${scope}, which your role doesn't have.`,
      details,
    });
  if (key && !grants(key.scopes, scope))
    throw new ApiError('INSUFFICIENT_SCOPE', {
      message: `${what} requires the scope ${scope}, which the API key doesn't have.`,
      details,
    });
}
