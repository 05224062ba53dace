import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { leaveQueues } from '../../db/channels/line-places.js';
import { isOfStep } from '../../db/messages/step-messages.js';
import { giveUp } from '../../db/messages/transitions.js';
import { forgetHeldWork } from '../../db/operations/held-work.js';
import { at, type Work } from '../../db/work.js';
import { afterSend } from '../../domain/cadence/after-send.js';
import { decide } from '../../domain/cadence/decide.js';
import type { SendDecision } from '../../domain/cadence/decision.js';
import { nextChannel } from '../../domain/cadence/pick-channel.js';
import type { Hold } from '../../domain/facts.js';
import { actingAt } from '../../domain/flow/cadence.js';
import { renderTemplate } from '../../domain/messages/template-render.js';
import type { HoldReason } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { AdvanceResult } from '../../workflows/cadence.protocol.js';
import { holdAsError } from '../agent-runs/held-work.js';
import { resumeRun } from '../agent-runs/pause-resume.js';
import {
  type ChosenSender,
  chooseSender,
  isHeldByDrawn,
  keepSender,
  type SenderRequest,
} from '../messages/choose-sender.js';
import { runWaiter, waitInQueue } from '../messages/lines.js';
import type { Owner, SendDependencies } from '../messages/send.js';
import { templateVariables } from '../messages/template-variables.js';
import { readUsage } from '../messages/usage.js';
import { applyStepEffects } from './apply-effects.js';
import { claimStepMessage, type PreparedSend, prepareStep } from './claim-step-message.js';
import { noteOutcome, recordOutcome } from './record-outcome.js';
import { complete, ended, fail, saveAndSchedule } from './save.js';
import { settleEnded, settlePending } from './settle-claims.js';
import { loadContext, originOf, type StepContext, stepEvents, toNextStep } from './step-context.js';

/** The result of an advance: the run ended, it waits, or a message was claimed and has to be sent now. */
export type Advance = AdvanceResult | { send: PreparedSend };

/** Sends the messages of cadences' steps. */
export const cadenceSteps = (deps: SendDependencies): Owner<PreparedSend, AdvanceResult> => ({
  advance: (work, agentRunId) => advanceRun(work, agentRunId, deps),
  record: recordOutcome,
  note: noteOutcome,
});

/**
 * Looks at an enrolment's rows and does what is due, or will be within a moment: follows branches, applies `set` steps,
 * holds, ends, or claims the message that is to leave. Everything happens under the run's row lock, so pauses and stops
 * take turns with it.
 */
export async function advanceRun(opened: Work, agentRunId: string, deps: SendDependencies): Promise<Advance> {
  const run = await lockRun(opened.tx, agentRunId);
  // Woken a moment early, it acts as at the instant it was woken for.
  const work = at(opened, actingAt(run?.wake_at ?? null, opened.now));
  if (!run) return ended(undefined);
  if (run.open_slot !== 1) {
    const leaves = await settleEnded(work, run);
    return leaves ? waitForDelivery(leaves) : ended(run);
  }
  const context = await loadContext(work, run);
  if (!context) return fail(work, run, 'erased', {});
  if (run.auto_resume_at && run.auto_resume_at <= work.now && run.cadence_paused) {
    const resume = { resumeCadence: true, policy: 'shift', origin: originOf(run) } as const;
    await resumeRun(work, run, context.definition, resume);
    return advanceRun(work, run.id, deps);
  }
  const settled = await settlePending(context);
  if ('leavesUntil' in settled) return waitForDelivery(settled.leavesUntil);
  const { done, isFaulty } = await runUntilBlocked(withoutRereadHold(settled.context), deps);
  if (run.hold_reason === 'error' && !isFaulty) await forgetHeldWork(work.tx, 'run', [run.id]);
  return done;
}

/** Drops a hold for what each advance reads again: the template, whether it renders, and whether the sender is held. */
function withoutRereadHold(context: StepContext): StepContext {
  const { hold } = context.state;
  const isReread = hold?.line || (hold && REREAD_HOLDS.has(hold.reason));
  return isReread ? toNextStep(context, { ...context.state, hold: null }) : context;
}

/** Holds that end with a change elsewhere, which wakes the run before the hold's own end. */
const REREAD_HOLDS: ReadonlySet<HoldReason> = new Set(['template_pending', 'reconnect_needed', 'error']);

/** A run whose message may be with its provider still does nothing until that is over. */
const waitForDelivery = (until: Date): AdvanceResult => ({
  closed: false,
  plan: { sleepUntil: until.toISOString(), summary: 'wait for the message that is being sent' },
});

/** Moves a run makes in one go at most; the rest continues at once in the next. */
const MOVES_AT_ONCE = 50;

/** The end of an advance. `isFaulty`: the run is held because its step can't be rendered. */
interface Blocked {
  done: Advance;
  isFaulty?: boolean;
}

/** Follows the cadence until it waits, ends or sends. Each move starts from the context that the move before returned. */
async function runUntilBlocked(start: StepContext, deps: SendDependencies): Promise<Blocked> {
  let context = start;
  for (let moves = 0; moves < MOVES_AT_ONCE; moves += 1) {
    const moved = await move(context, deps);
    if ('done' in moved) return moved;
    context = moved.next;
  }
  return { done: await saveAndSchedule(context) };
}

