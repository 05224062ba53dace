import { listApiKeys, revokeApiKey } from '../../db/accounts/api-keys.js';
import { inTransaction } from '../../db/connection.js';
import { listHooks } from '../../db/inbound/hooks.js';
import { openWork } from '../../db/work.js';
import { loadConfig, publicUrl, secretsOf } from '../../runtime/config.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { HOOK_PROVIDERS } from '../../schemas/inbound/provider-hooks.js';
import { GIVEN_SCOPES, SCOPE_PRESETS, SCOPES } from '../../schemas/scopes.js';
import { createApiKey, regenerateApiKey } from '../../services/accounts/accounts.js';
import { createHook } from '../../services/inbound/hooks.js';
import { ACCOUNT, type Commands, countOf, type Given, listOf, oneOf, UsageError } from './command.js';

function scopesOf(given: Given): string[] {
  const preset = given.text('preset');
  if (preset !== undefined) {
    const scopes = Object.hasOwn(SCOPE_PRESETS, preset) ? SCOPE_PRESETS[preset] : undefined;
    if (!scopes) throw new UsageError(`--preset: must be one of ${Object.keys(SCOPE_PRESETS).join(', ')}`);
    return [...scopes];
  }
  const scopes = listOf(given.text('scopes'));
  const refused = scopes.find((scope) => scope !== '*' && !(GIVEN_SCOPES as readonly string[]).includes(scope));
  if (refused === undefined) return scopes;
  const known = `valid scopes are *, ${GIVEN_SCOPES.join(', ')}`;
  if (!(SCOPES as readonly string[]).includes(refused))
    throw new UsageError(`--scopes: unknown scope ${refused}; ${known}`);
  throw new UsageError(`--scopes: ${refused} has no effect yet, omit it; ${known}`);
}

/** API keys, and the addresses at which providers report. */
export const KEY_COMMANDS: Commands = {
  'keys create': {
    options: {
      ...ACCOUNT,
      name: { value: 'N' },
      scopes: { value: 'a,b' },
      preset: { value: 'P' },
      'rate-limit': { value: 'N' },
    },
    does: 'create a REST key; its secret is shown once',
    async run(given) {
      const { keyId, apiKey } = await createApiKey(given.db, new Date(), {
        accountId: await given.account(),
        rateLimit: countOf(given, 'rate-limit', 100),
        scopes: scopesOf(given),
        name: given.text('name'),
      });
      return { key_id: keyId, api_key: apiKey };
    },
  },
  'keys list': {
    options: ACCOUNT,
    does: 'list the keys of an account, without secrets',
    run: async (given) =>
      (await listApiKeys(given.db, await given.account())).map((key) => ({
        id: key.id,
        name: key.name,
        kind: key.kind,
        key: key.publicKey ?? `svc_live_...${key.lastFour}`,
        scopes: key.scopes.length > 0 ? key.scopes : ['*'],
        rate_limit: key.rateLimit,
        last_used_at: key.lastUsedAt,
        revoked_at: key.revokedAt,
      })),
  },
  'keys regenerate': {
    options: { ...ACCOUNT, key: { value: 'K', needed: true } },
    does: 'replace a key; the old key is revoked immediately',
    async run(given) {
      const fresh = await regenerateApiKey(given.db, new Date(), await given.account(), given.needed('key'));
      if (!fresh) throw new UsageError('--key: the account has no active REST key with this ID');
      return { key_id: fresh.keyId, api_key: fresh.apiKey };
    },
  },
  'keys revoke': {
    options: { ...ACCOUNT, key: { value: 'K', needed: true } },
    does: 'revoke a key',
    async run(given) {
      const keys = await listApiKeys(given.db, await given.account());
      const key = keys.find(({ id, revokedAt }) => id === given.needed('key').toLowerCase() && revokedAt === null);
      if (!key) throw new UsageError('--key: the account has no active key with this ID');
      await revokeApiKey(given.db, new Date(), key.id);
      return { key_id: key.id, revoked: true };
    },
  },
  'hooks create': {
    options: { ...ACCOUNT, provider: { value: HOOK_PROVIDERS.join('|'), needed: true }, secret: { value: 'S' } },
    does: 'create a hook with a URL and a secret for a provider; both are shown once',
    async run(given) {
      const accountId = await given.account();
      const provider = oneOf(given, 'provider', HOOK_PROVIDERS);
      if (!provider) throw new UsageError('--provider is required');
      const config = loadConfig();
      const baseUrl = config.PUBLIC_URL || process.env.LAS_API_URL || publicUrl(config);
      const box = createSecretBox(secretsOf(config));
      const hook = await inTransaction(given.db, (tx) =>
        createHook(openWork(tx, new Date()), box, {
          accountId,
          provider,
          baseUrl: baseUrl.replace(/\/$/, ''),
          secret: given.text('secret'),
        }),
      );
      return { hook_id: hook.id, url: hook.url, secret: hook.secret, verify_token: hook.verifyToken };
    },
  },
  'hooks list': {
    options: ACCOUNT,
    does: 'list the hooks of an account, without secrets',
    run: async (given) =>
      (await listHooks(given.db, await given.account(), { limit: 199 })).map(({ id, provider, created_at }) => ({
        id,
        provider,
        created_at,
      })),
  },
};
