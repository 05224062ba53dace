import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStep, StepOf } from '../../schemas/cadence/cadence.js';
import type { Facts, Hold } from '../facts.js';
import { longest, type Usage } from '../messages/limits.js';
import { evaluate } from '../rules/conditions/index.js';
import { iso } from '../time/zoned.js';
import { awaitsLastCall } from './after-send.js';
import type { DecideOptions, Decision } from './decision.js';
import { decideBranch, decideGoal, decideSplit } from './routing.js';
import { decideSending, skip } from './sending.js';
import { decideSet } from './set-step.js';
import type { CadenceState } from './state.js';
import { isSending, stepByKey } from './steps.js';
import {
  type Course,
  carriedAnchor,
  currentDue,
  end,
  followerOf,
  MAX_IDLE_MOVES,
  MAX_MOVES,
  moveTo,
} from './transitions.js';
import { goalAhead } from './triggers.js';
import { decideWait, decideWaitUntil } from './waiting.js';

/**
 * Decides what a run does now. Pure: the same facts at the same time give the same decision to every caller: the worker
 * that acts on it, the API that shows it, and a simulation.
 */
export function decide(
  definition: AgentDefinition,
  state: CadenceState,
  facts: Facts,
  usage: Usage,
  now: Date,
  options: DecideOptions = {},
): Decision {
  const course: Course = { definition, facts, now: now.getTime() };
  const ended = endOf(course, state);
  if (ended) return ended;
  const step = stepByKey(definition, state.step_key);
  if (!step) return exit(course, state, 'error', "The step isn't part of the definition.");
  if (state.moves > MAX_MOVES || state.idle_moves > MAX_IDLE_MOVES) {
    return exit(course, state, 'error', 'The cadence loops without end.');
  }
  const held = heldBy(course, state);
  if (held) return { kind: 'hold', state, step_key: step.key, ...held };
  const free = state.hold ? { ...state, hold: null } : state;
  return reachedGoal(course, free) ?? passedOver(course, free, step) ?? decideStep(course, free, step, usage, options);
}

function endOf(course: Course, state: CadenceState): Decision | undefined {
  if (state.ended) {
    const { reason, detail } = state.ended;
    return reason === 'completed' ? { kind: 'complete', state } : { kind: 'exit', state, reason, detail };
  }
  const status = course.definition.statuses.find((candidate) => candidate.key === course.facts.status?.key);
  return status?.is_terminal ? exit(course, state, 'status_terminal', `Status ${status.key} is terminal.`) : undefined;
}

function exit(course: Course, state: CadenceState, reason: 'error' | 'status_terminal', detail: string): Decision {
  return { kind: 'exit', state: end(state, reason, detail, course.now), reason, detail };
}

/** Lists the holds of the whole run, from outside and its own. */
export function heldBy({ facts, now }: Pick<Course, 'facts' | 'now'>, state: CadenceState) {
  return longest(holdsInForce({ facts, now }, state));
}

/** Lists everything that holds the whole run now. */
export const holdsInForce = ({ facts, now }: Pick<Course, 'facts' | 'now'>, state: CadenceState): Hold[] =>
  [...(facts.holds ?? []), ...(state.hold ? [state.hold] : [])].filter(
    (hold) => hold.until === null || Date.parse(hold.until) > now,
  );

/** A goal ahead that is reached pulls the run to it from any earlier step. */
function reachedGoal(course: Course, state: CadenceState): Decision | undefined {
  const goal = goalAhead(course, state);
  if (!goal) return undefined;
  const next = moveTo(course, state, goal.key, Date.parse(state.anchor_at));
  const why = `goal reached: ${goal.fired}`;
  const from = state.step_key ?? goal.key;
  return { kind: 'moved', state: next, step_type: 'goal', from, to: next.step_key, why, effects: [] };
}

