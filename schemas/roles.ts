import { GIVEN_SCOPES, SCOPE_PRESETS, type Scope } from './scopes.js';

/** What a user can be in an account, from the most to the least. */
export const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who changes how an account is set up. */
export const MANAGERS: readonly Role[] = ['owner', 'admin'];

const VIEWER: readonly Scope[] = (SCOPE_PRESETS.read_only ?? []).filter((scope) => scope !== 'webhooks:read');

const OPERATOR: readonly Scope[] = [
  ...VIEWER,
  'leads:write',
  'automation:write',
  'messages:send',
  'calls:trigger',
  'meetings:write',
  'meetings:book',
  'notes:write',
  'campaigns:write',
  'conversations:write',
  'conversions:write',
  'templates:write',
  'background_jobs:run',
  'functions:run',
];

const ADMIN: readonly Scope[] = [...GIVEN_SCOPES, 'keys:manage'];

/** What each role may do: the scopes of its users. What scopes can't tell apart, contracts say by `roles`. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ADMIN,
  admin: ADMIN,
  operator: OPERATOR,
  viewer: VIEWER,
};

/** Returns whether users of a role may do what asks for a scope. */
export const roleGrants = (role: Role, scope: Scope): boolean => ROLE_SCOPES[role].includes(scope);

/** Lists the roles whose users may call an operation: those it names, else those that have its scope. */
export const rolesFor = ({ roles, scope }: { roles?: readonly Role[]; scope?: Scope }): readonly Role[] =>
  roles ?? ROLES.filter((role) => scope === undefined || roleGrants(role, scope));
