import type { Knex } from 'knex';
import { agentCounts } from '../../db/agents/agent-counts.js';
import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import { readCycleLeads } from '../../db/jobs/cycle-leads.js';
import { hasMatched, type JobPlan } from '../../domain/jobs/run-steps.js';
import { wallClock } from '../../domain/jobs/wall-clock.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { JobPreview, StepResult } from '../../schemas/jobs/job-cycles.js';
import { whatsAppWindow } from '../agent-runs/evaluation-facts.js';
import { addressesOf } from '../leads/consent.js';
import type { JobDocument } from './jobs.js';
import { planAgent, planLead } from './plan.js';
import { agentsOf, type ClaimedLeads, type SkipReason, selectLeads } from './select-leads.js';

/** The effects of a cycle. The schedule gives its time. */
type LeadsPreview = Omit<JobPreview, 'cron_in_words' | 'next_runs'>;

const SHOWN = 20;
const COUNTED = 10_000;
const READ_AT_ONCE = 500;

const stepsOf = (plan: JobPlan): StepResult[] =>
  plan.steps.map(({ effects, ...step }) => ({
    ...step,
    effects: effects.map(({ effect }) => ({ type: effect.type, params: effect.params, applied: false })),
  }));

const acts = (plan: JobPlan): boolean => plan.steps.some(({ effects }) => effects.length > 0);

/**
 * Previews what a cycle of a job without a limit would do now: what its steps come to for every lead that it would take,
 * and for the first 20 of them step by step. Writes nothing.
 */
export async function previewJob(db: Knex, now: Date, job: JobDocument): Promise<LeadsPreview> {
  if (job.scope === 'workflow_scoped') return previewAgents(db, now, job);
  const claimed = await selectLeads(db, {
    job: { ...job, max_leads_per_cycle: COUNTED },
    now,
    cursor: null,
    wall: wallClock(now, job.timezone),
    leadIds: null,
  });
  const preview = newPreview(claimed.skipped);
  for (let at = 0; at < claimed.leads.length; at += READ_AT_ONCE) {
    const leads = await readCycleLeads(db, claimed.leads.slice(at, at + READ_AT_ONCE));
    const definitions = await findDefinitions(
      db,
      leads.map(({ run }) => ({ agentId: run.agent_id, version: run.agent_version })),
    );
    for (const lead of leads) {
      const { agent_id, agent_version, lead_id } = lead.run;
      const definition = definitions.get(versionKey({ agentId: agent_id, version: agent_version }));
      if (!definition) continue;
      const { plan } = planLead(job, lead, definition, { now, keyPrefix: `preview/${lead_id}`, event: undefined });
      count(preview, plan, () => ({
        lead_id,
        workflow_id: agent_id,
        unreachable: unreachable(plan, lead.snapshot, definition, now),
      }));
    }
  }
  return preview;
}

const newPreview = (skipped: ClaimedLeads['skipped']): LeadsPreview => {
  const of = (reason: SkipReason) => skipped.filter((one) => one.reason === reason).length;
  return {
    matched: 0,
    skipped: {
      cooldown: of('cooldown'),
      paused: of('paused'),
      opted_out: of('opted_out'),
      window: 0,
      capped: 0,
      no_match: of('no_match'),
    },
    leads: [],
    warnings: [],
  };
};

type Previewed = JobPreview['leads'][number];

/** Adds what a job's steps come to for one lead or agent. */
function count(preview: LeadsPreview, plan: JobPlan, target: () => Omit<Previewed, 'acts' | 'steps'>): void {
  if (hasMatched(plan)) preview.matched += 1;
  else if (!acts(plan)) preview.skipped.no_match += 1;
  for (const warning of plan.warnings) if (!preview.warnings.includes(warning)) preview.warnings.push(warning);
  if (preview.leads.length < SHOWN) preview.leads.push({ ...target(), acts: acts(plan), steps: stepsOf(plan) });
}

type Reachable = Parameters<typeof planLead>[1]['snapshot'];

/** Lists why the messages of a plan may not reach a lead. */
function unreachable(plan: JobPlan, snapshot: Reachable, definition: AgentDefinition, now: Date): string[] {
  const { lead, suppressed, account } = snapshot;
  const reasons = new Set<string>();
  for (const { effect } of plan.steps.flatMap((step) => step.effects)) {
    if (effect.type !== 'send_message' && effect.type !== 'trigger_call') continue;
    const channel = effect.type === 'send_message' ? effect.params.channel : 'call';
    if (lead[`consent_${channel}`] === 'opted_out') reasons.add('opted_out');
    if (suppressed.includes(channel)) reasons.add('suppressed');
    if (!addressesOf(lead, channel).length) reasons.add('no_address');
    if (!account.sending_enabled) reasons.add('paused');
    const free = effect.type === 'send_message' && !effect.params.template_id && !effect.params.template_name;
    const open = whatsAppWindow(snapshot, definition);
    if (channel === 'whatsapp' && free && !(open && open > now)) reasons.add('window');
  }
  return [...reasons];
}

async function previewAgents(db: Knex, now: Date, job: JobDocument): Promise<LeadsPreview> {
  const preview = newPreview([]);
  for (const agent of (await agentsOf(db, job)) ?? []) {
    const counts = await agentCounts(db, job.account_id, agent.id);
    const { plan } = planAgent(job, agent, counts, { now, keyPrefix: `preview/${agent.id}` });
    count(preview, plan, () => ({ lead_id: null, workflow_id: agent.id, unreachable: [] }));
  }
  return preview;
}
