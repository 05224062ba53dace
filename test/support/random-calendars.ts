import { DateTime } from 'luxon';
import { sequence } from './cadence-oracle.js';

type Pick = (below: number) => number;
const oneOf = <T>(pick: Pick, values: readonly T[]): T => values[pick(values.length)] as T;
const chance = (pick: Pick, percent: number): boolean => pick(100) < percent;
const some = <T>(pick: Pick, values: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: 1 + pick(most) }, () => oneOf(pick, values))),
];
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const signed = (numbers: number[]): number[] => [...numbers, ...numbers.map((n) => -n)];

const ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo', 'Asia/Kolkata'],
  ...['Australia/Sydney', 'America/Sao_Paulo', 'UTC'],
];
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Never mixed with plain ones: dateutil takes only days that are both, where the standard has either. */
const NTH_DAYS = signed(range(1, 4)).flatMap((n) => DAYS.map((day) => `${n}${day}`));

/** The form of a calendar's times: whole days, a zone, UTC or no zone. */
type Kind = 'date' | 'zoned' | 'utc' | 'floating';

/** A calendar that keeps to the standard, made up from a seed, with the zone of its owner. */
export function randomCalendar(seed: number): { text: string; timezone: string } {
  const pick = sequence(seed * 7_919 + 13);
  for (let n = 0; n < 5; n += 1) pick(2);
  const timezone = oneOf(pick, ZONES);
  const kind = oneOf<Kind>(pick, ['date', 'zoned', 'zoned', 'zoned', 'utc', 'floating']);
  const zone = kind === 'zoned' ? oneOf(pick, ZONES.slice(0, -1)) : kind === 'utc' ? 'UTC' : timezone;
  const begin = DateTime.fromObject(
    {
      year: oneOf(pick, [2025, 2025, 2026, 2026, 2026, 2019, 2004]),
      month: 1 + pick(4),
      day: 1 + pick(28),
      ...(kind === 'date' ? {} : { hour: 4 + pick(18), minute: oneOf(pick, [0, 15, 30, 45]) }),
    },
    { zone },
  );
  const written = (name: string, at: DateTime, params = '') =>
    kind === 'date'
      ? `${name}${params};VALUE=DATE:${at.toFormat('yyyyMMdd')}`
      : kind === 'zoned'
        ? `${name}${params};TZID=${zone}:${at.setZone(zone).toFormat("yyyyMMdd'T'HHmmss")}`
        : `${name}${params}:${at.setZone(zone).toFormat("yyyyMMdd'T'HHmmss")}${kind === 'utc' ? 'Z' : ''}`;
  const length = kind === 'date' ? { days: 1 + pick(3) } : { minutes: oneOf(pick, [15, 30, 60, 90, 180]) };
  const end = (at: DateTime, how: number) =>
    how === 0
      ? written('DTEND', at.plus(length))
      : kind === 'date'
        ? `DURATION:P${length.days}D`
        : `DURATION:PT${length.minutes}M`;
  const how = pick(2);
  const rule = chance(pick, 85) ? randomRule(pick, kind, begin) : undefined;
  const isDaily = rule?.startsWith('FREQ=DAILY') && !rule.includes('BY') && !rule.includes('INTERVAL');
  const dayIn = (from: number) => begin.set({ year: 2026, month: 3 }).plus({ days: from + pick(40) });
  const occurrence = () => {
    const at = dayIn(0);
    return at < begin ? begin.plus({ days: 1 }) : at;
  };
  const excluded = isDaily && chance(pick, 40) ? [occurrence(), occurrence()] : [];
  const asUtc = (at: DateTime) => at.toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'");
  const master = [
    'UID:one',
    'SUMMARY:Made up',
    written('DTSTART', begin),
    end(begin, how),
    ...(rule ? [`RRULE:${rule}`] : []),
    ...excluded.map((at) => (kind === 'zoned' && chance(pick, 50) ? `EXDATE:${asUtc(at)}` : written('EXDATE', at))),
    ...(chance(pick, 20) ? [written('RDATE', dayIn(3))] : []),
  ];
  const isChanged = isDaily && excluded.length === 0 && chance(pick, 50);
  const changes = isChanged ? [changed(occurrence())] : [];
  function changed(at: DateTime): string[] {
    const later = at.plus(kind === 'date' ? { days: pick(3) } : { minutes: oneOf(pick, [0, 60, 90, 1440]) });
    const isForFuture = chance(pick, 30);
    return [
      'UID:one',
      kind === 'zoned' && !isForFuture && chance(pick, 40)
        ? `RECURRENCE-ID:${asUtc(at)}`
        : written('RECURRENCE-ID', at, isForFuture ? ';RANGE=THISANDFUTURE' : ''),
      written('DTSTART', later),
      end(later, how),
      ...(!isForFuture && chance(pick, 20) ? ['STATUS:CANCELLED'] : []),
    ];
  }
  const events = [master, ...changes].map((lines) =>
    ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n'),
  );
  return { text: ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n'), timezone };
}

function randomRule(pick: Pick, kind: Kind, begin: DateTime): string {
  const isDay = kind === 'date';
  const freq = oneOf(pick, [
    ...['DAILY', 'DAILY', 'DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'MONTHLY', 'YEARLY'],
    // Over a change of clocks dateutil repeats an hour and adds lengths on the clock, against the standard.
    ...(kind === 'utc' ? ['HOURLY'] : []),
  ]);
  const parts = [`FREQ=${freq}`];
  if (chance(pick, 35)) parts.push(`INTERVAL=${1 + pick(freq === 'HOURLY' ? 9 : 4)}`);
  const by = (name: string, percent: number, values: readonly (number | string)[], most: number) => {
    if (chance(pick, percent)) parts.push(`${name}=${some(pick, values, most).join(',')}`);
  };
  if (freq === 'WEEKLY') by('BYDAY', 60, DAYS, 4);
  if (freq === 'DAILY' || freq === 'HOURLY') by('BYDAY', 25, DAYS, 5);
  // An interval that never meets its hours is an error to dateutil.
  if (freq === 'HOURLY') by('BYHOUR', parts.length > 1 ? 0 : 40, range(6, 20), 5);
  if (freq === 'DAILY') by('BYMONTH', 10, range(1, 12), 6);
  if (freq === 'DAILY' && !isDay) by('BYHOUR', 20, range(6, 20), 3);
  if (freq === 'MONTHLY') {
    if (chance(pick, 50)) by('BYMONTHDAY', 100, signed(range(1, 31)), 3);
    else by('BYDAY', 80, chance(pick, 50) ? DAYS : NTH_DAYS, 3);
    by('BYSETPOS', parts.length > 1 && parts.some((part) => part.startsWith('BY')) ? 25 : 0, [1, 2, -1, -2], 2);
  }
  if (freq === 'YEARLY') {
    const which = pick(5);
    if (which === 0) by('BYMONTH', 100, range(2, 6), 3);
    if (which === 1) by('BYYEARDAY', 100, signed(range(60, 130)), 4);
    if (which === 2)
      parts.push(`BYWEEKNO=${some(pick, range(9, 20), 3).join(',')}`, `BYDAY=${some(pick, DAYS, 3).join(',')}`);
    if (which === 3) {
      parts.push(`BYMONTH=${some(pick, range(2, 6), 3).join(',')}`);
      by(
        'BYDAY',
        100,
        signed(range(1, 4)).flatMap((n) => DAYS.map((day) => `${n}${day}`)),
        2,
      );
    }
  }
  if (chance(pick, 15)) parts.push(`WKST=${oneOf(pick, DAYS)}`);
  const ends = pick(4);
  if (ends === 0) parts.push(`COUNT=${oneOf(pick, [3, 10, 100, 700])}`);
  if (ends === 1) {
    const until = begin.set({ year: 2026, month: 4 }).plus({ days: pick(20) });
    parts.push(
      `UNTIL=${isDay ? until.toFormat('yyyyMMdd') : kind === 'floating' ? until.toFormat("yyyyMMdd'T'HHmmss") : until.toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'")}`,
    );
  }
  return parts.join(';');
}
