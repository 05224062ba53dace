import { branchesOf, type Card } from './cadence-outline.js';
import type { StepPosition } from './edit-steps.js';

/** Writes a spot down in one word. */
export const idOfPosition = ({ after = '', way = '' }: StepPosition): string => `${after}|${way}`;

/** Reads a spot that was written down. */
export function readPosition(id: string): StepPosition {
  const [after = '', way = ''] = id.split('|');
  return { ...(after ? { after } : {}), ...(way ? { way } : {}) };
}

/** Lists where something can stand behind a card. */
export function positionsAfter(steps: readonly Card['step'][], { step, index }: Card): StepPosition[] {
  const ways = branchesOf(steps, index).flatMap(({ name }) => (name ? [name] : []));
  if (ways.length > 0) return ways.map((way) => ({ after: step.key, way }));
  return step.type === 'exit' ? [] : [{ after: step.key }];
}

const stepsOf = (cards: readonly Card[]) =>
  [...cards].sort((one, other) => one.index - other.index).map(({ step }) => step);

/** Lists the possible targets of a moved step: all except directly after itself and in its own lanes. */
export function positionsFor(cards: readonly Card[], key: string): StepPosition[] {
  const own = cards.findIndex(({ step }) => step.key === key);
  const depth = cards[own]?.depth ?? 0;
  const below = cards.findIndex((card, place) => place > own && card.depth <= depth);
  const end = below < 0 ? cards.length : below;
  return [
    {},
    ...cards.flatMap((card, place) => (place >= own && place < end ? [] : positionsAfter(stepsOf(cards), card))),
  ];
}

/** Lists cards and spots from the top down: each branch, then its content. */
function lineOf(cards: readonly Card[]): (Card | StepPosition)[] {
  const steps = stepsOf(cards);
  const line: (Card | StepPosition)[] = [{}];
  let place = 0;
  const draw = (card: Card) => {
    place += 1;
    line.push(card);
    for (const spot of positionsAfter(steps, card)) {
      line.push(spot);
      const isInside = (next: Card | undefined, way: string | undefined): next is Card =>
        next?.depth === card.depth + 1 && next.way === way;
      if (!spot.way || !isInside(cards[place], spot.way)) continue;
      draw(cards[place] as Card);
      for (let next = cards[place]; isInside(next, undefined); next = cards[place]) draw(next);
    }
  };
  for (let next = cards[place]; next; next = cards[place]) draw(next);
  return line;
}

/** Returns the spot visually before or after the current one of a step. */
export function adjacentPosition(cards: readonly Card[], key: string, by: -1 | 1): StepPosition | undefined {
  const allowed = new Set(positionsFor(cards, key).map(idOfPosition));
  const line = lineOf(cards);
  const own = line.findIndex((each) => 'step' in each && each.step.key === key);
  const spots = (part: readonly (Card | StepPosition)[]) =>
    part.filter((each): each is StepPosition => !('step' in each) && allowed.has(idOfPosition(each)));
  // The last one above it is its current spot.
  return by < 0 ? spots(line.slice(0, own)).at(-2) : spots(line.slice(own))[0];
}
