import { countFailedSignIn, forgiveFailedSignIn, type SignInTarget } from '../../db/accounts/failed-sign-ins.js';
import type { Db } from '../../db/connection.js';
import { ApiError } from '../http/errors.js';

/**
 * Failed passwords and links per quarter of an hour: for one user, from one IP address, whether the user exists or not,
 * and from one browser in which the user has signed in before. Requests for a reset have a separate count. They are for
 * users who are locked out, and must not lock anyone out. Started sign-ins by an issuer or a passkey are no guesses: a
 * whole office may start them from one address.
 */
const MAX_FAILURES = {
  email: 10,
  reset: 10,
  address: 100,
  browser: 10,
  signed_in: 10,
  sign_on: 500,
  second_factor: 10,
};

/** Refuses what is one guess too many, the same for addresses with a user and without. */
export async function countTry(db: Db, targets: readonly SignInTarget[]): Promise<void> {
  for (const target of targets) {
    const { count, secondsLeft } = await countFailedSignIn(db, target);
    if (count <= MAX_FAILURES[target[0]]) continue;
    throw new ApiError('RATE_LIMITED', {
      message: 'Too many sign-in attempts. Try again later.',
      headers: { 'Retry-After': String(secondsLeft) },
    });
  }
}

/**
 * Counts a try to sign in. In a browser in which the user has signed in before it is counted for that browser alone, so
 * that wrong passwords of strangers keep the user out of no browser of theirs. Beyond its own count such a browser is
 * one like any other, so that a stolen cookie gives ten tries more and not any number. Returns what was counted.
 */
export async function countSignIn(
  db: Db,
  targets: readonly SignInTarget[],
  browserId: string | undefined,
): Promise<readonly SignInTarget[]> {
  const own = browserId === undefined ? undefined : (['browser', browserId] as const);
  if (own && (await countFailedSignIn(db, own)).count <= MAX_FAILURES.browser) return [own];
  await countTry(db, targets);
  return targets;
}

/** Takes tries back that turned out to be no guesses. */
export async function forgiveTry(db: Db, targets: readonly SignInTarget[]): Promise<void> {
  for (const target of targets) await forgiveFailedSignIn(db, target);
}
