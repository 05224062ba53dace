import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStep, Channel, StepType } from '../../schemas/cadence/cadence.js';
import type { Facts, Hold } from '../facts.js';
import { earliestSend } from '../messages/earliest-send.js';
import { isSame, longest, NO_USAGE, type Usage } from '../messages/limits.js';
import { iso } from '../time/zoned.js';
import { holdsInForce } from './decide.js';
import { lateBySeconds } from './delays.js';
import { passedOverAt, sendRules } from './sending.js';
import { type CadenceState, type EnrollOptions, initialState } from './state.js';
import { channelOf, isSending, stepByKey, stepIndex, stepsOf } from './steps.js';
import { type Course, currentDue, moveTo } from './transitions.js';
import { firedTrigger, goalAhead, sinceEntered } from './triggers.js';
import { recheckAt } from './waiting.js';

/** The next step of a run and its time. The API shows it, the run's timer follows it and a simulation prints it. */
export interface CadencePlan {
  step_key: string | null;
  type: StepType | null;
  channel: Channel | null;
  /** The time when the step is due by its delay; null where that date is missing or the run ended. */
  due_at: string | null;
  /** The earliest possible time with all holds considered, or null if only a user can end a hold. */
  earliest_at: string | null;
  late_by_seconds: number;
  holds: Hold[];
  /** The time to look at the run again; null: when something wakes it. */
  sleep_until: string | null;
  /** The place of the step, from 1, and how many there are. */
  step_number: number;
  total_steps: number;
}

/** Puts a lead at the first step of a cadence and says what comes next, and when. */
export function enroll(
  definition: AgentDefinition,
  options: EnrollOptions,
  facts: Facts,
  now: Date,
  usage: Usage = NO_USAGE,
): { state: CadenceState; plan: CadencePlan } {
  // Nothing that happened before an enrolment counts for it.
  const course: Course = { definition, facts: { ...facts, events: facts.events ?? [] }, now: now.getTime() };
  const state = moveTo(course, initialState(now, options), definition.cadence.steps[0]?.key ?? null, now.getTime());
  return { state, plan: nextPlan(definition, state, facts, now, usage) };
}

/** Works out what comes next without deciding it: nothing moves, no branch is taken. */
export function nextPlan(
  definition: AgentDefinition,
  state: CadenceState,
  facts: Facts,
  now: Date,
  usage: Usage = NO_USAGE,
): CadencePlan {
  const course: Course = { definition, facts, now: now.getTime() };
  const step = state.ended ? undefined : stepByKey(definition, state.step_key);
  const total_steps = stepsOf(definition).length;
  // An ended run only has to be closed, which is immediate.
  if (!step) return { ...NOTHING, sleep_until: iso(course.now), step_number: total_steps, total_steps };
  const due = currentDue(course, state);
  const { holds, earliest } = holdsOf(course, state, step, due, usage);
  return {
    step_key: step.key,
    type: step.type,
    channel: isSending(step) ? (state.via ?? channelOf(step)) : null,
    due_at: due === null ? null : iso(due),
    earliest_at: earliest === null ? null : iso(earliest),
    late_by_seconds: due === null ? 0 : lateBySeconds(due, course.now),
    holds,
    sleep_until: sleepUntil(course, step, earliest),
    step_number: stepIndex(definition, step.key) + 1,
    total_steps,
  };
}

const NOTHING = {
  step_key: null,
  type: null,
  channel: null,
  due_at: null,
  earliest_at: null,
  late_by_seconds: 0,
  holds: [],
};

function sleepUntil(course: Course, step: CadenceStep, earliest: number | null): string | null {
  if (earliest === null) return null;
  return iso(step.type === 'wait_until' ? recheckAt(step, earliest, course.now) : earliest);
}

/** Returns whether a run moves on as soon as it is looked at, whenever its step would be due. */
const isImmediate = (course: Course, state: CadenceState, step: CadenceStep, due: number | null): boolean =>
  due === null ||
  (isSending(step) && state.skip_first_message) ||
  state.missed.includes(step.key) ||
  (step.type === 'wait_until' && firedTrigger(step.any, course.facts, sinceEntered(state), course.now) !== undefined) ||
  goalAhead(course, state) !== undefined;

function holdsOf(course: Course, state: CadenceState, step: CadenceStep, due: number | null, usage: Usage) {
  const inForce = holdsInForce(course, state);
  const held = longest(inForce);
  // The deciding hold comes first. Later ones are listed too, because they will still hold after it ends.
  const holds = held ? [held, ...inForce.filter((hold) => hold !== held)] : [];
  const immediate = isImmediate(course, state, step, due);
  const heldUntil = held?.until ? Date.parse(held.until) : 0;
  const base = Math.max(immediate ? course.now : (due ?? course.now), heldUntil, course.now);
  if (!isSending(step) || immediate) return { holds, earliest: held?.until === null ? null : base };
  const found = earliestSend(sendRules(course, state, step, usage), base, (at) =>
    Boolean(passedOverAt(course, state, step, at)),
  );
  const ahead = found.holds.filter((hold) => !holds.some((other) => isSame(other, hold)));
  return { holds: [...holds, ...ahead], earliest: held?.until === null ? null : found.at };
}
