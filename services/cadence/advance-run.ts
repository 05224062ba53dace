import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { leaveLine } from '../../db/channels/line-places.js';
import { isOfStep } from '../../db/messages/step-messages.js';
import { giveUp } from '../../db/messages/transitions.js';
import { forgetHeldWork } from '../../db/operations/held-work.js';
import { at, type Work } from '../../db/work.js';
import { afterSend } from '../../domain/cadence/after-send.js';
import { decide } from '../../domain/cadence/decide.js';
import type { SendDecision } from '../../domain/cadence/decision.js';
import { channelAt } from '../../domain/cadence/steps.js';
import type { Hold } from '../../domain/facts.js';
import { actingAt } from '../../domain/flow/cadence.js';
import type { Usage } from '../../domain/messages/limits.js';
import { renderTemplate } from '../../domain/messages/template-render.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { AdvanceResult } from '../../workflows/cadence.protocol.js';
import { holdAsError } from '../agent-runs/held-work.js';
import { resumeRun } from '../agent-runs/pause-resume.js';
import { senderIdOf } from '../channels/senders.js';
import { runWaiter, waitInLine } from '../messages/lines.js';
import type { Owner, SendDependencies } from '../messages/send.js';
import { templateVariables } from '../messages/template-variables.js';
import { readUsage, triedBefore, type UsageRequest } from '../messages/usage.js';
import { applyStepEffects } from './apply-effects.js';
import { claimStepMessage, type PreparedSend, prepareStep } from './claim-step-message.js';
import { noteOutcome, recordOutcome } from './record-outcome.js';
import { complete, ended, fail, saveAndSchedule } from './save.js';
import { settleEnded, settlePending } from './settle-claims.js';
import { loadContext, originOf, type StepContext, stepEvents } from './step-context.js';

/** What an advance came to: the run ended, it waits, or a message was claimed and has to be sent now. */
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
    return leaves ? whileItLeaves(leaves) : ended(run);
  }
  const context = await loadContext(work, run);
  if (!context) return fail(work, run, 'erased', {});
  if (run.auto_resume_at && run.auto_resume_at <= work.now && run.cadence_paused) {
    const resume = { resumeCadence: true, policy: 'shift', origin: originOf(run) } as const;
    await resumeRun(work, run, context.definition, resume);
    return advanceRun(work, run.id, deps);
  }
  const leaves = await settlePending(context);
  if (leaves) return whileItLeaves(leaves);
  // The template, whether it can be rendered, and whether the sender is held back, is read anew with each look.
  const { hold } = context.state;
  const isAnew = hold?.line || hold?.reason === 'template_pending' || hold?.reason === 'error';
  if (isAnew) context.state = { ...context.state, hold: null };
  const advanced = await runUntilBlocked(context, deps);
  const mended = run.hold_reason === 'error' && context.state.hold?.reason !== 'error';
  if (mended) await forgetHeldWork(work.tx, 'run', [run.id]);
  return advanced;
}

/** A run whose message may be with its provider still does nothing until that is over. */
const whileItLeaves = (until: Date): AdvanceResult => ({
  closed: false,
  plan: { sleepUntil: until.toISOString(), summary: 'wait for the message that is being sent' },
});

/** Moves a run makes in one go at most; what is left goes on at once in the next. */
const MOVES_AT_ONCE = 50;

/** Follows the cadence from where it stands until it waits, ends or sends. */
async function runUntilBlocked(context: StepContext, deps: SendDependencies): Promise<Advance> {
  // Kept while a step is looked at for its fallback channel, whose sender has limits of its own.
  let channel: Channel | undefined;
  for (let moves = 0; moves < MOVES_AT_ONCE; moves += 1) {
    channel ??= channelAt(context.definition, context.state);
    const request = await usageRequestOf(context, channel, deps);
    const usage = await readUsage(context.tx, request);
    const { now, run, definition, facts, state: before } = context;
    const decision = decide(definition, before, facts, usage, now, { render: renderer(context), runId: run.id });
    context.state = decision.state;
    if (usage.waits && decision.kind !== 'hold') await leaveLine(context.tx, [run.id]);
    switch (decision.kind) {
      case 'send': {
        if (decision.channel !== channel) {
          channel = decision.channel;
          break;
        }
        const sent = await sendStep(context, decision, { request, usage, deps });
        if (sent) return sent;
        channel = undefined;
        break;
      }
      case 'hold':
        if (run.hold_reason !== decision.reason) context.events.push(stepEvents.held(context, decision));
        return saveAndSchedule(context, { usage, lookAt: await waitInLine(context.tx, request, decision, usage) });
      case 'wait':
        return saveAndSchedule(context, { usage });
      case 'exit':
      case 'complete':
        return complete(context, decision);
      case 'skip':
        context.events.push(stepEvents.skipped(context, decision));
        channel = undefined;
        break;
      case 'moved': {
        channel = undefined;
        const closed = await applyStepEffects(context, before, decision);
        if (closed) return closed;
      }
    }
  }
  return saveAndSchedule(context);
}

