import type { StepOf } from '../../schemas/cadence/cadence.js';
import { iso, MINUTE_MS } from '../time/zoned.js';
import type { Decision } from './decision.js';
import type { CadenceState } from './state.js';
import { type Course, currentDue, doneAt, followerOf, moveTo } from './transitions.js';
import { firedTrigger, sinceEntered } from './triggers.js';

/**
 * The interval at which conditions are checked while a run waits for them, because no event announces an approaching
 * date.
 */
const RECHECK_MS = 60 * MINUTE_MS;

/** Ends a wait whose time is over. */
export function decideWait(course: Course, state: CadenceState, step: StepOf<'wait'>): Decision {
  const next = moveTo(
    course,
    state,
    followerOf(course.definition, step),
    doneAt(currentDue(course, state), course.now),
  );
  return {
    kind: 'moved',
    state: next,
    step_type: 'wait',
    from: step.key,
    to: next.step_key,
    why: 'waited',
    effects: [],
  };
}

/** Ends a wait when one of its triggers happened or its time is over, else waits on. */
export function decideWaitUntil(course: Course, state: CadenceState, step: StepOf<'wait_until'>): Decision {
  const { definition, facts, now } = course;
  const due = currentDue(course, state);
  const fired = firedTrigger(step.any, facts, sinceEntered(state), now);
  if (!fired && due !== null && due > now) {
    return { kind: 'wait', state, step_key: step.key, until: iso(recheckAt(step, due, now)) };
  }
  const follower = followerOf(definition, step);
  const to = fired ? follower : (step.on_timeout ?? follower);
  const why =
    fired ?? (due === null ? 'timeout: the date to wait for is missing' : 'timeout: nothing happened in time');
  const next = moveTo(course, state, to, fired ? now : doneAt(due, now));
  return { kind: 'moved', state: next, step_type: 'wait_until', from: step.key, to: next.step_key, why, effects: [] };
}

/** Returns when to look at a wait again: at its timeout, or in an hour where conditions are waited for. */
export const recheckAt = (step: StepOf<'wait_until'>, due: number, now: number): number =>
  step.any.some((trigger) => typeof trigger !== 'string') ? Math.min(due, now + RECHECK_MS) : due;
