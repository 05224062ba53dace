import { plural } from '../plural.js';

/** The texts of `dashboard/audit`. */

export const people = 'People';
export const apiKeys = 'API keys';
export const userOrKey = 'User or key';
export const action = 'Action';
export const resource = 'Resource';
export const fromLabel = 'From';
export const to = 'To';
export const removeFilter = (filter: string) => `Remove filter: ${filter}`;
export const thisResource = 'this resource';
export const filterByThis = 'Filter by this';
export const filterByThis2 = (name: string) => `Filter by this: ${name}`;
export const noMatchingChanges = 'No matching changes';
export const clearFilters = 'Clear filters';
export const noChangesYet = 'No changes yet';
export const changesAppearHereWithWhoMade = 'Changes appear here with who made them and when.';
export const auditLog = 'Audit log';
export const changes = 'Changes';
export const show = 'Show';
export const kindChanges = 'Changes';
export const kindAccess = 'Access';
export const kindAll = 'Everything';
export const noValue = 'not set';
export const yes = 'Yes';
export const no = 'No';
export const fieldChange = (field: string, before: string, after: string) => `${field}: ${before} → ${after}`;
export const rejected = 'Rejected';
export const wrongPassword = 'Wrong password';
export const lockedOut = 'Locked out';
export const outcomeTimes = (outcome: string, count: number) =>
  `${outcome}, ${plural(count, { one: '# time', other: '# times' })}`;
export const searchedAndErased = (searched: number, erased: number) =>
  `${plural(searched, { one: '# record searched', other: '# records searched' })}, ${plural(erased, { one: '# erased', other: '# erased' })}`;

/** The names of operations by ID. English derives all others from the ID. */
export const OPERATION_NAMES: Readonly<Record<string, string>> = {
  finishErasure: 'Finish erasure',
  finishSignOn: 'Sign in with single sign-on',
  'single_sign_on.created': 'Create user by single sign-on',
  'single_sign_on.linked': 'Link user by single sign-on',
  'single_sign_on.role_changed': 'Change role by single sign-on',
  'single_sign_on.signed_out': 'End sessions by the identity provider',
  'single_sign_on.password_allowed': 'Allow password for an hour',
  'single_sign_on.unlinked': 'Unlink user from single sign-on',
};
/** The names of what can be changed, by the first part of a path. English derives them from it. */
export const AREA_NAMES: Readonly<Record<string, string>> = {};
