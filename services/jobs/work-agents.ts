import { agentCounts } from '../../db/agents/agent-counts.js';
import { findAgent } from '../../db/agents/agents.js';
import { finishCycleLeads, lockCycleAgents } from '../../db/jobs/cycle-leads.js';
import type { JobCycleLeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Facts } from '../../domain/facts.js';
import type { EffectTarget } from '../rules/effect.js';
import { applyPlan, type OpenCycle } from './apply-plan.js';
import type { JobDocument } from './jobs.js';
import { planAgent } from './plan.js';
import type { Worked } from './work-leads.js';

/** Gives the target of effects on an agent. */
export const agentTarget = (job: Pick<JobDocument, 'account_id' | 'timezone'>, facts: Facts): EffectTarget => ({
  account: { id: job.account_id, timezone: job.timezone },
  ...{ leadId: null, run: null, agentId: facts.agentId, facts },
});

/** Works the next agents of a cycle that runs once for each agent, in the caller's transaction. */
export async function workAgents(work: Work, open: OpenCycle, limit: number): Promise<Worked> {
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
