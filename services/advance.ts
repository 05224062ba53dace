import type { Knex } from 'knex';
import { lockRun, updateRun } from '../db/agent-runs.js';
import { findDefinition } from '../db/agents.js';
import { type EventOrigin, insertEvents, type NewEvent } from '../db/events.js';
import { EXTRA_SOURCES, type LeadSnapshot, loadLeadSnapshots } from '../db/facts.js';
import { dropWakes } from '../db/outbox.js';
import type { AgentRunRow, MessageRow } from '../db/tables.js';
import { afterSend, settleUnknown } from '../domain/cadence/after-send.js';
import { decide } from '../domain/cadence/decide.js';
import type { Decision } from '../domain/cadence/decision.js';
import type { Usage } from '../domain/cadence/limits.js';
import { type CadencePlan, nextPlan } from '../domain/cadence/plan.js';
import { failedAt } from '../domain/cadence/set-step.js';
import type { CadenceState } from '../domain/cadence/state.js';
import { channelAt } from '../domain/cadence/steps.js';
import { wantedEvents } from '../domain/cadence/triggers.js';
import { claimedUntil } from '../domain/claims.js';
import { sourcesOf } from '../domain/conditions/index.js';
import type { Facts, Hold } from '../domain/facts.js';
import { actingAt } from '../domain/flow/cadence.js';
import { cadenceWorkflowId } from '../domain/flow/ids.js';
import { honoursKeys } from '../domain/message-status.js';
import { renderTemplate } from '../domain/template-render.js';
import type { AgentDefinition } from '../schemas/agents.js';
import type { Channel } from '../schemas/cadence.js';
import { resumeRun } from './automation.js';
import { cadenceColumns, cadenceOf, tellScheduled } from './cadence-state.js';
import { afterKnownCall } from './calls.js';
import { applyEffect } from './effects.js';
import { outerHolds, toFacts } from './facts.js';
import { claimMessage, findStepMessages, isOf, type PreparedSend, prepareSend } from './message-claims.js';
import type { EffectSource } from './outgoing-effects.js';
import { endedDetails, type TimerPlan, timerOf } from './run-plan.js';
import { endRun } from './runs.js';
import { type SenderOf, senderIdOf } from './senders.js';
import { templateVariables } from './template-variables.js';
import type { MailLinks } from './tracking-links.js';
import { readUsage, triedBefore } from './usage.js';

/** What an advance came to: the run ended, it waits, or a message was claimed and has to be sent now. */
export type Advance =
  | { kind: 'ended'; runStatus: string; stopReason: string | null; details?: string }
  | { kind: 'waiting'; plan: TimerPlan }
  | { kind: 'send'; send: PreparedSend };

export interface AdvanceDependencies {
  links: MailLinks;
  /** The sender an agent uses on a channel, from a short-lived cache. */
  senderOf: SenderOf;
  /** What holds a message back because its sender's provider fails. */
  heldBack(tx: Knex, now: Date, senderId: string, agentRunId: string): Promise<Hold | undefined>;
}

/** Moves a run makes in one go at most; what is left goes on at once in the next. */
const MOVES_AT_ONCE = 50;

/** Everything one advance looks at and changes. */
export interface Turn {
  tx: Knex;
  now: Date;
  run: AgentRunRow;
  definition: AgentDefinition;
  snapshot: LeadSnapshot;
  facts: Facts;
  state: CadenceState;
  events: NewEvent[];
  /** The message that was claimed earlier for the step, visit and attempt the run stands at. */
  pending?: MessageRow | undefined;
}

export const originOf = (run: AgentRunRow): EventOrigin => ({ kind: 'cadence', id: run.id, depth: 1 });

/**
 * Looks at an enrolment's rows and does what is due, or will be within a moment: follows branches, applies `set` steps,
 * holds, ends, or claims the message that is to leave. Everything happens under the run's row lock, so pauses and stops
 * take turns with it.
 */
