import type { Config, PendingAnswer } from './api-types.js';
import { pauseMs } from './request.js';
import type { Session } from './session.js';

interface Wiring {
  session: Session;
  polling: Config['polling'];
  /** The last message that is known. */
  after(): string | undefined;
  /** Returns whether the visitor is looking at the chat. */
  isSeen(): boolean;
  onAnswer(answer: PendingAnswer): void;
}

export interface Poll {
  /** Starts or continues polling for replies, because one is expected. */
  wake(inMs?: number): void;
  /** Asks once: the visitor is back, and even a conversation that had ended may have gone on. */
  look(): void;
  /** Another tab has just asked. */
  heard(): void;
  stop(): void;
}

const UNSEEN_MS = 15_000;
const GROWTH = 1.5;
/** A moment long ago: until then is asked in a conversation that has ended. */
const ENDED = 1;

/**
 * Polls for replies while some may come: faster while one is due, slower while the chat isn't visible, and never
 * forever.
 */
export function createPoll({ session, polling, after, isSeen, onAnswer }: Wiring): Poll {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let until = 0;
  let delayMs = polling.interval_ms;
  let failures = 0;
  let isAsking = false;

  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = Date.now() < until ? setTimeout(ask, ms) : undefined;
  };

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const reply = await session.call<PendingAnswer>('pending', { query: { after: after() } });
    isAsking = false;
    if (!reply.ok) {
      failures += 1;
      return plan(pauseMs(failures, reply.retryAfterMs));
    }
    failures = 0;
    onAnswer(reply.body);
    const { done, human_active, next_poll_ms } = reply.body;
    // As long as a person has the conversation, something may always come; so it may in one that was opened again.
    if (done) until = ENDED;
    else if (human_active || until === ENDED) until = Date.now() + polling.max_ms;
    delayMs = Math.min(delayMs * GROWTH, Math.max(next_poll_ms, polling.interval_ms));
    plan(isSeen() ? delayMs : Math.max(UNSEEN_MS, next_poll_ms));
  }

  const lookNow = () => {
    if (until && document.visibilityState === 'visible' && navigator.onLine) void ask();
  };
  document.addEventListener('visibilitychange', lookNow);
  addEventListener('online', lookNow);
  return {
    look: lookNow,
    wake(inMs = polling.interval_ms) {
      until = Date.now() + polling.max_ms;
      delayMs = Math.max(inMs, polling.interval_ms);
      plan(inMs);
    },
    heard: () => timer !== undefined && plan(delayMs),
    stop() {
      until = 0;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookNow);
      removeEventListener('online', lookNow);
    },
  };
}
