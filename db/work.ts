import type { Knex } from 'knex';
import type { Clock } from '../runtime/clock.js';
import { inTransaction } from './connection.js';
import { addToOutbox, finishOutbox, type NewOutboxItem, type OutboxItem } from './outbox.js';

/**
 * One unit of work: a transaction, the moment it counts as, and what has to happen outside once it has committed.
 * What changes business data takes it as its first argument.
 */
export interface Work {
  readonly tx: Knex;
  /** The moment of everything it writes. */
  readonly now: Date;
  /** Writes instructions to Temporal, which commit or vanish with the transaction. */
  instruct(instructions: readonly NewOutboxItem[]): Promise<void>;
  /** Takes back the wake-ups of a workflow that sees what changed without them. */
  dropWakes(workflowId: string): Promise<void>;
  /**
   * Notes messages that are with their provider while this work ends or pauses what sends them, for whoever answers
   * the caller after the commit.
   */
  inFlight(messageIds: readonly string[]): void;
}

/** A unit of work as whoever opened it sees it. */
export interface OpenWork extends Work {
  /** The instructions that were written, for a first try right after the commit. */
  instructions(): OutboxItem[];
  /** The ids of messages that were noted as in flight. */
  sending(): string[];
}

/** Opens a unit of work on a transaction that the caller commits. */
export function openWork(tx: Knex, now: Date): OpenWork {
  let instructions: OutboxItem[] = [];
  const sending = new Set<string>();
  return {
    tx,
    now,
    async instruct(given) {
      instructions.push(...(await addToOutbox(tx, now, given)));
    },
    async dropWakes(workflowId) {
      const dropped = instructions.filter((item) => item.kind === 'wake' && item.workflowId === workflowId);
      if (dropped.length === 0) return;
      instructions = instructions.filter((item) => !dropped.includes(item));
      await finishOutbox(
        tx,
        dropped.map(({ id }) => id),
      );
    },
    inFlight(messageIds) {
      for (const id of messageIds) sending.add(id);
    },
    instructions: () => instructions,
    sending: () => [...sending],
  };
}

/** Returns the same work at another moment, such as the instant that a timer was set for. */
export const at = (work: Work, now: Date): Work => ({ ...work, now });

/** What a unit of work is done with. */
export interface WorkDependencies {
  db: Knex;
  clock: Clock;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch(instructions: OutboxItem[]): void;
}

/** Carries what a unit of work came to out of its transaction, which it takes back. */
class TakenBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('What was only tried is taken back.');
    this.result = result;
  }
}

/**
 * Runs `work` in one transaction that is always taken back, and answers what it came to: nobody else ever sees anything
 * of it, and nothing happens outside. It holds the locks of what it touches while it lasts.
 */
export async function tryOut<T>(
  { db }: Pick<WorkDependencies, 'db'>,
  now: Date,
  work: (work: Work) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, async (tx): Promise<never> => {
      throw new TakenBack(await work(openWork(tx, now)));
    });
  } catch (error) {
    if (error instanceof TakenBack) return (error as TakenBack<T>).result;
    throw error;
  }
}

/**
 * Runs `work` in one transaction, commits it, and then offers its instructions to Temporal; what isn't carried out at
 * once is left to the relay. Deadlocks and lost lock waits run the whole of it again, so it must do nothing but
 * database work.
 */
export async function inWork<T>(
  { db, clock, dispatch }: WorkDependencies,
  work: (work: OpenWork) => Promise<T>,
  attempts?: number,
): Promise<T> {
  const { result, instructions } = await inTransaction(
    db,
    async (tx) => {
      const open = openWork(tx, clock.now());
      return { result: await work(open), instructions: open.instructions() };
    },
    attempts,
  );
  if (instructions.length > 0) dispatch(instructions);
  return result;
}
