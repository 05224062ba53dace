import { decide } from '../../domain/cadence/decide.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { Facts } from '../../domain/facts.js';
import { NO_USAGE } from '../../domain/messages/limits.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { at, definitionOf, enrolled, factsOf } from './cadence.js';

export const START = at('2026-03-02T10:00:00Z');
export const minutes = (n: number) => new Date(START.getTime() + n * 60_000);
export const dated = (n: number) => ({ renewal: minutes(n).toISOString() });
export const ask = (definition: AgentDefinition, state: CadenceState, facts: Facts, now: Date) =>
  decide(definition, state, facts, NO_USAGE, now);

/** Decides and moves on until something sends, holds, waits or ends. */
export function settle(definition: AgentDefinition, state: CadenceState, facts: Facts, now: Date) {
  let decision = ask(definition, state, facts, now);
  const passed: string[] = [];
  while (decision.kind === 'moved' || decision.kind === 'skip') {
    passed.push(
      decision.kind === 'moved' ? `${decision.from}>${decision.to}` : `-${decision.step_key}:${decision.reason}`,
    );
    decision = ask(definition, decision.state, facts, now);
  }
  return { decision, passed };
}
export const start = (
  steps: CadenceStepRequest[],
  facts = factsOf(),
  more: Parameters<typeof definitionOf>[1] = {},
) => {
  const definition = definitionOf(steps, more);
  return { definition, facts, state: enrolled(definition, facts, START) };
};
