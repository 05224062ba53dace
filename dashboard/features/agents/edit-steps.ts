import type { CadenceStep, StepType } from '../../../schemas/cadence/cadence.js';
import * as words from '../../words/en/agent.js';
import { branchesOf } from './cadence-outline.js';

type Steps = readonly CadenceStep[];

/** Returns a key that no step has yet. */
export function unusedKey(steps: Steps, stem: string): string {
  const taken = new Set(steps.map(({ key }) => key));
  if (!taken.has(stem)) return stem;
  let n = 2;
  while (taken.has(`${stem}_${n}`)) n += 1;
  return `${stem}_${n}`;
}

/** Makes a step of a kind as it begins. */
export function newStep(type: StepType, key: string): CadenceStep {
  switch (type) {
    case 'message':
      // Without a text it can't be published by mistake.
      return { type, key, channel: 'email', delay: { type: 'after', amount: 2, unit: 'days' } };
    case 'wait':
      return { type, key, delay: { type: 'after', amount: 1, unit: 'days' } };
    case 'wait_until':
      return { type, key, any: ['message.clicked'], timeout: { type: 'after', amount: 3, unit: 'days' } };
    case 'branch':
      return { type, key, conditions: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }] };
    case 'split':
      return { type, key, arms: [{ key: 'a' }, { key: 'b' }] };
    case 'set':
      return { type, key, actions: [{ type: 'add_tag', params: { tags: ['worked'] } }] };
    case 'goal':
      return { type, key, any: ['meeting.scheduled'] };
    default:
      return { type, key };
  }
}

/** Gives every way another end, as `at` says; undefined: to whatever follows. */
function rewire(steps: Steps, at: (key: string | undefined) => string | undefined): CadenceStep[] {
  return steps.map((step) => {
    const changed = { ...step, ...(step.next ? { next: at(step.next) } : {}) };
    if (changed.type === 'branch')
      return tidy({
        ...changed,
        ...(changed.then ? { then: at(changed.then) } : {}),
        ...(changed.else ? { else: at(changed.else) } : {}),
      });
    if (changed.type === 'wait_until' && changed.on_timeout)
      return tidy({ ...changed, on_timeout: at(changed.on_timeout) });
    if (changed.type === 'split')
      return tidy({
        ...changed,
        arms: changed.arms.map((arm) => tidy({ ...arm, ...(arm.next ? { next: at(arm.next) } : {}) })),
      });
    return tidy(changed);
  });
}

/** Gives every way that led to a step another end. */
const redirect = (steps: Steps, from: string, to: string | undefined): CadenceStep[] =>
  rewire(steps, (key) => (key === from ? to : key));

const tidy = <T extends object>(step: T): T =>
  Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined)) as T;

const goesOn = (step: CadenceStep): boolean => step.type !== 'exit' && step.type !== 'branch' && step.type !== 'split';

/** Puts steps behind another one; what came next comes after the last of them. */
export function insertAfter(steps: Steps, index: number, ...added: CadenceStep[]): CadenceStep[] {
  const before = steps[index];
  const moves = before?.next !== undefined && goesOn(before);
  const { next, ...bare } = { next: undefined, ...before } as CadenceStep & { next?: string };
  const last = added.at(-1);
  return [
    ...steps.slice(0, Math.max(index, 0)),
    ...(before ? [(moves ? bare : before) as CadenceStep] : []),
    ...added.slice(0, -1),
    ...(last ? [(moves ? { next, ...last } : last) as CadenceStep] : []),
    ...steps.slice(index + 1),
  ];
}

