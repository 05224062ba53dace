import type { CadenceStep } from '../../../schemas/cadence/cadence.js';
import * as words from '../../words/en/agent.js';

/** A way from a step: where it leads; nowhere is the end. */
export interface Branch {
  /** The label, if there are several. */
  name?: string;
  to: string | undefined;
}

/** A step as a card of the tree. */
export interface Card {
  step: CadenceStep;
  index: number;
  depth: number;
  /** The branch of a step above that leads here. */
  way?: string;
  /** True if no step leads here. */
  isApart: boolean;
  /** Ways to steps that stand elsewhere, or to the end. */
  jumps: Branch[];
}

/** Lists the ways that lead on from a step. */
export function branchesOf(steps: readonly CadenceStep[], index: number): Branch[] {
  const step = steps[index];
  if (!step) return [];
  const next = step.next ?? steps[index + 1]?.key;
  switch (step.type) {
    case 'branch':
      return [
        { name: 'then', to: step.then ?? next },
        { name: 'else', to: step.else ?? next },
      ];
    case 'split': {
      const arms = step.arms.map(({ key, next: to }) => ({ name: key, to: to ?? next }));
      return step.arms.every(({ conditions = [] }) => conditions.length > 0)
        ? [...arms, { name: 'others', to: next }]
        : arms;
    }
    case 'wait_until':
      return step.on_timeout
        ? [
            { name: words.eventOccurred, to: next },
            { name: words.timedOut, to: step.on_timeout },
          ]
        : [{ to: next }];
    case 'exit':
      return (step.conditions ?? []).length > 0 ? [{ name: 'otherwise', to: next }] : [];
    default:
      return [{ to: next }];
  }
}

/** Lays the steps of a cadence out as a tree: each step once, what comes together again below the lanes. */
export function outlineOf(steps: readonly CadenceStep[]): Card[] {
  const byKey = new Map(steps.map((step, index) => [step.key, index]));
  const sources = new Map<string, string[]>();
  for (const [index, step] of steps.entries())
    for (const { to } of branchesOf(steps, index)) if (to) sources.set(to, [...(sources.get(to) ?? []), step.key]);
  const placed = new Map<string, Card>();
  const later = new Set<string>();
  const isShared = (key: string) => (sources.get(key)?.length ?? 0) > 1;
  const isComplete = (key: string) => (sources.get(key) ?? []).every((source) => placed.has(source));

  const walk = (from: string, depth: number, way?: string, isApart = false) => {
    for (let key: string | undefined = from, first = true; key !== undefined; first = false) {
      const index = byKey.get(key);
      const step = index === undefined ? undefined : steps[index];
      if (index === undefined || !step || placed.has(key)) return;
      const card: Card = { step, index, depth, isApart: first && isApart, jumps: [], ...(first && way ? { way } : {}) };
      placed.set(key, card);
      later.delete(key);
      const isFork = branchesOf(steps, index).length > 1;
      key = follow(card, depth) ?? (isFork || depth === 0 ? joined(depth) : undefined);
    }
  };
  /** Draws the targets of a card. Returns the step that continues below it. */
  const follow = (card: Card, depth: number): string | undefined => {
    const ways = branchesOf(steps, card.index);
    const [only] = ways;
    if (only && ways.length === 1 && !only.name) {
      const { to } = only;
      if (to && byKey.has(to) && !placed.has(to) && !(depth > 0 && isShared(to))) return to;
      if (depth > 0 || to) card.jumps.push(only);
      if (to && !placed.has(to)) later.add(to);
      return undefined;
    }
    for (const each of ways) {
      const { to, name } = each;
      if (to && byKey.has(to) && !placed.has(to) && !isShared(to)) walk(to, depth + 1, name);
      else {
        card.jumps.push(each);
        if (to && !placed.has(to)) later.add(to);
      }
    }
    return undefined;
  };
  /** The first step whose predecessors are all above it. */
  const joined = (depth: number): string | undefined =>
    [...later]
      .filter((key) => byKey.has(key) && (depth === 0 || isComplete(key)))
      .sort((a, b) => (byKey.get(a) ?? 0) - (byKey.get(b) ?? 0))[0];

  if (steps[0]) walk(steps[0].key, 0);
  for (const { key } of steps) if (!placed.has(key)) walk(key, 0, undefined, true);
  return [...placed.values()];
}
