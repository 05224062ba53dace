import type { Effect } from '../../schemas/rules/effects.js';

/** The reason why effects on a run that has ended are left out. */
export const RUN_ENDED = 'The lead’s run has ended.';

/** Notifies an effect on the lead's run with the acting agent from one on its run with another agent that it names. */
export function isOnOwnRun({ target, params }: Pick<Effect, 'target' | 'params'>, agentId: string | null): boolean {
  if (target.kind !== 'run') return false;
  const named = 'workflow_id' in params ? params.workflow_id : null;
  return named === null || named.toLowerCase() === agentId;
}
