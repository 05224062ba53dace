import { dayOf } from '../time/zoned.js';
import { meetingTime } from './meeting-mail.js';

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

/** Writes what a lead reads when times are offered, on its own clock. */
export function offerMessage(
  { name, zone }: { name: string; zone: string },
  slots: readonly Slot[],
): { subject: string; text: string } {
  const lines = slots.map(({ from, to }) => {
    const { date, time } = meetingTime(new Date(from), new Date(to), zone);
    return `- ${date}, ${time}`;
  });
  const text = [
    `${name} is available at these times (${zone.replaceAll('_', ' ')}):`,
    '',
    ...lines,
    '',
    'Reply with the time that suits you.',
  ];
  return { subject: `Times for ${name}`, text: text.join('\n') };
}
