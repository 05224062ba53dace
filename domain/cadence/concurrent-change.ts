import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Facts } from '../facts.js';
import { afterSend, type SendResult } from './after-send.js';
import { holdCadence, shiftCadence } from './pause.js';
import type { CadenceState } from './state.js';

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
 * Tells whether somebody took the run to another step, or to this one anew, so that the message is none of its step's.
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
