import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStep, Channel, SendingStep } from '../../schemas/cadence/cadence.js';
import type { Action } from '../../schemas/rules/actions.js';
import type { CadenceState } from './state.js';

/** Returns the steps of a definition, in order. */
export const stepsOf = (definition: AgentDefinition): readonly CadenceStep[] => definition.cadence.steps;

/** Returns the position of a step, from 0; -1 where there is none of this key. */
export const stepIndex = (definition: AgentDefinition, key: string | null): number =>
  stepsOf(definition).findIndex((step) => step.key === key);

/** Finds the step of a key. */
export const stepByKey = (definition: AgentDefinition, key: string | null): CadenceStep | undefined =>
  stepsOf(definition)[stepIndex(definition, key)];

/**
 * Finds the step that an action names by its key or its position; undefined where it names none, or none that is there.
 */
export const stepNamed = (
  definition: AgentDefinition,
  { step_key = null, step_index }: { step_key?: string | null; step_index?: number | null },
): CadenceStep | undefined =>
  step_key === null ? stepsOf(definition)[step_index ?? -1] : stepByKey(definition, step_key);

/** Returns whether a step reaches out to the lead. */
export const isSending = (step: CadenceStep): step is SendingStep => step.type === 'message' || step.type === 'call';

/** Returns the channel a step uses. */
export const channelOf = (step: SendingStep): Channel => (step.type === 'call' ? 'call' : (step.channel ?? 'email'));

/** Returns the first channel of a run's current step, or email if the step sends nothing. */
export function channelAt(
  definition: AgentDefinition,
  { step_key, via }: Pick<CadenceState, 'step_key' | 'via'>,
): Channel {
  const step = stepByKey(definition, step_key);
  return step && isSending(step) ? (via ?? channelOf(step)) : 'email';
}

/** Lists every step that a step can lead to, by key. An index without a step is returned unchanged. */
export function targetsOf(step: CadenceStep, steps: readonly CadenceStep[]): { key: string; property: string }[] {
  const named = (key: string | undefined, property: string) => (key ? [{ key, property }] : []);
  const own = named(step.next, 'next');
  if (step.type === 'branch') return [...own, ...named(step.then, 'then'), ...named(step.else, 'else')];
  if (step.type === 'wait_until') return [...own, ...named(step.on_timeout, 'on_timeout')];
  if (step.type === 'split') return [...own, ...step.arms.flatMap((arm, n) => named(arm.next, `arms/${n}/next`))];
  if (step.type === 'set') {
    return [...own, ...step.actions.flatMap((action, n) => aimOf(action, steps, `actions/${n}/params`))];
  }
  return own;
}

/** The step that an action leads to, where it does. */
function aimOf(action: Action, steps: readonly CadenceStep[], at: string): { key: string; property: string }[] {
  if (action.type === 'restart_cadence') return steps[0] ? [{ key: steps[0].key, property: at }] : [];
  if (action.type !== 'goto_cadence_step') return [];
  const { step_key, step_index } = action.params;
  if (step_key !== undefined) return [{ key: step_key, property: `${at}/step_key` }];
  if (step_index === undefined) return [];
  return [{ key: steps[step_index]?.key ?? String(step_index), property: `${at}/step_index` }];
}

/** Lists every channel a definition reaches out on, with the pointer of the first step that needs it. */
export function channelsUsed(definition: AgentDefinition): Map<Channel, string> {
  const used = new Map<Channel, string>();
  stepsOf(definition).forEach((step, index) => {
    if (!isSending(step)) return;
    const at = `/cadence/steps/${index}`;
    if (!used.has(channelOf(step))) used.set(channelOf(step), `${at}/channel`);
    if (step.fallback_channel && !used.has(step.fallback_channel))
      used.set(step.fallback_channel, `${at}/fallback_channel`);
  });
  return used;
}
