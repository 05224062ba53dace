import { activityInfo } from '@temporalio/activity';
import { findHeldWork, findSubject, noteHeldWork } from '../db/operations/held-work.js';
import { beginAttempt, endAttempts } from '../db/operations/work-attempts.js';
import type { WorkAttemptRow } from '../db/tables.js';
import { inWork, type WorkDependencies } from '../db/work.js';
import { buildId } from '../runtime/build.js';
import { faultOf } from '../runtime/fault.js';
import type { Logger } from '../runtime/logger.js';
import { createPoisonWatch } from './poison.js';

/** The number of processes that may die with the same work before it is held. */
const MOST_LOST = 3;
/** The fault of work whose processes ended before it did. */
const LOST = 'PROCESS_LOST';

type Kind = Exclude<WorkAttemptRow['kind'], 'inbound_event'>;

export interface AttemptDependencies extends WorkDependencies {
  logger: Logger;
}

/** Does a piece of work, or answers with what is answered for work that is held. */
export type CountAttempts = <T>(kind: Kind, id: string, work: () => Promise<T>, held: T) => Promise<T>;

/**
 * Does work whose attempts are counted before it starts; `lost` is called in its place after three attempts that never
 * ended: their processes were lost with them, most likely to this work. A failure ends an attempt like a success does.
 */
export async function withAttempts<T>(
  { db, clock }: WorkDependencies,
  { kind, id }: Pick<WorkAttemptRow, 'kind' | 'id'>,
  { work, lost }: { work: () => Promise<T>; lost: (tries: number) => Promise<T> },
): Promise<T> {
  const tries = await beginAttempt(db, clock.now(), kind, id);
  try {
    return await (tries > MOST_LOST ? lost(tries - 1) : work());
  } finally {
    // A database that is away right now costs one of the three attempts, no more.
    await endAttempts(db, kind, id).catch(() => undefined);
  }
}

/**
 * Makes what holds conversations, imports and documents that took down three processes, or that fail again and again by
 * themselves while other work succeeds. Held work is not tried until an operator or another build releases it.
 */
export function createCountAttempts({ logger, ...deps }: AttemptDependencies): CountAttempts {
  const poison = createPoisonWatch();
  const hold = async (kind: Kind, id: string, broken: { fault: string; tries: number }): Promise<void> => {
    const subject = await findSubject(deps.db, kind, id);
    if (!subject) return;
    await inWork(deps, ({ tx, now }) => noteHeldWork(tx, now, { ...subject, ...broken, build: buildId() }));
    logger.error({ kind, id, fault: broken.fault }, 'Work that fails again and again is held');
  };
  return async (kind, id, work, held) => {
    if (await findHeldWork(deps.db, kind, id)) return held;
    try {
      const lost = async (tries: number) => {
        await hold(kind, id, { fault: LOST, tries });
        return held;
      };
      const done = await withAttempts(deps, { kind, id }, { work, lost });
      poison.succeeded(id);
      return done;
    } catch (error) {
      if (!poison.isPoison(id, error)) throw error;
      await hold(kind, id, { fault: faultOf(error), tries: activityInfo().attempt });
      return held;
    }
  };
}
