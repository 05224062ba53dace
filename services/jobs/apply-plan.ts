import { insertJobEffects } from '../../db/jobs/cycles.js';
import type { JobCycleLeadRow, JobCycleRow, JobEffectRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { hasMatched, type JobPlan, type StepEffect } from '../../domain/jobs/run-steps.js';
import { newId } from '../../runtime/ids.js';
import type { Effect } from '../../schemas/rules/effects.js';
import { applyEffect, dryRunEffect } from '../rules/apply.js';
import type { EffectSource, EffectTarget, Skipped } from '../rules/effect.js';
import type { JobDocument } from './jobs.js';

/** A cycle that is being worked, and the job as the cycle began with it. */
export interface OpenCycle {
  cycle: JobCycleRow;
  job: JobDocument;
}

/** The target of a plan: a row of the cycle, and its lead or agent. */
export interface CycleTarget {
  row: JobCycleLeadRow;
  target: EffectTarget;
  plan: JobPlan;
}

/** Names what asks for the effects of one step of a cycle. */
export const sourceOf = ({ cycle, job }: OpenCycle, step: number): EffectSource => ({
  kind: 'job',
  id: job.id,
  executionId: cycle.id,
  groupKey: `${cycle.id}/${step}`,
  title: job.name,
  origin: { kind: 'job', id: cycle.job_id, depth: cycle.origin_depth + 1 },
});

/**
 * Applies the steps of a plan in the caller's transaction, and returns the row with its outcome. With `done`, the
 * effects were already applied together with those of others.
 */
export async function applyPlan(
  work: Work,
  open: OpenCycle,
  { row, target, plan }: CycleTarget,
  { done = false } = {},
): Promise<JobCycleLeadRow> {
  const { now } = work;
  const skips: Skipped[] = [];
  let acted = 0;
  let stopped = false;
  const steps = [];
  for (const { index, name, verdict, conditions, effects: planned, skipped } of plan.steps) {
    const effects = [];
    for (const one of planned) {
      if (stopped) break;
      const { type, params, on_error } = one.effect;
      const result = done ? { applied: true } : await applyOne(work, open, { row, target }, one, index);
      if ('skipped' in result) {
        skips.push(result);
        stopped = on_error === 'stop';
        const { reason } = result;
        effects.push({ type, params, applied: false, skipped: result.skipped, ...(reason ? { reason } : {}) });
      } else {
        acted += 1;
        effects.push({ type, params, ...result });
      }
    }
    steps.push({ index, name, verdict, conditions, effects, skipped });
  }
  const matched = hasMatched(plan);
  return {
    ...row,
    ...(acted > 0 ? { outcome: 'acted', reason: null } : outcomeOf(skips, matched)),
    matched,
    steps: JSON.stringify(steps),
    finished_at: now,
  };
}

/** Applies one effect, defers it, or, in a dry run, records it. */
async function applyOne(
  work: Work,
  open: OpenCycle,
  { row, target }: Omit<CycleTarget, 'plan'>,
  { effect, delaySeconds }: StepEffect,
  step: number,
): Promise<{ applied: boolean; due_at?: string } | Skipped> {
  const { tx, now } = work;
  const { cycle } = open;
  const dueAt = delaySeconds > 0 ? new Date(now.getTime() + delaySeconds * 1000) : undefined;
  if (dueAt && !cycle.dry_run) {
    await insertJobEffects(tx, [deferredRow(cycle, row, { effect, step }, dueAt)]);
    return { applied: false, due_at: dueAt.toISOString() };
  }
  const apply = cycle.dry_run ? dryRunEffect : applyEffect;
  const result = await apply(work, target, effect, sourceOf(open, step));
  if ('skipped' in result) return result;
  return { applied: !cycle.dry_run, ...(dueAt ? { due_at: dueAt.toISOString() } : {}) };
}

/** Returns the outcome of a lead or agent without effects. A failed step fails it, and all other reasons skip it. */
function outcomeOf(skips: readonly Skipped[], matched: boolean): Pick<JobCycleLeadRow, 'outcome' | 'reason'> {
  const cause = skips.find((one) => one.cause)?.cause;
  if (cause) return { outcome: 'failed', reason: cause };
  return {
    outcome: 'skipped',
    reason: skips.find(({ reason }) => reason)?.reason ?? (matched ? 'nothing_to_do' : 'no_match'),
  };
}

/** A deferred effect as stored, with the step that names its digest. */
export interface StoredEffect {
  effect: Effect;
  step: number;
}

/** Makes the row of an effect that a cycle defers, for a lead or, where it runs once for each agent, for an agent. */
const deferredRow = (
  cycle: JobCycleRow,
  { subject_id, lead_id, agent_id, agent_run_id }: JobCycleLeadRow,
  effect: StoredEffect,
  dueAt: Date,
): JobEffectRow => ({
  id: newId(),
  cycle_id: cycle.id,
  account_id: cycle.account_id,
  subject_id,
  lead_id,
  agent_id,
  agent_run_id,
  effect: JSON.stringify(effect),
  due_at: dueAt,
  status: 'waiting',
  detail: null,
  applied_at: null,
});