/** Puts a step into one of the ways of a branch, a split or a wait. */
export function insertIntoBranch(steps: Steps, index: number, way: string, step: CadenceStep): CadenceStep[] {
  const fork = steps[index];
  const falls = fork?.next ?? steps[index + 1]?.key;
  if (!fork) return [...steps];
  const put = (changed: CadenceStep, to: string | undefined) => [
    ...steps.slice(0, index),
    tidy(changed),
    tidy({ ...step, next: to ?? falls }),
    ...steps.slice(index + 1),
  ];
  const named = (to: string | undefined) => to ?? falls;
  if (fork.type === 'branch' && way === 'then')
    return put({ ...fork, then: step.key, else: named(fork.else) }, fork.then);
  if (fork.type === 'branch') return put({ ...fork, else: step.key, then: named(fork.then) }, fork.else);
  if (fork.type === 'wait_until' && way === words.timedOut)
    return put({ ...fork, on_timeout: step.key, next: falls }, fork.on_timeout);
  if (fork.type === 'split' && fork.arms.some(({ key }) => key === way))
    return put(
      {
        ...fork,
        next: falls,
        arms: fork.arms.map((arm) =>
          arm.key === way ? { ...arm, next: step.key } : tidy({ ...arm, next: named(arm.next) }),
        ),
      },
      fork.arms.find(({ key }) => key === way)?.next,
    );
  return insertAfter(steps, index, step);
}

/** Sets the implicit next step of a step by its key. */
function leadOn(steps: Steps, index: number, to: string | undefined): CadenceStep[] {
  const below = steps[index + 1]?.key;
  return steps.map((step, place) =>
    place !== index || step.next || !to || !branchesOf(steps, index).some((way) => way.to === below)
      ? step
      : { ...step, next: to },
  );
}

/** Puts the step first with which a cadence begins from then on; all ways stay as they were. */
function beginWith(steps: Steps, key: string): CadenceStep[] {
  const index = steps.findIndex((step) => step.key === key);
  if (index < 1) return [...steps];
  const named = leadOn(leadOn(steps, index - 1, key), index, steps[index + 1]?.key);
  return [named[index] as CadenceStep, ...named.filter((_, place) => place !== index)];
}

/** Takes a step out; what led to it leads to what came next. */
export function removeStep(steps: Steps, index: number): CadenceStep[] {
  const removedStep = steps[index];
  if (!removedStep) return [...steps];
  const follows = steps[index + 1]?.key;
  const to = removedStep.next && removedStep.next !== removedStep.key ? removedStep.next : follows;
  const led = index > 0 && to !== follows ? leadOn(steps, index - 1, to) : steps;
  const kept = redirect(led, removedStep.key, to).filter((_, place) => place !== index);
  return index === 0 && to ? beginWith(kept, to) : kept;
}

const without = ({ next: _, ...step }: CadenceStep): CadenceStep => step as CadenceStep;

/** A position for a step: after another one, or in one of its branches. Without a predecessor it becomes the first. */
export interface StepPosition {
  after?: string;
  way?: string;
}

/** Moves a step to a spot; what led to it leads to what came next, and what came next there comes after it. */
export function moveTo(steps: Steps, key: string, { after, way }: StepPosition): CadenceStep[] {
  const index = steps.findIndex((step) => step.key === key);
  const moved = steps[index];
  if (!moved || after === key || (after === undefined && index === 0)) return [...steps];
  const rest = removeStep(steps, index);
  if (after === undefined) return [without(moved), ...rest];
  const target = rest.findIndex((step) => step.key === after);
  if (target < 0) return [...steps];
  return way === undefined
    ? insertAfter(rest, target, without(moved))
    : insertIntoBranch(rest, target, way, without(moved));
}

/** Puts a copy of a step behind it. */
export function duplicateStep(steps: Steps, index: number): CadenceStep[] {
  const original = steps[index];
  if (!original) return [...steps];
  return insertAfter(steps, index, { ...without(original), key: unusedKey(steps, original.key) });
}

/** Puts copies of steps behind one, under keys of their own; ways that led out of them lead to what follows there. */
export function pasteAfter(steps: Steps, index: number, copied: Steps): CadenceStep[] {
  const keys = new Map<string, string>();
  const named: CadenceStep[] = [];
  for (const step of copied) {
    const key = unusedKey([...steps, ...named], step.key);
    keys.set(step.key, key);
    named.push({ ...step, key });
  }
  return insertAfter(steps, index, ...rewire(named, (key) => key && keys.get(key)));
}

/** Changes a step; where it gets another key, what leads to it leads to that. */
export function changeStep(steps: Steps, index: number, changed: CadenceStep): CadenceStep[] {
  const before = steps[index];
  const put = steps.map((step, place) => (place === index ? changed : step));
  return before && before.key !== changed.key ? redirect(put, before.key, changed.key) : put;
}
