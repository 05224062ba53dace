import type { Agent } from '../../../schemas/agents/agents.js';
import type { CadenceStep, StepType } from '../../../schemas/cadence/cadence.js';
import { type Plain, plainOf } from '../../forms/shape.js';

/** All types of step, with the list without which one can't be drawn. */
const LISTS = {
  message: undefined,
  call: undefined,
  wait: undefined,
  wait_until: 'any',
  branch: 'conditions',
  split: 'arms',
  set: 'actions',
  goal: 'any',
  exit: undefined,
} as const satisfies Record<StepType, string | undefined>;

const isStep = ({ key, type, ...rest }: Plain) => {
  if (typeof key !== 'string' || !Object.hasOwn(LISTS, String(type))) return false;
  const list = LISTS[type as StepType];
  return list === undefined || Array.isArray(rest[list]);
};

/** Returns whether a value that is being written is a cadence that can be drawn already. */
export const isCadence = (value: unknown): value is Agent['cadence'] => {
  const { steps } = plainOf(value);
  return Array.isArray(steps) && steps.length > 0 && steps.every((step) => isStep(plainOf(step)));
};

/** Writes a step as text, to be pasted wherever JSON is. */
export const textOf = (step: CadenceStep): string => JSON.stringify(step, null, 2);

/** Reads the steps of a text: of a step, of a list of them, of a whole cadence; none if it is anything else. */
export function stepsIn(text: string): readonly CadenceStep[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const whole = plainOf(value).steps ? value : { steps: Array.isArray(value) ? value : [value] };
  return isCadence(whole) ? whole.steps : [];
}
