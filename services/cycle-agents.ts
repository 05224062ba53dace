import type { Knex } from 'knex';
import { findAgent } from '../db/agents.js';
import { finishCycleLeads, lockCycleAgents } from '../db/cycle-leads.js';
import { insertJobEffects } from '../db/job-cycles.js';
import { agentCounts } from '../db/reads/agent-counts.js';
import type { AgentRow } from '../db/tables.js';
import type { JobCycleLeadRow, JobCycleRow } from '../db/tables-jobs.js';
import type { Facts, WorkflowFacts } from '../domain/facts.js';
import { type JobPlan, runSteps } from '../domain/jobs/run-steps.js';
import { renderTemplate } from '../domain/template-render.js';
import type { Effect } from '../schemas/effects.js';
import type { JobDocument } from './background-jobs.js';
import { originOf, sourceOf, undone, type Worked, waiting } from './cycle-leads.js';
import { queueFunction } from './new-function-run.js';
import {
  callWebhook,
  type LeftOut,
  notifyUser,
  type Outgoing,
  type OutgoingContext,
  switchAgent,
} from './outgoing-effects.js';

const NOTHING = {
  last_inbound_at: null,
  last_outbound_at: null,
  inbound_count: 0,
  outbound_count: 0,
  opened_count: 0,
  clicked_count: 0,
  last_channel: null,
  calls_count: 0,
  calls_answered: 0,
  last_call: null,
  whatsapp_window_expires_at: null,
};

/** The facts where there is no lead, as of a job that runs once for an agent: the agent's counts and the clock. */
export function agentFacts(agentId: string, timezone: string, workflow?: WorkflowFacts): Facts {
  const none = null;
  const lead = {
    id: agentId,
    first_name: none,
    last_name: none,
    email: none,
    phone: none,
    company: none,
    title: none,
    source: none,
    campaign_id: none,
    created_at: '',
    updated_at: '',
    timezone: none,
    country: none,
    owner_id: none,
  };
  return {
    lead,
    metadata: {},
    variables: {},
    tags: [],
    status: null,
    run: null,
    engagement: NOTHING,
    consent: { whatsapp: 'unknown', email: 'unknown', call: 'unknown', sms: 'unknown' },
    ...(workflow ? { workflow } : {}),
    timezone,
    agentTimezone: timezone,
    agentId,
  };
}

/** What a job's steps come to for an agent. */
export function planAgent(
  job: JobDocument,
  agent: Pick<AgentRow, 'id' | 'name'>,
  counts: WorkflowFacts,
  { now, occasion }: { now: Date; occasion: string },
): JobPlan {
  const variables = { workflow: { id: agent.id, name: agent.name, ...counts }, now: now.toISOString() };
  return runSteps(job.steps, agentFacts(agent.id, job.timezone, counts), {
    now,
    occasion,
    render: (template) => {
      const rendered = renderTemplate(template, variables, 'text');
      return rendered.ok ? rendered.value : '';
    },
    categoryOf: () => 'open',
  });
}

/**
 * Works the next agents of a cycle that runs once for each agent, in the caller's transaction. With `refuse` they are
 * written off as failed instead.
 */
export async function workAgents(
  tx: Knex,
  now: Date,
  cycle: JobCycleRow,
  job: JobDocument,
  limit: number,
  refuse?: string,
): Promise<Worked> {
  const members = await lockCycleAgents(tx, cycle.id, limit);
  if (refuse !== undefined) {
    const failed = members.map((member) => ({ ...member, outcome: 'failed', reason: refuse, finished_at: now }));
    await finishCycleLeads(tx, failed);
    return { leads: members.length, warnings: [] };
  }
  const warnings: string[] = [];
  const rows: JobCycleLeadRow[] = [];
  for (const member of members) {
    const agent = await findAgent(tx, cycle.account_id, member.agent_id);
    if (!agent) {
      rows.push({ ...member, outcome: 'skipped', reason: 'gone', finished_at: now });
      continue;
    }
    const counts = await agentCounts(tx, cycle.account_id, agent.id);
    const plan = planAgent(job, agent, counts, { now, occasion: `${job.id}/${cycle.id}/${agent.id}` });
    warnings.push(...plan.warnings);
    rows.push(await finishAgent(tx, now, { cycle, job, member, plan }));
  }
  await finishCycleLeads(tx, rows);
  return { leads: members.length, warnings };
}

interface PlannedAgent {
  cycle: JobCycleRow;
  job: JobDocument;
  member: JobCycleLeadRow;
  plan: JobPlan;
}

async function finishAgent(tx: Knex, now: Date, { cycle, job, member, plan }: PlannedAgent): Promise<JobCycleLeadRow> {
  const dry = cycle.dry_run === 1;
  let acted = 0;
  let stopped = false;
  const left: LeftOut[] = [];
  const steps = [];
  for (const step of plan.steps) {
    const effects = [];
    for (const { effect, delaySeconds } of step.effects) {
      if (stopped) break;
      const { type, params, on_error } = effect;
      const context = contextOf(tx, now, { cycle, job, agentId: member.agent_id, step: step.index });
      const dueAt = delaySeconds > 0 ? new Date(now.getTime() + delaySeconds * 1000) : undefined;
      let result: Outgoing = { done: true };
      if (dry) result = await rehearse(context, effect);
      else if (dueAt) await insertJobEffects(tx, [waiting(cycle, member, effect, dueAt, step.index)]);
      else result = await applyToAgent(context, effect);
      if ('done' in result) {
        acted += 1;
        effects.push({ type, params, applied: !dry && !dueAt, ...(dueAt ? { due_at: dueAt.toISOString() } : {}) });
      } else {
        left.push(result);
        effects.push({ type, params, applied: false, skipped: result.skipped });
        stopped = on_error === 'stop';
      }
    }
    const { index, name, verdict, conditions, skipped } = step;
    steps.push({ index, name, verdict, conditions, effects, skipped });
  }
  return {
    ...member,
    ...(acted > 0 ? { outcome: 'acted', reason: null } : undone(left)),
    steps: JSON.stringify(steps),
    finished_at: now,
  };
}

/** What an effect on an agent, of one step of a job, is carried out with. */
export const contextOf = (
  tx: Knex,
  now: Date,
  { cycle, job, agentId, step }: { cycle: JobCycleRow; job: JobDocument; agentId: string; step: number },
): OutgoingContext => ({
  ...{ tx, now, accountId: cycle.account_id, leadId: null, agentId, timezone: job.timezone },
  ...{ origin: originOf(cycle), source: sourceOf(cycle, job, step) },
});

/** In a dry run nothing is done, but a function is run as a dry run too. */
const rehearse = (context: OutgoingContext, effect: Effect): Promise<Outgoing> =>
  effect.type === 'run_function' ? queueFunction(context, effect, true) : Promise.resolve({ done: true });

/** Applies one effect of a job that runs once for each agent. */
export async function applyToAgent(context: OutgoingContext, effect: Effect): Promise<Outgoing> {
  switch (effect.type) {
    case 'notify_user':
      return notifyUser(context, effect);
    case 'run_function':
      return queueFunction(context, effect);
    case 'call_webhook':
      return callWebhook(context, effect);
    case 'pause_workflow':
    case 'resume_workflow':
      return switchAgent(context, effect);
    default:
      return { skipped: 'This action needs a lead.' };
  }
}
