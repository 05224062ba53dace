import type { AgentDefinition, HoldReason } from '../../schemas/agents/agents.js';
import type { CadenceStep, Channel, SendingStep, StepOf } from '../../schemas/cadence/cadence.js';
import type { Facts } from '../facts.js';
import { iso, MINUTE_MS } from '../time/zoned.js';
import { holdCadence, shiftCadence } from './pause.js';
import { unreachable } from './pick-channel.js';
import type { CadenceState } from './state.js';
import { channelOf, isSending, stepByKey } from './steps.js';
import { type Course, followerOf, moveTo } from './transitions.js';

/** The outcome of a send. */
export type SendResult =
  | { kind: 'accepted' }
  | {
      kind: 'refused_retry';
      detail?: string;
      retry_after_seconds?: number | null;
      hold?: HoldReason;
      may_be_the_message?: boolean;
    }
  | { kind: 'refused_final'; detail?: string }
  | { kind: 'unknown'; detail?: string };

const MAX_OWN_RETRIES = 12;

/**
 * Returns whether a message that is refused for the moment once more is given up: where the cause may be the message
 * itself, after twelve tries in vain. What is the sender's, the provider's or a limit's fault holds it as long as it
 * takes.
 */
export const givesUp = (ownRetries: number, refusal: { mayBeTheMessage?: boolean }): boolean =>
  refusal.mayBeTheMessage === true && ownRetries >= MAX_OWN_RETRIES;

const LONGEST_BACKOFF_MS = 60 * MINUTE_MS;
const DEFAULT_SPACING_MINUTES = 60;

/**
 * Returns the state after a step's message was handed to its provider at `now`. Accepted: the next step, whose delay
 * starts now. Temporarily rejected: held, with growing pauses. `givesUp` sets when that becomes a permanent rejection,
 * which uses the fallback channel once if there is one and continues otherwise. Unknown: held until an operator or a
 * receipt resolves it.
 */
export function afterSend(
  definition: AgentDefinition,
  state: CadenceState,
  result: SendResult,
  facts: Facts,
  now: Date,
): CadenceState {
  const course: Course = { definition, facts, now: now.getTime() };
  const step = stepByKey(definition, state.step_key);
  if (!step || !isSending(step)) return state;
  switch (result.kind) {
    case 'accepted':
      return accepted(course, state, step);
    case 'refused_retry':
      return refusedForNow(course, state, result);
    case 'refused_final':
      return refused(course, state, step);
    case 'unknown': {
      const detail = result.detail ?? 'The outcome of the send is unknown.';
      return { ...state, hold: { reason: 'outcome_unknown', until: null, detail } };
    }
  }
}

/** Returns the state after an unknown outcome was settled: it was sent, it failed, or it is to be sent again. */
export function settleUnknown(
  definition: AgentDefinition,
  state: CadenceState,
  as: 'sent' | 'failed' | 'resend',
  facts: Facts,
  now: Date,
): CadenceState {
  if (state.hold?.reason !== 'outcome_unknown') return state;
  const free = { ...state, hold: null };
  if (as === 'resend') return { ...free, attempt: state.attempt + 1 };
  const kind = as === 'sent' ? 'accepted' : 'refused_final';
  return afterSend(definition, free, { kind }, facts, now);
}

const UNDER_WAY = 'A call with the lead is in progress.';
/** A call without an end event for this long counts as ended. */
const LONGEST_CALL_MS = 60 * MINUTE_MS;

/** Nothing else reaches the lead while it is on the phone. */
const whileCalling = (course: Course, state: CadenceState): CadenceState =>
  state.ended
    ? state
    : {
        ...state,
        hold: { reason: 'sender_throttle', until: iso(course.now + LONGEST_CALL_MS), detail: UNDER_WAY },
      };

/**
 * Returns the state after a call's end is known. The run continues, and an answered call ends its step, even if
 * attempts are left. If the last call was missed, the step's fallback channel follows. An event for a step or visit
 * that the run has left has no further effect, and neither does a late event that an earlier attempt was missed.
 */
export function afterCall(
  definition: AgentDefinition,
  state: CadenceState,
  { step_key, visit, attempt, answered }: { step_key: string; visit: number; attempt: number; answered: boolean },
  facts: Facts,
  now: Date,
): CadenceState {
  const free = state.hold?.detail === UNDER_WAY ? { ...state, hold: null } : state;
  const step = stepByKey(definition, free.step_key);
  if (step?.type !== 'call' || step.key !== step_key || free.visit !== visit) return free;
  if (!answered && attempt < state.attempt - 1) return state;
  if (!answered) return { ...free, call_answered: false };
  const course: Course = { definition, facts, now: now.getTime() };
  return moveTo(course, { ...free, call_answered: true }, followerOf(definition, step), now.getTime());
}

const onward = (course: Course, state: CadenceState, step: SendingStep): CadenceState =>
  moveTo(course, state, followerOf(course.definition, step), course.now);

