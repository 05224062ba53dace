/** A cron expression as the values each field takes, ascending; the day of the week counts from Sunday, 0 to 6. */
export interface CronSpec {
  minutes: number[];
  hours: number[];
  daysOfMonth: number[];
  months: number[];
  daysOfWeek: number[];
  /** If both day fields are restricted, either may match. */
  eitherDay: boolean;
}

export type CronParsed = { ok: true; spec: CronSpec } | { ok: false; message: string };

const SHORTHANDS: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

interface Field {
  name: string;
  min: number;
  max: number;
  names?: { words: readonly string[]; first: number };
}
const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: { words: MONTHS, first: 1 } },
  { name: 'day of the week', min: 0, max: 7, names: { words: DAYS, first: 0 } },
];

/** Returns a cron expression as it is stored: trimmed, its fields separated by one space, whatever white space came. */
export const normalizeCron = (expression: string): string => expression.trim().split(/\s+/).join(' ');

/**
 * Reads a cron expression: five fields of digits, names, `* , - /`, or one of the five shorthands. Only what Temporal
 * and POSIX read alike is taken; an expression that can never be met is refused too.
 */
export function parseCron(expression: string): CronParsed {
  const text = normalizeCron(expression);
  const words = (SHORTHANDS[text.toLowerCase()] ?? text).split(' ');
  if (text.startsWith('@') && words.length !== 5) {
    return refused(`The supported shortcuts are ${Object.keys(SHORTHANDS).join(', ')}.`);
  }
  if (words.length !== 5) return refused(`A cron expression must have 5 fields, but this one has ${words.length}.`);
  const values: number[][] = [];
  for (const [index, field] of FIELDS.entries()) {
    const read = readField(words[index] as string, field);
    if (typeof read === 'string') return refused(read);
    values.push(read);
  }
  const [minutes = [], hours = [], daysOfMonth = [], months = [], weekdays = []] = values;
  const spec: CronSpec = {
    minutes,
    hours,
    daysOfMonth,
    months,
    daysOfWeek: [...new Set(weekdays.map((day) => day % 7))].sort((a, b) => a - b),
    // POSIX: a field that begins with an asterisk is not a restriction.
    eitherDay: !words[2]?.startsWith('*') && !words[4]?.startsWith('*'),
  };
  return isPossible(spec)
    ? { ok: true, spec }
    : refused("The day doesn't exist in any of these months, so the expression never fires.");
}

const refused = (message: string): CronParsed => ({ ok: false, message });

/** The values of a field, or what is wrong with it. */
function readField(text: string, field: Field): number[] | string {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const [range = '', step, ...rest] = part.split('/');
    const every = step === undefined ? 1 : /^\d{1,4}$/.test(step) ? Number(step) : 0;
    if (rest.length > 0 || every < 1) return wrong(part, field);
    const bounds = readRange(range, step !== undefined, field);
    if (!bounds) return wrong(part, field);
    for (let value = bounds[0]; value <= bounds[1]; value += every) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

const wrong = (part: string, { name, min, max, names }: Field): string =>
  `The ${name} "${part.slice(0, 20)}" is not valid: ${min} to ${max}${names ? ` or ${names.words[0]} to ${names.words.at(-1)}` : ''}, with * , - /.`;

function readRange(text: string, stepped: boolean, field: Field): [number, number] | undefined {
  if (text === '*') return [field.min, field.name === 'day of the week' ? 6 : field.max];
  const ends = text.split('-');
  if (ends.length > 2) return undefined;
  const [from, to] = ends.map((end) => readValue(end, field));
  if (from === undefined || (ends.length === 2 && to === undefined)) return undefined;
  // `5/10` is read in different ways by different programs.
  if (ends.length === 1 && stepped) return undefined;
  const last = to ?? from;
  return last >= from ? [from, last] : undefined;
}

function readValue(text: string, { min, max, names }: Field): number | undefined {
  const named = names ? names.words.indexOf(text.toLowerCase()) : -1;
  if (names && named >= 0) return named + names.first;
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

const LONGEST_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isPossible = (spec: CronSpec): boolean =>
  spec.eitherDay ||
  spec.months.some((month) => spec.daysOfMonth.some((day) => day <= (LONGEST_MONTH[month - 1] ?? 31)));
