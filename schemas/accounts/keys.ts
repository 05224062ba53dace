import { nullable, oneOf, optional, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { GIVEN_SCOPES, SCOPE_PRESETS } from '../scopes.js';

const tag = 'Keys';
const scope = 'keys:manage';
const params = Type.Object({ id: Uuid('The key.') });

export const Key = strictObject({
  id: Uuid('The key.'),
  name: Type.String({ description: 'What it is for.' }),
  kind: oneOf(['live', 'pub'], { description: 'live: for servers; pub: of a chat widget.' }),
  scopes: Type.Array(Type.String(), { description: 'What it may do; `*` is everything.' }),
  rate_limit: Type.Integer({ description: 'Requests a minute.' }),
  prefix: Type.String({ description: 'How it begins.' }),
  last_four: Type.String({ description: 'How it ends.' }),
  public_key: nullable(
    Type.String({ description: 'The whole key of a widget, which is no secret; null for live keys.' }),
  ),
  created_at: Timestamp('When it was made.'),
  created_by: nullable(Type.String({ description: 'Who made it: `user:<id>` or `system`.' })),
  last_used_at: nullable(Timestamp('When it was last used, to the minute.')),
  revoked_at: nullable(Timestamp('When it ended.')),
});
export type Key = Static<typeof Key>;

const KeyMade = strictObject({
  success: Success,
  key: Key,
  api_key: Type.String({ description: 'The key itself, shown this once.' }),
});

export const listKeysContract = contract({
  operationId: 'listKeys',
  method: 'get',
  path: '/api/internal/keys',
  tag,
  auth: 'user',
  scope,
  summary: 'List the API keys of the account, ended ones too, without their secrets.',
  success: { 200: strictObject({ success: Success, keys: Type.Array(Key, { description: 'Oldest first.' }) }) },
  errors: [],
});

export const createKeyContract = contract({
  operationId: 'createKey',
  method: 'post',
  path: '/api/internal/keys',
  tag,
  auth: 'user',
  scope,
  summary: 'Make a key for a server. Keys of chat widgets are made with their widgets.',
  body: strictObject({
    name: Type.String({ minLength: 1, maxLength: 200, description: 'What it is for.' }),
    scopes: optional(
      Type.Array(oneOf(GIVEN_SCOPES), { uniqueItems: true, maxItems: 100, description: 'None given: all of them.' }),
    ),
    preset: optional(oneOf(Object.keys(SCOPE_PRESETS), { description: 'A usual set, instead of `scopes`.' })),
    rate_limit: optional(
      Type.Integer({ minimum: 1, maximum: 100_000, default: 100, description: 'Requests a minute.' }),
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
  summary: 'Replace a key by a new one with the same name, scopes and limit; the old one is refused from now on.',
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
  summary: 'End a key; it is refused from now on.',
  params,
  success: { 204: null },
  errors: ['KEY_NOT_FOUND', 'NOT_MODIFIABLE'],
});
