import { hash } from '@node-rs/argon2';
import { findAccount, insertAccount, updateAccount } from '../../db/accounts/accounts.js';
import { findApiKeyById, insertApiKey, revokeApiKey } from '../../db/accounts/api-keys.js';
import { insertUser } from '../../db/accounts/users.js';
import { type Db, inTransaction } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import { parseCountry } from '../../domain/values/country.js';
import { parseTimezone } from '../../domain/values/timezone.js';
import { hashApiKey, type KeyKind, makeApiKey } from '../../runtime/api-key.js';
import { newId } from '../../runtime/ids.js';
import type { Role } from '../../schemas/roles.js';

const SYSTEM = { kind: 'user' as const, id: null };

export interface NewAccount {
  name: string;
  timezone?: string;
  country?: string | null;
}

/** The zone of an account that was created without one. */
const DEFAULT_ZONE = 'UTC';

/** Makes an account. */
export async function createAccount(db: Db, now: Date, account: NewAccount): Promise<{ accountId: string }> {
  const accountId = newId();
  await insertAccount(db, {
    id: accountId,
    name: account.name,
    timezone: account.timezone ?? DEFAULT_ZONE,
    country: account.country ?? null,
    created_at: now,
    updated_at: now,
  });
  return { accountId };
}

/**
 * Gives an account the time zone and the country of a browser, as far as it was created without them. Values that
 * aren't known are ignored, because a browser may know zones that this machine doesn't. Returns whether it changed.
 */
export async function adoptPlace(
  tx: Db,
  now: Date,
  accountId: string,
  browser: { timezone?: string | undefined; country?: string | undefined },
): Promise<boolean> {
  const account = await findAccount(tx, accountId);
  const zone = parseTimezone(browser.timezone ?? '');
  const country = parseCountry(browser.country ?? '');
  const changes = {
    ...(account.timezone === DEFAULT_ZONE && zone.ok ? { timezone: zone.value } : {}),
    ...(account.country === null && country.ok ? { country: country.value } : {}),
  };
  if (Object.keys(changes).length === 0) return false;
  await updateAccount(tx, accountId, { ...changes, updated_at: now });
  return true;
}

export interface KeyOptions {
  accountId: string;
  name?: string;
  /** Empty: every scope. */
  scopes?: string[];
  rateLimit?: number;
  /** `user:<id>`, or the system if not given. */
  createdBy?: string;
}

/** A key in the only response that shows it. */
export interface IssuedKey {
  keyId: string;
  apiKey: string;
}

const DEFAULT_RATE_LIMIT = 100;

/**
 * Makes a key in the caller's transaction. The secret is in the answer and nowhere else; a widget's key is no secret
 * and is kept whole. `replaces` is the key whose place it takes.
 */
export async function issueKey(
  tx: Db,
  now: Date,
  { accountId, name, kind, scopes = [], rateLimit = DEFAULT_RATE_LIMIT, createdBy }: KeyOptions & { kind: KeyKind },
  replaces?: string,
): Promise<IssuedKey> {
  const apiKey = makeApiKey(kind);
  const keyId = newId();
  await insertApiKey(tx, now, {
    id: keyId,
    accountId,
    name: name ?? 'API key',
    kind,
    hash: hashApiKey(apiKey),
    lastFour: apiKey.slice(-4),
    publicKey: kind === 'pub' ? apiKey : null,
    scopes,
    rateLimit,
    createdBy: createdBy ?? 'system',
  });
  const [type, about] = replaces
    ? (['api_key.regenerated', { replaces }] as const)
    : (['api_key.created', { kind }] as const);
  await insertEvents(tx, now, [{ accountId, type, data: { key_id: keyId, ...about }, origin: SYSTEM }]);
  return { keyId, apiKey };
}

/** Makes a REST key. Keys of widgets are made with their widgets. */
export const createApiKey = (db: Db, now: Date, options: KeyOptions): Promise<IssuedKey> =>
  inTransaction(db, (tx) => issueKey(tx, now, { ...options, kind: 'live' }));

/**
 * Replaces a REST key with a new one that has the same name, scopes and limit. The old key is rejected from its next
 * request on. Returns undefined if no active key has this ID. `regenerateWidgetKey` replaces a widget's key.
 */
export async function regenerateApiKey(
  db: Db,
  now: Date,
  accountId: string,
  keyId: string,
  createdBy?: string,
): Promise<IssuedKey | undefined> {
  const old = await findApiKeyById(db, keyId);
  if (!old || old.accountId !== accountId || old.kind !== 'live' || old.revokedAt) return undefined;
  return inTransaction(db, async (tx) => {
    if (!(await revokeApiKey(tx, now, keyId))) return undefined;
    const { name, kind, scopes, rateLimit } = old;
    return issueKey(tx, now, { accountId, name, kind, scopes, rateLimit, createdBy }, keyId);
  });
}

export interface NewUser {
  accountId: string;
  email: string;
  name: string;
  role: Role;
  password: string;
}

/** Makes a user who may sign in. The password is kept as an Argon2id hash. */
export async function createUser(db: Db, now: Date, user: NewUser): Promise<{ userId: string }> {
  const userId = newId();
  await insertUser(db, now, {
    id: userId,
    account_id: user.accountId,
    email: user.email.trim().toLowerCase(),
    name: user.name,
    role: user.role,
    password_hash: await hash(user.password),
  });
  return { userId };
}
