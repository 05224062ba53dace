import type { Db } from '../connection.js';
import type { ConnectionLinkRow } from './tables.js';

export async function insertConnectionLink(tx: Db, row: ConnectionLinkRow): Promise<void> {
  await tx('connection_links').insert(row);
}

/** Ends the open links of a connection: a new one replaces them. */
export async function endConnectionLinks(tx: Db, connectionId: string): Promise<void> {
  await tx('connection_links').where({ connection_id: connectionId }).delete();
}

/** Finds a link that still works, by the hash of its token. */
export const findOpenLink = (db: Db, now: Date, tokenHash: Buffer): Promise<ConnectionLinkRow | undefined> =>
  db('connection_links').where({ token_hash: tokenHash }).whereNull('used_at').where('expires_at', '>', now).first();

/** A sign-in that is started. */
export type StartedSignIn = Pick<
  ConnectionLinkRow,
  'browser_hash' | 'state_hash' | 'state_until' | 'verifier' | 'nonce'
>;

/**
 * Starts a sign-in with a link that still works. False where another browser has started one: the link is bound to the
 * first. A sign-in that was started earlier in the same browser ends.
 */
export const startSignIn = async (
  db: Db,
  now: Date,
  { id }: Pick<ConnectionLinkRow, 'id'>,
  signIn: StartedSignIn,
): Promise<boolean> =>
  (await db('connection_links')
    .where({ id })
    .whereNull('used_at')
    .where('expires_at', '>', now)
    .where((own) => own.whereNull('browser_hash').orWhere('browser_hash', signIn.browser_hash))
    .update(signIn)) === 1;

/** Finds the sign-in that a state belongs to, if it hasn't expired. */
export const findSignIn = (db: Db, now: Date, stateHash: Buffer): Promise<ConnectionLinkRow | undefined> =>
  db('connection_links').where({ state_hash: stateHash }).whereNull('used_at').where('state_until', '>', now).first();

/** Uses a state up: of any number of requests with it one does. */
export const takeSignIn = async (db: Db, stateHash: Buffer): Promise<boolean> =>
  (await db('connection_links').where({ state_hash: stateHash }).update({ state_hash: null, verifier: null })) === 1;

/** Uses a link up. False where it was already used or has ended. */
export const useLink = async (tx: Db, now: Date, id: string): Promise<boolean> =>
  (await tx('connection_links').where({ id }).whereNull('used_at').update({ used_at: now })) === 1;

const KEPT_MS = 86_400_000;

/** Removes links that expired a day ago. */
export async function forgetConnectionLinks(db: Db, now: Date): Promise<void> {
  await db('connection_links')
    .where('expires_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(10_000)
    .delete();
}
