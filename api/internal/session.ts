import { verify } from '@node-rs/argon2';
import type { Db } from '../../db/connection.js';
import { countGuess, forgiveGuess, type GuessSubject } from '../../db/sign-in-guesses.js';
import { findUserByEmail, insertSession, revokeSession } from '../../db/users.js';
import { newId } from '../../runtime/ids.js';
import { signIn, signOut } from '../../schemas/session.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { refuseCrossSite, SESSION_SECONDS, sessionCookie, signSession } from '../middleware/session.js';
import { route } from '../route.js';

/** Costs as much as a real check, so that the time to answer doesn't tell whether an address has a user. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$7wZc0T0Y0q1r8F0z5ZcJj1m3yJ9b1qk5oXyqf1m0m2k';

/** Wrong passwords a quarter of an hour, for one user and from one network address, known or not. */
const GUESSES = { email: 10, address: 100 };

/** Refuses a sign-in that is one guess too many, the same for addresses with a user and without. */
async function countTry(db: Db, subjects: readonly GuessSubject[]): Promise<void> {
  for (const subject of subjects) {
    const { count, secondsLeft } = await countGuess(db, subject);
    if (count <= GUESSES[subject[0]]) continue;
    throw new ApiError('RATE_LIMITED', {
      message: 'Too many attempts to sign in; try again later.',
      headers: { 'Retry-After': String(secondsLeft) },
    });
  }
}

export const signInRoute = ({ config, clock }: ApiDependencies) =>
  route(signIn).handle(async ({ body, db, req }) => {
    refuseCrossSite(req);
    const email = body.email.trim().toLowerCase();
    const subjects = [['address', req.ip ?? ''] as const, ['email', email] as const];
    await countTry(db, subjects);
    const user = await findUserByEmail(db, email);
    const right = await verify(user?.password_hash ?? NOBODYS_HASH, body.password).catch(() => false);
    if (!user || !right) throw new ApiError('INVALID_CREDENTIALS');
    for (const subject of subjects) await forgiveGuess(db, subject);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
    const jti = newId();
    await insertSession(db, {
      jti,
      user_id: user.id,
      account_id: user.account_id,
      created_at: now,
      expires_at: expiresAt,
    });
    const account = await db('accounts').where({ id: user.account_id }).first();
    return {
      status: 201,
      headers: { 'Set-Cookie': sessionCookie(signSession(config.LAS_SECRET, jti, user.id, now), req.secure) },
      body: {
        success: true,
        user: {
          id: user.id,
          name: user.name,
          role: user.role,
          account: { id: account.id, name: account.name, timezone: account.timezone },
        },
        expires_at: expiresAt.toISOString(),
      },
    };
  });

export const signOutRoute = (_deps: ApiDependencies) =>
  route(signOut).handle(async ({ user, db, now, req }) => {
    if (user) await revokeSession(db, now, user.sessionId);
    return { status: 204, body: null, headers: { 'Set-Cookie': sessionCookie('', req.secure) } };
  });
