import { type ApiKey, findApiKeyById, listApiKeys, revokeApiKey } from '../../db/accounts/api-keys.js';
import type { Db } from '../../db/connection.js';
import {
  createKeyContract,
  deleteKeyContract,
  type Key,
  listKeysContract,
  regenerateKeyContract,
} from '../../schemas/accounts/keys.js';
import { SCOPE_PRESETS } from '../../schemas/scopes.js';
import { type IssuedKey, issueKey } from '../../services/accounts/accounts.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

/** Returns a key as the API shows it. */
export const toKey = (key: ApiKey): Key => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  scopes: key.scopes.length > 0 ? key.scopes : ['*'],
  rate_limit: key.rateLimit,
  prefix: `svc_${key.kind}_`,
  last_four: key.lastFour,
  public_key: key.publicKey,
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

async function made(db: Db, { keyId, apiKey }: IssuedKey) {
  const key = toKey(found(await findApiKeyById(db, keyId), 'KEY_NOT_FOUND'));
  return { status: 201 as const, body: { success: true as const, key, api_key: apiKey } };
}

/** Finds an active live key of the account. Throws the 409 for a widget's key, which ends with its widget. */
async function standing(db: Db, accountId: string, id: string | undefined): Promise<ApiKey> {
  const key = await findApiKeyById(db, pathId(id, 'KEY_NOT_FOUND'));
  if (!key || key.accountId !== accountId || key.revokedAt) throw new ApiError('KEY_NOT_FOUND');
  if (key.kind === 'live') return key;
  throw new ApiError('NOT_MODIFIABLE', {
    message: 'The key belongs to a widget. Replace or revoke it with the widget: see /widgets.',
  });
}

export const listKeysRoute = (_deps: ApiDependencies) =>
  route(listKeysContract).handle(async ({ account, db }) => ({
    status: 200,
    body: { success: true, keys: (await listApiKeys(db, account.id)).map(toKey) },
  }));

export const createKeyRoute = (_deps: ApiDependencies) =>
  route(createKeyContract).handle(async (input) => {
    const { account, db, body, now } = input;
    const { name, preset, rate_limit: rateLimit } = body;
    if (preset !== undefined && body.scopes !== undefined) {
      throw new ApiError('VALIDATION_ERROR', {
        message: 'Specify either scopes or a preset, not both.',
        field: '/preset',
      });
    }
    const scopes = [...(body.scopes ?? (preset === undefined ? [] : (SCOPE_PRESETS[preset] ?? [])))];
    const options = { accountId: account.id, name, scopes, rateLimit, createdBy: callerName(input) };
    return made(db, await issueKey(db, now, { ...options, kind: 'live' }));
  });

export const regenerateKeyRoute = (_deps: ApiDependencies) =>
  route(regenerateKeyContract).handle(async (input) => {
    const { account, db, params, now } = input;
    const { id, name, scopes, rateLimit } = await standing(db, account.id, params.id);
    // Of two at once one finds it ended.
    if (!(await revokeApiKey(db, now, id))) throw new ApiError('KEY_NOT_FOUND');
    const fresh = {
      accountId: account.id,
      name,
      kind: 'live',
      scopes,
      rateLimit,
      createdBy: callerName(input),
    } as const;
    return made(db, await issueKey(db, now, fresh, id));
  });

export const deleteKeyRoute = (_deps: ApiDependencies) =>
  route(deleteKeyContract).handle(async ({ account, db, params, now }) => {
    const { id } = await standing(db, account.id, params.id);
    if (!(await revokeApiKey(db, now, id))) throw new ApiError('KEY_NOT_FOUND');
    return { status: 204, body: null };
  });
