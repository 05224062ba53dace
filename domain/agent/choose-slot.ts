import { inZone } from '../time/zoned.js';
import { foldWords } from '../values/text.js';
import type { Input, Offer, Scene } from './scene.js';
import { isYes, placeNamed } from './words.js';

const TIME = /(?<!\p{N})([01]?\d|2[0-3])\s*(?:[:.h]\s*([0-5]\d)|\s?(am|pm)\b|\s?uhr\b|h\b)/giu;

/** The times of day that a text names, as HH:mm. */
function timesIn(text: string): string[] {
  return [...text.matchAll(TIME)].map(([, hour = '', minute = '00', half]) => {
    const added = half?.toLowerCase() === 'pm' && Number(hour) < 12 ? 12 : 0;
    return `${String(Number(hour) + added).padStart(2, '0')}:${minute}`;
  });
}

function fits(offer: Offer, text: string, { zone, language }: Pick<Scene, 'zone' | 'language'>): boolean | undefined {
  const local = inZone(offer.from, zone).setLocale(language);
  const times = timesIn(text);
  const words = ` ${foldWords(text)} `;
  const weekday = foldWords(local.toFormat('cccc'));
  const saysDay = words.includes(` ${weekday} `);
  if (times.length > 0) return times.includes(local.toFormat('HH:mm')) && (saysDay || !namesDay(words, local.locale));
  return saysDay;
}

/** Whether some day of the week is named. */
const namesDay = (words: string, locale: string | null): boolean =>
  Array.from({ length: 7 }, (_, day) =>
    inZone(day * 86_400_000, 'UTC')
      .setLocale(locale ?? 'en')
      .toFormat('cccc'),
  ).some((name) => words.includes(` ${foldWords(name)} `));

/** The one offer that an input chooses: by a click, by its time or day, by its place, or by a yes to the only one. */
function chosenBy({ text, choice }: Input, scene: Scene): Offer | undefined {
  const { offers } = scene;
  if (choice)
    return choice.type === 'book_meeting' ? offers.find(({ slotId }) => slotId === choice.slot_id) : undefined;
  const fitting = offers.filter((offer) => fits(offer, text, scene));
  if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
  if (timesIn(text).length > 0) return undefined;
  const place = placeNamed(text, offers.length);
  if (place !== undefined) return offers[place];
  return offers.length === 1 && isYes(text) ? offers[0] : undefined;
}

/**
 * Returns the slot that the lead chose of those offered, by its last choice; undefined where it chose none or not just
 * one. The gate asks the same before anything is booked, so no agent books without a yes.
 */
export function chosenSlot(scene: Scene): Offer | undefined {
  for (const input of scene.inputs.toReversed()) {
    const offer = input.verified ? chosenBy(input, scene) : undefined;
    if (offer) return offer;
  }
  return undefined;
}

/** Returns the slot of a click on an offer that stands no more. */
export const clickedInVain = (scene: Scene): string | undefined => {
  const choice = scene.inputs.at(-1)?.choice;
  return choice?.type === 'book_meeting' && !scene.offers.some(({ slotId }) => slotId === choice.slot_id)
    ? choice.slot_id
    : undefined;
};
