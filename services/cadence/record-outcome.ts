import { lockRun, updateRun } from '../../db/agent-runs/agent-runs.js';
import { insertEvents, type NewEvent } from '../../db/events/events.js';
import type { Work } from '../../db/work.js';
import { afterConcurrentSend, givesUp, type SendResult, wasMoved } from '../../domain/cadence/after-send.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { SendOutcome } from '../../providers/outcome.js';
import type { AdvanceResult } from '../../workflows/cadence.protocol.js';
import { outerHolds, toFacts } from '../agent-runs/evaluation-facts.js';
import { cadenceOf } from '../agent-runs/run-plan.js';
import { recordAnswer } from '../messages/send.js';
import type { PreparedSend } from './claim-step-message.js';
import { complete, ended, saveAndSchedule } from './save.js';
import { originOf, type StepContext } from './step-context.js';

/** For a result whose claim was given up. The new owner of the claim plans the next step. */
const RECHECK_NOW = { sleepUntil: new Date(0).toISOString(), summary: 'look again' };

/** The cadence of a run whose lead was erased. */
const ERASED = '{}';

const STATUS = { accepted: 'sent', refused_retry: 'queued', refused_final: 'failed', unknown: 'unknown' } as const;

/**
 * Records the provider's answer under the claim that called it, and plans the next step. A result after its claim was
 * given up changes nothing. A run that was paused or ended during the call stays so. The message is recorded and the
 * step counts as done.
 */
export async function recordOutcome(work: Work, send: PreparedSend, known: SendOutcome): Promise<AdvanceResult> {
  const { tx, now } = work;
  const { context: claimed } = send;
  const run = await lockRun(tx, claimed.run.id);
  const outcome = judged(known, claimed.state.own_retries);
  const change = run && { claimed: cadenceOf(claimed.run), state: claimed.state, stored: cadenceOf(run) };
  // A run that was moved away or ended has no further use for a message that didn't leave.
  const dropped = outcome.kind === 'refused_retry' && change && (run.open_slot !== 1 || wasMoved(change));
  const status = dropped ? 'cancelled' : STATUS[outcome.kind];
  const recorded = await recordAnswer(work, send, { outcome, status });
  if (!run || !change) return ended(undefined);
  if (!recorded) return { closed: false, plan: RECHECK_NOW };
  // The facts of the claim still stand; the cadence may have been changed while the message was with its provider.
  const { definition, snapshot } = claimed;
  const facts = toFacts(snapshot, definition, run.agent_id, run, {
    holds: outerHolds(snapshot, run),
    events: claimed.facts.events,
  });
  const state = afterConcurrentSend(definition, change, resultOf(outcome), facts, now);
  const events = dropped ? [] : eventsOf(send, outcome, state);
  const context: StepContext = { ...work, run, definition, snapshot, facts, state, events };
  const sentAt = outcome.kind === 'accepted' ? now : undefined;
  if (run.open_slot === 1 && state.ended) return complete(context, { kind: 'exit', ...state.ended }, sentAt);
  if (run.open_slot === 1) return saveAndSchedule(context, { sentAt });
  await updateRun(tx, run.id, {
    // If the lead was erased during the call, the claim's data about it must not be stored again.
    ...(run.cadence === ERASED ? {} : { cadence: JSON.stringify(state) }),
    attempts: state.sent_count,
    ...(sentAt ? { last_step_at: sentAt } : {}),
  });
  await insertEvents(tx, now, context.events);
  return ended(run);
}

/**
 * Records only the provider's answer if the next step can't be planned, such as by a broken release. The next check of
 * the run continues from it.
 */
export async function noteOutcome(work: Work, send: PreparedSend, known: SendOutcome): Promise<void> {
  const { tx, now } = work;
  const { run, state } = send.context;
  await lockRun(tx, run.id);
  const outcome = judged(known, state.own_retries);
  if (!(await recordAnswer(work, send, { outcome, status: STATUS[outcome.kind] }))) return;
  const messageEvents = eventsOf(send, outcome, state).filter(({ type }) => type.startsWith('message.'));
  await insertEvents(tx, now, messageEvents);
  if (outcome.kind === 'accepted') await updateRun(tx, run.id, { last_step_at: now });
}

const WINDOW_RETRY_SECONDS = 60;

/**
 * Returns the meaning of an answer for the step. If the provider reports a closed 24-hour window, the step isn't lost.
 * It continues as if the window had been known to be closed, with its fallback template or held. Repeated temporary
 * rejections become a permanent one.
 */
function judged(outcome: SendOutcome, ownRetries: number): SendOutcome {
  if (outcome.kind === 'refused_final' && outcome.code === 'WINDOW_CLOSED') {
    return { ...outcome, kind: 'refused_retry', hold: 'window_24h_closed', retryAfterSeconds: WINDOW_RETRY_SECONDS };
  }
  if (outcome.kind !== 'refused_retry' || !givesUp(ownRetries, outcome)) return outcome;
  const { code, message, providerCode } = outcome;
  return { kind: 'refused_final', code, message, ...(providerCode === undefined ? {} : { providerCode }) };
}

function resultOf(outcome: SendOutcome): SendResult {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'refused_retry':
      return {
        kind: 'refused_retry',
        detail: outcome.code,
        retry_after_seconds: outcome.retryAfterSeconds ?? null,
        ...(outcome.hold ? { hold: outcome.hold } : {}),
        ...(outcome.mayBeTheMessage ? { may_be_the_message: true } : {}),
      };
    case 'refused_final':
      return { kind: 'refused_final', detail: outcome.code };
    case 'unknown':
      return { kind: 'unknown' };
  }
}

function eventsOf(
  { context: { run, state: before }, decision, messageId }: PreparedSend,
  outcome: SendOutcome,
  after: CadenceState,
): NewEvent[] {
  const base = { accountId: run.account_id, leadId: run.lead_id, agentRunId: run.id, origin: originOf(run) };
  const data = { message_id: messageId, step_key: decision.step_key, channel: decision.channel };
  switch (outcome.kind) {
    case 'accepted':
      return [
        { ...base, type: 'message.sent', data },
        { ...base, type: 'cadence.step_executed', data: { ...data, late_by_seconds: decision.late_by_seconds } },
      ];
    case 'refused_final':
      return [
        { ...base, type: 'message.failed', data: { ...data, code: outcome.code } },
        // On its fallback channel the step is tried once more.
        ...(after.moves === before.moves && !after.ended
          ? []
          : [{ ...base, type: 'cadence.step_skipped' as const, data: { ...data, reason: outcome.code } }]),
      ];
    default:
      return [
        {
          ...base,
          type: 'cadence.held',
          data: {
            ...data,
            reason: outcome.kind === 'unknown' ? 'outcome_unknown' : (outcome.hold ?? 'provider_backoff'),
          },
        },
      ];
  }
}
