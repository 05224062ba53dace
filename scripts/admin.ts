import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Knex } from 'knex';
import { listApiKeys, revokeApiKey } from '../db/api-keys.js';
import { inTransaction, openDatabase } from '../db/connection.js';
import { listHooks } from '../db/hooks.js';
import { listUsers } from '../db/users.js';
import { loadConfig, publicUrl, secretsOf } from '../runtime/config.js';
import { isUuid } from '../runtime/ids.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { HOOK_PROVIDERS } from '../schemas/provider-hooks.js';
import { SCOPE_PRESETS, SCOPES } from '../schemas/scopes.js';
import { createAccount, createApiKey, createUser, regenerateApiKey } from '../services/accounts.js';
import { listAttention, retryParked } from '../services/attention.js';
import { createHook } from '../services/hooks.js';
import { rebuildRuns } from '../services/rebuild-runs.js';
import { importFile } from './import-file.js';

/** Something the person at the terminal can mend. */
class UsageError extends Error {}

type Values = Record<string, string | boolean | undefined>;
interface Command {
  usage: string;
  does: string;
  run(db: Knex, values: Values, rest: string[]): Promise<unknown>;
}

const text = (values: Values, name: string): string => {
  const value = values[name];
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} is needed`);
  return value.trim();
};
const list = (value: string | boolean | undefined): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : [];

const account = async (db: Knex, values: Values): Promise<string> => {
  const id = text(values, 'account');
  if (!isUuid(id) || !(await db('accounts').where({ id }).first('id')))
    throw new UsageError(`--account: there is no account ${id}`);
  return id;
};

const switchSending = async (db: Knex, values: Values, on: boolean) => {
  const id = await account(db, values);
  const note = typeof values.note === 'string' ? values.note : null;
  await db('accounts')
    .where({ id })
    .update({ sending_enabled: on ? 1 : 0, sending_note: on ? null : note });
  return { sending: on, runs: await rebuildRuns(db, new Date(), id) };
};

const scopesOf = (values: Values): string[] => {
  const preset = values.preset;
  if (typeof preset === 'string') {
    const scopes = SCOPE_PRESETS[preset];
    if (!scopes) throw new UsageError(`--preset: one of ${Object.keys(SCOPE_PRESETS).join(', ')}`);
    return [...scopes];
  }
  const scopes = list(values.scopes);
  const unknown = scopes.find((scope) => scope !== '*' && !(SCOPES as readonly string[]).includes(scope));
  if (unknown) throw new UsageError(`--scopes: unknown scope ${unknown}; known are *, ${SCOPES.join(', ')}`);
  return scopes;
};

const COMMANDS: Record<string, Command> = {
  'accounts create': {
    usage: '--name N [--timezone Europe/Madrid] [--country ES] [--email owner@example.com]',
    does: 'makes an account with an owner and a key',
    async run(db, values) {
      const now = new Date();
      const { accountId } = await createAccount(db, now, {
        name: text(values, 'name'),
        ...(typeof values.timezone === 'string' ? { timezone: values.timezone } : {}),
        ...(typeof values.country === 'string' ? { country: values.country.toUpperCase() } : {}),
      });
      const email = typeof values.email === 'string' ? values.email : `owner-${accountId}@localhost`;
      const password = crypto.randomUUID();
      await createUser(db, now, { accountId, email, name: 'Owner', role: 'owner', password });
      const { apiKey } = await createApiKey(db, now, { accountId, name: 'First key' });
      return { account_id: accountId, owner_email: email, owner_password: password, api_key: apiKey };
    },
  },
  'accounts list': {
    usage: '',
    does: 'lists the accounts',
    run: (db) => db('accounts').orderBy('id').select('id', 'name', 'timezone', 'country', 'created_at'),
  },
  'users create': {
    usage: '--account A --email E --password-file F [--name N] [--role owner|admin|operator|viewer]',
    does: 'makes a user who may sign in',
    async run(db, values) {
      const role = (values.role ?? 'operator') as 'owner' | 'admin' | 'operator' | 'viewer';
      if (!['owner', 'admin', 'operator', 'viewer'].includes(role))
        throw new UsageError('--role: owner, admin, operator or viewer');
      const email = text(values, 'email');
      const password = readFileSync(text(values, 'password-file'), 'utf8').trim();
      if (password.length < 12) throw new UsageError('--password-file: a password has at least 12 characters');
      const accountId = await account(db, values);
      const { userId } = await createUser(db, new Date(), {
        accountId,
        email,
        role,
        password,
        name: typeof values.name === 'string' ? values.name : email,
      });
      return { user_id: userId };
    },
  },
  'users list': {
    usage: '--account A',
    does: 'lists the users of an account',
    run: async (db, values) =>
      (await listUsers(db, await account(db, values))).map(({ id, email, name, role }) => ({ id, email, name, role })),
  },
  'keys create': {
    usage:
      '--account A [--name N] [--kind live|pub] [--scopes a,b | --preset P] [--domains x,y] [--rate-limit N] [--request-contact]',
    does: 'makes an API key; its secret is shown this once',
    async run(db, values) {
      const kind = (values.kind ?? 'live') as 'live' | 'pub';
      if (kind !== 'live' && kind !== 'pub') throw new UsageError('--kind: live or pub');
      const rateLimit = Number(values['rate-limit'] ?? 100);
      if (!Number.isInteger(rateLimit) || rateLimit < 1)
        throw new UsageError('--rate-limit: a whole number of requests a minute');
      const { keyId, apiKey } = await createApiKey(db, new Date(), {
        accountId: await account(db, values),
        kind,
        rateLimit,
        scopes: scopesOf(values),
        domains: list(values.domains),
        requestContact: values['request-contact'] === true,
        ...(typeof values.name === 'string' ? { name: values.name } : {}),
      });
      return { key_id: keyId, api_key: apiKey };
    },
  },
  'keys list': {
    usage: '--account A',
    does: 'lists the keys of an account, without their secrets',
    run: async (db, values) =>
      (await listApiKeys(db, await account(db, values))).map((key) => ({
        id: key.id,
        name: key.name,
        kind: key.kind,
        key: key.publicKey ?? `svc_live_...${key.lastFour}`,
        scopes: key.scopes.length > 0 ? key.scopes : ['*'],
        rate_limit: key.rateLimit,
        domains: key.domains,
        last_used_at: key.lastUsedAt,
        revoked_at: key.revokedAt,
      })),
  },
  'keys regenerate': {
    usage: '--account A --key K',
    does: 'replaces a key; the old one is refused from its next request on',
    async run(db, values) {
      const fresh = await regenerateApiKey(db, new Date(), await account(db, values), text(values, 'key'));
      if (!fresh) throw new UsageError('--key: the account has no such key that stands');
      return { key_id: fresh.keyId, api_key: fresh.apiKey };
    },
  },
  'sending off': {
    usage: '--account A [--note N]',
    does: 'holds every message of an account until it is switched on again',
    run: (db, values) => switchSending(db, values, false),
  },
  'sending on': {
    usage: '--account A',
    does: 'lets the messages of an account leave again',
    run: (db, values) => switchSending(db, values, true),
  },
  attention: {
    usage: '[--account A]',
    does: 'lists what waits for a person, each with the command that mends it',
    run: async (db, values) =>
      listAttention(db, new Date(), values.account === undefined ? undefined : await account(db, values)),
  },
  'outbox retry': {
    usage: '--id I',
    does: 'tries a parked instruction to Temporal again',
    async run(db, values) {
      const id = text(values, 'id');
      if (!(await retryParked(db, new Date(), id))) throw new UsageError(`--id: nothing is parked under ${id}`);
      return { retried: id };
    },
  },
  'rebuild-runs': {
    usage: '[--account A]',
    does: 'wakes every open run and starts those anew that Temporal no longer knows',
    run: async (db, values) => ({
      runs: await rebuildRuns(db, new Date(), values.account === undefined ? undefined : await account(db, values)),
    }),
  },
  'hooks create': {
    usage: `--account A --provider ${HOOK_PROVIDERS.join('|')} [--secret S]`,
    does: 'makes an address and a secret for a provider; both are shown this once',
    async run(db, values) {
      const accountId = await account(db, values);
      const provider = HOOK_PROVIDERS.find((name) => name === values.provider);
      if (!provider) throw new UsageError(`--provider: ${HOOK_PROVIDERS.join(', ')}`);
      const config = loadConfig();
      const baseUrl = config.PUBLIC_URL || process.env.LAS_API_URL || publicUrl(config);
      const box = createSecretBox(secretsOf(config));
      const hook = await inTransaction(db, (tx) =>
        createHook(tx, new Date(), box, {
          accountId,
          provider,
          baseUrl: baseUrl.replace(/\/$/, ''),
          secret: typeof values.secret === 'string' ? values.secret : undefined,
        }),
      );
      return { hook_id: hook.id, url: hook.url, secret: hook.secret, verify_token: hook.verifyToken };
    },
  },
  'hooks list': {
    usage: '--account A',
    does: 'lists the hooks of an account, without their secrets',
    run: async (db, values) =>
      (await listHooks(db, await account(db, values), { limit: 199 })).map(({ id, provider, created_at }) => ({
        id,
        provider,
        created_at,
      })),
  },
  import: {
    usage:
      'FILE --account A [--workflow W] [--mapping JSON] [--defaults JSON] [--on-duplicate create|reuse|update|reject] ' +
      '[--skip-first-message] [--dry-run] [--api-key K]',
    does: 'imports leads from a CSV file through the running service',
    async run(db, values, rest) {
      const path = rest[0] && resolve(process.env.INIT_CWD ?? '.', rest[0]);
      if (!path || !existsSync(path)) throw new UsageError(`FILE: there is no file ${rest[0] ?? ''}`);
      const apiUrl = process.env.LAS_API_URL;
      if (!apiUrl) throw new UsageError('The service does not run here: npm start first, or set LAS_API_URL.');
      const fields = Object.fromEntries(
        Object.entries({
          workflow_id: values.workflow,
          mapping: values.mapping,
          defaults: values.defaults,
          on_duplicate: values['on-duplicate'],
          skip_first_message: values['skip-first-message'] && 'true',
          dry_run: values['dry-run'] && 'true',
        }).filter((field): field is [string, string] => typeof field[1] === 'string'),
      );
      if (typeof values['api-key'] === 'string') {
        return importFile({ apiUrl, apiKey: values['api-key'], path, fields });
      }
      const { keyId, apiKey } = await createApiKey(db, new Date(), {
        accountId: await account(db, values),
        name: 'Import from the command line',
        scopes: ['leads:read', 'leads:write'],
        rateLimit: 1_000,
      });
      try {
        return await importFile({ apiUrl, apiKey, path, fields });
      } finally {
        await revokeApiKey(db, new Date(), keyId);
      }
    },
  },
};

const help = () =>
  [
    'Usage: npm run admin -- <command> [options] [--json]',
    '',
    ...Object.entries(COMMANDS).map(([name, { usage, does }]) => `  ${name} ${usage}\n      ${does}`),
  ].join('\n');

/** The options of all commands, as their usages name them: those followed by a value take one. */
const options = Object.fromEntries(
  Object.values(COMMANDS).flatMap(({ usage }) =>
    [...usage.matchAll(/--([a-z-]+)( [^\s[\]|-])?/g)].map(([, name, value]) => [
      name as string,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  ),
);

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { ...options, json: { type: 'boolean' } } });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help()}\n`);
    return process.exit(2);
  }
}

const { values, positionals } = readArguments();
const words = Object.hasOwn(COMMANDS, positionals.slice(0, 2).join(' ')) ? 2 : 1;
const command = COMMANDS[positionals.slice(0, words).join(' ')];
if (!command) {
  process.stderr.write(`${help()}\n`);
  process.exit(positionals.length === 0 ? 0 : 2);
}
if (!process.env.DATABASE_URL) {
  process.stderr.write('DATABASE_URL is not set and no service runs here: npm start first.\n');
  process.exit(2);
}
const db = openDatabase({ url: process.env.DATABASE_URL, poolSize: 4 });
try {
  const result = await command.run(db, values as Values, positionals.slice(words));
  if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (Array.isArray(result) && result.length === 0) process.stdout.write('Nothing to list.\n');
  else if (Array.isArray(result)) console.table(result);
  else
    for (const [name, value] of Object.entries(result as object)) process.stdout.write(`${name}: ${String(value)}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
} finally {
  await db.destroy();
}
