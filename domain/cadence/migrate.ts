import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import type { Facts } from '../facts.js';
import { gotoStep } from './pause.js';
import type { CadenceState } from './state.js';
import { isSending, stepByKey, stepIndex, stepsOf } from './steps.js';

/** The relation of a step of one version to another version. */
export interface StepChange {
  step_key: string;
  kind: 'added' | 'removed' | 'changed' | 'moved';
  before: CadenceStep | null;
  after: CadenceStep | null;
  /** The fields of the step that differ. */
  fields: string[];
}

/** Lists the steps that differ between two versions: in the order of the new one, then those that are gone. */
export function stepChanges(before: AgentDefinition, after: AgentDefinition): StepChange[] {
  const kept = stepsOf(before).filter(({ key }) => stepByKey(after, key));
  const place = new Map(
    stepsOf(after)
      .filter(({ key }) => stepByKey(before, key))
      .map(({ key }, index) => [key, index]),
  );
  const now = stepsOf(after).flatMap((step): StepChange[] => {
    const old = stepByKey(before, step.key);
    if (!old) return [{ step_key: step.key, kind: 'added', before: null, after: step, fields: [] }];
    const fields = differing(old, step);
    const moved = kept.findIndex(({ key }) => key === step.key) !== place.get(step.key);
    if (fields.length === 0 && !moved) return [];
    return [{ step_key: step.key, kind: fields.length > 0 ? 'changed' : 'moved', before: old, after: step, fields }];
  });
  const removed = stepsOf(before)
    .filter(({ key }) => stepIndex(after, key) < 0)
    .map((step): StepChange => ({ step_key: step.key, kind: 'removed', before: step, after: null, fields: [] }));
  return [...now, ...removed];
}

/** Lists the keys by which two objects differ. */
export function differing(one: object, other: object): string[] {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys.filter((key) => !same(Reflect.get(one, key), Reflect.get(other, key)));
}

/** Returns whether two values of a definition say the same; the order of keys says nothing. */
function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  return Array.isArray(one) === Array.isArray(other) && differing(one, other).length === 0;
}

/** The position of a run, as far as it decides how the run migrates to another version. */
export interface Place {
  stepKey: string | null;
  statusKey: string;
  statusCategory: string;
  /** A `set` step of which some actions are done. */
  begun: boolean;
  /** A message of its is with a provider. */
  sending: boolean;
}

/** The reason why a run can't come to another version as things are. */
export const MIGRATION_PROBLEMS = ['step_gone', 'status_gone', 'step_begun', 'being_sent'] as const;
export type MigrationProblem = (typeof MIGRATION_PROBLEMS)[number];

/**
 * Returns the step at which a run continues in another version: the one that `steps` maps it to, else the step with the
 * same key. A run without a step has none there either.
 */
export function destinationOf(
  to: AgentDefinition,
  steps: Readonly<Record<string, string>>,
  place: Place,
): { stepKey: string | null } | { problem: MigrationProblem } {
  if (place.sending) return { problem: 'being_sent' };
  const status = to.statuses.find(({ key }) => key === place.statusKey);
  if (status?.category !== place.statusCategory) return { problem: 'status_gone' };
  if (place.stepKey === null) return { stepKey: null };
  if (place.begun) return { problem: 'step_begun' };
  const stepKey = steps[place.stepKey] ?? place.stepKey;
  return stepByKey(to, stepKey) ? { stepKey } : { problem: 'step_gone' };
}

/**
 * Brings a run's state to another version. At the step of the same key it stays due when it was; another step is
 * entered now, as by hand. What it got of variants and arms that are gone is forgotten.
 */
export function migrateCadence(
  to: AgentDefinition,
  state: CadenceState,
  stepKey: string | null,
  facts: Facts,
  now: Date,
): CadenceState {
  const known = {
    ...state,
    variants: kept(state.variants, to, (step) => (isSending(step) ? (step.variants ?? []).map(({ key }) => key) : [])),
    arms: kept(state.arms, to, (step) => (step.type === 'split' ? step.arms.map(({ key }) => key) : [])),
  };
  if (stepKey === null || stepKey === state.step_key) return known;
  return gotoStep(to, known, stepKey, facts, now) ?? known;
}

const kept = (
  chosen: Readonly<Record<string, string>>,
  to: AgentDefinition,
  keysOf: (step: CadenceStep) => readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen).filter(([stepKey, key]) => {
      const step = stepByKey(to, stepKey);
      return step !== undefined && keysOf(step).includes(key);
    }),
  );