function accepted(course: Course, state: CadenceState, step: SendingStep): CadenceState {
  const sent: CadenceState = {
    ...state,
    last_sent_at: iso(course.now),
    sent_count: state.sent_count + 1,
    skip_first_message: false,
    force_first_message: null,
    idle_moves: 0,
    retries: 0,
    own_retries: 0,
    hold: null,
  };
  const calling = step.type === 'call' && channelOf(step) === (state.via ?? 'call');
  if (calling && state.attempt < (step.attempts?.max ?? 1)) return whileCalling(course, nextCall(course, sent, step));
  const other = calling ? fallbackOf(course, state, step) : undefined;
  const next = other === undefined ? onward(course, sent, step) : afterLastCall(course, sent, other);
  return calling ? whileCalling(course, next) : next;
}

/**
 * After a missed last call the lead gets a message immediately. Only the end of the call shows whether it was missed.
 */
const afterLastCall = (course: Course, state: CadenceState, via: Channel): CadenceState => ({
  ...state,
  attempt: state.attempt + 1,
  due_at: iso(course.now),
  call_answered: null,
  via,
});

/** Returns whether a run is after the last call of its step without knowing its outcome. */
export const awaitsLastCall = (state: CadenceState, step: CadenceStep): boolean =>
  step.type === 'call' &&
  state.via !== null &&
  state.via !== channelOf(step) &&
  state.call_answered === null &&
  state.attempt > (step.attempts?.max ?? 1);

function nextCall(course: Course, state: CadenceState, step: StepOf<'call'>): CadenceState {
  const spacing = step.attempts?.spacing_minutes ?? [];
  const minutes = spacing[state.attempt - 1] ?? spacing.at(-1) ?? DEFAULT_SPACING_MINUTES;
  const due = iso(course.now + minutes * MINUTE_MS);
  return { ...state, attempt: state.attempt + 1, due_at: due, call_answered: null, via: null };
}

function refusedForNow(
  course: Course,
  state: CadenceState,
  result: SendResult & { kind: 'refused_retry' },
): CadenceState {
  const retries = state.retries + 1;
  const own_retries = state.own_retries + (result.may_be_the_message ? 1 : 0);
  const until = backoffUntil(course.now, retries, result.retry_after_seconds);
  const detail = result.detail ?? 'The provider temporarily rejected the message.';
  return { ...state, retries, own_retries, hold: { reason: result.hold ?? 'provider_backoff', until, detail } };
}

/**
 * Returns when a message that was refused for the n-th time is tried again: after a minute, two, four, at most an hour.
 */
export function backoffUntil(now: number, retries: number, retryAfterSeconds: number | null | undefined): string {
  const backoff = Math.min(MINUTE_MS * 2 ** (retries - 1), LONGEST_BACKOFF_MS);
  return iso(now + Math.max(backoff, (retryAfterSeconds ?? 0) * 1000));
}

/** The fallback channel of a step, where it was not used yet and reaches the lead. */
function fallbackOf({ facts }: Course, state: CadenceState, step: SendingStep): Channel | undefined {
  const other = step.fallback_channel;
  const untried = other !== undefined && other !== channelOf(step) && state.via !== other;
  return untried && unreachable(other, facts, state) === undefined ? other : undefined;
}

function refused(course: Course, state: CadenceState, step: SendingStep): CadenceState {
  const other = fallbackOf(course, state, step);
  if (other !== undefined) {
    // A rejected call never rang.
    const call_answered = step.type === 'call' ? false : state.call_answered;
    return { ...state, attempt: state.attempt + 1, via: other, call_answered, retries: 0, own_retries: 0, hold: null };
  }
  return onward(course, { ...state, idle_moves: 0 }, step);
}

/** A cadence around the time for which a message was with its provider. */
export interface ConcurrentChange {
  /** As it was stored when the message was claimed. */
  claimed: CadenceState;
  /** As the claim decided it. */
  state: CadenceState;
  /** As it is stored now. */
  stored: CadenceState;
}

/**
 * Returns whether a user moved the run to another step or restarted this one, so that the message isn't of its step.
 */
export const wasMoved = ({ claimed, stored }: Pick<ConcurrentChange, 'claimed' | 'stored'>): boolean =>
  stored.step_key !== claimed.step_key || stored.visit !== claimed.visit;

/**
 * Returns the state after a step's message was handed to its provider, with all that others changed while it was there:
 * they take turns with claims, but not with a provider. Where they moved the run it stays there, and what was sent
 * counts.
 */
export function afterConcurrentSend(
  definition: AgentDefinition,
  change: ConcurrentChange,
  result: SendResult,
  facts: Facts,
  now: Date,
): CadenceState {
  const { claimed, state, stored } = change;
  if (wasMoved(change)) return result.kind === 'accepted' ? counted(stored, state, now) : stored;
  // Seen without its shift: what comes next is shifted once, wherever the message leads.
  const shiftMs = Date.parse(stored.anchor_at) - Date.parse(claimed.anchor_at);
  const others = changesOf(claimed, shiftCadence(stored, -shiftMs));
  const after = shiftCadence(afterSend(definition, { ...state, ...others }, result, facts, now), shiftMs);
  return others.hold && !after.ended ? holdCadence(after, others.hold) : after;
}

const counted = (stored: CadenceState, state: CadenceState, now: Date): CadenceState => ({
  ...stored,
  last_sent_at: now.toISOString(),
  sent_count: state.sent_count + 1,
  skip_first_message: false,
  force_first_message: null,
});

/** The parts of a cadence that are others than before. */
const changesOf = (before: CadenceState, after: CadenceState): Partial<CadenceState> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof CadenceState]),
    ),
  );
