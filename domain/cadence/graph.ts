import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { targetsOf } from './steps.js';

/** Every step that can come right after each step, by key. */
function followers(steps: readonly CadenceStep[]): Map<string, string[]> {
  const keys = new Set(steps.map((step) => step.key));
  return new Map(
    steps.map((step, index): [string, string[]] => {
      const named = targetsOf(step, steps).map((target) => target.key);
      const following = steps[index + 1]?.key;
      const falls = !step.next && following !== undefined && step.type !== 'exit' && fallsThrough(step);
      const conditional = step.type === 'exit' && (step.conditions?.length ?? 0) > 0 && following !== undefined;
      const all = falls || (conditional && following) ? [...named, following ?? ''] : named;
      return [step.key, [...new Set(all)].filter((key) => keys.has(key))];
    }),
  );
}

/** Returns whether a step can continue to the next one in the list. */
function fallsThrough(step: CadenceStep): boolean {
  if (step.type === 'branch') return !(step.then && step.else);
  if (step.type !== 'split') return true;
  return step.arms.some((arm) => !arm.next) || step.arms.every((arm) => (arm.conditions?.length ?? 0) > 0);
}

/** Finds a step on a way back none of whose steps limits its visits; undefined where every way back ends. */
export function endlessStep(steps: readonly CadenceStep[]): string | undefined {
  const next = followers(steps);
  const limited = new Set(steps.filter((step) => step.max_visits !== undefined).map((step) => step.key));
  const done = new Set<string>();
  for (const { key } of steps) {
    const found = done.has(key) || limited.has(key) ? undefined : cycleFrom(key, next, limited, done);
    if (found) return found;
  }
  return undefined;
}

function cycleFrom(
  start: string,
  next: Map<string, string[]>,
  limited: ReadonlySet<string>,
  done: Set<string>,
): string | undefined {
  const path: { key: string; rest: string[] }[] = [{ key: start, rest: [...(next.get(start) ?? [])] }];
  const open = new Set([start]);
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const to = top.rest.pop();
    if (to === undefined) {
      open.delete(top.key);
      done.add(top.key);
      path.pop();
    } else if (open.has(to)) {
      return top.key;
    } else if (!done.has(to) && !limited.has(to)) {
      open.add(to);
      path.push({ key: to, rest: [...(next.get(to) ?? [])] });
    }
  }
  return undefined;
}

/** Lists the steps that no run can come to. Goals pull runs to them, so they are always reachable. */
export function unreachableSteps(steps: readonly CadenceStep[]): string[] {
  const next = followers(steps);
  const open = [steps[0]?.key, ...steps.filter((step) => step.type === 'goal').map((step) => step.key)];
  const reached = new Set<string>();
  for (let key = open.pop(); open.length > 0 || key !== undefined; key = open.pop()) {
    if (key === undefined || reached.has(key)) continue;
    reached.add(key);
    open.push(...(next.get(key) ?? []));
  }
  return steps.map((step) => step.key).filter((key) => !reached.has(key));
}
