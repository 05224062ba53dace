import type { Db } from '../../db/connection.js';
import { findEventEnd, listEventTail, type TailEvent } from '../../db/events/event-tail.js';
import type { Logger } from '../../runtime/logger.js';

const TICK_MS = 1_000;
const READ_AT_ONCE = 1_000;

type Listener = (events: readonly TailEvent[]) => void;

/** Tells listeners what happens in their accounts: one reader a process, and only while somebody listens. */
export interface ChangeFeed {
  /**
   * Listens to an account. `from` is the place behind which everything is told; what stands before it is the listener's
   * to read. `leave` ends it.
   */
  listen(accountId: string, listener: Listener): Promise<{ from: number; leave(): void }>;
}

/** Makes a feed that nobody listens to yet. */
export function createChangeFeed({ db, logger }: { db: Db; logger: Logger }): ChangeFeed {
  const listeners = new Map<symbol, { accountId: string; listener: Listener }>();
  let place = 0;
  let starting: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    const events = await listEventTail(db, place, READ_AT_ONCE);
    place = events.at(-1)?.seq ?? place;
    const byAccount = Map.groupBy(events, (event) => event.account_id);
    for (const { accountId, listener } of listeners.values()) {
      const own = byAccount.get(accountId);
      if (own) listener(own);
    }
  }

  const tick = () => {
    timer = setTimeout(async () => {
      await tell().catch((err: unknown) => logger.warn({ err }, 'Changes could not be read for those who listen'));
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
    async listen(accountId, listener) {
      const key = Symbol(accountId);
      listeners.set(key, { accountId, listener });
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
