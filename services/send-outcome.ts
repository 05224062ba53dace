import type { Knex } from 'knex';
import { lockRun, updateRun } from '../db/agent-runs.js';
import { bumpEngagement } from '../db/engagement.js';
import { insertEvents, type NewEvent } from '../db/events.js';
import { closeWhatsAppWindow, forgetFirstContact } from '../db/whatsapp-windows.js';
import { givesUp, type SendResult } from '../domain/cadence/after-send.js';
import { afterSendMeanwhile, movedAway } from '../domain/cadence/meanwhile.js';
import type { CadenceState } from '../domain/cadence/state.js';
import type { SendOutcome } from '../providers/outcome.js';
import { type Advance, finish, originOf, rest, type Turn } from './advance.js';
import { cadenceOf } from './cadence-state.js';
import { outerHolds, toFacts } from './facts.js';
import type { PreparedSend } from './message-claims.js';
import { outcomeColumns, unlessErased } from './outcome-columns.js';

/** For a result whose claim was given up: whoever took the claim over says what comes next. */
const LOOK_AGAIN = { sleepUntil: new Date(0).toISOString(), summary: 'look again' };

/** The cadence of a run whose lead was erased. */
const ERASED = '{}';

const STATUS = { accepted: 'sent', refused_retry: 'queued', refused_final: 'failed', unknown: 'unknown' } as const;

/**
 * Records how the provider answered, under the claim that called it, and plans what comes next. A result that comes
 * after its claim was given up changes nothing. A run that was paused or ended meanwhile stays so: the message is
 * recorded, the step counts as done.
 */
export async function recordOutcome(
  tx: Knex,
  now: Date,
  send: PreparedSend,
  known: SendOutcome,
): Promise<Exclude<Advance, { kind: 'send' }>> {
  const run = await lockRun(tx, send.turn.run.id);
  const outcome = judged(known, send.turn.state.own_retries);
  const recorded = await tx('messages')
    .where({ id: send.messageId, claim_no: send.claimNo, status: 'sending' })
    .update({
      status: STATUS[outcome.kind],
      updated_at: now,
      ...outcomeColumns(tx, outcome, now),
    });
  if (!run) return { kind: 'ended', runStatus: 'stopped', stopReason: 'erased' };
  if (recorded === 0 && outcome.kind === 'accepted') await noteProviderId(tx, send, outcome.providerMessageId);
  if (recorded === 0) return { kind: 'waiting', plan: LOOK_AGAIN };
  if (known.kind.startsWith('refused') && send.decision.channel === 'whatsapp') {
    await forgetFirstContact(tx, run.lead_id, send.outgoing.sender.id, send.turn.now);
  }
  if (known.kind === 'refused_final' && known.code === 'WINDOW_CLOSED') {
    const sent = { leadId: run.lead_id, numberId: send.outgoing.sender.id, claimedAt: send.turn.now };
    await closeWhatsAppWindow(tx, now, sent);
  }
  if (outcome.kind === 'accepted') {
    await bumpEngagement(
      tx,
      { id: run.lead_id, accountId: run.account_id },
      { counts: ['outbound_count'], lastOutboundAt: now, lastChannel: send.decision.channel },
    );
  }
  // The facts of the claim still stand; the cadence may have been changed while the message was with its provider.
  const { definition, snapshot } = send.turn;
  const facts = toFacts(snapshot, definition, run.agent_id, run, {
    holds: outerHolds(snapshot, run),
    events: send.turn.facts.events,
  });
  const meanwhile = { claimed: cadenceOf(send.turn.run), state: send.turn.state, stored: cadenceOf(run) };
  const state = afterSendMeanwhile(definition, meanwhile, resultOf(outcome), facts, now);
  // A run that was moved away or ended has no further use for a message that didn't leave.
  const dropped = outcome.kind === 'refused_retry' && (run.open_slot !== 1 || movedAway(meanwhile));
  if (dropped) await tx('messages').where({ id: send.messageId }).update({ status: 'cancelled', updated_at: now });
  const events = dropped ? [] : eventsOf(send, outcome, state);
  const turn: Turn = { tx, now, run, definition, snapshot, facts, state, events };
  const sentAt = outcome.kind === 'accepted' ? now : undefined;
  if (run.open_slot === 1 && state.ended) return finish(turn, { kind: 'exit', ...state.ended }, sentAt);
  if (run.open_slot === 1) return rest(turn, undefined, sentAt);
  await updateRun(tx, run.id, {
    // The lead may have been erased meanwhile: what the claim knows of it doesn't come back.
    ...(run.cadence === ERASED ? {} : { cadence: JSON.stringify(state) }),
    attempts: state.sent_count,
    ...(sentAt ? { last_step_at: sentAt } : {}),
  });
  await insertEvents(tx, now, turn.events);
  return { kind: 'ended', runStatus: run.run_status, stopReason: run.stop_reason };
}

/** A receipt was faster than this record and has told the rest; replies are matched by the provider's own id. */
async function noteProviderId(tx: Knex, { messageId, claimNo }: PreparedSend, providerMessageId: string) {
  await tx('messages')
    .where({ id: messageId, claim_no: claimNo })
    .whereNull('provider_message_id')
    .update({ provider_message_id: unlessErased(tx, Buffer.from(providerMessageId)) });
}

const WINDOW_RETRY_SECONDS = 60;

/**
 * What an answer means for the step. A provider that says the 24-hour window is closed knows better than we do; the step
 * isn't lost: it goes on as if we had known, with its fallback template or held. What was refused for the moment often
 * enough is refused for good.
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
  { turn: { run, state: before }, decision, messageId }: PreparedSend,
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
