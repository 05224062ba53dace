import {
  nameText,
  nullable,
  oneOf,
  optional,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS, ROLES } from '../roles.js';
import { Key } from './keys.js';
import { LanguageName, SignedIn } from './session.js';

const tag = 'People';
const Name = nameText();
const Email = Type.String({ minLength: 3, maxLength: 254, description: 'Email address for signing in.' });
const Token = Type.String({ minLength: 1, maxLength: 200, description: 'Token after the # of the link.' });
const RoleName = oneOf(ROLES, { description: 'Role, which determines what the user can read and change.' });
const Url = nullable(
  Type.String({
    description:
      'The link, which works once. It is only shown to owners, and only once. Null if it is only sent by ' + 'email.',
  }),
);

const LINKS_OF_ADMINS =
  "Admins don't see the link. Without an email sender with an SMTP server, only owners can create one.";

const Mailed = Type.Boolean({
  description: 'Whether the link is also sent by email. This requires an email sender with an SMTP server.',
});

export const PASSWORD_LENGTH = { minLength: 10, maxLength: 1000 } as const;
const NewPassword = Type.String({
  ...PASSWORD_LENGTH,
  description: '10 to 1,000 characters. Common passwords are rejected.',
});

const User = strictObject({
  id: Uuid('ID of the user.'),
  name: Name,
  email: Email,
  role: RoleName,
  language: LanguageName,
  created_at: Timestamp('Time at which the user was made.'),
  disabled_at: nullable(Timestamp('Time at which the user was deactivated. Null if the user is active.')),
  last_seen_at: nullable(Timestamp('Time of the last activity, rounded to the minute.')),
});
export type User = Static<typeof User>;

export const listUsersContract = contract({
  operationId: 'listUsers',
  method: 'get',
  path: '/api/internal/users',
  tag,
  auth: 'user',
  summary: 'List the users of the account.',
  success: {
    200: strictObject({ success: Success, users: Type.Array(User, { description: 'Users, oldest first.' }) }),
  },
  errors: [],
});

export const updateUserContract = contract({
  operationId: 'updateUser',
  method: 'patch',
  path: '/api/internal/users/{id}',
  tag,
  auth: 'user',
  summary:
    'Update a user. Users can change their own name and language. Admins can change roles and deactivate users. Only ' +
    'owners can change owners.',
  description:
    'Deactivating a user, or assigning a role with fewer permissions, revokes the invitations and password ' +
    'links that the user created for others. Their API keys keep working until they are revoked; ' +
    '`active_keys` lists them.',
  params: Type.Object({ id: Uuid('ID of the user.') }),
  body: strictObject({
    name: optional(Name),
    role: optional(RoleName),
    language: Type.Optional(LanguageName),
    disabled: optional(
      Type.Boolean({
        description:
          "Whether the user is deactivated. Deactivated users can't sign in, and their sessions end immediately.",
      }),
    ),
  }),
  success: {
    200: strictObject({
      success: Success,
      user: User,
      active_keys: optional(
        Type.Array(Key, {
          description:
            'Active API keys that the user created, oldest first. Present if the change removed permissions. To ' +
            'revoke them, use `DELETE /keys/{id}`.',
        }),
      ),
    }),
  },
  errors: ['USER_NOT_FOUND', 'LAST_OWNER'],
});

export const createPasswordResetContract = contract({
  operationId: 'createPasswordReset',
  method: 'post',
  path: '/api/internal/users/{id}/password-reset',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Create a link for setting a new password. Earlier links are revoked.',
  description: LINKS_OF_ADMINS,
  params: Type.Object({ id: Uuid('ID of the user.') }),
  secretAnswer: true,
  success: {
    201: strictObject({
      success: Success,
      url: Url,
      mailed: Mailed,
      expires_at: Timestamp('Time at which the link expires, after one hour.'),
    }),
  },
  errors: ['USER_NOT_FOUND'],
});

