import { dayKeyIn, shiftDay } from './days.js';

const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;

/** A day such as `2026-11-23`, and minutes from its midnight as a clock on the wall shows them. */
export interface WallTime {
  day: string;
  minutes: number;
}

/** A part of a span on one day. A span beyond midnight has several. */
export interface Piece {
  day: string;
  from: number;
  to: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  });
  clocks.set(zone, made);
  return made;
}

/** Returns what calendar and clock of a zone show at a moment. */
export function wallOf(at: string | number, zone: string): WallTime {
  const date = new Date(at);
  const [hours = 0, minutes = 0] = clockOf(zone).format(date).split(':').map(Number);
  return { day: dayKeyIn(date, zone), minutes: hours * 60 + minutes };
}

/** A wall time as if it were UTC's, to count with. */
const plain = ({ day, minutes }: WallTime): number => Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;

/**
 * Returns the instant of a local time in a zone, the earlier one if there are two. A time that the clock skips in
 * spring becomes the one that is later by the same amount.
 */
export function momentOf(wall: WallTime, zone: string): string {
  const wanted = plain(wall);
  const offsetAt = (at: number) => plain(wallOf(at, zone)) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
  // The offset of a day before and of a day after are all that the clock may have there.
  const [before, after] = [offsetAt(wanted - DAY_MINUTES * MINUTE_MS), offsetAt(wanted + DAY_MINUTES * MINUTE_MS)];
  const shown = [wanted - before, wanted - after].filter((at) => plain(wallOf(at, zone)) === wanted);
  return new Date(shown.length > 0 ? Math.min(...shown) : wanted - before).toISOString();
}

/** Moves a wall time, over midnight too. */
export function shiftWall({ day, minutes }: WallTime, by: number): WallTime {
  const moved = minutes + by;
  const days = Math.floor(moved / DAY_MINUTES);
  return { day: shiftDay(day, days), minutes: moved - days * DAY_MINUTES };
}

/** Cuts a span into what lies on each of these days. */
export function piecesOf(span: { starts_at: string; ends_at: string }, days: readonly string[], zone: string): Piece[] {
  const from = wallOf(span.starts_at, zone);
  // An end at midnight belongs to the day before.
  const to = wallOf(Date.parse(span.ends_at) - 1, zone);
  return days.flatMap((day) => {
    if (day < from.day || day > to.day) return [];
    const begins = day === from.day ? from.minutes : 0;
    const ends = day === to.day ? to.minutes + 1 : DAY_MINUTES;
    // When the clock goes back, a short span may end before it began.
    return [{ day, from: begins, to: Math.max(ends, begins + 1) }];
  });
}

/** Returns what the clock of a zone leaves out on a day, as it does where summer begins. */
export function skippedTimeOn(day: string, zone: string): Piece | undefined {
  const shownAt = (minutes: number) => wallOf(momentOf({ day, minutes }, zone), zone);
  for (let from = 0; from < DAY_MINUTES; from += 30) {
    const { minutes } = shownAt(from);
    if (minutes > from) return { day, from, to: minutes };
  }
  return undefined;
}

/** Returns the seven days from a Monday on in which a day lies. */
export function weekOf(day: string): string[] {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, n) => shiftDay(day, n - weekday));
}

/** Writes minutes of a day as a clock does: `09:30`. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * Returns the times in another zone at a time of each day of a week: two if one of the zones changes its offset in it.
 */
export const clocksInOtherZone = (minutes: number, days: readonly string[], zone: string, other: string): string[] => [
  ...new Set(days.map((day) => clockText(wallOf(momentOf({ day, minutes }, zone), other).minutes))),
];

/** Writes a moment on the clock of a zone as inputs of the browser take it: `2026-11-23T09:30`. */
export function inputOf(at: string, zone: string): string {
  const { day, minutes } = wallOf(at, zone);
  return `${day}T${clockText(minutes)}`;
}

/** Reads the moment that such an input names; undefined while it is empty. */
export function momentIn(input: string, zone: string): string | undefined {
  const [day = '', clock = ''] = input.split('T');
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return day && clock ? momentOf({ day, minutes: hours * 60 + minutes }, zone) : undefined;
}

/** Arranges overlapping items in lanes: each item's lane, and the number of lanes next to each other. */
export function lanesOf<T extends Piece>(pieces: readonly T[]): (T & { lane: number; lanes: number })[] {
  const placed: (T & { lane: number; lanes: number })[] = [];
  let group: (T & { lane: number; lanes: number })[] = [];
  let groupEnds = 0;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane + 1));
    for (const piece of group) piece.lanes = lanes;
    placed.push(...group);
    group = [];
  };
  for (const piece of pieces.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (piece.from >= groupEnds) close();
    const taken = new Set(group.filter(({ to }) => to > piece.from).map(({ lane }) => lane));
    let lane = 0;
    while (taken.has(lane)) lane += 1;
    group.push({ ...piece, lane, lanes: 1 });
    groupEnds = Math.max(groupEnds, piece.to);
  }
  close();
  return placed;
}