export async function advanceRun(
  tx: Knex,
  time: Date,
  agentRunId: string,
  deps: AdvanceDependencies,
): Promise<Advance> {
  const run = await lockRun(tx, agentRunId);
  const now = actingAt(run?.wake_at ?? null, time);
  if (!run) return { kind: 'ended', runStatus: 'stopped', stopReason: 'erased' };
  if (run.open_slot !== 1) {
    const { left } = await findStepMessages(tx, run.id);
    const leaves = claimedUntil(left, now);
    if (leaves) return whileItLeaves(leaves);
    for (const message of left) await insertEvents(tx, now, [await markUnknown({ tx, now, run }, message)]);
    return ended(run);
  }
  const turn = await begin(tx, now, run);
  if (!turn) return failRun(tx, now, run, 'erased', {});
  if (run.auto_resume_at && run.auto_resume_at <= now && run.cadence_paused) return resumeBySchedule(turn, deps);
  const leaves = await settlePending(turn);
  if (leaves) return whileItLeaves(leaves);
  // The template is read anew whenever the run is looked at.
  if (turn.state.hold?.reason === 'template_pending') turn.state = { ...turn.state, hold: null };
  return follow(turn, deps);
}

/** A run whose message may be with its provider still does nothing until that is over. */
const whileItLeaves = (until: Date): Advance => ({
  kind: 'waiting',
  plan: { sleepUntil: until.toISOString(), summary: 'wait for the message that is being sent' },
});

const ended = (run: AgentRunRow): Advance => ({
  kind: 'ended',
  runStatus: run.run_status,
  stopReason: run.stop_reason,
});

/** Reads what a turn needs; undefined when the lead or the definition is gone. */
async function begin(tx: Knex, now: Date, run: AgentRunRow): Promise<Turn | undefined> {
  const definition = await findDefinition(tx, run.agent_id, run.agent_version);
  const [snapshot] = await loadLeadSnapshots(tx, {
    accountId: run.account_id,
    agentId: run.agent_id,
    leadIds: [run.lead_id],
    ...(definition && { extras: EXTRA_SOURCES.filter((source) => sourcesOf(definition).has(source)) }),
  });
  if (!definition || !snapshot || snapshot.lead.hidden || snapshot.lead.erased_at) return undefined;
  const state = cadenceOf(run);
  const events = await readEvents(tx, run, definition, state);
  // Whoever evaluates its own conditions is at work; the row tells how it rested before.
  const acting = { ...run, cadence_state: 'active' };
  const facts = toFacts(snapshot, definition, run.agent_id, acting, { holds: outerHolds(snapshot, run), events });
  return { tx, now, run, definition, snapshot, facts, state, events: [] };
}

const EVENTS_READ = 200;

async function readEvents(tx: Knex, run: AgentRunRow, definition: AgentDefinition, state: CadenceState) {
  const { kinds, since } = wantedEvents(definition, state);
  if (kinds.length === 0) return [];
  const rows: { type: string; created_at: Date }[] = await tx('events')
    .where({ lead_id: run.lead_id })
    .whereIn('type', kinds)
    .where('created_at', '>=', new Date(since))
    .orderBy('seq', 'desc')
    .limit(EVENTS_READ)
    .select('type', 'created_at');
  return rows.map((row) => ({ type: row.type, created_at: row.created_at.toISOString() }));
}

async function resumeBySchedule(turn: Turn, deps: AdvanceDependencies): Promise<Advance> {
  const { tx, now, run, definition } = turn;
  await resumeRun(tx, now, run, definition, { resumeCadence: true, policy: 'shift', origin: originOf(run) });
  return advanceRun(tx, now, run.id, deps);
}

/**
 * Takes note of what became of the message that this step claimed earlier. One that still says `sending` when it can't
 * leave any more was claimed by a process that is gone: whether it left is unknown, and it is not sent again by itself.
 * No more is one of a step that somebody took the run away from, whatever its provider promises. Answers until when
 * such a one may leave still; nothing is settled before.
 */
async function settlePending(turn: Turn): Promise<Date | undefined> {
  const { pending: message, left } = await findStepMessages(turn.tx, turn.run.id, turn.state);
  const repeatable = message !== undefined && honoursKeys(message.provider);
  const leaves = claimedUntil(message && !repeatable ? [message, ...left] : left, turn.now);
  if (leaves) return leaves;
  turn.pending = message;
  for (const lost of left) turn.events.push(await markUnknown(turn, lost));
  if (message) await takeNote(turn, message);
  return undefined;
}

