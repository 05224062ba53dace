import { compareValues, type Difference } from '../../components/compare-values.js';
import * as words from '../../words/en/agent.js';
import { labelOf } from '../../words/fields.js';

type Steps = readonly { key: string; type: string }[];

interface Definition {
  cadence: { steps: Steps; window?: unknown };
}

/** Tells steps by their keys, and the order they stand in. */
function stepDifferences(before: Steps, after: Steps): Difference[] {
  const old = new Map(before.map((step) => [step.key, step]));
  const young = new Map(after.map((step) => [step.key, step]));
  const keys = [...new Set([...after.map(({ key }) => key), ...before.map(({ key }) => key)])];
  const changed = keys.flatMap((key): Difference[] => {
    const was = old.get(key);
    const is = young.get(key);
    if (was && is) return compareValues(words.step2(key), was, is);
    return [{ about: words.step2(key), part: '', before: was && labelOf(was.type), after: is && labelOf(is.type) }];
  });
  const orderOf = (steps: Steps, known: Map<string, unknown>) =>
    steps
      .map(({ key }) => key)
      .filter((key) => known.has(key))
      .join(', ');
  const [was, is] = [orderOf(before, young), orderOf(after, old)];
  return was === is ? changed : [...changed, { about: words.steps, part: words.order, before: was, after: is }];
}

/** Lists what differs between two definitions, steps first. */
export function differencesOf(before: Definition, after: Definition): Difference[] {
  const { cadence: was, ...oldRest } = before;
  const { cadence: is, ...youngRest } = after;
  return [
    ...stepDifferences(was.steps, is.steps),
    ...compareValues(words.settings, { window: was.window }, { window: is.window }),
    ...compareValues(words.settings, oldRest, youngRest),
  ];
}

/** Returns the keys of steps that two cadences have not alike; the place of a step is not looked at. */
export function changedKeys(before: Steps, after: Steps): ReadonlySet<string> {
  const [one, other] = [before, after].map((steps) => new Map(steps.map((step) => [step.key, step])));
  const keys = [...before, ...after].map(({ key }) => key);
  return new Set(keys.filter((key) => compareValues('', one?.get(key) ?? {}, other?.get(key) ?? {}).length > 0));
}
