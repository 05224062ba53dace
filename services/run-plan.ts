import type { CadencePlan } from '../domain/cadence/plan.js';
import type { CadenceState } from '../domain/cadence/state.js';
import { channelOf, isSending, stepsOf } from '../domain/cadence/steps.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { CadenceStep } from '../schemas/cadence.js';

/** What a workflow's wait looks like to operators. */
export interface TimerPlan {
  sleepUntil: string | null;
  summary: string;
  action?: string;
  details?: string;
}

const what = (step: CadenceStep): string =>
  isSending(step) ? (step.type === 'call' ? 'call' : `send ${channelOf(step)}`) : step.type.replace('_', ' ');

/**
 * The wait that follows from a plan, in words without names, addresses or texts: "wait until 2026-03-02T08:00Z,
 * step 3 of 5". With the state it also carries the cadence as a table.
 */
export function timerOf(definition: AgentDefinition, plan: CadencePlan, state?: CadenceState): TimerPlan {
  const step = stepsOf(definition)[plan.step_number - 1];
  const place = `step ${plan.step_number} of ${plan.total_steps}`;
  const [hold] = plan.holds;
  const until = plan.sleep_until === null ? 'until woken' : `until ${short(plan.sleep_until)}`;
  const summary = hold ? `held (${hold.reason}) ${until}, ${place}` : `wait ${until}, ${place}`;
  return {
    sleepUntil: plan.sleep_until,
    summary,
    action: step ? `${what(step)}, ${place}` : 'end',
    ...(state ? { details: table(definition, plan, state) } : {}),
  };
}

const short = (at: string): string => `${at.slice(0, 16)}Z`;

const MAX_ROWS = 30;

function table(definition: AgentDefinition, plan: CadencePlan, state: CadenceState): string {
  const rows = stepsOf(definition)
    .slice(0, MAX_ROWS)
    .map((step, index) => `| ${index + 1} | ${step.key} | ${what(step)} | ${progress(step, plan, state)} |`);
  return ['| # | Step | What | State |', '|---|---|---|---|', ...rows].join('\n');
}

function progress(step: CadenceStep, plan: CadencePlan, state: CadenceState): string {
  if (step.key === plan.step_key) {
    const [hold] = plan.holds;
    if (hold) return `held: ${hold.reason}${hold.until ? ` until ${short(hold.until)}` : ''}`;
    return plan.sleep_until === null ? 'waiting' : `next, ${short(plan.sleep_until)}`;
  }
  const arm = state.arms[step.key];
  if (arm) return `went ${arm}`;
  return (state.visits[step.key] ?? 0) > 0 ? 'done' : '';
}
