import type { Knex } from 'knex';
import { lockRun } from '../db/agent-runs.js';
import { findAgent, findDefinition } from '../db/agents.js';
import { findJobById } from '../db/background-jobs.js';
import { fromJson } from '../db/connection.js';
import { loadLeadSnapshots } from '../db/facts.js';
import { lockLeadRow } from '../db/leads.js';
import type { JobCycleLeadRow, JobCycleRow, JobEffectRow } from '../db/tables-jobs.js';
import type { JobDocument } from './background-jobs.js';
import { applyToAgent, contextOf } from './cycle-agents.js';
import { applyNow, originOf, type StoredEffect, sourceOf } from './cycle-leads.js';
import { toFacts } from './facts.js';

/**
 * Applies an effect that was put off, as things stand now: a job that was deleted does nothing more, and a lead that is
 * gone or was paused meanwhile is left alone, as is an agent that is gone.
 * Answers why it was left out, or undefined.
 */
export async function applyPutOff(
  tx: Knex,
  now: Date,
  cycle: JobCycleRow,
  row: JobEffectRow,
): Promise<string | undefined> {
  if ((await findJobById(tx, cycle.job_id))?.deleted_at !== null) return 'The job was deleted.';
  const job = fromJson<JobDocument>(cycle.definition);
  const { effect, step } = fromJson<StoredEffect>(row.effect);
  if (row.lead_id === null || row.agent_run_id === null) {
    const agent = await findAgent(tx, cycle.account_id, row.agent_id);
    if (!agent) return 'The workflow is gone.';
    const applied = await applyToAgent(contextOf(tx, now, { cycle, job, agentId: agent.id, step }), effect);
    return 'skipped' in applied ? applied.skipped : undefined;
  }
  const lead = await lockLeadRow(tx, cycle.account_id, row.lead_id);
  const run = await lockRun(tx, row.agent_run_id);
  if (!lead || lead.hidden || !run) return 'The lead is gone.';
  const paused = run.open_slot === 1 && (run.human_takeover === 1 || run.cadence_paused === 1);
  if (paused && (job.workflow_filters?.automation ?? 'active') === 'active') return 'The lead is paused.';
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  const [snapshot] = await loadLeadSnapshots(tx, { accountId: cycle.account_id, leadIds: [lead.id] });
  if (!definition || !snapshot) return 'The workflow is gone.';
  const member = { subject_id: row.subject_id, lead_id: row.lead_id } as JobCycleLeadRow;
  const facts = toFacts(snapshot, definition, run.agent_id, run);
  const planned = { lead: { member, run, snapshot, openRuns: 1 }, definition, facts };
  return (await applyNow(tx, now, planned, effect, originOf(cycle), sourceOf(cycle, job, step)))?.skipped;
}
