import { findFunction } from '../../../db/functions/functions.js';
import { insertFunctionRuns } from '../../../db/functions/runs.js';
import type { Work } from '../../../db/work.js';
import { isZone } from '../../../domain/leads/lead-zone.js';
import type { FunctionContext } from '../../../schemas/functions/function-runs.js';
import type { EffectOf } from '../../../schemas/rules/effects.js';
import { startFunctionRuns } from '../../instructions/functions.js';
import { type ApplyEffect, DONE, type EffectResult, type EffectSource, type EffectTarget } from '../effect.js';
import { pendingRun } from '../run-function.js';

/** The trigger in the record of runs that an action requested. */
const TRIGGERS = {
  ...({ job: 'background_job', cadence: 'cadence.step_executed', function: 'api', agent: 'message.received' } as const),
};

/** Requests the run of a function; the same effect asks once. */
export const applyRunFunction: ApplyEffect<'run_function'> = (work, target, effect, source) =>
  askForRun(work, target, effect, source, false);

/** Requests the run of a function whose own effects are only recorded. */
export const dryRunFunction: ApplyEffect<'run_function'> = (work, target, effect, source) =>
  askForRun(work, target, effect, source, true);

async function askForRun(
  work: Work,
  { account, leadId, agentId }: EffectTarget,
  { params, idempotency_key }: EffectOf<'run_function'>,
  source: EffectSource,
  dryRun: boolean,
): Promise<EffectResult> {
  const { tx, now } = work;
  const fn = await findFunction(tx, account.id, params.function_id.toLowerCase());
  if (!fn) return { skipped: "The account doesn't have this function.", cause: 'function_missing' };
  if (!fn.is_active) return { skipped: 'The function is inactive.', cause: 'function_inactive' };
  const { now: clock, timezone } = params.ctx as FunctionContext;
  if (clock !== undefined && Number.isNaN(new Date(clock).getTime())) {
    return { skipped: 'The now argument must be a time.', cause: 'function_now_unreadable' };
  }
  if (timezone !== undefined && !isZone(timezone)) {
    return { skipped: 'The timezone argument must be an IANA name.', cause: 'function_timezone_unknown' };
  }
  const event = TRIGGERS[source.kind];
  const row = pendingRun(now, {
    fn,
    triggerEvent: event,
    ctx: {
      ...params.ctx,
      event,
      ...(leadId === null ? {} : { lead_id: leadId }),
      ...(agentId === null ? {} : { workflow_id: agentId }),
    },
    dryRun,
    dedupKey: `effect/${idempotency_key}`,
    cycleId: source.kind === 'job' && !dryRun ? source.executionId : null,
    agentId,
    depth: source.origin.depth ?? 0,
  });
  const made = await insertFunctionRuns(tx, [row]);
  await startFunctionRuns(work, made, fn.timeout_ms, 'One run of a cloud function, asked for by an action');
  return DONE;
}
