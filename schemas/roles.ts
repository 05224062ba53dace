import { GIVEN_SCOPES, SCOPE_PRESETS, type Scope } from './scopes.js';

/** The roles of users in an account, from most to least permissions. */
export const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that change the configuration of an account. */
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

/**
 * The permissions of each role, as the scopes of its users. Contracts use `roles` for differences that scopes don't
 * have.
 */
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
