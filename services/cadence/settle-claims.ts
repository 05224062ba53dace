import { insertEvents, type NewEvent } from '../../db/events/events.js';
import { findStepMessages } from '../../db/messages/step-messages.js';
import { loseClaim, requeue } from '../../db/messages/transitions.js';
import type { AgentRunRow, MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { afterSend, settleUnknown } from '../../domain/cadence/after-send.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { honoursKeys } from '../../domain/messages/states.js';
import { afterKnownCall } from '../channels/call-limits.js';
import { readEvents, type StepContext, stepEvents, toNextStep } from './step-context.js';

/** Settles the claims of a run that has ended. Answers until when one may leave still; nothing is settled before. */
export async function settleEnded(work: Work, run: AgentRunRow): Promise<Date | undefined> {
  const { tx, now } = work;
  const { left } = await findStepMessages(tx, run.id);
  const leaves = claimedUntil(left, now);
  if (leaves) return leaves;
  for (const message of left) await insertEvents(tx, now, [await lose({ tx, now, run }, message)]);
  return undefined;
}

/** The outcome of the claims of earlier advances: one may be sent until an instant, or none and the run continues. */
export type SettledClaims = { leavesUntil: Date } | { context: StepContext };

/**
 * Records the outcome of the message that this step claimed earlier. One that still has the status `sending` when it
 * can't leave any more was claimed by a process that is gone: whether it was sent is unknown, and it isn't sent again
 * automatically. The same holds for a step that the run was moved away from, whatever its provider promises. While such
 * a message may still be sent, nothing is settled.
 */
export async function settlePending(context: StepContext): Promise<SettledClaims> {
  const { tx, now, run, state } = context;
  const { pending: message, left } = await findStepMessages(tx, run.id, state);
  const repeatable = message !== undefined && honoursKeys(message.provider);
  const leavesUntil = claimedUntil(message && !repeatable ? [message, ...left] : left, now);
  if (leavesUntil) return { leavesUntil };
  const events: NewEvent[] = [];
  for (const lost of left) events.push(await lose(context, lost));
  const settled: StepContext = { ...toNextStep(context, state, ...events), pending: message };
  return { context: message ? await takeNote(settled, message) : settled };
}

async function takeNote(context: StepContext, message: MessageRow): Promise<StepContext> {
  const { tx, now, definition, facts, state } = context;
  const unknown = () => afterSend(definition, state, { kind: 'unknown' }, facts, now);
  switch (message.status) {
    case 'sending':
      if (honoursKeys(message.provider)) {
        await requeue(tx, now, message.id);
        return { ...context, pending: { ...message, status: 'queued', claim_no: message.claim_no + 1 } };
      }
      return toNextStep(context, unknown(), await lose(context, message));
    case 'unknown':
      return toNextStep(context, unknown());
    case 'queued':
    case 'cancelled':
      return state.hold?.reason === 'outcome_unknown' ? toNextStep(context, { ...state, hold: null }) : context;
    default:
      return takeOutcome(context, message);
  }
}

/** Records an outcome that isn't recorded for the step yet: a receipt or a person reported it. */
async function takeOutcome(context: StepContext, message: MessageRow): Promise<StepContext> {
  const { tx, now, run, definition, facts, state: before } = context;
  // A call that reached nobody was made all the same.
  const called = message.channel === 'call' && message.sent_at !== null;
  const failed = message.status === 'failed' && !called;
  const settled = settleUnknown(definition, before, failed ? 'failed' : 'sent', facts, now);
  const after =
    settled === before
      ? afterSend(definition, before, { kind: failed ? 'refused_final' : 'accepted' }, facts, now)
      : settled;
  const state = await afterKnownCall(context, message, definition, after, facts);
  // Nobody recorded the send itself: a receipt came before it could, or whoever sent is gone.
  const sent = !failed && state !== before ? [stepEvents.sent(context, message)] : [];
  if (state.moves === before.moves || !message.sent_at) return toNextStep(context, state, ...sent);
  // The news may be the very reply that the next step waits for.
  const entered = { ...state, entered_at: message.sent_at.toISOString(), entered_seq: null };
  const events = await readEvents(tx, run, definition, entered);
  return { ...toNextStep(context, entered, ...sent), facts: { ...facts, events } };
}

async function lose(context: Pick<StepContext, 'tx' | 'now' | 'run'>, message: MessageRow): Promise<NewEvent> {
  await loseClaim(context.tx, context.now, message.id);
  return stepEvents.outcomeUnknown(context, message);
}
