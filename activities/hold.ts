import { activityInfo } from '@temporalio/activity';
import { failsForAll } from '../db/connection.js';
import { findSubject, isKnownToFail } from '../db/operations/held-work.js';
import type { HeldWorkRow } from '../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../db/work.js';
import { buildId } from '../runtime/build.js';
import { faultOf } from '../runtime/fault.js';
import type { Logger } from '../runtime/logger.js';
import { holdBrokenRun, type RepeatedFailure } from '../services/agent-runs/held-work.js';
import { holdBrokenBooking } from '../services/meetings/advance-booking.js';
import { holdBrokenMessage } from '../services/messages/hold-broken-message.js';
import type { TimerPlan } from '../workflows/timer.protocol.js';
import { createPoisonWatch } from './poison.js';

/** After this many failures at one step within this period, the next work there is held at its first failure. */
const ENOUGH = 5;
const LATELY_MS = 600_000;

/** The function that holds each kind of work. It returns undefined if the work can't be held at this time. */
const HOLDERS = {
  run: holdBrokenRun,
  message: holdBrokenMessage,
  meeting: holdBrokenBooking,
} satisfies Partial<
  Record<HeldWorkRow['kind'], (work: Work, id: string, broken: RepeatedFailure) => Promise<TimerPlan | undefined>>
>;

export interface HoldDependencies extends WorkDependencies {
  logger: Logger;
}

/** Does a piece of work, or answers the wait of what is held. */
export type OrHold = <T>(
  kind: keyof typeof HOLDERS,
  id: string,
  work: () => Promise<T>,
) => Promise<T | { held: TimerPlan }>;

/**
 * Makes what holds work that fails again and again, in place of trying it for ever or giving it up: what fails nine times
 * while other work succeeds, be it for its own rows, its agent's definition or the release. A step at which five were held
 * within ten minutes under the same build holds the next one at once, as does a repeat of what was held. Where nothing
 * else succeeds, as in an outage or a release that is bad through and through, it is tried on.
 */
export function createOrHold({ logger, ...deps }: HoldDependencies): OrHold {
  const { db, clock } = deps;
  const poison = createPoisonWatch();
  const isKnown = async (subject: Awaited<ReturnType<typeof findSubject>>): Promise<boolean> => {
    const since = new Date(clock.now().getTime() - LATELY_MS);
    return subject !== undefined && isKnownToFail(db, { ...subject, build: buildId() }, { since, enough: ENOUGH });
  };
  return async (kind, id, work) => {
    try {
      const done = await work();
      poison.succeeded(id);
      return done;
    } catch (error) {
      if (failsForAll(error)) throw error;
      const subject = await findSubject(db, kind, id);
      const known = await isKnown(subject);
      if (!known && !poison.isPoison(id, error)) throw error;
      const broken = { fault: faultOf(error), tries: activityInfo().attempt };
      const held = await inWork(deps, (work) => HOLDERS[kind](work, id, broken));
      if (!held) throw error;
      const about = { kind, id, agent_id: subject?.agent_id, step_key: subject?.step_key, fault: broken.fault };
      if (!known) logger.error(about, 'Work that fails again and again is held');
      return { held };
    }
  };
}
