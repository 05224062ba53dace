import { hash } from '@node-rs/argon2';
import { findApiKeyById, insertApiKey, revokeApiKey } from '../db/api-keys.js';
import { type Db, inTransaction } from '../db/connection.js';
import { insertEvents } from '../db/events.js';
import { insertUser } from '../db/users.js';
import { hashApiKey, type KeyKind, makeApiKey } from '../runtime/api-key.js';
import { newId } from '../runtime/ids.js';

const SYSTEM = { kind: 'user' as const, id: null };

export interface NewAccount {
  name: string;
  timezone?: string;
  country?: string | null;
}

/** Makes an account. */
export async function createAccount(db: Db, now: Date, account: NewAccount): Promise<{ accountId: string }> {
  const accountId = newId();
  await db('accounts').insert({
    id: accountId,
    name: account.name,
    timezone: account.timezone ?? 'UTC',
    country: account.country ?? null,
    created_at: now,
    updated_at: now,
  });
  return { accountId };
}

export interface KeyOptions {
  accountId: string;
  name?: string;
  kind?: KeyKind;
  /** Empty: every scope. */
  scopes?: string[];
  domains?: string[];
  rateLimit?: number;
  requestContact?: boolean;
}

/** Makes an API key. The secret is in the answer and nowhere else (a widget key is no secret and is kept whole). */
export async function createApiKey(db: Db, now: Date, options: KeyOptions): Promise<{ keyId: string; apiKey: string }> {
  const kind = options.kind ?? 'live';
  const apiKey = makeApiKey(kind);
  const keyId = newId();
  await inTransaction(db, async (tx) => {
    await insertApiKey(tx, now, {
      id: keyId,
      accountId: options.accountId,
      name: options.name ?? 'API key',
      kind,
      hash: hashApiKey(apiKey),
      lastFour: apiKey.slice(-4),
      publicKey: kind === 'pub' ? apiKey : null,
      scopes: options.scopes ?? [],
      domains: options.domains ?? [],
      rateLimit: options.rateLimit ?? 100,
      requestContact: options.requestContact ?? false,
    });
    await insertEvents(tx, now, [
      { accountId: options.accountId, type: 'api_key.created', data: { key_id: keyId, kind }, origin: SYSTEM },
    ]);
  });
  return { keyId, apiKey };
}

/**
 * Replaces a key by a new one with the same name, scopes, limit and domains; the old one is refused from its next
 * request on. Undefined when there is no such key that stands.
 */
export async function regenerateApiKey(
  db: Db,
  now: Date,
  accountId: string,
  keyId: string,
): Promise<{ keyId: string; apiKey: string } | undefined> {
  const old = await findApiKeyById(db, keyId);
  if (!old || old.accountId !== accountId || old.revokedAt) return undefined;
  return inTransaction(db, async (tx) => {
    if (!(await revokeApiKey(tx, now, keyId))) return undefined;
    const apiKey = makeApiKey(old.kind);
    const newKeyId = newId();
    await insertApiKey(tx, now, {
      id: newKeyId,
      accountId,
      name: old.name,
      kind: old.kind,
      hash: hashApiKey(apiKey),
      lastFour: apiKey.slice(-4),
      publicKey: old.kind === 'pub' ? apiKey : null,
      scopes: old.scopes,
      domains: old.domains,
      rateLimit: old.rateLimit,
      requestContact: old.requestContact,
    });
    await insertEvents(tx, now, [
      { accountId, type: 'api_key.regenerated', data: { key_id: newKeyId, replaces: keyId }, origin: SYSTEM },
    ]);
    return { keyId: newKeyId, apiKey };
  });
}

export interface NewUser {
  accountId: string;
  email: string;
  name: string;
  role: 'owner' | 'admin' | 'operator' | 'viewer';
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
