import { afterSend } from '../../domain/cadence/after-send.js';
import { decide } from '../../domain/cadence/decide.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { Facts } from '../../domain/facts.js';
import { NO_USAGE } from '../../domain/messages/limits.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { at, definitionOf, factsOf, lasting, mail } from './cadence.js';

export const START = at('2026-03-02T10:00:00Z');
export const minutes = (n: number) => new Date(START.getTime() + n * 60_000);
export const facts = factsOf();

/** Lets a run go from `from` to `to` with providers that accept at once, and tells what it sent, minutes after START. */
export function run(
  definition: AgentDefinition,
  state: CadenceState,
  from: Date,
  to: Date,
  lead: Facts = facts,
  usage = NO_USAGE,
) {
  const sent: string[] = [];
  let current = state;
  let now = from;
  const counted = { ...usage, lead_sent_at: [...usage.lead_sent_at] };
  for (let round = 0; round < 10_000; round += 1) {
    const decision = decide(definition, current, lead, counted, now);
    current = decision.state;
    if (decision.kind === 'send') {
      sent.push(`${decision.step_key}@${(now.getTime() - START.getTime()) / 60_000}`);
      counted.lead_sent_at.push(now.toISOString());
      current = afterSend(definition, current, { kind: 'accepted' }, lead, now);
    } else if (decision.kind === 'wait' || decision.kind === 'hold') {
      if (decision.until === null || Date.parse(decision.until) > to.getTime()) break;
      now = new Date(decision.until);
    } else if (decision.kind === 'exit' || decision.kind === 'complete') {
      break;
    }
  }
  return { sent, state: current, now };
}

export const THREE = definitionOf([
  mail('one', { delay: lasting(10) }),
  mail('two', { delay: lasting(10) }),
  mail('three', { delay: lasting(10) }),
]);
