import type { StepOf } from '../../schemas/cadence/cadence.js';
import { evaluate } from '../rules/conditions/index.js';
import { drawByWeight } from '../values/weighted-draw.js';
import type { Decision } from './decision.js';
import type { CadenceState } from './state.js';
import { type Course, carriedAnchor, followerOf, moveTo } from './transitions.js';
import { firedTrigger } from './triggers.js';

const reasons = (results: readonly { reason: string }[]): string => results.map((result) => result.reason).join('; ');

/** Decides which of two ways a branch takes. */
export function decideBranch(course: Course, state: CadenceState, step: StepOf<'branch'>): Decision {
  const evaluation = evaluate(step.conditions, step.match, course.facts, new Date(course.now));
  const way = evaluation.matched ? 'then' : 'else';
  const to = step[way] ?? followerOf(course.definition, step);
  const next = moveTo(
    course,
    { ...state, arms: { ...state.arms, [step.key]: way } },
    to,
    carriedAnchor(course, state, step),
  );
  const why = `${way}: ${reasons(evaluation.results) || 'no conditions'}`;
  return { kind: 'moved', state: next, step_type: 'branch', from: step.key, to: next.step_key, why, effects: [] };
}

/** Decides which arm a split takes: the first whose conditions hold, else one by weight that stays the lead's own. */
export function decideSplit(course: Course, state: CadenceState, step: StepOf<'split'>): Decision {
  const { facts, now } = course;
  const tested = step.arms
    .filter((arm) => arm.conditions && arm.conditions.length > 0)
    .map((arm) => ({ arm, evaluation: evaluate(arm.conditions, arm.match, facts, new Date(now)) }));
  const matched = tested.find(({ evaluation }) => evaluation.matched);
  const weighed = step.arms.filter((arm) => !arm.conditions || arm.conditions.length === 0);
  const arm = matched?.arm ?? drawByWeight(weighed, [facts.agentId, step.key, facts.lead.id]);
  const why = !arm
    ? 'no arm: no conditions hold'
    : `${arm.key}: ${matched ? reasons(matched.evaluation.results) : 'by its share of the leads'}`;
  const next = moveTo(
    course,
    arm ? { ...state, arms: { ...state.arms, [step.key]: arm.key } } : state,
    arm?.next ?? followerOf(course.definition, step),
    carriedAnchor(course, state, step),
  );
  return { kind: 'moved', state: next, step_type: 'split', from: step.key, to: next.step_key, why, effects: [] };
}

/** Passes a goal in its turn. The run continues after it, whether it is reached or not. */
export function decideGoal(course: Course, state: CadenceState, step: StepOf<'goal'>): Decision {
  const fired = firedTrigger(step.any, course.facts, { at: state.enrolled_at }, course.now);
  const why = fired ? `goal reached: ${fired}` : 'goal not reached';
  const next = moveTo(course, state, followerOf(course.definition, step), carriedAnchor(course, state, step));
  return { kind: 'moved', state: next, step_type: 'goal', from: step.key, to: next.step_key, why, effects: [] };
}
