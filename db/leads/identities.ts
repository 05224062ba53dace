import { createHash } from 'node:crypto';
import { type Identity, identityKey } from '../../domain/values/identity.js';
import type { Db } from '../connection.js';

/** Returns the hash by which an identity is stored. */
export const hashOfIdentity = (identity: Identity): Buffer =>
  createHash('sha256').update(identityKey(identity)).digest();

/** The distinct hashes, in the one order in which everybody locks them; an id is no one else's, so nothing claims it. */
const hashesOf = (identities: readonly Identity[]): Buffer[] =>
  [
    ...new Map(
      identities
        .filter(({ kind }) => kind !== 'id')
        .map((identity) => [identityKey(identity), hashOfIdentity(identity)]),
    ).values(),
  ].sort(Buffer.compare);

/**
 * Takes the identities until the transaction ends, so that of several requests about one person each sees the leads
 * of those before it. True when none of them was ever seen in the account, so that no lead can have them.
 */
export async function claimIdentities(tx: Db, accountId: string, identities: readonly Identity[]): Promise<boolean> {
  const hashes = hashesOf(identities);
  if (hashes.length === 0) return true;
  const values = hashes.map(() => '(?, ?)').join(', ');
  const [result] = (await tx.raw(
    `INSERT INTO lead_identities (account_id, identity) VALUES ${values} ON DUPLICATE KEY UPDATE seen = seen + 1`,
    hashes.flatMap((hash) => [accountId, hash]),
  )) as [{ affectedRows: number }];
  // A new row counts one, a known one two.
  return result.affectedRows === hashes.length;
}

/**
 * Forgets identities that no other lead of the account has. They are taken first: a lead that is just being made
 * with one of them is waited for, and the next one finds it new.
 */
export async function forgetIdentities(
  tx: Db,
  accountId: string,
  identities: readonly Identity[],
  isHeldByOthers: (identity: Identity) => Promise<boolean>,
): Promise<void> {
  await claimIdentities(tx, accountId, identities);
  for (const identity of identities) {
    if (await isHeldByOthers(identity)) continue;
    await tx('lead_identities')
      .where({ account_id: accountId, identity: hashOfIdentity(identity) })
      .delete();
  }
}
