import { Problem } from '../../api/problem.js';
import { dayKeyIn } from '../../components/time/days.js';
import * as words from '../../words/en/channels.js';

type Ramp = readonly { day: number; max: number }[];

interface Growing {
  ramp: Ramp | null;
  per_day: number | null;
  created_at: string;
}

/** Writes a ramp as it is typed: `1: 50, 8: 200`. */
export const warmUpText = (ramp: Ramp | null | undefined): string =>
  ramp?.map(({ day, max }) => `${day}: ${max}`).join(', ') ?? '';

/** Reads a typed ramp, the days in order; null where none is typed. Throws the problem of the field. */
export function readWarmUp(text: string): Ramp | null {
  if (text.trim() === '') return null;
  const steps = text.split(/[,;\n]+/).flatMap((part) => {
    const [, day, max] = /^\s*(\d+)\s*:\s*(\d+)\s*$/.exec(part) ?? [];
    if (day === undefined && part.trim() === '') return [];
    if (day === undefined || max === undefined) {
      const message = words.isntAValidEntryUseThe(part.trim());
      throw new Problem(400, 'VALIDATION_ERROR', words.invalidFormat, message, '/ramp');
    }
    return [{ day: Number(day), max: Number(max) }];
  });
  return steps.toSorted((one, other) => one.day - other.day);
}

const DAY_MS = 86_400_000;

/** Describes which day of its life a sender has on the account's calendar, from 1, and how much it may send on it. */
export function todayOf(
  { ramp, per_day, created_at }: Growing,
  zone: string,
  now: Date,
): { day: number; most?: number } {
  const midnight = (at: string | Date) => Date.parse(`${dayKeyIn(at, zone)}T00:00:00Z`);
  const day = 1 + Math.round((midnight(now) - midnight(created_at)) / DAY_MS);
  const reached = (ramp ?? []).filter((step) => step.day <= day).toSorted((one, other) => other.day - one.day)[0];
  const limits = [per_day, reached?.max].filter((limit): limit is number => typeof limit === 'number');
  return { day, ...(limits.length > 0 ? { most: Math.min(...limits) } : {}) };
}

/** Describes how much a sender sends at most, today and once it has grown. */
export function limitsInWords(sender: Growing & { per_minute: number | null }, zone: string, now: Date): string {
  const { ramp, per_day, per_minute } = sender;
  const { day, most } = todayOf(sender, zone, now);
  const next = (ramp ?? []).toSorted((one, other) => one.day - other.day).find((step) => step.day > day);
  const grows = next !== undefined && (per_day === null || next.max !== most);
  const parts = [
    ramp && most !== undefined ? words.todayDayOfWarmUp(most, day) : per_day !== null && words.perDay(per_day),
    grows && words.fromDay(Math.min(next.max, per_day ?? next.max), next.day),
    per_minute !== null && words.perMinute(per_minute),
  ];
  return parts.filter(Boolean).join(', ') || words.noLimit;
}
