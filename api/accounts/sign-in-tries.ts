import { countGuess, forgiveGuess, type GuessTarget } from '../../db/accounts/sign-in-guesses.js';
import type { Db } from '../../db/connection.js';
import { ApiError } from '../http/errors.js';

/**
 * Wrong passwords and links a quarter of an hour, for one user and from one network address, known or not. Asking for a
 * new password counts by itself: it is for those who are kept out, and must keep nobody out.
 */
const GUESSES = { email: 10, reset: 10, address: 100 };

/** Refuses what is one guess too many, the same for addresses with a user and without. */
export async function countTry(db: Db, targets: readonly GuessTarget[]): Promise<void> {
  for (const target of targets) {
    const { count, secondsLeft } = await countGuess(db, target);
    if (count <= GUESSES[target[0]]) continue;
    throw new ApiError('RATE_LIMITED', {
      message: 'Too many attempts to sign in; try again later.',
      headers: { 'Retry-After': String(secondsLeft) },
    });
  }
}

/** Takes tries back that turned out to be no guesses. */
export async function forgiveTry(db: Db, targets: readonly GuessTarget[]): Promise<void> {
  for (const target of targets) await forgiveGuess(db, target);
}
