import type { Effect } from '../../schemas/rules/effects.js';
import type { Facts } from '../facts.js';
import type { CategoryOf } from '../rules/actions/definition.js';
import { type PlanContext, planActions } from '../rules/actions/index.js';
import { applyToFacts } from '../rules/apply-to-facts.js';
import { evaluate } from '../rules/conditions/index.js';
import { type FullStep, isFlow } from './steps.js';

/** An effect of a step, and how many seconds later it is to be. */
export interface StepEffect {
  effect: Effect;
  delaySeconds: number;
}

/** The outcome of one step for a lead. */
export interface StepVerdict {
  index: number;
  name: string | null;
  /** `direct` where a step tests nothing. */
  verdict: 'direct' | 'matched' | 'not_matched';
  conditions: { verdict: string; reason: string }[];
  effects: StepEffect[];
  skipped: { type: string; reason: string }[];
}

export interface JobPlan {
  steps: StepVerdict[];
  warnings: string[];
}

/**
 * Returns whether a job's conditions hold for a lead: those of one of its steps at least, or it has a step without any.
 */
export const hasMatched = ({ steps }: JobPlan): boolean => steps.some(({ verdict }) => verdict !== 'not_matched');

/**
 * Walks a lead through a job's steps in memory: what each condition says and which effects follow. Later steps see what
 * earlier effects change, as far as facts can tell, so that a dry run goes the way a real one does. `keyPrefix`
 * names job, cycle and lead: every effect's idempotency key begins with it.
 */
export function runSteps(
  steps: readonly FullStep[],
  facts: Facts,
  { now, render, keyPrefix, categoryOf }: { keyPrefix: string; categoryOf: CategoryOf } & Omit<PlanContext, 'facts'>,
): JobPlan {
  const plan: JobPlan = { steps: [], warnings: [] };
  let current = facts;
  for (let index = 0; index < steps.length; ) {
    const step = steps[index] as FullStep;
    const direct = step.action !== null;
    const evaluation = evaluate(step.conditions, step.match, current, now);
    plan.warnings.push(...evaluation.warnings.map(({ message }) => `step ${index + 1}: ${message}`));
    const branch = step.action ?? (evaluation.matched ? step.on_match : step.on_no_match);
    const action = branch && !isFlow(branch) ? branch : undefined;
    const planned = action
      ? planActions([action], { facts: current, now, render }, `${keyPrefix}/${index}`)
      : { effects: [], skipped: [], stopped: false };
    const delaySeconds = action?.delay_seconds ?? 0;
    plan.steps.push({
      index,
      name: step.name,
      verdict: direct ? 'direct' : evaluation.matched ? 'matched' : 'not_matched',
      conditions: evaluation.results.map(({ verdict, reason }) => ({ verdict, reason })),
      effects: planned.effects.map((effect) => ({ effect, delaySeconds })),
      skipped: planned.skipped.map(({ type, reason }) => ({ type, reason })),
    });
    if (delaySeconds === 0) current = applyToFacts(current, planned.effects, now, categoryOf);
    if (planned.stopped || (branch && isFlow(branch) && branch.type === 'stop')) break;
    index = branch && isFlow(branch) && branch.type === 'goto_step' ? Math.max(branch.index, index + 1) : index + 1;
  }
  return plan;
}
