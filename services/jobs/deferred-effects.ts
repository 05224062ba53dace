import type { Knex } from 'knex';
import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { findAgent, findDefinition } from '../../db/agents/agents.js';
import { fromJson } from '../../db/connection.js';
import { findJobById } from '../../db/jobs/jobs.js';
import { lockLead } from '../../db/leads/leads.js';
import { loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { JobCycleRow, JobEffectRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { agentFacts } from '../../domain/jobs/agent-facts.js';
import { toFacts } from '../agent-runs/evaluation-facts.js';
import { applyEffect } from '../rules/apply.js';
import { type EffectTarget, enrolledTarget, type Skipped } from '../rules/effect.js';
import { type StoredEffect, sourceOf } from './apply-plan.js';
import type { JobDocument } from './jobs.js';
import { agentTarget, isPausedFor } from './work-leads.js';

/**
 * Applies a deferred effect as things stand now: a job that was deleted does nothing more, and a lead that is gone or
 * was paused in between is left alone, as is an agent that is gone.
 * Returns why it was left out, or undefined.
 */
export async function applyDeferred(work: Work, cycle: JobCycleRow, row: JobEffectRow): Promise<string | undefined> {
  const { tx } = work;
  if ((await findJobById(tx, cycle.job_id))?.deleted_at !== null) return 'The job was deleted.';
  const job = fromJson<JobDocument>(cycle.definition);
  const { effect, step } = fromJson<StoredEffect>(row.effect);
  const target = await targetOf(tx, job, row);
  if ('skipped' in target) return target.skipped;
  const result = await applyEffect(work, target, effect, sourceOf({ cycle, job }, step));
  return 'skipped' in result ? result.skipped : undefined;
}

/** Reads what a deferred effect is applied to, its rows locked, or says why it is left alone. */
async function targetOf(tx: Knex, job: JobDocument, row: JobEffectRow): Promise<EffectTarget | Skipped> {
  const { account_id, lead_id, agent_run_id } = row;
  if (lead_id === null || agent_run_id === null) {
    const agent = await findAgent(tx, account_id, row.agent_id);
    return agent ? agentTarget(job, agentFacts(agent.id, job.timezone)) : { skipped: 'The workflow no longer exists.' };
  }
  const lead = await lockLead(tx, account_id, lead_id);
  const run = await lockRun(tx, agent_run_id);
  if (!lead || lead.hidden || !run) return { skipped: 'The lead no longer exists.' };
  if (isPausedFor(job, run)) return { skipped: 'The lead is paused.' };
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  const [snapshot] = await loadLeadSnapshots(tx, { accountId: account_id, leadIds: [lead.id] });
  if (!definition || !snapshot) return { skipped: 'The workflow no longer exists.' };
  return enrolledTarget(snapshot, { row: run, definition }, toFacts(snapshot, definition, run.agent_id, run));
}
