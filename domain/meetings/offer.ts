import { dayOf } from '../time/zoned.js';
import type { Reader } from '../values/reader.js';
import { meetingTime } from './meeting-mail.js';
import { MEETING_WORDS } from './words/index.js';

interface Slot {
  from: number;
  to: number;
}

/** Picks the free slots that are offered: the first of each day, then the next ones of those days, in order. */
export function slotsToOffer<S extends Slot>(slots: readonly S[], count: number, zone: string): S[] {
  const days = new Set<string>();
  const firsts = slots.filter(({ from }) => {
    const day = dayOf(from, zone);
    return !days.has(day) && days.add(day);
  });
  const others = slots.filter((slot) => !firsts.includes(slot));
  return [...firsts, ...others].slice(0, count).sort((a, b) => a.from - b.from);
}

/** Writes what a lead reads when times are offered, on its own clock and in its language. */
export function offerMessage(
  { name, zone }: { name: string; zone: string },
  slots: readonly Slot[],
  reader: Reader,
): { subject: string; text: string } {
  const lines = slots.map(({ from, to }) => {
    const { date, time } = meetingTime(new Date(from), new Date(to), zone, reader);
    return `- ${date}, ${time}`;
  });
  const { subject, intro, ask } = MEETING_WORDS[reader.language].offer;
  const values: Record<string, string> = { name, zone: zone.replaceAll('_', ' ') };
  const filled = (text: string) => text.replaceAll(/\{(name|zone)\}/g, (_all, key: string) => values[key] ?? '');
  return { subject: filled(subject), text: [filled(intro), '', ...lines, '', ask].join('\n') };
}
