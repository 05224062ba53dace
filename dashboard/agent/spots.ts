import type { Spot } from './edit-steps.js';
import { type Card, waysOf } from './outline.js';

/** Writes a spot down in one word. */
export const idOfSpot = ({ after = '', way = '' }: Spot): string => `${after}|${way}`;

/** Reads a spot that was written down. */
export function readSpot(id: string): Spot {
  const [after = '', way = ''] = id.split('|');
  return { ...(after ? { after } : {}), ...(way ? { way } : {}) };
}

/** Lists where something can stand behind a card. */
export function spotsBehind(steps: readonly Card['step'][], { step, index }: Card): Spot[] {
  const ways = waysOf(steps, index).flatMap(({ name }) => (name ? [name] : []));
  if (ways.length > 0) return ways.map((way) => ({ after: step.key, way }));
  return step.type === 'exit' ? [] : [{ after: step.key }];
}

const stepsOf = (cards: readonly Card[]) =>
  [...cards].sort((one, other) => one.index - other.index).map(({ step }) => step);

/** Lists where a step can be moved to: anywhere but behind itself and into what stands in its own lanes. */
export function spotsFor(cards: readonly Card[], key: string): Spot[] {
  const own = cards.findIndex(({ step }) => step.key === key);
  const depth = cards[own]?.depth ?? 0;
  const below = cards.findIndex((card, place) => place > own && card.depth <= depth);
  const end = below < 0 ? cards.length : below;
  return [
    {},
    ...cards.flatMap((card, place) => (place >= own && place < end ? [] : spotsBehind(stepsOf(cards), card))),
  ];
}

/** Lists cards and spots from the top down: each way of a fork, then what stands in it. */
function lineOf(cards: readonly Card[]): (Card | Spot)[] {
  const steps = stepsOf(cards);
  const line: (Card | Spot)[] = [{}];
  let place = 0;
  const draw = (card: Card) => {
    place += 1;
    line.push(card);
    for (const spot of spotsBehind(steps, card)) {
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

/** Returns the spot that comes before or after the one where a step stands, as it is seen. */
export function spotBeside(cards: readonly Card[], key: string, by: -1 | 1): Spot | undefined {
  const allowed = new Set(spotsFor(cards, key).map(idOfSpot));
  const line = lineOf(cards);
  const own = line.findIndex((each) => 'step' in each && each.step.key === key);
  const spots = (part: readonly (Card | Spot)[]) =>
    part.filter((each): each is Spot => !('step' in each) && allowed.has(idOfSpot(each)));
  // The last one above it is where it stands.
  return by < 0 ? spots(line.slice(0, own)).at(-2) : spots(line.slice(own))[0];
}
