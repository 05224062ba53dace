import type { Db } from '../../db/connection.js';
import { findEventSeq, listEvents } from '../../db/events/event-list.js';
import { isUuid } from '../../runtime/ids.js';
import { streamChangesContract } from '../../schemas/events/stream.js';
import { signedIn } from '../accounts/session.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { createChangeFeed, type FeedMessage, INBOX_CHANGED } from './change-feed.js';

/** An account gets half of the process's streams at most, so that the others find room. */
const MOST_AT_ONCE = { process: 200, account: 100, user: 8 };
/** The number of missed events that a reconnecting client receives one by one. For more it only receives a reset. */
const MOST_CAUGHT_UP = 1_000;
const BEAT_MS = 15_000;
const RETRY_MS = 3_000;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

const line = ({ id, type, lead_id, agent_run_id }: FeedMessage): string =>
  `event: change\n${id === undefined ? '' : `id: ${id}\n`}` +
  `data: ${JSON.stringify({ type, lead_id, workflow_run_id: agent_run_id })}\n\n`;
const RESET = 'event: reset\ndata: {}\n\n';
const REVOKED = 'event: revoked\ndata: {}\n\n';

const tooMany = () =>
  new ApiError('RATE_LIMITED', {
    message: 'Too many open connections. Poll for changes instead.',
    headers: { 'Retry-After': '60' },
  });

export const streamChangesRoute = (deps: ApiDependencies) => {
  const feed = createChangeFeed(deps);
  const open = new Map<string, number>();
  let all = 0;

  return route(streamChangesContract).handle(async (input) => {
    const { account, db, query, req, res } = input;
    const { id: userId, role, sessionId } = signedIn(input);
    const after = await placeOf(db, account.id, req.get('last-event-id') ?? query.after);
    const isFull =
      all >= MOST_AT_ONCE.process ||
      (open.get(account.id) ?? 0) >= MOST_AT_ONCE.account ||
      (open.get(userId) ?? 0) >= MOST_AT_ONCE.user;
    if (isFull) {
      throw tooMany();
    }
    const count = (by: number) => {
      all += by;
      for (const id of [account.id, userId]) {
        const left = (open.get(id) ?? 0) + by;
        if (left > 0) open.set(id, left);
        else open.delete(id);
      }
    };
    return { status: 200, headers: HEADERS, body: changes() };

    async function* changes(): AsyncGenerator<string> {
      const waiting: string[] = [];
      let wake = () => {};
      const stir = () => wake();
      const ends = query.seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + query.seconds * 1000;
      let revoked = false;
      const isOver = () => revoked || deps.stopping?.aborted || res.closed || performance.now() >= ends;
      /** Resolves with whether something happened before the next beat is due. */
      const something = () =>
        new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), Math.min(BEAT_MS, ends - performance.now()));
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
      count(1);
      const listening = feed.listen({
        accountId: account.id,
        sessionId,
        role,
        onMessages(news) {
          waiting.push(...news.map(line));
          if (waiting.length > MOST_CAUGHT_UP) waiting.splice(0, waiting.length, RESET);
          wake();
        },
        onRevoked() {
          revoked = true;
          wake();
        },
      });
      res.once('close', stir);
      deps.stopping?.addEventListener('abort', stir);
      try {
        const { from } = await listening;
        yield `retry: ${RETRY_MS}\n\n`;
        yield* await missed(deps.db, account.id, after, from);
        while (!isOver()) {
          if (waiting.length > 0) yield waiting.splice(0).join('');
          else if (!(await something()) && !isOver()) yield ': beat\n\n';
        }
        if (revoked) yield REVOKED;
      } finally {
        count(-1);
        deps.stopping?.removeEventListener('abort', stir);
        await listening.then(
          ({ leave }) => leave(),
          () => undefined,
        );
      }
    }
  });
};

/** The place of the event that was heard last; undefined where none is named, null where it is unknown by now. */
async function placeOf(db: Db, accountId: string, id: string | undefined): Promise<number | null | undefined> {
  if (id === undefined || id === '') return undefined;
  return isUuid(id) ? ((await findEventSeq(db, accountId, id.toLowerCase())) ?? null) : null;
}

/** Returns the events between a client's last one and the start of the feed. */
async function missed(db: Db, accountId: string, after: number | null | undefined, upTo: number): Promise<string[]> {
  if (after === undefined) return [];
  if (after === null) return [RESET];
  const rows = (await listEvents(db, accountId, { afterSeq: after }, MOST_CAUGHT_UP)).filter(({ seq }) => seq <= upTo);
  if (rows.length > MOST_CAUGHT_UP) return [RESET];
  // Some changes have no event, so the inbox may have changed too.
  return [...rows, INBOX_CHANGED].map(line);
}
