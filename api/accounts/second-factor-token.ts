import type { UserRow } from '../../db/tables.js';
import { type Config, secretsOf } from '../../runtime/config.js';
import { createTokenSigner } from '../../runtime/signed-token.js';

const LASTS_MS = 5 * 60_000;

const signerOf = (config: Config) => createTokenSigner(secretsOf(config), 'second-factor');

/** Identifies a password without telling it: a changed password ends the sign-ins that began with the one before. */
const markOf = ({ password_hash }: UserRow): string => password_hash.slice(-16);

/** Signs the token of a user who has shown their password, and whose second factor is still missing. */
export function challengeFor(config: Config, user: UserRow, now: Date): { token: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  return { token: signerOf(config).sign([user.account_id, user.id, markOf(user)], expiresAt), expiresAt };
}

/** Returns the user of a token, and a check whether the password still is the one that was shown. */
export function readChallenge(
  config: Config,
  token: string,
  now: Date,
): { accountId: string; userId: string; fits: (user: UserRow) => boolean } | undefined {
  const shown = signerOf(config).verify(token, now);
  const [accountId, userId, mark] = shown.ok ? shown.payload : [];
  if (accountId === undefined || userId === undefined) return undefined;
  return { accountId, userId, fits: (user) => markOf(user) === mark };
}
