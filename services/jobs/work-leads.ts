import { agentCounts } from '../../db/agents/agent-counts.js';
import { findAgent, findDefinitions, versionKey } from '../../db/agents/agents.js';
import { listEventsByIds } from '../../db/events/events.js';
import { type CycleLead, finishCycleLeads, lockCycleAgents, lockCycleLeads } from '../../db/jobs/cycle-leads.js';
import type { AgentRunRow, EventRow, JobCycleLeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Facts } from '../../domain/facts.js';
import { wallClock } from '../../domain/jobs/wall-clock.js';
import { addTagsInBulk, type BulkTags } from '../leads/bulk-tags.js';
import { type EffectTarget, enrolledTarget } from '../rules/effect.js';
import { applyPlan, type OpenCycle, sourceOf } from './apply-plan.js';
import type { JobDocument } from './jobs.js';
import { type PlannedLead, planAgent, planLead } from './plan.js';

/** The results of one batch of a cycle. */
export interface WorkResult {
  leads: number;
  warnings: string[];
}

/**
 * Processes the next leads of a cycle in the caller's transaction. Plans each under the locks of its row and its run's,
 * applies the effects (or only records them in a dry run) and stores the outcome.
 */
export async function workLeads(work: Work, open: OpenCycle, limit: number): Promise<WorkResult> {
  const { tx, now } = work;
  const { cycle, job } = open;
  const leads = await lockCycleLeads(tx, cycle.id, limit);
  if (leads.length === 0) return { leads: 0, warnings: [] };
  const planned = await planLeads(work, open, leads);
  const tags = cycle.dry_run ? undefined : tagsOnly(planned.filter(({ lead }) => !isPausedFor(job, lead.run)));
  if (tags) await addTagsInBulk(work, tags, sourceOf(open, 0).origin);
  const byLead = new Map(planned.map((one) => [one.lead, one]));
  const rows: JobCycleLeadRow[] = [];
  for (const lead of leads) {
    const one = byLead.get(lead);
    rows.push(
      one
        ? await finishLead(work, open, one, tags !== undefined)
        : { ...lead.row, outcome: 'failed', reason: 'no_definition', finished_at: now },
    );
  }
  await finishCycleLeads(tx, rows);
  return { leads: leads.length, warnings: planned.flatMap(({ plan }) => plan.warnings) };
}

/** Plans those of the leads whose agent's version is still there. */
async function planLeads(work: Work, { cycle, job }: OpenCycle, leads: readonly CycleLead[]): Promise<PlannedLead[]> {
  const { tx, now } = work;
  const definitions = await findDefinitions(
    tx,
    leads.map(({ run }) => ({ agentId: run.agent_id, version: run.agent_version })),
  );
  const eventIds = leads.flatMap(({ row }) => row.event_id ?? []);
  const events = eventIds.length > 0 ? await listEventsByIds(tx, eventIds) : new Map<string, EventRow>();
  return leads.flatMap((lead) => {
    const { row, run } = lead;
    const definition = definitions.get(versionKey({ agentId: run.agent_id, version: run.agent_version }));
    if (!definition) return [];
    const keyPrefix = `${job.id}/${cycle.id}/${row.subject_id}`;
    return [planLead(job, lead, definition, { now, keyPrefix, event: events.get(row.event_id ?? '') })];
  });
}

async function finishLead(
  work: Work,
  open: OpenCycle,
  { lead, definition, facts, plan }: PlannedLead,
  done: boolean,
): Promise<JobCycleLeadRow> {
  const { now } = work;
  const { cycle, job } = open;
  // It was paused after the cycle took it.
  if (isPausedFor(job, lead.run)) return { ...lead.row, outcome: 'skipped', reason: 'paused', finished_at: now };
  const target = enrolledTarget(lead.snapshot, { row: lead.run, definition }, facts);
  const row = await applyPlan(work, open, { row: lead.row, target, plan }, { done });
  const counts = row.outcome === 'acted' && !cycle.dry_run;
  return { ...row, acted_wall: counts ? wallClock(cycle.nominal_at, job.timezone) : null };
}

/** Returns whether a job leaves a run alone because a person has it or its cadence is paused. */
export function isPausedFor(
  job: Pick<JobDocument, 'workflow_filters'>,
  run: Pick<AgentRunRow, 'open_slot' | 'human_takeover' | 'cadence_paused'>,
): boolean {
  const paused = run.open_slot === 1 && (run.human_takeover || run.cadence_paused);
  return paused && (job.workflow_filters?.automation ?? 'active') === 'active';
}

/** Gathers the tags to add, where a piece does nothing else: they go in together. */
function tagsOnly(planned: readonly PlannedLead[]): BulkTags[] | undefined {
  const effects = planned.flatMap(({ plan }) => plan.steps.flatMap((step) => step.effects));
  if (effects.length === 0) return undefined;
  if (effects.some(({ effect, delaySeconds }) => effect.type !== 'add_tag' || delaySeconds > 0)) return undefined;
  return planned.flatMap(({ lead, plan, definition }) => {
    const tags = plan.steps.flatMap((step) =>
      step.effects.flatMap(({ effect }) => (effect.type === 'add_tag' ? effect.params.tags : [])),
    );
    if (tags.length === 0) return [];
    const { run, snapshot, openRuns } = lead;
    return [{ lead: snapshot.lead, run, definition, others: openRuns > 1, tags, has: snapshot.tags }];
  });
}

/** Gives the target of effects on an agent. */
export const agentTarget = (job: Pick<JobDocument, 'account_id' | 'timezone'>, facts: Facts): EffectTarget => ({
  account: { id: job.account_id, timezone: job.timezone },
  leadId: null,
  run: null,
  agentId: facts.agentId,
  facts,
});

/** Works the next agents of a cycle that runs once for each agent, in the caller's transaction. */
export async function workAgents(work: Work, open: OpenCycle, limit: number): Promise<WorkResult> {
  const { tx, now } = work;
  const { cycle, job } = open;
  const waiting = await lockCycleAgents(tx, cycle.id, limit);
  const warnings: string[] = [];
  const rows: JobCycleLeadRow[] = [];
  for (const row of waiting) {
    const agent = await findAgent(tx, cycle.account_id, row.agent_id);
    if (!agent) {
      rows.push({ ...row, outcome: 'skipped', reason: 'gone', finished_at: now });
      continue;
    }
    const counts = await agentCounts(tx, cycle.account_id, agent.id);
    const { facts, plan } = planAgent(job, agent, counts, { now, keyPrefix: `${job.id}/${cycle.id}/${agent.id}` });
    warnings.push(...plan.warnings);
    rows.push(await applyPlan(work, open, { row, target: agentTarget(job, facts), plan }));
  }
  await finishCycleLeads(tx, rows);
  return { leads: waiting.length, warnings };
}
