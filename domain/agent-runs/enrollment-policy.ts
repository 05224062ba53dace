import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { ReenrollmentPolicy } from '../../schemas/rules/actions.js';

/** An earlier enrolment of the lead in the same agent. */
export interface EarlierRun {
  open: boolean;
  endedAt: Date | null;
}

export type EnrollmentVerdict =
  /** Goes ahead; `restart` ends the open run first. */
  { allowed: true; restart: boolean } | { allowed: false; message: string };

const DAY_MS = 86_400_000;
const ONLY_ONCE = 'The workflow enrolls each lead only once.';

/** Returns whether a lead may enter an agent again, and why not. `override` replaces the agent's policy. */
export function decideEnrollment(
  rules: AgentDefinition['reenrollment'],
  earlier: readonly EarlierRun[],
  now: Date,
  override?: ReenrollmentPolicy | null,
): EnrollmentVerdict {
  const policy = override ?? rules.policy;
  const open = earlier.some((run) => run.open);
  if (earlier.length === 0) return { allowed: true, restart: false };
  if (policy === 'never') return { allowed: false, message: ONLY_ONCE };
  if (open && policy !== 'restart') {
    return { allowed: false, message: 'The lead already has an open run of this workflow.' };
  }
  if (rules.max_entries !== null && earlier.length >= rules.max_entries) {
    const message =
      rules.max_entries === 1 ? ONLY_ONCE : `The workflow enrolls each lead at most ${rules.max_entries} times.`;
    return { allowed: false, message };
  }
  const lastEnd = Math.max(...earlier.map((run) => run.endedAt?.getTime() ?? 0));
  const readyAt = lastEnd + rules.cooldown_days * DAY_MS;
  if (!open && readyAt > now.getTime()) {
    return { allowed: false, message: `The lead can be enrolled again from ${new Date(readyAt).toISOString()}.` };
  }
  return { allowed: true, restart: open };
}
