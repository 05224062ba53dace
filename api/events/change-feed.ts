import { listActiveSessions } from '../../db/accounts/sessions.js';
import type { Db } from '../../db/connection.js';
import { listInboxNews } from '../../db/conversations/inbox-news.js';
import { findEventEnd, listEventTail, type TailEvent } from '../../db/events/event-tail.js';
import type { InboxNewsRow } from '../../db/tables.js';
import type { Clock } from '../../runtime/clock.js';
import type { Logger } from '../../runtime/logger.js';
import type { Role } from '../../schemas/roles.js';

const TICK_MS = 1_000;
const READ_AT_ONCE = 1_000;
/** The maximum number of reads per tick while there is more. */
const READS_A_TICK = 20;

/** A message of the feed: an event, or a change without an event, which has no ID. */
export type FeedMessage = Pick<TailEvent, 'type' | 'lead_id' | 'agent_run_id'> & { id?: string };

type Counts = Omit<InboxNewsRow, 'account_id'>;

/** Someone who listens to an account while their session is good and their role the same. */
export interface Listener {
  accountId: string;
  sessionId: string;
  role: Role;
  onMessages(messages: readonly FeedMessage[]): void;
  /** Called once, when the session ended or the role changed. Nothing is reported after it. */
  onRevoked(): void;
}

interface Listening extends Listener {
  /** The counts of the inbox up to which it has been told. */
  inbox: Counts;
}

const newsOf = (type: string): FeedMessage => ({ type, lead_id: null, agent_run_id: null });
/** Changes of inbox entries and of presence have no events. */
export const INBOX_CHANGED = newsOf('inbox.changed');
const PRESENCE_CHANGED = newsOf('presence.changed');

const countsOf = (row: InboxNewsRow | undefined): Counts => ({
  changes: row?.changes ?? 0,
  presences: row?.presences ?? 0,
});

/**
 * A feed of the events of accounts for their listeners. Each process has one reader, which only runs while there are
 * listeners.
 */
export interface ChangeFeed {
  /**
   * Subscribes to an account. `from` is the cursor after which all events are delivered. The listener has to read
   * earlier ones. `leave` unsubscribes.
   */
  listen(listener: Listener): Promise<{ from: number; leave(): void }>;
}

/** Ends the streams whose session ended or whose user's role changed. */
async function endRevoked(db: Db, now: Date, listeners: Map<symbol, Listening>): Promise<void> {
  const requests = [...listeners];
  const sessionIds = new Set(requests.map(([, { sessionId }]) => sessionId));
  const roles = await listActiveSessions(db, now, [...sessionIds]);
  for (const [key, { sessionId, role, onRevoked }] of requests) {
    if (roles.get(sessionId) === role) continue;
    listeners.delete(key);
    onRevoked();
  }
}

/** Creates a feed without listeners. */
export function createChangeFeed(
  { db, clock, logger }: { db: Db; clock: Clock; logger: Logger },
  readAtOnce = READ_AT_ONCE,
): ChangeFeed {
  const listeners = new Map<symbol, Listening>();
  let place = 0;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function report(): Promise<void> {
    // First, so that nothing further is reported to someone who lost access.
    await endRevoked(db, clock.now(), listeners);
    for (let reads = 0; reads < READS_A_TICK; reads++) if ((await reportEvents()) < readAtOnce) break;
    await tellOfInboxes();
  }

  /** Reports the next events, and returns how many there were. */
  async function reportEvents(): Promise<number> {
    const events = await listEventTail(db, place, readAtOnce);
    place = events.at(-1)?.seq ?? place;
    const byAccount = Map.groupBy(events, (event) => event.account_id);
    for (const { accountId, onMessages } of listeners.values()) {
      const own = byAccount.get(accountId);
      if (own) onMessages(own);
    }
    return events.length;
  }

  async function tellOfInboxes(): Promise<void> {
    const all = [...listeners.values()];
    const accountIds = new Set(all.map(({ accountId }) => accountId));
    const rows = new Map((await listInboxNews(db, [...accountIds])).map((row) => [row.account_id, row]));
    for (const listening of all) {
      const before = listening.inbox;
      const now = countsOf(rows.get(listening.accountId));
      listening.inbox = now;
      if (now.changes > before.changes) listening.onMessages([INBOX_CHANGED]);
      if (now.presences > before.presences) listening.onMessages([PRESENCE_CHANGED]);
    }
  }

  const tick = () => {
    timer = setTimeout(async () => {
      await report().catch((err: unknown) => logger.warn({ err }, 'Changes could not be read for those who listen'));
      if (listeners.size > 0) tick();
      else starting = undefined;
    }, TICK_MS);
    timer.unref();
  };

  const start = async () => {
    place = await findEventEnd(db);
    tick();
  };

  return {
    async listen(listener) {
      const { accountId } = listener;
      const key = Symbol(accountId);
      const [row] = await listInboxNews(db, [accountId]);
      listeners.set(key, { ...listener, inbox: countsOf(row) });
      starting ??= start();
      try {
        await starting;
      } catch (error) {
        starting = undefined;
        listeners.delete(key);
        throw error;
      }
      return { from: place, leave: () => void listeners.delete(key) };
    },
  };
}
