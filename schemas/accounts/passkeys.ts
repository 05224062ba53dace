import { nameText, nullable, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { Password } from './second-factor.js';
import { SignedIn } from './session.js';

const tag = 'Session';
const Name = nameText('Display name of the passkey.', 100);
const bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description: `${description}, in Base64url.` });
const CredentialId = bytes(1364, 'ID of the credential');
const ClientData = bytes(8000, '`clientDataJSON` of the response');
const once = { idempotency: 'none', deadlineMs: 5_000 } as const;

const Passkey = strictObject({
  id: Uuid('ID of the passkey.'),
  name: Name,
  backed_up: Type.Boolean({ description: 'Whether a password manager had a copy of it when it was last used.' }),
  created_at: Timestamp('Time at which it was added.'),
  last_used_at: nullable(Timestamp('Time of the last sign-in with it.')),
});

const Options = strictObject({
  success: Success,
  options: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Options of WebAuthn in JSON, for `navigator.credentials`. Their challenge works once, for five minutes.',
  }),
});

export const listPasskeysContract = contract({
  operationId: 'listPasskeys',
  method: 'get',
  path: '/api/internal/second-factor/passkeys',
  tag,
  auth: 'user',
  withoutSecondFactor: true,
  summary: 'List your passkeys, oldest first.',
  success: {
    200: strictObject({
      success: Success,
      passkeys: Type.Array(Passkey, { description: 'Passkeys of the user, oldest first.' }),
    }),
  },
  errors: [],
});

export const startPasskeyContract = contract({
  operationId: 'startPasskey',
  method: 'put',
  path: '/api/internal/second-factor/passkeys/options',
  tag,
  auth: 'user',
  withoutSecondFactor: true,
  summary: 'Get the options for a new passkey.',
  body: strictObject({ current_password: Password }),
  ...once,
  success: { 200: Options },
  errors: ['WRONG_PASSWORD'],
});

export const addPasskeyContract = contract({
  operationId: 'addPasskey',
  method: 'put',
  path: '/api/internal/second-factor/passkeys',
  tag,
  auth: 'user',
  withoutSecondFactor: true,
  summary: 'Add a passkey, in the session that requested its options.',
  description: 'Your other sessions end.',
  body: strictObject({
    name: Name,
    credential: strictObject({
      id: CredentialId,
      client_data: ClientData,
      attestation_object: bytes(20_000, '`attestationObject` of the response'),
      transports: Type.Optional(
        Type.Array(Type.String({ maxLength: 30 }), {
          maxItems: 10,
          description: 'Ways to reach the device, as the browser names them.',
        }),
      ),
    }),
  }),
  ...once,
  success: {
    200: strictObject({
      success: Success,
      passkey: Passkey,
      recovery_codes: nullable(
        Type.Array(Type.String(), {
          description:
            'Recovery codes, if the user had no unused ones; null otherwise. They are only shown in this response.',
        }),
      ),
    }),
  },
  errors: ['INVALID_PASSKEY'],
});

const params = Type.Object({ id: Uuid('ID of the passkey.') });

export const updatePasskeyContract = contract({
  operationId: 'updatePasskey',
  method: 'patch',
  path: '/api/internal/second-factor/passkeys/{id}',
  tag,
  auth: 'user',
  summary: 'Rename one of your passkeys.',
  params,
  body: strictObject({ name: Name }),
  success: { 200: strictObject({ success: Success, passkey: Passkey }) },
  errors: ['PASSKEY_NOT_FOUND'],
});

export const removePasskeyContract = contract({
  operationId: 'removePasskey',
  method: 'put',
  path: '/api/internal/second-factor/passkeys/{id}/remove',
  tag,
  auth: 'user',
  summary: 'Delete one of your passkeys. Your other sessions end.',
  description: 'The recovery codes are deleted with your last second factor.',
  params,
  body: strictObject({ current_password: Password }),
  ...once,
  success: { 204: null },
  errors: ['WRONG_PASSWORD', 'PASSKEY_NOT_FOUND'],
});

const Token = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1000,
    description:
      'Token of a sign-in with a password, which the passkey completes. Without one, the passkey signs in alone.',
  }),
);

export const startPasskeySignInContract = contract({
  operationId: 'startPasskeySignIn',
  method: 'post',
  path: '/api/internal/session/passkey/options',
  tag,
  auth: 'none',
  summary: 'Get the options for signing in with a passkey.',
  body: strictObject({ token: Token }),
  ...once,
  success: { 200: Options },
  errors: ['INVALID_CREDENTIALS', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});

export const signInWithPasskeyContract = contract({
  operationId: 'signInWithPasskey',
  method: 'post',
  path: '/api/internal/session/passkey',
  tag,
  auth: 'none',
  summary: 'Sign in with a passkey, in the browser that requested the options.',
  body: strictObject({
    token: Token,
    credential: strictObject({
      id: CredentialId,
      client_data: ClientData,
      authenticator_data: bytes(8000, '`authenticatorData` of the response'),
      signature: bytes(4000, '`signature` of the response'),
      user_handle: bytes(100, '`userHandle` of the response'),
    }),
  }),
  ...once,
  success: { 201: SignedIn },
  errors: ['INVALID_CREDENTIALS', 'SINGLE_SIGN_ON_REQUIRED', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});
