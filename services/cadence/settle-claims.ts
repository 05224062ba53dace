import { insertEvents, type NewEvent } from '../../db/events/events.js';
import { findStepMessages } from '../../db/messages/step-messages.js';
import { loseClaim, requeue } from '../../db/messages/transitions.js';
import type { AgentRunRow, MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { afterSend, settleUnknown } from '../../domain/cadence/after-send.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { honoursKeys } from '../../domain/messages/states.js';
import { afterKnownCall } from '../channels/call-limits.js';
import { readEvents, type StepContext, stepEvents } from './step-context.js';

/** Settles the claims of a run that has ended. Answers until when one may leave still; nothing is settled before. */
export async function settleEnded(work: Work, run: AgentRunRow): Promise<Date | undefined> {
  const { tx, now } = work;
  const { left } = await findStepMessages(tx, run.id);
  const leaves = claimedUntil(left, now);
  if (leaves) return leaves;
  for (const message of left) await insertEvents(tx, now, [await lose({ tx, now, run }, message)]);
  return undefined;
}

/**
 * Takes note of what became of the message that this step claimed earlier. One that still says `sending` when it can't
 * leave any more was claimed by a process that is gone: whether it left is unknown, and it is not sent again by itself.
 * No more is one of a step that somebody took the run away from, whatever its provider promises. Answers until when
 * such a one may leave still; nothing is settled before.
 */
export async function settlePending(context: StepContext): Promise<Date | undefined> {
  const { tx, now, run, state } = context;
  const { pending: message, left } = await findStepMessages(tx, run.id, state);
  const repeatable = message !== undefined && honoursKeys(message.provider);
  const leaves = claimedUntil(message && !repeatable ? [message, ...left] : left, now);
  if (leaves) return leaves;
  context.pending = message;
  for (const lost of left) context.events.push(await lose(context, lost));
  if (message) await takeNote(context, message);
  return undefined;
}

async function takeNote(context: StepContext, message: MessageRow): Promise<void> {
  const { tx, now, definition, facts, state } = context;
  switch (message.status) {
    case 'sending':
      if (honoursKeys(message.provider)) {
        await requeue(tx, now, message.id);
        context.pending = { ...message, status: 'queued', claim_no: message.claim_no + 1 };
        return;
      }
      context.events.push(await lose(context, message));
      context.state = afterSend(definition, state, { kind: 'unknown' }, facts, now);
      return;
    case 'unknown':
      context.state = afterSend(definition, state, { kind: 'unknown' }, facts, now);
      return;
    case 'queued':
    case 'cancelled':
      if (state.hold?.reason === 'outcome_unknown') context.state = { ...state, hold: null };
      return;
    default:
      await takeOutcome(context, message);
  }
}

/** Takes note of an outcome that nobody recorded for the step: a receipt or a person told it. */
async function takeOutcome(context: StepContext, message: MessageRow): Promise<void> {
  const { tx, now, run, definition, facts, state: before } = context;
  // A call that reached nobody was made all the same.
  const called = message.channel === 'call' && message.sent_at !== null;
  const failed = message.status === 'failed' && !called;
  const settled = settleUnknown(definition, before, failed ? 'failed' : 'sent', facts, now);
  const after =
    settled === before
      ? afterSend(definition, before, { kind: failed ? 'refused_final' : 'accepted' }, facts, now)
      : settled;
  context.state = await afterKnownCall(context, message, definition, after, facts);
  // Nobody recorded the send itself: a receipt came before it could, or whoever sent is gone.
  if (!failed && context.state !== before) context.events.push(stepEvents.sent(context, message));
  if (context.state.moves === before.moves || !message.sent_at) return;
  // The news may be the very reply that the next step waits for.
  context.state = { ...context.state, entered_at: message.sent_at.toISOString(), entered_seq: null };
  context.facts = { ...facts, events: await readEvents(tx, run, definition, context.state) };
}

async function lose(context: Pick<StepContext, 'tx' | 'now' | 'run'>, message: MessageRow): Promise<NewEvent> {
  await loseClaim(context.tx, context.now, message.id);
  return stepEvents.outcomeUnknown(context, message);
}
