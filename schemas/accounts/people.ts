import { nullable, oneOf, optional, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS, ROLES } from '../roles.js';
import { Key } from './keys.js';
import { SignedIn } from './session.js';

const tag = 'People';
const Name = Type.String({ minLength: 1, maxLength: 200, description: 'Display name.' });
const Email = Type.String({ minLength: 3, maxLength: 254, description: 'The address to sign in with.' });
const Token = Type.String({ minLength: 1, maxLength: 200, description: 'What stands behind the # of the link.' });
const RoleName = oneOf(ROLES, { description: 'What the user may do.' });
const Url = Type.String({ description: 'The link, shown this once. It works once.' });

const Mailed = Type.Boolean({
  description: 'Whether the link is mailed too: the account has an e-mail sender with a mail server.',
});

export const PASSWORD_LENGTH = { minLength: 10, maxLength: 1000 } as const;
const NewPassword = Type.String({
  ...PASSWORD_LENGTH,
  description: '10 to 1,000 characters, and none of the passwords that everybody takes.',
});

const User = strictObject({
  id: Uuid('The user.'),
  name: Name,
  email: Email,
  role: RoleName,
  created_at: Timestamp('When the user was made.'),
  disabled_at: nullable(Timestamp('Since when the user can not sign in; null: they can.')),
  last_seen_at: nullable(Timestamp('When the user was last there, to the minute.')),
});
export type User = Static<typeof User>;

export const listUsersContract = contract({
  operationId: 'listUsers',
  method: 'get',
  path: '/api/internal/users',
  tag,
  auth: 'user',
  summary: 'List the people of the account.',
  success: { 200: strictObject({ success: Success, users: Type.Array(User, { description: 'Oldest first.' }) }) },
  errors: [],
});

export const updateUserContract = contract({
  operationId: 'updateUser',
  method: 'patch',
  path: '/api/internal/users/{id}',
  tag,
  auth: 'user',
  summary: 'Change a user: everybody their own name, admins roles and who may sign in, owners also owners.',
  description:
    'Disabling a user, or giving a role with fewer rights, ends the invitations and password links that the user made for others. Their REST keys keep working until they are revoked; the answer lists them in `active_keys`.',
  params: Type.Object({ id: Uuid('The user.') }),
  body: strictObject({
    name: optional(Name),
    role: optional(RoleName),
    disabled: optional(
      Type.Boolean({ description: 'Whether the user is disabled and cannot sign in; their sessions end at once.' }),
    ),
  }),
  success: {
    200: strictObject({
      success: Success,
      user: User,
      active_keys: optional(
        Type.Array(Key, {
          description:
            'REST keys that the user made and that still work, oldest first. Present when the change took access away. Revoke them with `DELETE /keys/{id}`.',
        }),
      ),
    }),
  },
  errors: ['USER_NOT_FOUND', 'LAST_OWNER'],
});

export const createResetContract = contract({
  operationId: 'createPasswordReset',
  method: 'post',
  path: '/api/internal/users/{id}/password-reset',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Make a link by which a user sets a new password; earlier ones stop working.',
  params: Type.Object({ id: Uuid('The user.') }),
  secretAnswer: true,
  success: {
    201: strictObject({
      success: Success,
      url: Url,
      mailed: Mailed,
      expires_at: Timestamp('Until when it works: an hour.'),
    }),
  },
  errors: ['USER_NOT_FOUND'],
});

export const requestResetContract = contract({
  operationId: 'requestPasswordReset',
  method: 'post',
  path: '/api/internal/password-resets',
  tag,
  auth: 'none',
  summary: 'Ask for a mail with a link to a new password. The answer is the same whoever asks, and for any address.',
  body: strictObject({ email: Email }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 202: strictObject({ success: Success }) },
  errors: ['CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const completeResetContract = contract({
  operationId: 'completePasswordReset',
  method: 'post',
  path: '/api/internal/password-resets/complete',
  tag,
  auth: 'none',
  summary: 'Set a new password by the link; all sessions of the user end.',
  body: strictObject({ token: Token, password: NewPassword }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 204: null },
  errors: ['LINK_NOT_FOUND', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const changePasswordContract = contract({
  operationId: 'changePassword',
  method: 'put',
  path: '/api/internal/password',
  tag,
  auth: 'user',
  summary: 'Change your own password; all your other sessions end, this one gets a new token.',
  body: strictObject({
    current_password: Type.String({ minLength: 1, maxLength: 1000, description: 'The password as it is.' }),
    password: NewPassword,
  }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 200: strictObject({ success: Success, ended: Type.Integer({ description: 'Sessions that ended.' }) }) },
  errors: ['WRONG_PASSWORD'],
});

const Invitation = strictObject({
  id: Uuid('The invitation.'),
  email: Email,
  role: RoleName,
  created_by: Type.String({ description: 'Who made it.' }),
  created_at: Timestamp('When it was made.'),
  expires_at: Timestamp('Until when it works: three days.'),
});

export const listInvitationsContract = contract({
  operationId: 'listInvitations',
  method: 'get',
  path: '/api/internal/invitations',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'List the invitations that nobody has taken yet.',
  success: {
    200: strictObject({ success: Success, invitations: Type.Array(Invitation, { description: 'Newest first.' }) }),
  },
  errors: [],
});

export const createInvitationContract = contract({
  operationId: 'createInvitation',
  method: 'post',
  path: '/api/internal/invitations',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary:
    'Invite somebody: the link is shown this once, to be handed on; an earlier one for the address stops working.',
  body: strictObject({ email: Email, role: RoleName }),
  secretAnswer: true,
  success: { 201: strictObject({ success: Success, invitation: Invitation, url: Url, mailed: Mailed }) },
  errors: ['EMAIL_TAKEN'],
});

export const deleteInvitationContract = contract({
  operationId: 'deleteInvitation',
  method: 'delete',
  path: '/api/internal/invitations/{id}',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Take an invitation back.',
  params: Type.Object({ id: Uuid('The invitation.') }),
  success: { 204: null },
  errors: ['INVITATION_NOT_FOUND'],
});

export const acceptInvitationContract = contract({
  operationId: 'acceptInvitation',
  method: 'post',
  path: '/api/internal/invitations/accept',
  tag,
  auth: 'none',
  summary: 'Join the account by the link of an invitation, and be signed in.',
  body: strictObject({ token: Token, name: Name, password: NewPassword }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 201: SignedIn },
  errors: ['LINK_NOT_FOUND', 'EMAIL_TAKEN', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const getSetupContract = contract({
  operationId: 'getSetup',
  method: 'get',
  path: '/api/internal/setup',
  tag,
  auth: 'none',
  summary: 'Tell whether this service still has no user.',
  success: {
    200: strictObject({ success: Success, needed: Type.Boolean({ description: 'Whether nobody can sign in yet.' }) }),
  },
  errors: [],
});

export const setUpContract = contract({
  operationId: 'setUp',
  method: 'post',
  path: '/api/internal/setup',
  tag,
  auth: 'none',
  summary: 'Become the first owner of an account by the link that its start printed, and be signed in.',
  body: strictObject({ token: Token, name: Name, email: Email, password: NewPassword }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 201: SignedIn },
  errors: ['LINK_NOT_FOUND', 'EMAIL_TAKEN', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});