async function usageRequestOf(
  { now, run, definition, snapshot, facts, pending, state }: StepContext,
  channel: Channel,
  { senderOf }: SendDependencies,
): Promise<UsageRequest> {
  const sender = await senderOf(channel, run.account_id, senderIdOf(definition, channel));
  const again = isOfStep(pending, state) ? triedBefore(pending, sender) : undefined;
  return {
    now,
    leadId: run.lead_id,
    agentId: run.agent_id,
    account: snapshot.account,
    definition,
    sender,
    windowExpiresAt: facts.engagement.whatsapp_window_expires_at,
    again,
    waiter: runWaiter(run, { definition, state, facts }),
  };
}

interface Sending {
  request: UsageRequest;
  usage: Usage;
  deps: SendDependencies;
}

/** Claims what a step sends, or holds or fails it; undefined where the step is passed over, and the cadence goes on. */
async function sendStep(
  context: StepContext,
  decision: SendDecision,
  { request, usage, deps }: Sending,
): Promise<Advance | undefined> {
  const prepared = await prepareStep(context, decision, request.sender, deps);
  switch (prepared.kind) {
    case 'ready':
      return { send: await claimStepMessage(context, decision, prepared, request) };
    case 'hold':
      return holdStep(context, decision.step_key, prepared.hold, { request, usage });
    case 'impossible':
      return holdImpossible(context, decision.step_key, prepared, { request, usage });
    case 'rejected':
      await refuseStep(context, decision.step_key, prepared);
      return undefined;
  }
}

/** Holds a step for what only the database knows, such as a template that is not approved. */
async function holdStep(
  context: StepContext,
  stepKey: string,
  hold: Hold,
  { request, usage }: Pick<Sending, 'request' | 'usage'>,
): Promise<AdvanceResult> {
  if (context.run.hold_reason !== hold.reason) {
    context.events.push(stepEvents.held(context, { step_key: stepKey, ...hold }));
  }
  context.state = { ...context.state, hold };
  return saveAndSchedule(context, { usage, lookAt: await waitInLine(context.tx, request, hold) });
}

/** Holds a step that can't be rendered: its lead or the release may be mended, and either has it looked at again. */
async function holdImpossible(
  context: StepContext,
  stepKey: string,
  { code, message }: { code: string; message: string },
  asked: Pick<Sending, 'request' | 'usage'>,
): Promise<AdvanceResult> {
  const { id, account_id, agent_id } = context.run;
  const subject = { kind: 'run', id, account_id, agent_id, step_key: stepKey } as const;
  const fault = `${code}: ${message}`.slice(0, 200);
  const hold = await holdAsError(context, subject, { fault, tries: 1 }, context.run.hold_reason === 'error');
  return holdStep(context, stepKey, hold, asked);
}

/** What its provider will never take is refused before it is sent: the step is done with, but for its fallback channel. */
async function refuseStep(context: StepContext, stepKey: string, refusal: { code: string; message: string }) {
  const { tx, now, definition, facts, state, pending } = context;
  const { code, message } = refusal;
  const failure = JSON.stringify({ code, provider_code: null, retryable: false, message });
  if (isOfStep(pending, state)) await giveUp(tx, now, pending.id, { failure_code: code, failure });
  context.state = afterSend(definition, state, { kind: 'refused_final' }, facts, now);
  if (context.state.moves === state.moves && !context.state.ended) return;
  context.events.push(stepEvents.refused(context, stepKey, refusal));
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
