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
  discardWakes(workflowId: string): Promise<void>;
  /**
   * Records messages that are with their provider while this work ends or pauses their source, for the response after
   * the commit.
   */
  inFlight(messageIds: readonly string[]): void;
  /** Returns the address of the page on which a lead changes its meeting; undefined where it isn't known. */
  readonly meetingUrl?: MeetingUrl | undefined;
}

/** Makes the address of a meeting's page, which is signed for its lead. */
export type MeetingUrl = (accountId: string, meetingId: string) => string;

/** A unit of work as its opener sees it. */
export interface OpenWork extends Work {
  /** The instructions that were written, for a first try right after the commit. */
  instructions(): OutboxItem[];
  /** The ids of messages that were noted as in flight. */
  sending(): string[];
}

/** Opens a unit of work on a transaction that the caller commits. */
export function openWork(tx: Knex, now: Date, meetingUrl?: MeetingUrl): OpenWork {
  let instructions: OutboxItem[] = [];
  const sending = new Set<string>();
  return {
    tx,
    now,
    meetingUrl,
    async instruct(given) {
      instructions.push(...(await addToOutbox(tx, now, given)));
    },
    async discardWakes(workflowId) {
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

/** The dependencies of a unit of work. */
export interface WorkDependencies {
  db: Knex;
  clock: Clock;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch(instructions: OutboxItem[]): void;
  meetingUrl?: MeetingUrl;
}

/** Carries the result of a unit of work out of its transaction, which it rolls back. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('The trial transaction is rolled back.');
    this.result = result;
  }
}

/**
 * Runs `work` in one transaction that is always rolled back, and returns its result. Other transactions never see it,
 * and nothing outside happens. It holds its locks while it runs.
 */
export async function inRolledBackTransaction<T>(
  { db, meetingUrl }: Pick<WorkDependencies, 'db' | 'meetingUrl'>,
  now: Date,
  work: (work: Work) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, async (tx): Promise<never> => {
      throw new RolledBack(await work(openWork(tx, now, meetingUrl)));
    });
  } catch (error) {
    if (error instanceof RolledBack) return (error as RolledBack<T>).result;
    throw error;
  }
}

/**
 * Runs `work` in one transaction, commits it, and then offers its instructions to Temporal; what isn't carried out at
 * once is left to the relay. Deadlocks and lost lock waits run the whole of it again, so it must do nothing but
 * database work.
 */
export async function inWork<T>(
  { db, clock, dispatch, meetingUrl }: WorkDependencies,
  work: (work: OpenWork) => Promise<T>,
  attempts?: number,
): Promise<T> {
  const { result, instructions } = await inTransaction(
    db,
    async (tx) => {
      const open = openWork(tx, clock.now(), meetingUrl);
      return { result: await work(open), instructions: open.instructions() };
    },
    attempts,
  );
  if (instructions.length > 0) dispatch(instructions);
  return result;
}
