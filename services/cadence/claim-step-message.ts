import { updateRun } from '../../db/agent-runs/agent-runs.js';
import { insertEvents } from '../../db/events/events.js';
import { isOfStep } from '../../db/messages/step-messages.js';
import type { SendDecision } from '../../domain/cadence/decision.js';
import { newId } from '../../runtime/ids.js';
import type { Sender } from '../channels/senders.js';
import type { ComposeResult } from '../messages/compose.js';
import { type MessageClaim, prepare, type SendDependencies, takeClaim } from '../messages/send.js';
import { countUsage, type UsageRequest } from '../messages/usage.js';
import type { StepContext } from './step-context.js';

/** The claim of a step's message. */
export interface PreparedSend extends MessageClaim {
  context: Omit<StepContext, 'tx'>;
  decision: SendDecision;
}

type Ready = Extract<ComposeResult, { kind: 'ready' }> & { messageId: string };
type Prepared = Ready | Exclude<ComposeResult, { kind: 'ready' }>;

/** Makes what a step sends ready for its provider. */
export async function prepareStep(
  { tx, now, run, snapshot, pending }: StepContext,
  decision: SendDecision,
  sender: Sender | undefined,
  { links, heldBack }: SendDependencies,
): Promise<Prepared> {
  const { channel, content } = decision;
  const messageId = isOfStep(pending, decision) ? pending.id : newId();
  const request = { messageId, now, channel, sender, content, snapshot, links };
  const composed = await prepare(tx, request, { heldBack, tryOf: run.id });
  return composed.kind === 'ready' ? { ...composed, messageId } : composed;
}

/** Claims the message of a step, and stores with it how the cadence came there. */
export async function claimStepMessage(
  context: StepContext,
  decision: SendDecision,
  { prepared, written, messageId }: Ready,
  usage: UsageRequest,
): Promise<PreparedSend> {
  const { tx, now, run, state, pending } = context;
  const { channel, step_key, visit, attempt, content, late_by_seconds } = decision;
  const known = isOfStep(pending, decision) ? pending : undefined;
  const { account_id: accountId, lead_id: leadId } = run;
  const claimNo = await takeClaim(context, known, {
    written: { channel, ...written },
    row: {
      id: messageId,
      account_id: accountId,
      lead_id: leadId,
      agent_run_id: run.id,
      agent_id: run.agent_id,
      step_key,
      visit,
      attempt,
      channel,
      type: written.type,
      variant: content.variant,
      late_by_seconds,
    },
    prepared,
  });
  await countUsage(tx, usage, state.sent_count === 0);
  // A moved cadence (branches before this step) must be stored with the claim, or a retry would decide again. So must
  // the variant, because later steps may depend on it even if the outcome of the message stays unknown.
  const stored = { cadence: JSON.stringify(state), step_key: state.step_key };
  const moved = context.events.length > 0 || run.step_key !== state.step_key || content.variant !== null;
  if (moved) {
    await updateRun(tx, run.id, stored);
    await insertEvents(tx, now, context.events);
  }
  const { tx: _tx, ...rest } = context;
  return {
    messageId,
    claimNo,
    claimedAt: now,
    accountId,
    leadId,
    prepared,
    tryOf: run.id,
    sentBefore: (known?.sent_at ?? null) !== null,
    context: { ...rest, events: [], run: moved ? { ...run, ...stored } : run },
    decision,
  };
}
