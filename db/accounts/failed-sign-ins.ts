import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { deleteUnlocked } from '../delete-unlocked.js';

/**
 * Whom guesses are counted for: the user's address that is tried, that for which a new password is asked, the network
 * address that tries, a browser in which the user has signed in before, the user who is signed in, the network address
 * that starts sign-ins by an issuer or a passkey, or the user whose second factor is tried.
 */
export type SignInTarget = readonly [
  'email' | 'reset' | 'address' | 'browser' | 'signed_in' | 'sign_on' | 'second_factor',
  string,
];

const PERIOD_S = 900;
const hashOf = ([kind, value]: SignInTarget): Buffer => createHash('sha256').update(`${kind}\n${value}`).digest();

export interface CountedFailure {
  /** Tries in the current quarter of an hour, this one included. */
  count: number;
  /** Seconds until the quarter of an hour ends, by the database's clock. */
  secondsLeft: number;
}

/** Counts a try before it is judged, so that tries sent at once can't all pass; one count for all processes. */
export async function countFailedSignIn(db: Db, target: SignInTarget): Promise<CountedFailure> {
  // LAST_INSERT_ID(x) carries count and second of the period back in the answer to the INSERT itself.
  const [result] = (await db.raw(
    `INSERT INTO sign_in_guesses (subject, period, n)
     VALUES (?, FLOOR(UNIX_TIMESTAMP() / ${PERIOD_S}),
       LAST_INSERT_ID(${PERIOD_S} + MOD(UNIX_TIMESTAMP(), ${PERIOD_S})) DIV ${PERIOD_S})
     ON DUPLICATE KEY UPDATE
       n = LAST_INSERT_ID(IF(period = VALUES(period), n + 1, 1) * ${PERIOD_S} + MOD(UNIX_TIMESTAMP(), ${PERIOD_S}))
         DIV ${PERIOD_S},
       period = VALUES(period)`,
    [hashOf(target)],
  )) as unknown as [{ insertId: number }];
  return { count: Math.floor(result.insertId / PERIOD_S), secondsLeft: PERIOD_S - (result.insertId % PERIOD_S) };
}

/** Takes a try back that turned out to be no guess. */
export async function forgiveFailedSignIn(db: Db, target: SignInTarget): Promise<void> {
  await db('sign_in_guesses')
    .where({ subject: hashOf(target) })
    .where('n', '>', 0)
    .decrement('n', 1);
}

/** Forgets all tries for a user, who has proved to be the one. */
export async function deleteFailedSignIns(db: Db, target: SignInTarget): Promise<void> {
  await db('sign_in_guesses')
    .where({ subject: hashOf(target) })
    .delete();
}

/** Removes counts of periods that are over. */
export const deleteExpiredFailedSignIns = (db: Knex, now: Date): Promise<void> =>
  deleteUnlocked(db, 'sign_in_guesses', 'subject', (counts) =>
    counts.where('period', '<', Math.floor(now.getTime() / 1000 / PERIOD_S) - 1),
  );
