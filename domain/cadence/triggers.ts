import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { Trigger } from '../../schemas/cadence/cadence.js';
import type { WrittenKind } from '../../schemas/events/events.js';
import type { EventFact, Facts } from '../facts.js';
import { evaluate } from '../rules/conditions/index.js';
import type { CadenceState } from './state.js';
import { stepIndex, stepsOf } from './steps.js';

/** Since when an event counts: behind another one, where that is known, else from a time on. */
export interface Since {
  at: string;
  seq?: number | null | undefined;
}

/** Returns the time from which events count for the current step of a run. */
export const sinceEntered = ({ entered_at, entered_seq }: CadenceState): Since => ({
  at: entered_at,
  seq: entered_seq,
});

/**
 * Returns the place of the newest event that a run has seen, which is that of before its enrolment where none of its own
 * came since; null where the events weren't read, and only the time can tell.
 */
export const newestSeq = ({ events }: Facts, { enrolled_seq = null }: CadenceState): number | null =>
  events
    ? events.reduce<number | null>((newest, { seq = 0 }) => (seq > (newest ?? 0) ? seq : newest), enrolled_seq)
    : null;

/**
 * Returns whether an event happened after `since`. Recorded events are compared by their sequence, because the clocks
 * of their writers may differ. A simulated event has happened once its time is reached.
 */
function cameAfter(event: EventFact, since: Since, now: number): boolean {
  if (event.seq !== undefined && typeof since.seq === 'number') return event.seq > since.seq;
  const at = Date.parse(event.created_at);
  return at >= Date.parse(since.at) && (event.seq !== undefined || at <= now);
}

/** Returns which of several triggers has happened, in words: an event since `since`, or a condition that holds. */
export function firedTrigger(
  triggers: readonly Trigger[],
  facts: Facts,
  since: Since,
  now: number,
): string | undefined {
  for (const trigger of triggers) {
    if (typeof trigger === 'string') {
      if (facts.events?.some((event) => event.type === trigger && cameAfter(event, since, now)))
        return `${trigger} happened`;
    } else {
      const evaluation = evaluate([trigger], 'all', facts, new Date(now));
      if (evaluation.matched) return evaluation.results[0]?.reason ?? 'the condition holds';
    }
  }
  return undefined;
}

/** The maximum difference between the clocks that write events. */
const CLOCKS_MS = 300_000;

/**
 * Returns the event kinds that a cadence waits for anywhere, and since when: what has to be read into `facts.events`
 * before deciding. Those of steps ahead tell such a step, when it is entered, what was there before it.
 */
export function wantedEvents(definition: AgentDefinition, state: CadenceState): { kinds: WrittenKind[]; since: Date } {
  const triggers = stepsOf(definition).flatMap((step) =>
    step.type === 'goal' || step.type === 'wait_until' ? step.any : [],
  );
  const kinds = triggers.filter((trigger): trigger is WrittenKind => typeof trigger === 'string');
  return { kinds: [...new Set(kinds)], since: new Date(Date.parse(state.enrolled_at) - CLOCKS_MS) };
}

/** Finds the first goal ahead of a run that is reached and that it hasn't come to yet. */
export function goalAhead(
  { definition, facts, now }: { definition: AgentDefinition; facts: Facts; now: number },
  state: CadenceState,
): { key: string; fired: string } | undefined {
  for (const step of stepsOf(definition).slice(stepIndex(definition, state.step_key) + 1)) {
    const visits = (state.visits[step.key] ?? 0) - (state.visits_before[step.key] ?? 0);
    if (step.type !== 'goal' || visits > 0) continue;
    const fired = firedTrigger(step.any, facts, { at: state.enrolled_at, seq: state.enrolled_seq }, now);
    if (fired) return { key: step.key, fired };
  }
  return undefined;
}
