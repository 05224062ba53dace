import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { listUnanswered } from '../../db/conversations/conversations.js';

const LOOK_EVERY_MS = 3;

/** Waits until conversations are answered. */
export interface AnswerWatch {
  /**
   * Waits until nothing is due in a conversation or a person has it, for so long at most, or not at all where too many
   * wait. Returns whether it is so.
   */
  isAnswered(conversationId: string, forMs: number): Promise<boolean>;
}

/**
 * Creates the watch for answers of models, so that a quick answer is returned with its request. One statement checks
 * all waiting requests, and none runs without any. If the database can't be queried, requests don't wait. At most
 * `most` requests wait at once, because they take connections from other requests.
 */
export function createAnswerWatch(db: Knex, most: number): AnswerWatch {
  const waiting = new Map<string, Set<(answered: boolean) => void>>();
  let looks = false;

  const tell = (id: string, answered: boolean) => {
    for (const end of waiting.get(id) ?? []) end(answered);
  };

  async function look(): Promise<void> {
    looks = true;
    while (waiting.size > 0) {
      await pause(LOOK_EVERY_MS);
      const waitingIds = [...waiting.keys()];
      const left = await listUnanswered(db, waitingIds).catch(() => undefined);
      for (const id of waitingIds) if (!left?.has(id)) tell(id, left !== undefined);
    }
    looks = false;
  }

  return {
    async isAnswered(id, forMs) {
      const waitingNow = [...waiting.values()].reduce((sum, { size }) => sum + size, 0);
      if (waitingNow >= most) return false;
      return new Promise<boolean>((resolve) => {
        const ends = waiting.get(id) ?? new Set();
        const end = (answered: boolean) => {
          clearTimeout(timer);
          ends.delete(end);
          if (ends.size === 0) waiting.delete(id);
          resolve(answered);
        };
        const timer = setTimeout(end, forMs, false);
        waiting.set(id, ends.add(end));
        if (!looks) void look();
      });
    },
  };
}
