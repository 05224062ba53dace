import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { listUnanswered } from '../../db/conversations/conversations.js';

const LOOK_EVERY_MS = 3;

/** Waits until conversations are answered. */
export interface AnswerWatch {
  /**
   * Waits until nothing is due in a conversation or a person has it, for so long at most, or not at all where too many
   * wait. Tells whether it is so.
   */
  isAnswered(conversationId: string, forMs: number): Promise<boolean>;
}

/**
 * Creates what waits for the answers of models, so that a quick one is there with its request. However many are waited
 * for, one statement asks for all of them, and none where nobody waits. Where the database can't be asked nobody waits,
 * and no more than `most` wait at once: they take room of those who ask for something else.
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
      const asked = [...waiting.keys()];
      const left = await listUnanswered(db, asked).catch(() => undefined);
      for (const id of asked) if (!left?.has(id)) tell(id, left !== undefined);
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
