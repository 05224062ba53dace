import type { Window } from '../../../schemas/cadence/cadence.js';
import { shiftDay } from '../../components/time/days.js';
import { momentOf, wallOf } from '../../components/time/wall-clock.js';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** From when to when, in milliseconds. */
export type Span = readonly [from: number, to: number];

/**
 * Lists when messages may leave between two moments, by the days of a window on a zone's clock. Without days they may at
 * any time; holidays are not looked at.
 */
export function openBetween({ days }: Pick<Window, 'days'>, zone: string, [from, to]: Span): Span[] {
  if (!days) return [[from, to]];
  const open: Span[] = [];
  const last = wallOf(to, zone).day;
  for (let { day } = wallOf(from, zone); day <= last; day = shiftDay(day, 1)) {
    const weekday = WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 'sun';
    for (const [begins, ends] of days[weekday] ?? []) {
      const at = (clock: string) => Date.parse(momentOf({ day, minutes: minutesOf(clock) }, zone));
      const span: Span = [Math.max(at(begins), from), Math.min(at(ends), to)];
      if (span[0] < span[1]) open.push(span);
    }
  }
  return open;
}