/** Steps that are passed over as soon as they are reached, whenever they would be due. */
function passedOver(course: Course, state: CadenceState, step: CadenceStep): Decision | undefined {
  if (state.missed.includes(step.key) && (isSending(step) || step.type === 'wait')) {
    return skip(course, state, step, 'missed_while_paused', 'The wait ended during a pause.');
  }
  if (state.skips.includes(step.key) && isSkippable(step)) {
    return skip(course, state, step, 'skipped_by_action', 'Paused by an action.');
  }
  if (!isSending(step) || !state.skip_first_message) return undefined;
  const after = { ...state, skip_first_message: false };
  if (state.force_first_message !== null) return passedOver(course, after, step);
  return skip(course, after, step, 'skip_first_message', 'Paused at enrollment.', Date.parse(state.enrolled_at));
}

function decideStep(
  course: Course,
  state: CadenceState,
  step: CadenceStep,
  usage: Usage,
  options: DecideOptions,
): Decision {
  const due = currentDue(course, state);
  if (step.type === 'wait_until') return unlessSkipped(course, state, step) ?? decideWaitUntil(course, state, step);
  if (due === null) return withoutDate(course, state, step);
  if (due > course.now) {
    // Waiting ends the chain of steps that took no time.
    return { kind: 'wait', state: { ...state, idle_moves: 0 }, step_key: step.key, until: iso(due) };
  }
  switch (step.type) {
    case 'message':
    case 'call':
      if (awaitsLastCall(state, step)) return behindLastCall(course, state, step);
      return unlessSkipped(course, state, step) ?? decideSending(course, state, step, usage);
    case 'wait':
      return unlessSkipped(course, state, step) ?? decideWait(course, state, step);
    case 'branch':
      return decideBranch(course, state, step);
    case 'split':
      return decideSplit(course, state, step);
    case 'goal':
      return decideGoal(course, state, step);
    case 'set':
      // One that has begun is not asked again whether it should.
      return (
        (state.next_action === null ? unlessSkipped(course, state, step) : undefined) ??
        decideSet(course, state, step, options)
      );
    case 'exit':
      return unlessSkipped(course, state, step) ?? decideExit(course, state, step);
  }
}

/** The outcome of the last call is unknown. A message to a lead who may have answered it would be the greater error. */
function behindLastCall(course: Course, state: CadenceState, step: CadenceStep): Decision {
  const next = moveTo(course, state, followerOf(course.definition, step), course.now);
  const why = 'how the last call ended was never told';
  return { kind: 'moved', state: next, step_type: step.type, from: step.key, to: next.step_key, why, effects: [] };
}

type Skippable = StepOf<'message' | 'call' | 'wait' | 'wait_until' | 'set' | 'exit'>;

const isSkippable = (step: CadenceStep): step is Skippable =>
  step.type !== 'branch' && step.type !== 'split' && step.type !== 'goal';

function unlessSkipped(course: Course, state: CadenceState, step: Skippable): Decision | undefined {
  const evaluation = evaluate(step.conditions, step.match, course.facts, new Date(course.now));
  if (evaluation.matched) return undefined;
  const detail = evaluation.results
    .filter((result) => result.verdict !== 'matched')
    .map((result) => result.reason)
    .join('; ');
  // A step that takes no time leaves the delays of those behind it alone.
  const anchor = isSending(step) || step.type === 'wait' ? undefined : carriedAnchor(course, state, step);
  return skip(course, state, step, 'conditions_not_met', detail, anchor);
}

function withoutDate(course: Course, state: CadenceState, step: CadenceStep): Decision {
  const detail = 'The date that the step waits for is missing.';
  if (isSending(step) || step.type === 'set' || step.type === 'exit') {
    return skip(course, state, step, 'missing_date', detail);
  }
  const next = moveTo(course, state, followerOf(course.definition, step), course.now);
  return {
    kind: 'moved',
    state: next,
    step_type: step.type,
    from: step.key,
    to: next.step_key,
    why: detail,
    effects: [],
  };
}

function decideExit(course: Course, state: CadenceState, step: StepOf<'exit'>): Decision {
  const detail = step.reason ?? null;
  const next = end(state, 'completed', detail, course.now);
  return { kind: 'exit', state: next, reason: 'completed', detail };
}
