import { plural } from '../plural.js';

/** The texts of `dashboard/members`. */

export const inviteMember = 'Invite member';
export const createInvitation = 'Create invitation';
export const email = 'Email';
export const role = 'Role';
export const neverSignedIn = 'never signed in';
export const deactivated = 'Deactivated';
export const edit = (member: string) => `Edit ${member}`;
export const edit2 = 'Edit';
export const createResetLink = 'Create reset link';
export const reactivate = 'Reactivate';
export const deactivate = 'Deactivate';
export const deactivatingSignsOut = (member: string) =>
  `${member} is signed out immediately and can’t sign in until you reactivate the account.`;
export const pendingInvitations = 'Pending invitations';
export const expires = 'Expires ';
export const revoke = 'Revoke';
export const members = 'Members';
export const theLinkWasEmailedItCan = 'The link was emailed. It can be used once.';
export const link = 'Link';
export const itWasAlsoEmailedItCan = 'It was also emailed. It can be used once and is shown only now.';
export const sendItToTheMemberYourself = 'Send it to the member yourself. It can be used once and is shown only now.';
export const revokeApiKeys = 'Revoke API keys?';
export const createdApiKeysThatStillWork = (owner: string) =>
  `${owner} created API keys that still work. Requests that use a revoked key are rejected.`;
export const lastUsed = 'Last used ';
export const neverUsed = 'Never used';
export const keepKeys = 'Keep keys';
export const revokeKey = (keys: number) => plural(keys, { one: 'Revoke key', other: 'Revoke # keys' });
export const resetSecondFactor = 'Reset second factor';
