import type { AgentStatus } from '../../schemas/agents/agents.js';

/** A status of an agent, as far as its place in the funnel goes. */
export type StatusPosition = Pick<AgentStatus, 'key' | 'position' | 'is_terminal'>;

/** The reason why a lead can't be moved to a status. */
export type StatusRefusal = 'unknown_status' | 'downgrade';

/** Returns why a lead with status `from` can't change to `to`. A way back has to be allowed. */
export function statusRefusal(
  statuses: readonly StatusPosition[],
  from: string | null,
  { statusKey: to, allowDowngrade }: { statusKey: string; allowDowngrade: boolean },
): StatusRefusal | undefined {
  const status = statuses.find(({ key }) => key === to);
  if (!status) return 'unknown_status';
  const current = statuses.find(({ key }) => key === from);
  return !allowDowngrade && current && status.position < current.position ? 'downgrade' : undefined;
}

/** Describes in a sentence what keeps a lead from changing its status. */
export const statusRefusalText = (refusal: StatusRefusal, statusKey: string): string =>
  refusal === 'downgrade'
    ? "The status can't move back to an earlier one."
    : `The workflow has no status ${statusKey}.`;
