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
import { GIVEN_SCOPES, SCOPE_PRESETS } from '../scopes.js';

const tag = 'Keys';
const scope = 'keys:manage';
const params = Type.Object({ id: Uuid() });

export const Key = strictObject({
  id: Uuid(),
  name: Type.String(),
  kind: oneOf(['live', 'pub'], { description: 'Type of the key: `live` for servers, `pub` for a chat widget.' }),
  scopes: Type.Array(Type.String(), { description: 'Scopes of the key. `*` grants all.' }),
  rate_limit: Type.Integer({ description: 'Maximum number of requests per minute.' }),
  prefix: Type.String({ description: 'First characters of the key.' }),
  last_four: Type.String({ description: 'Last characters of the key.' }),
  public_key: nullable(
    Type.String({ description: "The complete key of a widget, which isn't secret. Null for live keys." }),
  ),
  created_at: Timestamp('Time of creation.'),
  created_by: nullable(Type.String({ description: 'User or process that created the key: `user:<id>` or `system`.' })),
  last_used_at: nullable(Timestamp('Time of the last use, rounded to the minute.')),
  revoked_at: nullable(Timestamp('Time at which the key was revoked.')),
});
export type Key = Static<typeof Key>;

const KeyMade = strictObject({
  success: Success,
  key: Key,
  api_key: Type.String({ description: 'The key. It is shown only once.' }),
});

export const listKeysContract = contract({
  operationId: 'listKeys',
  method: 'get',
  path: '/api/internal/keys',
  tag,
  auth: 'user',
  scope,
  summary: "List the API keys of the account, including revoked ones. Secrets aren't returned.",
  success: { 200: strictObject({ success: Success, keys: Type.Array(Key, { description: 'Keys, oldest first.' }) }) },
  errors: [],
});

export const createKeyContract = contract({
  operationId: 'createKey',
  method: 'post',
  path: '/api/internal/keys',
  tag,
  auth: 'user',
  scope,
  summary: 'Create an API key for a server. Widget keys are created with their widgets.',
  body: strictObject({
    name: nameText(),
    scopes: optional(
      Type.Array(oneOf(GIVEN_SCOPES), {
        uniqueItems: true,
        maxItems: 100,
        description: 'Scopes of the key. Defaults to all.',
      }),
    ),
    preset: optional(
      oneOf(Object.keys(SCOPE_PRESETS), { description: 'A preset of scopes. Alternative to `scopes`.' }),
    ),
    rate_limit: optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        default: 100,
        description: 'Maximum number of requests per minute.',
      }),
    ),
  }),
  secretAnswer: true,
  success: { 201: KeyMade },
  errors: [],
});

export const regenerateKeyContract = contract({
  operationId: 'regenerateKey',
  method: 'post',
  path: '/api/internal/keys/{id}/regenerate',
  tag,
  auth: 'user',
  scope,
  summary:
    'Replace an API key with a new one that has the same name, scopes and limit. The old key is revoked ' +
    'immediately.',
  params,
  secretAnswer: true,
  success: { 201: KeyMade },
  errors: ['KEY_NOT_FOUND', 'NOT_MODIFIABLE'],
});

export const deleteKeyContract = contract({
  operationId: 'deleteKey',
  method: 'delete',
  path: '/api/internal/keys/{id}',
  tag,
  auth: 'user',
  scope,
  summary: 'Revoke an API key immediately.',
  params,
  success: { 204: null },
  errors: ['KEY_NOT_FOUND', 'NOT_MODIFIABLE'],
});
