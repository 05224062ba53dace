import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { ResumePolicy } from '../../schemas/rules/actions.js';
import type { Facts, Hold } from '../facts.js';
import { iso } from '../time/zoned.js';
import type { CadenceState } from './state.js';
import { isSending, stepByKey, stepsOf } from './steps.js';
import { type Course, dueOf, enter, followerOf, moveTo } from './transitions.js';
import { newestSeq } from './triggers.js';

/** Notes when a pause began; a second pause within the first changes nothing. */
export const pauseCadence = (state: CadenceState, now: Date): CadenceState =>
  state.paused_at === null ? { ...state, paused_at: now.toISOString() } : state;

/**
 * Ends a pause. `shift` moves everything by its length; `catch_up_one` does the earliest missed step now and passes
 * over the other missed ones; `skip_missed` passes over all of them. With the latter two, what wasn't missed keeps its
 * instant.
 */
export function resumeCadence(
  definition: AgentDefinition,
  state: CadenceState,
  policy: ResumePolicy,
  facts: Facts,
  now: Date,
): CadenceState {
  if (state.paused_at === null) return state;
  const pausedMs = Math.max(0, now.getTime() - Date.parse(state.paused_at));
  const resumed = { ...state, paused_at: null };
  if (policy === 'shift') return shiftCadence(resumed, pausedMs);
  const { missed, schedule } = missedSteps({ definition, facts, now: now.getTime() }, resumed);
  const passed = policy === 'catch_up_one' ? missed.slice(1) : missed;
  return { ...resumed, missed: [...new Set([...resumed.missed, ...passed])], schedule };
}

/** Moves what a run has ahead by a length of time. */
export function shiftCadence(state: CadenceState, ms: number): CadenceState {
  const later = (at: string) => iso(Date.parse(at) + ms);
  return {
    ...state,
    anchor_at: later(state.anchor_at),
    due_at: state.due_at === null ? null : later(state.due_at),
    schedule: Object.fromEntries(Object.entries(state.schedule).map(([key, at]) => [key, later(at)])),
  };
}

/**
 * Follows the cadence from its step as it would have gone had nothing paused it: which messages and calls fell before
 * now, and when the first step that didn't would have come. It follows up to where a step decides the way.
 */
function missedSteps(course: Course, state: CadenceState): { missed: string[]; schedule: Record<string, string> } {
  const missed: string[] = [];
  const schedule: Record<string, string> = { ...state.schedule };
  const seen = new Set<string>();
  let step = stepByKey(course.definition, state.step_key);
  let due = state.due_at === null ? null : Date.parse(state.due_at);
  while (step && !seen.has(step.key)) {
    seen.add(step.key);
    if (due === null) break;
    if (step.key !== state.step_key) schedule[step.key] = iso(due);
    if (due > course.now || !(isSending(step) || step.type === 'wait')) break;
    if (isSending(step)) missed.push(step.key);
    const next = stepByKey(course.definition, followerOf(course.definition, step));
    due = next ? dueOf(course, next, due) : null;
    step = next;
  }
  return { missed, schedule };
}

/** Goes to a step by hand, however often it was visited. Undefined where there is no such step. */
export function gotoStep(
  definition: AgentDefinition,
  state: CadenceState,
  key: string,
  facts: Facts,
  now: Date,
): CadenceState | undefined {
  const step = stepByKey(definition, key);
  if (!step || state.ended) return undefined;
  const course: Course = { definition, facts, now: now.getTime() };
  return enter(course, { ...restarted(state), idle_moves: 0 }, step, now.getTime());
}

/** Passes over a step by hand: the current one at once, another one when it is reached. */
export function skipStep(
  definition: AgentDefinition,
  state: CadenceState,
  facts: Facts,
  now: Date,
  key = state.step_key,
): CadenceState {
  const step = stepByKey(definition, state.step_key);
  if (!step) return state;
  if (key !== state.step_key && key !== null) return { ...state, skips: [...new Set([...state.skips, key])] };
  const course: Course = { definition, facts, now: now.getTime() };
  return moveTo(course, { ...state, idle_moves: 0 }, followerOf(definition, step), now.getTime());
}

/** Restarts at the first step. Visits keep counting, so that no earlier message is taken for a current one. */
export function restartCadence(
  definition: AgentDefinition,
  state: CadenceState,
  facts: Facts,
  now: Date,
): CadenceState {
  const course: Course = { definition, facts, now: now.getTime() };
  const [first] = stepsOf(definition);
  if (!first || state.ended) return state;
  const anew = { enrolled_at: now.toISOString(), enrolled_seq: newestSeq(facts, state) };
  return enter(course, { ...restarted(state), idle_moves: 0, ...anew }, first, now.getTime());
}

const restarted = (state: CadenceState): CadenceState => ({
  ...state,
  visits_before: { ...state.visits },
  missed: [],
  skips: [],
  schedule: {},
});

/** Stops using a channel for the rest of the run. */
export const channelOff = (state: CadenceState, channel: Channel): CadenceState =>
  state.channels_off.includes(channel) ? state : { ...state, channels_off: [...state.channels_off, channel] };

/** Holds the run until a time. An existing hold because of an unknown outcome stays. */
export const holdCadence = (state: CadenceState, hold: Hold): CadenceState =>
  state.hold?.reason === 'outcome_unknown' ? state : { ...state, hold };
