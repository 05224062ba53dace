import type { AgentDefinition, StopReason } from '../../schemas/agents/agents.js';
import type { CadenceStep, Delay } from '../../schemas/cadence/cadence.js';
import type { Facts } from '../facts.js';
import { effectiveWindow } from '../time/windows.js';
import { iso, MINUTE_MS } from '../time/zoned.js';
import { dueAt } from './delays.js';
import type { CadenceState } from './state.js';
import { isSending, stepByKey, stepIndex, stepsOf } from './steps.js';
import { newestSeq } from './triggers.js';

/** The context of moves through a cadence. */
export interface Course {
  definition: AgentDefinition;
  facts: Facts;
  now: number;
}

/** A run enters at most this many steps in all, whatever its definition says. */
export const MAX_MOVES = 3000;
/** And at most this many without sending or waiting in between. */
export const MAX_IDLE_MOVES = 200;

const LONGEST_WAIT: Delay = { type: 'after', amount: 30, unit: 'days' };

/** Returns the delay of a step: the timeout of a `wait_until`, which defaults to 30 days. */
const delayOf = (step: CadenceStep): Delay | undefined =>
  step.type === 'wait_until' ? (step.timeout ?? step.delay ?? LONGEST_WAIT) : step.delay;

/** Returns when a step is due whose delay counts from `anchor`; null where the date it counts from is missing. */
export function dueOf(course: Course, step: CadenceStep, anchor: number): number | null {
  const { facts, definition } = course;
  const own = isSending(step) ? step.window : undefined;
  const closed = effectiveWindow(own, definition.cadence.window) ?? {};
  return dueAt(delayOf(step), { anchor, zone: facts.timezone, facts, closed });
}

/**
 * Returns the due instant as of now: a delay that counts from one of the lead's dates follows that date when it
 * changes, every other one stays as it was when the step was entered. A `set` step that has begun is due for its next
 * action.
 */
export function currentDue(course: Course, state: CadenceState): number | null {
  const step = stepByKey(course.definition, state.step_key);
  const follows = state.next_action === null && step !== undefined && delayOf(step)?.type === 'until_field';
  if (follows) return dueOf(course, step, Date.parse(state.anchor_at));
  return state.due_at === null ? null : Date.parse(state.due_at);
}

/**
 * Returns when something that was due counts as done. Timers fire a little late, which must not add up; but after an
 * outage or a hold the steps that follow keep their distance from what really happened.
 */
export const doneAt = (due: number | null, now: number): number =>
  due !== null && due <= now && now - due < MINUTE_MS ? due : now;

/**
 * Returns the anchor that a step which sends nothing hands on: the one it had, so that delays count from the last send,
 * unless it took time itself.
 */
export const carriedAnchor = (course: Course, state: CadenceState, step: { delay?: unknown }): number =>
  step.delay || state.next_action !== null
    ? doneAt(currentDue(course, state), course.now)
    : Date.parse(state.anchor_at);

/** Returns the step that follows one: its `next`, else the next in the list; null at the end. */
export function followerOf(definition: AgentDefinition, step: CadenceStep): string | null {
  return step.next ?? stepsOf(definition)[stepIndex(definition, step.key) + 1]?.key ?? null;
}

/** Ends a run. */
export const end = (state: CadenceState, reason: StopReason, detail: string | null, now: number): CadenceState => ({
  ...state,
  step_key: null,
  due_at: null,
  hold: null,
  ended: { reason, detail, at: iso(now) },
});

/** Returns whether a step may be entered once more. */
function exhausted(state: CadenceState, step: CadenceStep): boolean {
  if (step.max_visits === undefined) return false;
  return (state.visits[step.key] ?? 0) - (state.visits_before[step.key] ?? 0) >= step.max_visits;
}

/**
 * Moves from one step to another. If the target has reached its visit limit, a way back isn't taken and the run
 * continues after its current step, and a way forward skips the target. Without a target the run completes.
 */
export function moveTo(course: Course, state: CadenceState, to: string | null, anchor: number): CadenceState {
  const steps = stepsOf(course.definition);
  const from = stepIndex(course.definition, state.step_key);
  let index = stepIndex(course.definition, to);
  let step = steps[index];
  while (step && exhausted(state, step)) {
    index = index <= from ? from + 1 : index + 1;
    step = steps[index];
  }
  return step ? enter(course, state, step, anchor) : end(state, 'completed', null, course.now);
}

/** Enters a step: a new visit with its own due instant. */
export function enter(course: Course, state: CadenceState, step: CadenceStep, anchor: number): CadenceState {
  const { [step.key]: kept, ...schedule } = state.schedule;
  const due = kept === undefined ? dueOf(course, step, anchor) : Date.parse(kept);
  const visit = (state.visits[step.key] ?? 0) + 1;
  return {
    ...state,
    step_key: step.key,
    visit,
    attempt: 1,
    entered_at: iso(course.now),
    entered_seq: newestSeq(course.facts, state),
    anchor_at: iso(anchor),
    due_at: due === null ? null : iso(due),
    visits: { ...state.visits, [step.key]: visit },
    moves: state.moves + 1,
    idle_moves: state.idle_moves + 1,
    retries: 0,
    own_retries: 0,
    hold: null,
    via: null,
    next_action: null,
    call_answered: null,
    schedule,
    // A due instant that counts from now is not to be shifted by what of a pause lies before.
    paused_at: state.paused_at === null ? null : iso(course.now),
    ended: null,
  };
}
