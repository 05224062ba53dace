import { createHash, randomBytes } from 'node:crypto';
import { endUserTokens, findUserToken, insertUserToken, takeUserToken } from '../../db/accounts/user-tokens.js';
import { findUser, lockActiveUser } from '../../db/accounts/users.js';
import type { Db } from '../../db/connection.js';
import type { TokenKind, UserTokenRow } from '../../db/tables.js';
import { mayManage } from '../../domain/accounts/people.js';
import { newId } from '../../runtime/ids.js';
import type { Role } from '../../schemas/roles.js';

const HOUR_MS = 3_600_000;
const LASTS_MS: Record<TokenKind, number> = { setup: 24 * HOUR_MS, invitation: 72 * HOUR_MS, reset: HOUR_MS };
/** The pages that the links lead to. */
const PAGES: Record<TokenKind, string> = { setup: 'setup', invitation: 'invitation', reset: 'reset' };

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface NewLink {
  accountId: string;
  kind: TokenKind;
  createdBy: string;
  /** The user whose password it sets. */
  userId?: string;
  /** The email address and role of the invitation. */
  email?: string;
  role?: Role;
  /** Earlier links for the same user still work: someone else may have asked for this one. */
  keepsEarlier?: boolean;
}

/** A link in the only response that shows it. */
export interface IssuedLink {
  row: Omit<UserTokenRow, 'used_at'>;
  /** The path after the address of the service. The token is after the `#`, so no server and no log sees it. */
  path: string;
}

/**
 * Makes a one-time link in the caller's transaction; earlier ones for the same user or address stop working unless the
 * link keeps them. Only a hash of its token is kept.
 */
export async function issueLink(tx: Db, now: Date, link: NewLink): Promise<IssuedLink> {
  const { accountId, kind, createdBy, userId, email, role } = link;
  const token = randomBytes(32).toString('base64url');
  const same = { ...(userId ? { user_id: userId } : {}), ...(email ? { email } : {}) };
  if (!link.keepsEarlier) await endUserTokens(tx, now, { account_id: accountId, kind, ...same });
  const row = {
    id: newId(),
    account_id: accountId,
    kind,
    token_hash: hashOf(token),
    user_id: userId ?? null,
    email: email ?? null,
    role: role ?? null,
    created_by: createdBy,
    created_at: now,
    expires_at: new Date(now.getTime() + LASTS_MS[kind]),
  };
  await insertUserToken(tx, row);
  return { row, path: `/${PAGES[kind]}#${token}` };
}

/**
 * Uses a link up in the caller's transaction. Undefined where it was used, has ended, or never was, or where the user
 * who made it is disabled or may no longer give what it gives.
 */
export async function takeLink(tx: Db, now: Date, kind: TokenKind, token: string): Promise<UserTokenRow | undefined> {
  const hash = hashOf(token);
  const link = await findUserToken(tx, kind, hash);
  // The maker is locked before the link, as by a change of the maker.
  if (!link || !(await isStillGranted(tx, link))) return undefined;
  return takeUserToken(tx, now, kind, hash);
}

/** Finds a link that can still be used, as `takeLink` does, without using it up. */
export async function findUsableLink(
  tx: Db,
  now: Date,
  kind: TokenKind,
  token: string,
): Promise<UserTokenRow | undefined> {
  const link = await findUserToken(tx, kind, hashOf(token));
  const isOpen = link !== undefined && link.used_at === null && link.expires_at > now;
  return isOpen && (await isStillGranted(tx, link)) ? link : undefined;
}

const USER = 'user:';

/**
 * Returns whether the maker of a link still is active and manages users of its role. The system's links always hold.
 */
async function isStillGranted(tx: Db, link: UserTokenRow): Promise<boolean> {
  if (!link.created_by.startsWith(USER)) return true;
  const maker = await lockActiveUser(tx, link.account_id, link.created_by.slice(USER.length));
  if (!maker) return false;
  // A link to one's own new password gives no more than its user has.
  if (link.user_id === maker.id) return true;
  const role = link.role ?? (await findUser(tx, link.account_id, link.user_id ?? ''))?.role;
  return role !== undefined && mayManage({ role: maker.role as Role }, role as Role);
}