async function takeNote(turn: Turn, message: MessageRow): Promise<void> {
  const { definition, facts, now } = turn;
  switch (message.status) {
    case 'sending':
      if (honoursKeys(message.provider)) return;
      turn.events.push(await markUnknown(turn, message));
      turn.state = afterSend(definition, turn.state, { kind: 'unknown' }, facts, now);
      return;
    case 'unknown':
      turn.state = afterSend(definition, turn.state, { kind: 'unknown' }, facts, now);
      return;
    case 'queued':
    case 'cancelled':
      if (turn.state.hold?.reason === 'outcome_unknown') turn.state = { ...turn.state, hold: null };
      return;
    default: {
      // A call that reached nobody was made all the same.
      const called = message.channel === 'call' && message.sent_at !== null;
      const failed = message.status === 'failed' && !called;
      const before = turn.state;
      const settled = settleUnknown(definition, turn.state, failed ? 'failed' : 'sent', facts, now);
      turn.state =
        settled === turn.state
          ? afterSend(definition, turn.state, { kind: failed ? 'refused_final' : 'accepted' }, facts, now)
          : settled;
      turn.state = await afterKnownCall(turn.tx, now, message, definition, turn.state, facts);
      // Nobody recorded the send itself: a receipt came before it could, or whoever sent is gone.
      if (!failed && turn.state !== before) turn.events.push(doneEvent(turn, message));
      if (turn.state.moves !== before.moves && message.sent_at) {
        // The news may be the very reply that the next step waits for.
        turn.state = { ...turn.state, entered_at: message.sent_at.toISOString() };
        turn.facts = { ...facts, events: await readEvents(turn.tx, turn.run, definition, turn.state) };
      }
    }
  }
}

async function markUnknown({ tx, now, run }: Pick<Turn, 'tx' | 'now' | 'run'>, message: MessageRow): Promise<NewEvent> {
  await tx('messages')
    .where({ id: message.id, status: 'sending' })
    .update({ status: 'unknown', claim_no: message.claim_no + 1, updated_at: now });
  return {
    accountId: run.account_id,
    type: 'cadence.held',
    leadId: run.lead_id,
    agentRunId: run.id,
    data: { message_id: message.id, reason: 'outcome_unknown' },
    origin: originOf(run),
  };
}

/** Follows the cadence from where it stands until it waits, ends or sends. */
async function follow(turn: Turn, deps: AdvanceDependencies): Promise<Advance> {
  let channel: Channel | undefined;
  for (let moves = 0; moves < MOVES_AT_ONCE; moves += 1) {
    const { tx, now, run, definition, facts } = turn;
    channel ??= channelAt(definition, turn.state);
    const sender = await deps.senderOf(channel, run.account_id, senderIdOf(definition, channel));
    const request = {
      now,
      leadId: run.lead_id,
      agentId: run.agent_id,
      account: turn.snapshot.account,
      definition,
      sender,
      windowExpiresAt: facts.engagement.whatsapp_window_expires_at,
      again: isOf(turn.pending, turn.state) ? triedBefore(turn.pending, sender) : undefined,
    };
    const usage = await readUsage(tx, request);
    const before = turn.state;
    const decision = decide(definition, before, facts, usage, now, { render: renderer(turn), runId: run.id });
    turn.state = decision.state;
    switch (decision.kind) {
      case 'send': {
        if (decision.channel !== channel) {
          // The fallback channel has a sender with limits of its own.
          channel = decision.channel;
          break;
        }
        const prepared = await prepareSend(turn, decision, sender, deps.links);
        if (prepared.kind === 'impossible') return failRun(tx, now, run, 'error', prepared.problem, turn);
        if (prepared.kind === 'rejected') {
          await refuseStep(turn, decision.step_key, prepared);
          channel = undefined;
          break;
        }
        if (prepared.kind === 'hold') return holdStep(turn, decision.step_key, prepared.hold, usage);
        const hold = await deps.heldBack(tx, now, prepared.outgoing.sender.id, run.id);
        if (hold) return holdStep(turn, decision.step_key, hold, usage);
        return claimMessage(turn, decision, prepared, request).then((send) => ({ kind: 'send', send }));
      }
      case 'hold':
        if (run.hold_reason !== decision.reason) turn.events.push(heldEvent(turn, decision));
        return rest(turn, usage);
      case 'wait':
        return rest(turn, usage);
      case 'exit':
      case 'complete':
        return finish(turn, decision);
      case 'skip':
        turn.events.push(skippedEvent(turn, decision));
        channel = undefined;
        break;
      case 'moved': {
        channel = undefined;
        const closed = await applyEffects(turn, before, decision);
        if (closed) return closed;
      }
    }
  }
  return rest(turn, undefined);
}

