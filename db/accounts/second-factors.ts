import { createHash } from 'node:crypto';
import type { Db } from '../connection.js';
import type { AuthenticatorAppRow } from './tables.js';

/** Returns the hash by which a recovery code of a user is kept. Codes have 80 random bits, so no salt is needed. */
export const recoveryHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Lists the authenticator apps of a user that work, oldest first. */
export const listApps = (db: Db, userId: string): Promise<AuthenticatorAppRow[]> =>
  db('authenticator_apps').where({ user_id: userId }).whereNotNull('confirmed_at').orderBy('id');

/** Finds an authenticator app of a user that isn't confirmed yet, and locks it. */
export const lockNewApp = (tx: Db, userId: string): Promise<AuthenticatorAppRow | undefined> =>
  tx('authenticator_apps').where({ user_id: userId }).whereNull('confirmed_at').forUpdate().first();

export async function insertApp(tx: Db, row: AuthenticatorAppRow): Promise<void> {
  await tx('authenticator_apps').insert(row);
}

/** Removes authenticator apps of a user: those that wait for their first code, or those that work. */
export async function deleteApps(tx: Db, userId: string, which: 'new' | 'confirmed'): Promise<void> {
  const rows = tx('authenticator_apps').where({ user_id: userId });
  await (which === 'new' ? rows.whereNull('confirmed_at') : rows.whereNotNull('confirmed_at')).delete();
}

/**
 * Uses the code of a time step up: of any number of requests with codes of one step, or of earlier ones, one succeeds.
 */
export const takeStep = async (tx: Db, now: Date, id: string, step: number): Promise<boolean> =>
  (await tx('authenticator_apps')
    .where({ id })
    .where((own) => own.whereNull('last_step').orWhere('last_step', '<', step))
    .update({ last_step: step, last_used_at: now })) === 1;

export async function confirmApp(tx: Db, now: Date, id: string): Promise<void> {
  await tx('authenticator_apps').where({ id }).update({ confirmed_at: now });
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx('recovery_codes').where({ user_id: userId }).delete();
  if (hashes.length > 0) {
    await tx('recovery_codes').insert(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })));
  }
}

/** Uses a recovery code up: of any number of requests with it one does. */
export const takeRecoveryCode = async (tx: Db, now: Date, userId: string, code: Buffer): Promise<boolean> =>
  (await tx('recovery_codes')
    .where({ user_id: userId, code_hash: code })
    .whereNull('used_at')
    .update({ used_at: now })) === 1;

/** Counts the recovery codes of a user that still work. */
export const countRecoveryCodes = async (db: Db, userId: string): Promise<number> =>
  Number((await db('recovery_codes').where({ user_id: userId }).whereNull('used_at').count({ n: '*' }))[0]?.n ?? 0);

/** Removes all second factors and recovery codes of a user. */
export async function deleteSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx('passkeys').where({ user_id: userId }).delete();
  await tx('authenticator_apps').where({ user_id: userId }).delete();
  await tx('recovery_codes').where({ user_id: userId }).delete();
}
