import type { JobStep } from '../../schemas/jobs/background-jobs.js';
import type { JobFlow, TimedAction } from '../../schemas/rules/actions.js';
import type { Condition, Match } from '../../schemas/rules/conditions.js';

/** A step with everything said: what is unused is null or empty. */
export interface FullStep {
  name: string | null;
  conditions: Condition[];
  match: Match;
  on_match: TimedAction | JobFlow | null;
  on_no_match: TimedAction | JobFlow | null;
  action: TimedAction | null;
}

/** Fills in what a step leaves out. */
export const fullStep = (step: JobStep): FullStep => ({
  name: step.name ?? null,
  conditions: step.conditions ?? [],
  match: step.match ?? 'all',
  on_match: step.on_match ?? null,
  on_no_match: step.on_no_match ?? null,
  action: step.action ?? null,
});

const FLOWS: readonly string[] = ['continue', 'stop', 'goto_step'];

/** Returns whether a branch continues at another step instead of acting. */
export const isFlow = (branch: TimedAction | JobFlow): branch is JobFlow => FLOWS.includes(branch.type);

/** Lists every action of a step with its property. */
export function actionsOf(step: FullStep): { action: TimedAction; property: 'action' | 'on_match' | 'on_no_match' }[] {
  return (['action', 'on_match', 'on_no_match'] as const).flatMap((property) => {
    const branch = step[property];
    return branch && !isFlow(branch) ? [{ action: branch, property }] : [];
  });
}
