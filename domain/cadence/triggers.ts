import type { AgentDefinition } from '../../schemas/agents.js';
import type { Trigger } from '../../schemas/cadence.js';
import type { EventKind } from '../../schemas/events.js';
import { evaluate } from '../conditions/index.js';
import type { Facts } from '../facts.js';
import type { CadenceState } from './state.js';
import { stepIndex, stepsOf } from './steps.js';

/** Which of several triggers has happened: an event since `since`, or a condition that holds. */
export function firedTrigger(
  triggers: readonly Trigger[],
  facts: Facts,
  since: string,
  now: number,
): string | undefined {
  for (const trigger of triggers) {
    if (typeof trigger === 'string') {
      const happened = facts.events?.some((event) => {
        const at = Date.parse(event.created_at);
        return event.type === trigger && at >= Date.parse(since) && at <= now;
      });
      if (happened) return `${trigger} happened`;
    } else {
      const evaluation = evaluate([trigger], 'all', facts, new Date(now));
      if (evaluation.matched) return evaluation.results[0]?.reason ?? 'the condition holds';
    }
  }
  return undefined;
}

/** The event kinds a run waits for, and since when: what has to be read into `facts.events` before deciding. */
export function wantedEvents(definition: AgentDefinition, state: CadenceState): { kinds: EventKind[]; since: string } {
  const triggers = stepsOf(definition).flatMap((step) =>
    step.type === 'goal' || (step.type === 'wait_until' && step.key === state.step_key) ? step.any : [],
  );
  const kinds = triggers.filter((trigger): trigger is EventKind => typeof trigger === 'string');
  return { kinds: [...new Set(kinds)], since: state.enrolled_at };
}

/** The first goal ahead of a run that is reached and that it hasn't come to yet. */
export function goalAhead(
  { definition, facts, now }: { definition: AgentDefinition; facts: Facts; now: number },
  state: CadenceState,
): { key: string; fired: string } | undefined {
  for (const step of stepsOf(definition).slice(stepIndex(definition, state.step_key) + 1)) {
    const visits = (state.visits[step.key] ?? 0) - (state.visits_before[step.key] ?? 0);
    if (step.type !== 'goal' || visits > 0) continue;
    const fired = firedTrigger(step.any, facts, state.enrolled_at, now);
    if (fired) return { key: step.key, fired };
  }
  return undefined;
}
