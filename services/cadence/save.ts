import { updateRun } from '../../db/agent-runs/agent-runs.js';
import { insertEvents } from '../../db/events/events.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Decision } from '../../domain/cadence/decision.js';
import { type CadencePlan, nextPlan } from '../../domain/cadence/plan.js';
import type { Usage } from '../../domain/messages/limits.js';
import type { AdvanceResult } from '../../workflows/cadence.protocol.js';
import { endRun } from '../agent-runs/end-run.js';
import { cadenceColumns, emitScheduled, endedDetails, timerOf } from '../agent-runs/run-plan.js';
import { originOf, type StepContext, stepEvents } from './step-context.js';

/** Returns the result for a run that ended elsewhere. */
export const ended = (run: AgentRunRow | undefined): AdvanceResult =>
  run
    ? { closed: true, runStatus: run.run_status, stopReason: run.stop_reason }
    : { closed: true, runStatus: 'stopped', stopReason: 'erased' };

/** The data of a run that starts to wait. */
interface Rest {
  usage?: Usage | undefined;
  sentAt?: Date | undefined;
  /** The time of the next check without a wake-up, if it differs from the plan. */
  lookAt?: Date | undefined;
}

/** Stores the run's position and returns how long it sleeps. */
export async function saveAndSchedule(
  context: StepContext,
  { usage, sentAt, lookAt }: Rest = {},
): Promise<AdvanceResult> {
  const { tx, now, run, definition, facts } = context;
  const next = nextPlan(definition, context.state, facts, now, usage);
  const plan = untilResumed(run, lookAt ? { ...next, sleep_until: lookAt.toISOString() } : next);
  const scheduled = emitScheduled(run, context.state, plan, now, originOf(run));
  const state = scheduled?.state ?? context.state;
  await updateRun(tx, run.id, {
    ...cadenceColumns(definition, state, plan, now),
    ...(sentAt ? { last_step_at: sentAt } : {}),
    ...(run.started_at ? {} : { started_at: now }),
    updated_at: now,
  });
  await insertEvents(tx, now, scheduled ? [...context.events, scheduled.event] : context.events);
  return { closed: false, plan: timerOf(definition, plan, facts.timezone, state) };
}

/** A pause with an end is looked at then, whatever else holds the run and whenever its step is due. */
function untilResumed({ cadence_paused, auto_resume_at }: AgentRunRow, plan: CadencePlan): CadencePlan {
  if (!cadence_paused || auto_resume_at === null) return plan;
  const { sleep_until } = plan;
  const earlier = sleep_until !== null && Date.parse(sleep_until) < auto_resume_at.getTime();
  return earlier ? plan : { ...plan, sleep_until: auto_resume_at.toISOString() };
}

/** Ends a run whose cadence has come to its end. */
export async function complete(
  context: StepContext,
  decision: { kind: 'complete' } | Pick<Decision & { kind: 'exit' }, 'kind' | 'reason' | 'detail'>,
  sentAt?: Date,
): Promise<AdvanceResult> {
  const { tx, now, run, definition, facts, state } = context;
  const reason = decision.kind === 'exit' ? decision.reason : 'completed';
  const detail = decision.kind === 'exit' ? decision.detail : null;
  await insertEvents(tx, now, context.events);
  await updateRun(tx, run.id, {
    ...cadenceColumns(definition, state, nextPlan(definition, state, facts, now), now),
    ...(sentAt ? { last_step_at: sentAt } : {}),
  });
  if (reason === 'completed') await insertEvents(tx, now, [stepEvents.completed(context, detail)]);
  const runStatus = reason === 'completed' ? 'completed' : reason === 'error' ? 'failed' : 'stopped';
  await endRun(context, run, {
    runStatus,
    stopReason: reason,
    origin: originOf(run),
    data: { detail },
    wake: false,
  });
  return {
    closed: true,
    runStatus,
    stopReason: reason,
    details: endedDetails(definition, facts.timezone, state, reason),
  };
}

/** Ends a run that can't continue, with the reason and position for operators. */
export async function fail(
  work: Work,
  run: AgentRunRow,
  stopReason: 'error' | 'erased',
  data: Record<string, unknown>,
): Promise<AdvanceResult> {
  const runStatus = stopReason === 'error' ? 'failed' : 'stopped';
  await endRun(work, run, { runStatus, stopReason, origin: originOf(run), data, wake: false });
  return { closed: true, runStatus, stopReason };
}
