import { nullable, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { SignedIn } from './session.js';

const tag = 'Session';
const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'Code of the authenticator app, or a recovery code. Each works once.',
});
export const Password = Type.String({ minLength: 1, maxLength: 1000, description: 'Current password.' });
const RecoveryCodes = Type.Array(Type.String(), {
  description: 'New recovery codes, which replace the earlier ones. They are only shown in this response.',
});
const once = { idempotency: 'none', deadlineMs: 5_000 } as const;

export const completeSignInContract = contract({
  operationId: 'completeSignIn',
  method: 'post',
  path: '/api/internal/session/second-factor',
  tag,
  auth: 'none',
  summary: 'Complete a sign-in with a second factor.',
  body: strictObject({
    token: Type.String({ minLength: 1, maxLength: 1000, description: 'Token of the sign-in, valid for five minutes.' }),
    code: Code,
  }),
  ...once,
  success: { 201: SignedIn },
  errors: ['WRONG_CODE', 'INVALID_CREDENTIALS', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const getSecondFactorContract = contract({
  operationId: 'getSecondFactor',
  method: 'get',
  path: '/api/internal/second-factor',
  tag,
  auth: 'user',
  withoutSecondFactor: true,
  summary: 'Get your second factor.',
  success: {
    200: strictObject({
      success: Success,
      authenticator_app: nullable(
        strictObject({
          id: Uuid('ID of the authenticator app.'),
          created_at: Timestamp('Time at which it was set up.'),
          last_used_at: nullable(Timestamp('Time of the last use.')),
        }),
      ),
      recovery_codes: Type.Integer({ description: 'Number of unused recovery codes.' }),
      required: Type.Boolean({ description: 'Whether the account requires a second factor.' }),
    }),
  },
  errors: [],
});

export const startAuthenticatorAppContract = contract({
  operationId: 'startAuthenticatorApp',
  method: 'put',
  path: '/api/internal/second-factor/authenticator-app',
  tag,
  auth: 'user',
  withoutSecondFactor: true,
  summary: 'Set up an authenticator app. It works once it is confirmed.',
  body: strictObject({ current_password: Password }),
  ...once,
  success: {
    200: strictObject({
      success: Success,
      secret: Type.String({ description: 'Secret in Base32, for apps without a camera.' }),
      uri: Type.String({ description: '`otpauth:` URI, usually shown as a QR code.' }),
    }),
  },
  errors: ['WRONG_PASSWORD'],
});

export const confirmAuthenticatorAppContract = contract({
  operationId: 'confirmAuthenticatorApp',
  method: 'put',
  path: '/api/internal/second-factor/authenticator-app/confirm',
  tag,
  auth: 'user',
  withoutSecondFactor: true,
  summary: 'Confirm an authenticator app with its first code. It replaces an earlier one.',
  description: 'Your other sessions end.',
  body: strictObject({ code: Code }),
  ...once,
  success: { 200: strictObject({ success: Success, recovery_codes: RecoveryCodes }) },
  errors: ['WRONG_CODE'],
});

export const createRecoveryCodesContract = contract({
  operationId: 'createRecoveryCodes',
  method: 'put',
  path: '/api/internal/second-factor/recovery-codes',
  tag,
  auth: 'user',
  summary: 'Replace your recovery codes.',
  body: strictObject({ current_password: Password, code: Code }),
  ...once,
  success: { 200: strictObject({ success: Success, recovery_codes: RecoveryCodes }) },
  errors: ['WRONG_PASSWORD', 'WRONG_CODE'],
});

export const removeSecondFactorContract = contract({
  operationId: 'removeSecondFactor',
  method: 'put',
  path: '/api/internal/second-factor/remove',
  tag,
  auth: 'user',
  summary: 'Turn your second factor off.',
  description: 'It removes your authenticator app, your passkeys and your recovery codes.',
  body: strictObject({ current_password: Password, code: Code }),
  ...once,
  success: { 204: null },
  errors: ['WRONG_PASSWORD', 'WRONG_CODE'],
});

export const resetSecondFactorContract = contract({
  operationId: 'resetSecondFactor',
  method: 'delete',
  path: '/api/internal/users/{id}/second-factor',
  tag: 'People',
  auth: 'user',
  roles: ['owner'],
  summary: 'Reset the second factor of a user who lost it. Their sessions end.',
  params: Type.Object({ id: Uuid('ID of the user.') }),
  success: { 204: null },
  errors: ['USER_NOT_FOUND'],
});