export const requestPasswordResetContract = contract({
  operationId: 'requestPasswordReset',
  method: 'post',
  path: '/api/internal/password-resets',
  tag,
  auth: 'none',
  summary: 'Request an email with a link to reset the password. The response is the same for any address.',
  body: strictObject({ email: Email }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 202: strictObject({ success: Success }) },
  errors: ['SINGLE_SIGN_ON_REQUIRED', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const completePasswordResetContract = contract({
  operationId: 'completePasswordReset',
  method: 'post',
  path: '/api/internal/password-resets/complete',
  tag,
  auth: 'none',
  summary: 'Set a new password with a link. All sessions of the user end.',
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
  summary: 'Change your own password. Your other sessions end, and this session gets a new token.',
  body: strictObject({
    current_password: Type.String({ minLength: 1, maxLength: 1000 }),
    password: NewPassword,
  }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: {
    200: strictObject({ success: Success, ended: Type.Integer({ description: 'Number of ended sessions.' }) }),
  },
  errors: ['WRONG_PASSWORD'],
});

const Invitation = strictObject({
  id: Uuid('ID of the invitation.'),
  email: Email,
  role: RoleName,
  created_by: Type.String({ description: 'ID of the user who sent the invitation.' }),
  created_at: Timestamp('Time of creation.'),
  expires_at: Timestamp('Time at which the invitation expires, after three days.'),
});

export const listInvitationsContract = contract({
  operationId: 'listInvitations',
  method: 'get',
  path: '/api/internal/invitations',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'List the pending invitations.',
  success: {
    200: strictObject({
      success: Success,
      invitations: Type.Array(Invitation, { description: 'Invitations, newest first.' }),
    }),
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
    'Invite a user. The link is sent by email, and shown once to owners. An earlier invitation for the ' +
    'address is revoked.',
  description: LINKS_OF_ADMINS,
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
  summary: 'Revoke an invitation.',
  params: Type.Object({ id: Uuid('ID of the invitation.') }),
  success: { 204: null },
  errors: ['INVITATION_NOT_FOUND'],
});

export const acceptInvitationContract = contract({
  operationId: 'acceptInvitation',
  method: 'post',
  path: '/api/internal/invitations/accept',
  tag,
  auth: 'none',
  summary: 'Accept an invitation and sign in.',
  body: strictObject({ token: Token, name: Name, password: NewPassword }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 201: SignedIn },
  errors: ['LINK_NOT_FOUND', 'EMAIL_TAKEN', 'SINGLE_SIGN_ON_REQUIRED', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const getSetupContract = contract({
  operationId: 'getSetup',
  method: 'get',
  path: '/api/internal/setup',
  tag,
  auth: 'none',
  summary: 'Get how users sign in, and whether this service has no user yet.',
  success: {
    200: strictObject({
      success: Success,
      needed: Type.Boolean({ description: 'Whether no user exists who can sign in.' }),
      single_sign_on: nullable(
        strictObject({
          name: Type.String({ description: 'Name of the provider.' }),
          required: Type.Boolean({ description: 'Whether passwords are turned off.' }),
        }),
      ),
    }),
  },
  errors: [],
});

const LINK_KINDS = ['setup', 'invitation', 'reset'] as const;

export const checkLinkContract = contract({
  operationId: 'checkLink',
  method: 'post',
  path: '/api/internal/links/check',
  tag,
  auth: 'none',
  summary: 'Check whether a one-time link can still be used. The link stays valid.',
  body: strictObject({ kind: oneOf(LINK_KINDS, { description: 'Purpose of the link.' }), token: Token }),
  idempotency: 'none',
  success: {
    200: strictObject({
      success: Success,
      valid: Type.Boolean({ description: 'Whether the link can still be used.' }),
      email: nullable(Type.String({ description: 'Email address of the invited user. Null for other links.' })),
    }),
  },
  errors: ['CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const setUpContract = contract({
  operationId: 'setUp',
  method: 'post',
  path: '/api/internal/setup',
  tag,
  auth: 'none',
  summary: 'Create the first owner of an account with the setup link, and sign in.',
  body: strictObject({
    token: Token,
    name: Name,
    email: Email,
    password: NewPassword,
    timezone: optional(
      Type.String({
        maxLength: 64,
        description: 'IANA time zone of the browser. An account that was created without a time zone adopts it.',
      }),
    ),
    country: optional(
      Type.String({
        maxLength: 2,
        description: 'Two-letter country code of the browser. An account without a country adopts it.',
      }),
    ),
  }),
  idempotency: 'none',
  deadlineMs: 5_000,
  success: { 201: SignedIn },
  errors: ['LINK_NOT_FOUND', 'EMAIL_TAKEN', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});
