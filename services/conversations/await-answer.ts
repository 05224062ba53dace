import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import { findChatSeat } from '../../db/conversations/seats.js';
import { answeredBefore, type ChatInput, type Reception } from './receive.js';

const LOOK_EVERY_MS = 150;

/** The chat that an input was said in. */
export interface Chat {
  accountId: string;
  sessionId: string;
}

/**
 * Waits a moment for the answer of a model, so that a quick one is there with the request: whoever asks longer than
 * `forMs` looks for it later. Answers what there is then.
 */
export async function awaitAnswer(
  db: Knex,
  { accountId, sessionId }: Chat,
  input: ChatInput,
  forMs: number,
): Promise<Reception | undefined> {
  const until = performance.now() + forMs;
  for (;;) {
    await setTimeout(LOOK_EVERY_MS);
    const seat = await findChatSeat(db, accountId, sessionId, input.turnId);
    const received = seat && (await answeredBefore(db, seat, input));
    const isDone = received === undefined || received.outcome !== 'pending';
    if (isDone || performance.now() + LOOK_EVERY_MS > until) return received;
  }
}
