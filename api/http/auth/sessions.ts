import { type FoundSession, findSession, touchSession } from '../../../db/accounts/sessions.js';
import { refusesWrites } from '../../../db/connection.js';
import type { ApiDependencies } from '../../dependencies.js';
import type { RateLimit } from './minute-counter.js';
import { SESSION_SECONDS, type ShownSession, signSession, verifySession } from './session.js';

const MINUTE_MS = 60_000;
/** Requests a minute, for one session and process: more than a person's pages ask. */
const REQUESTS = 1_200;
const SESSIONS_COUNTED = 10_000;
const HALF_LIFE_MS = (SESSION_SECONDS * 1000) / 2;
/** The time in which a session can be renewed. Its user then signs in again. */
const LONGEST_MS = 14 * 86_400_000;

/** An active session, with its next token if it was renewed. */
export interface ActiveSession extends FoundSession {
  renewed: string | undefined;
}

/** Knows the sessions of signed-in users. */
export interface Sessions {
  /**
   * Finds the session of a token and notes once a minute that it is used. Past half its life it gets a new token, for
   * two weeks at most. Undefined where it doesn't stand.
   */
  find(token: string): Promise<ActiveSession | undefined>;
  /** Counts a request of a session. */
  count(jti: string): RateLimit;
}

/** Makes the knowledge of sessions of one process. */
export function createSessions({ db, clock, config }: Pick<ApiDependencies, 'db' | 'clock' | 'config'>): Sessions {
  const budgets = new Map<string, { minute: number; n: number }>();

  /**
   * Notes that a session is used. Returns whether it could be; a database that takes no writes is no reason to refuse.
   */
  const touch = (jti: string, now: Date, expiresAt: Date): Promise<boolean> =>
    touchSession(db, jti, now, expiresAt).then(
      () => true,
      (error: unknown) => {
        if (!refusesWrites(error)) throw error;
        return false;
      },
    );

  async function renew(session: FoundSession, { signedAt }: ShownSession, now: Date): Promise<string | undefined> {
    const lastEnd = session.createdAt.getTime() + LONGEST_MS;
    const isDue = now.getTime() - signedAt.getTime() > HALF_LIFE_MS && session.expiresAt.getTime() < lastEnd;
    const isSeen = session.lastSeenAt !== null && now.getTime() - session.lastSeenAt.getTime() < MINUTE_MS;
    if (isSeen && !isDue) return undefined;
    const end = Math.max(session.expiresAt.getTime(), Math.min(now.getTime() + SESSION_SECONDS * 1000, lastEnd));
    const noted = await touch(session.jti, now, isDue ? new Date(end) : session.expiresAt);
    return noted && isDue ? signSession(config.LAS_SECRET, session.jti, session.user.id, now) : undefined;
  }

  return {
    async find(token) {
      const now = clock.now();
      const shown = verifySession(config.LAS_SECRET, token, now);
      const session = shown && (await findSession(db, now, shown.jti));
      return session && { ...session, renewed: await renew(session, shown, now) };
    },

    count(jti) {
      const now = clock.now().getTime();
      const minute = Math.floor(now / MINUTE_MS);
      const before = budgets.get(jti);
      const n = (before?.minute === minute ? before.n : 0) + 1;
      if (budgets.size >= SESSIONS_COUNTED) budgets.clear();
      budgets.set(jti, { minute, n });
      const reset = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
      return { limit: REQUESTS, remaining: Math.max(0, REQUESTS - n), reset, allowed: n <= REQUESTS };
    },
  };
}
