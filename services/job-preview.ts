import type { Knex } from 'knex';
import { findDefinitions, listAgentsByIds, versionKey } from '../db/agents.js';
import { readCycleLeads } from '../db/cycle-leads.js';
import { agentCounts } from '../db/reads/agent-counts.js';
import type { JobPlan } from '../domain/jobs/run-steps.js';
import { wallClock } from '../domain/jobs/wall-clock.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { JobPreview, StepResult } from '../schemas/job-cycles.js';
import type { JobDocument } from './background-jobs.js';
import { planAgent } from './cycle-agents.js';
import { planLead } from './cycle-leads.js';
import { whatsAppWindow } from './facts.js';
import { agentsOf, type Claimed, selectLeads } from './job-selection.js';

const SHOWN = 20;
const COUNTED = 10_000;

const stepsOf = (plan: JobPlan): StepResult[] =>
  plan.steps.map(({ effects, ...step }) => ({
    ...step,
    effects: effects.map(({ effect }) => ({ type: effect.type, params: effect.params, applied: false })),
  }));

const acts = (plan: JobPlan): boolean => plan.steps.some(({ effects }) => effects.length > 0);

const countSkipped = ({ skipped }: Pick<Claimed, 'skipped'>): JobPreview['skipped'] => {
  const count = (reason: string) => skipped.filter((one) => one.reason === reason).length;
  return {
    cooldown: count('cooldown'),
    paused: count('paused'),
    opted_out: count('opted_out'),
    window: 0,
    capped: 0,
    no_match: count('no_match'),
  };
};

/** What a cycle of a job would do now: how many leads pass, and the first 20 of them step by step. Writes nothing. */
export async function previewJob(db: Knex, now: Date, job: JobDocument): Promise<JobPreview> {
  if (job.scope === 'workflow_scoped') return previewAgents(db, now, job);
  const wall = wallClock(now, job.timezone);
  const claimed = await selectLeads(db, {
    job: { ...job, max_leads_per_cycle: COUNTED },
    now,
    cursor: null,
    wall,
    leadIds: null,
  });
  const shown = claimed.leads.slice(0, SHOWN);
  const leads = await readCycleLeads(db, shown);
  const definitions = await findDefinitions(
    db,
    leads.map(({ run }) => ({ agentId: run.agent_id, version: run.agent_version })),
  );
  const warnings: string[] = [];
  const told = leads.flatMap((lead) => {
    const definition = definitions.get(versionKey({ agentId: lead.run.agent_id, version: lead.run.agent_version }));
    if (!definition) return [];
    const { plan } = planLead(job, lead, definition, {
      now,
      occasion: `preview/${lead.run.lead_id}`,
      event: undefined,
    });
    warnings.push(...plan.warnings);
    return [
      {
        lead_id: lead.run.lead_id,
        workflow_id: lead.run.agent_id,
        acts: acts(plan),
        unreachable: unreachable(plan, lead.snapshot, definition, now),
        steps: stepsOf(plan),
      },
    ];
  });
  return {
    matched: claimed.leads.length + claimed.skipped.length + claimed.truncated,
    skipped: countSkipped(claimed),
    leads: told,
    warnings: [...new Set(warnings)],
  };
}

type Reachable = Parameters<typeof planLead>[1]['snapshot'];

/** Why the messages of a plan may not reach a lead. */
function unreachable(plan: JobPlan, snapshot: Reachable, definition: AgentDefinition, now: Date): string[] {
  const { lead, suppressed, account } = snapshot;
  const reasons = new Set<string>();
  for (const { effect } of plan.steps.flatMap((step) => step.effects)) {
    if (effect.type !== 'send_message' && effect.type !== 'trigger_call') continue;
    const channel = effect.type === 'send_message' ? effect.params.channel : 'call';
    if (lead[`consent_${channel}`] === 'opted_out') reasons.add('opted_out');
    if (suppressed.includes(channel)) reasons.add('suppressed');
    if (channel === 'email' ? !lead.email : !lead.phone) reasons.add('no_address');
    if (!account.sending_enabled) reasons.add('paused');
    const free = effect.type === 'send_message' && !effect.params.template_id && !effect.params.template_name;
    const open = whatsAppWindow(snapshot, definition);
    if (channel === 'whatsapp' && free && !(open && open > now)) reasons.add('window');
  }
  return [...reasons];
}

async function previewAgents(db: Knex, now: Date, job: JobDocument): Promise<JobPreview> {
  const agents = (await agentsOf(db, job)) ?? [];
  const rows = await listAgentsByIds(
    db,
    job.account_id,
    agents.slice(0, SHOWN).map(({ id }) => id),
  );
  const warnings: string[] = [];
  const leads: JobPreview['leads'] = [];
  for (const agent of rows) {
    const counts = await agentCounts(db, job.account_id, agent.id);
    const plan = planAgent(job, agent, counts, { now, occasion: `preview/${agent.id}` });
    warnings.push(...plan.warnings);
    leads.push({ lead_id: null, workflow_id: agent.id, acts: acts(plan), unreachable: [], steps: stepsOf(plan) });
  }
  return {
    matched: agents.length,
    skipped: countSkipped({ skipped: [] }),
    leads,
    warnings: [...new Set(warnings)],
  };
}