/** Reads the usage of the channel that the step would be sent on, decides once, and does what was decided. */
async function move(
  context: StepContext,
  deps: SendDependencies,
  without?: ReadonlySet<string>,
): Promise<{ next: StepContext } | Blocked> {
  const { tx, now, run, definition, facts, state: before } = context;
  const asked = senderRequestOf(context, nextChannel(definition, before, facts, now));
  const chosen = await chooseSender(tx, asked, { senderOf: deps.senderOf, read: readUsage }, without);
  const { request, usage } = chosen;
  const decision = decide(definition, before, facts, usage, now, { render: renderer(context), runId: run.id });
  if (usage.waits && decision.kind !== 'hold') await leaveQueues(tx, [run.id]);
  const decided = toNextStep(context, decision.state);
  switch (decision.kind) {
    case 'send': {
      const outcome = await sendStep(decided, decision, { chosen, deps });
      if (!('chooseAgain' in outcome)) return outcome;
      return move(context, deps, new Set([...(without ?? []), ...outcome.chooseAgain]));
    }
    case 'hold': {
      const lookAt = earlier(await waitInQueue(tx, request, decision, usage), chosen.movesAt);
      return { done: await saveAndSchedule(noteHeld(decided, decision), { usage, lookAt }) };
    }
    case 'wait':
      return { done: await saveAndSchedule(decided, { usage }) };
    case 'exit':
    case 'complete':
      return { done: await complete(decided, decision) };
    case 'skip':
      return { next: toNextStep(decided, decision.state, stepEvents.skipped(decided, decision)) };
    case 'moved':
      return applyStepEffects(decided, before, decision);
  }
}

function senderRequestOf(
  { now, run, definition, snapshot, facts, pending, state }: StepContext,
  channel: Channel,
): SenderRequest {
  return {
    now,
    accountId: run.account_id,
    channel,
    leadId: run.lead_id,
    agentId: run.agent_id,
    account: snapshot.account,
    definition,
    windowExpiresAt: facts.engagement.whatsapp_window_expires_at,
    tried: isOfStep(pending, state) ? pending : undefined,
    waiter: runWaiter(run, { definition, state, facts }),
  };
}

/** A run whose lead may move to another sender looks at that time, even if it waits in a line. */
const earlier = (lookAt: Date | undefined, movesAt: Date | null): Date | undefined =>
  lookAt && movesAt && movesAt < lookAt ? movesAt : lookAt;

interface Sending {
  chosen: ChosenSender;
  deps: SendDependencies;
}

/**
 * Claims what a step sends, or holds it. Moves on if its provider would always reject it. `chooseAgain` names the senders
 * that can't take the lead after all.
 */
async function sendStep(
  context: StepContext,
  decision: SendDecision,
  { chosen, deps }: Sending,
): Promise<{ next: StepContext } | Blocked | { chooseAgain: string[] }> {
  const prepared = await prepareStep(context, decision, chosen.sender, deps);
  switch (prepared.kind) {
    case 'ready': {
      const { messageId } = prepared;
      const isKept = await keepSender(context, chosen, { accountId: context.run.account_id, messageId });
      if (!isKept) return { chooseAgain: [] };
      return { done: { send: await claimStepMessage(context, decision, prepared, chosen.request) } };
    }
    case 'hold':
      if (isHeldByDrawn(chosen, prepared.hold)) return { chooseAgain: [chosen.sender?.row.id ?? ''] };
      return { done: await holdStep(context, decision.step_key, prepared.hold, chosen) };
    case 'impossible':
      return { done: await holdImpossible(context, decision.step_key, prepared, chosen), isFaulty: true };
    case 'rejected':
      return { next: await refuseStep(context, decision.step_key, prepared) };
  }
}

/** Adds the event of a hold, unless the run was already held for this reason. */
const noteHeld = (context: StepContext, hold: Hold & { step_key: string }): StepContext =>
  context.run.hold_reason === hold.reason
    ? context
    : toNextStep(context, context.state, stepEvents.held(context, hold));

/** Holds a step for what only the database knows, such as a template that is not approved. */
async function holdStep(
  context: StepContext,
  step_key: string,
  hold: Hold,
  { request, usage, movesAt }: ChosenSender,
): Promise<AdvanceResult> {
  const held = toNextStep(noteHeld(context, { step_key, ...hold }), { ...context.state, hold });
  return saveAndSchedule(held, { usage, lookAt: earlier(await waitInQueue(context.tx, request, hold), movesAt) });
}

/** Holds a step that can't be rendered. A change of its lead or a new release may fix it, and both retry it. */
async function holdImpossible(
  context: StepContext,
  stepKey: string,
  { code, message }: { code: string; message: string },
  chosen: ChosenSender,
): Promise<AdvanceResult> {
  const { id, account_id, agent_id } = context.run;
  const subject = { kind: 'run', id, account_id, agent_id, step_key: stepKey } as const;
  const fault = `${code}: ${message}`.slice(0, 200);
  const hold = await holdAsError(context, subject, { fault, tries: 1 }, context.run.hold_reason === 'error');
  return holdStep(context, stepKey, hold, chosen);
}

/** Skips a step whose message the provider would always reject, unless the step has a fallback channel. */
async function refuseStep(
  context: StepContext,
  stepKey: string,
  refusal: { code: string; message: string },
): Promise<StepContext> {
  const { tx, now, definition, facts, state, pending } = context;
  const { code, message } = refusal;
  const failure = JSON.stringify({ code, provider_code: null, retryable: false, message });
  if (isOfStep(pending, state)) await giveUp(tx, now, pending.id, { failure_code: code, failure });
  const after = afterSend(definition, state, { kind: 'refused_final' }, facts, now);
  const isOver = after.moves !== state.moves || after.ended;
  return toNextStep(context, after, ...(isOver ? [stepEvents.refused(context, stepKey, refusal)] : []));
}

const renderer = (context: StepContext) => (template: string) => {
  const agent = context.snapshot.agent;
  const result = renderTemplate(
    template,
    templateVariables(context.snapshot, { now: context.now.toISOString(), ...(agent ? { agent } : {}) }),
    'text',
  );
  return result.ok ? result.value : '';
};
