import type { AgentStatus } from '../schemas/agents.js';

/** A status of an agent, as far as its place in the funnel goes. */
export type StatusPlace = Pick<AgentStatus, 'key' | 'position' | 'is_terminal'>;

/** Why a lead can't be moved to a status. */
export type StatusRefusal = 'unknown_status' | 'downgrade';

/** What keeps a lead that stands at `from` from going to `to`; a way back has to be allowed. */
export function statusRefusal(
  statuses: readonly StatusPlace[],
  from: string | null,
  { statusKey: to, allowDowngrade }: { statusKey: string; allowDowngrade: boolean },
): StatusRefusal | undefined {
  const status = statuses.find(({ key }) => key === to);
  if (!status) return 'unknown_status';
  const current = statuses.find(({ key }) => key === from);
  return !allowDowngrade && current && status.position < current.position ? 'downgrade' : undefined;
}

/** The same in a sentence. */
export const statusRefusalText = (refusal: StatusRefusal, statusKey: string): string =>
  refusal === 'downgrade' ? 'The status would go back.' : `The workflow has no status ${statusKey}.`;