/** Holds a step for what only the database knows, such as a template that is not approved. */
function holdStep(turn: Turn, stepKey: string, hold: Hold, usage: Usage): Promise<Advance> {
  if (turn.run.hold_reason !== hold.reason) {
    turn.events.push(heldEvent(turn, { step_key: stepKey, ...hold }));
  }
  turn.state = { ...turn.state, hold };
  return rest(turn, usage);
}

/** What its provider will never take is refused before it is sent: the step is done with, but for its fallback channel. */
async function refuseStep(turn: Turn, stepKey: string, { code, message }: { code: string; message: string }) {
  const { tx, now, definition, facts, state, pending } = turn;
  const failure = JSON.stringify({ code, provider_code: null, retryable: false, message });
  if (isOf(pending, state)) {
    await tx('messages')
      .where({ id: pending.id })
      .update({ status: 'failed', failure_code: code, failure, updated_at: now });
  }
  turn.state = afterSend(definition, state, { kind: 'refused_final' }, facts, now);
  if (turn.state.moves === state.moves && !turn.state.ended) return;
  const data = { step_key: stepKey, reason: code, detail: message };
  turn.events.push({ ...about(turn), type: 'cadence.step_skipped', data });
}

const renderer = (turn: Turn) => (template: string) => {
  const agent = turn.snapshot.agent;
  const result = renderTemplate(
    template,
    templateVariables(turn.snapshot, { now: turn.now.toISOString(), ...(agent ? { agent } : {}) }),
    'text',
  );
  return result.ok ? result.value : '';
};

/** The visit of a `set` step that asks for effects; what it does later makes digests of their own. */
const sourceOf = ({ run, definition, state }: Turn, { from, piece }: Decision & { kind: 'moved' }): EffectSource => ({
  kind: 'cadence',
  id: run.agent_id,
  occasionId: run.id,
  digest: [run.id, from, state.visits[from] ?? 0, ...(piece?.first ? [piece.first] : [])].join('/'),
  title: definition.name,
});

/** Applies what a `set` step asks for; the facts are read again, since later steps may test what changed. */
async function applyEffects(
  turn: Turn,
  before: CadenceState,
  decision: Decision & { kind: 'moved' },
): Promise<Advance | undefined> {
  if (decision.effects.length === 0) {
    turn.events.push(movedEvent(turn, decision));
    return undefined;
  }
  const { tx, now, run, definition, facts } = turn;
  // What changes by the effects (a status, a pause, an end) is written to the row, so the cadence goes there first.
  await updateRun(tx, run.id, { cadence: JSON.stringify(turn.state) });
  const told: { type: string; applied: boolean; skipped?: string }[] = [];
  let happened = decision;
  for (const [index, effect] of decision.effects.entries()) {
    const applied = await applyEffect(
      {
        ...{ tx, now, run, definition, facts, source: sourceOf(turn, decision) },
        accountTimezone: turn.snapshot.account.timezone,
        origin: originOf(run),
      },
      effect,
    );
    const { type } = effect;
    told.push('skipped' in applied ? { type, applied: false, skipped: applied.skipped } : { type, applied: true });
    if ('skipped' in applied && effect.on_error === 'stop') {
      happened = failedAt({ definition, facts, now: now.getTime() }, before, decision, index);
      turn.state = happened.state;
      break;
    }
  }
  turn.events.push(movedEvent(turn, happened, told));
  // The run goes on from the facts as they are now.
  await dropWakes(tx, cadenceWorkflowId(run.id));
  const after = await lockRun(tx, run.id);
  if (after?.open_slot !== 1) {
    await insertEvents(tx, now, turn.events);
    return after ? ended(after) : { kind: 'ended', runStatus: 'stopped', stopReason: 'erased' };
  }
  const next = await begin(tx, now, after);
  if (!next) return failRun(tx, now, run, 'erased', {});
  // Where the step paused its own run, the cadence notes since when, as a resume goes by it.
  const state = { ...turn.state, paused_at: next.state.paused_at };
  Object.assign(turn, { ...next, state, events: turn.events });
  return undefined;
}

