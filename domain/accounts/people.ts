import { ROLES, type Role } from '../../schemas/roles.js';

/** A change of a user. */
export interface UserChange {
  name?: string | undefined;
  role?: Role | undefined;
  disabled?: boolean | undefined;
}

/** A user as far as these rules care. */
export interface Person {
  id: string;
  role: Role;
  disabled: boolean;
}

/** The reason why a change of a user is refused: not by this actor, or because no owner would be left. */
export type Refusal = 'FORBIDDEN' | 'LAST_OWNER';

const manages = ({ role }: Pick<Person, 'role'>): boolean => role === 'owner' || role === 'admin';

/** Returns whether a user may manage users of a role. Owners manage all roles, admins all except owners. */
export const mayManage = (actor: Pick<Person, 'role'>, role: Role): boolean =>
  manages(actor) && (role !== 'owner' || actor.role === 'owner');

/** Returns whether a change takes access away: the user is disabled or gets a role with fewer rights. */
export const losesAccess = ({ role, disabled }: Omit<Person, 'id'>, change: UserChange): boolean =>
  (change.disabled === true && !disabled) || ROLES.indexOf(change.role ?? role) > ROLES.indexOf(role);

/**
 * Judges a change of a user. All users may change their own name. Roles and access may only be changed by those who
 * manage the user before and after the change. `otherOwners`: other owners who can sign in.
 */
export function refusalOf(
  actor: Pick<Person, 'id' | 'role'>,
  target: Person,
  change: UserChange,
  otherOwners: number,
): Refusal | undefined {
  const onlyName = change.role === undefined && change.disabled === undefined;
  if (onlyName && actor.id === target.id) return undefined;
  if (!mayManage(actor, target.role)) return 'FORBIDDEN';
  if (change.role !== undefined && !mayManage(actor, change.role)) return 'FORBIDDEN';
  const staysOwner = (change.role ?? target.role) === 'owner' && !(change.disabled ?? target.disabled);
  const wasOwner = target.role === 'owner' && !target.disabled;
  return wasOwner && !staysOwner && otherOwners === 0 ? 'LAST_OWNER' : undefined;
}