/** Stores where the run stands and says how long it sleeps. */
export async function rest(
  turn: Turn,
  usage: Parameters<typeof nextPlan>[4],
  sent?: Date,
): Promise<Advance & { kind: 'waiting' }> {
  const { tx, now, run, definition, facts } = turn;
  const plan = untilResumed(run, nextPlan(definition, turn.state, facts, now, usage));
  const told = tellScheduled(run, turn.state, plan, now, originOf(run));
  const state = told?.state ?? turn.state;
  if (told) turn.events.push(told.event);
  await updateRun(tx, run.id, {
    ...cadenceColumns(definition, state, plan, now),
    ...(sent ? { last_step_at: sent } : {}),
    ...(run.started_at ? {} : { started_at: now }),
    updated_at: now,
  });
  await insertEvents(tx, now, turn.events);
  return { kind: 'waiting', plan: timerOf(definition, plan, facts.timezone, state) };
}

/** A pause with an end is looked at then, whatever else holds the run and whenever its step is due. */
function untilResumed({ cadence_paused, auto_resume_at }: AgentRunRow, plan: CadencePlan): CadencePlan {
  if (cadence_paused === 0 || auto_resume_at === null) return plan;
  const { sleep_until } = plan;
  const earlier = sleep_until !== null && Date.parse(sleep_until) < auto_resume_at.getTime();
  return earlier ? plan : { ...plan, sleep_until: auto_resume_at.toISOString() };
}

/** Ends a run whose cadence has come to its end. */
export async function finish(
  turn: Turn,
  decision: { kind: 'complete' } | Pick<Decision & { kind: 'exit' }, 'kind' | 'reason' | 'detail'>,
  sent?: Date,
): Promise<Advance & { kind: 'ended' }> {
  const { tx, now, run, definition, facts, state } = turn;
  const reason = decision.kind === 'exit' ? decision.reason : 'completed';
  const detail = decision.kind === 'exit' ? decision.detail : null;
  await insertEvents(tx, now, turn.events);
  await updateRun(tx, run.id, {
    ...cadenceColumns(definition, state, nextPlan(definition, state, facts, now), now),
    ...(sent ? { last_step_at: sent } : {}),
  });
  if (reason === 'completed') {
    await insertEvents(tx, now, [
      {
        accountId: run.account_id,
        type: 'cadence.completed',
        leadId: run.lead_id,
        agentRunId: run.id,
        data: { workflow_id: run.agent_id, detail },
        origin: originOf(run),
      },
    ]);
  }
  const runStatus = reason === 'completed' ? 'completed' : reason === 'error' ? 'failed' : 'stopped';
  await endRun(tx, now, run, {
    runStatus,
    stopReason: reason,
    origin: originOf(run),
    data: { detail },
    wake: false,
  });
  return {
    kind: 'ended',
    runStatus,
    stopReason: reason,
    details: endedDetails(definition, facts.timezone, state, reason),
  };
}

/** Ends a run that can't go on, with the reason and place for operators. */
async function failRun(
  tx: Knex,
  now: Date,
  run: AgentRunRow,
  stopReason: 'error' | 'erased',
  data: Record<string, unknown>,
  turn?: Turn,
): Promise<Advance> {
  if (turn) await insertEvents(tx, now, turn.events);
  const runStatus = stopReason === 'error' ? 'failed' : 'stopped';
  await endRun(tx, now, run, { runStatus, stopReason, origin: originOf(run), data, wake: false });
  return { kind: 'ended', runStatus, stopReason };
}

const about = ({ run }: Turn) => ({
  accountId: run.account_id,
  leadId: run.lead_id,
  agentRunId: run.id,
  origin: originOf(run),
});

const heldEvent = (turn: Turn, decision: Hold & { step_key: string }): NewEvent => ({
  ...about(turn),
  type: 'cadence.held',
  data: { step_key: decision.step_key, reason: decision.reason, until: decision.until, detail: decision.detail },
});

const skippedEvent = (turn: Turn, decision: Decision & { kind: 'skip' }): NewEvent => ({
  ...about(turn),
  type: 'cadence.step_skipped',
  data: { step_key: decision.step_key, step_type: decision.step_type, reason: decision.reason },
});

const doneEvent = (turn: Turn, { id, step_key, channel }: MessageRow): NewEvent => ({
  ...about(turn),
  type: 'cadence.step_executed',
  data: { message_id: id, step_key, channel },
});

const movedEvent = (turn: Turn, decision: Decision & { kind: 'moved' }, effects?: unknown[]): NewEvent => ({
  ...about(turn),
  type: 'cadence.step_executed',
  data: {
    ...{ step_key: decision.from, step_type: decision.step_type, to: decision.to, why: decision.why },
    ...(effects ? { effects } : {}),
    ...(decision.piece ? { first_action: decision.piece.first, actions_left: decision.piece.left } : {}),
  },
});
