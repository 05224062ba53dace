import type { ConditionOperator, ConditionSource } from '../../schemas/rules/conditions.js';
import { SOURCES } from '../rules/conditions/sources/index.js';

interface SourceEntry {
  source: string;
  keys: string[];
  types: string[];
  description: string;
}

const DESCRIBED: Partial<Record<ConditionSource, [types: string[], description: string]>> = {
  lead: [['string', 'date'], 'The lead’s own columns.'],
  metadata: [['any'], 'A value of the metadata, by its dotted path, five levels deep at most.'],
  field: [['any'], 'A captured variable; `.confidence` and `.updated_at` behind its key read those.'],
  tag: [['set'], 'The tags, by slug.'],
  status: [['string', 'date'], 'The status of the lead’s run.'],
  run: [['string', 'number', 'date'], 'The lead’s run.'],
  engagement: [
    ['number', 'string', 'boolean', 'date'],
    'What the lead was sent and did, and how its last call ended; `whatsapp_window_open` is for the number the agent uses.',
  ],
  meeting: [['number', 'string', 'date'], 'The lead’s meetings.'],
  conversion: [['number', 'date', 'set'], 'The lead’s conversions.'],
  consent: [['string'], 'opted_in, opted_out or unknown, for each channel.'],
  now: [['string', 'number', 'boolean'], 'The time it is.'],
};

/** Where the conditions of a query can read. What needs an event, or has no lead, is not among them. */
export const QUERY_SOURCES: SourceEntry[] = Object.entries(DESCRIBED).map(([source, [types, description]]) => {
  const { keys } = SOURCES[source as ConditionSource];
  return { source, keys: keys === 'none' ? [] : typeof keys === 'string' ? ['*'] : [...keys], types, description };
});

interface OperatorEntry {
  name: string;
  types: string[];
  arity: number;
  description: string;
}

const of = (types: string[], arity: number, described: Partial<Record<ConditionOperator, string>>): OperatorEntry[] =>
  Object.entries(described).map(([name, description]) => ({ name, types, arity, description }));

/** How the conditions of a query can compare; tests of changes need an event and are not among them. */
export const QUERY_OPERATORS: OperatorEntry[] = [
  ...of(['any'], 1, {
    eq: 'Equals the value.',
    neq: 'Differs from the value, or is missing.',
    in: 'Is one of a list.',
    not_in: 'Is none of a list, or is missing.',
  }),
  ...of(['any'], 0, {
    exists: 'Has a value.',
    not_exists: 'Has none.',
    is_true: 'Is true.',
    is_false: 'Is false.',
    empty: 'Is missing or empty.',
    not_empty: 'Is neither.',
  }),
  ...of(['string'], 1, {
    contains: 'Holds the text.',
    not_contains: 'Doesn’t hold the text.',
    starts_with: 'Begins with the text.',
    ends_with: 'Ends with the text.',
    regex: 'Matches the expression, of 200 characters at most.',
    not_regex: 'Doesn’t match the expression.',
  }),
  ...of(['number', 'date'], 1, {
    gt: 'Is more.',
    gte: 'Is as much or more.',
    lt: 'Is less.',
    lte: 'Is as much or less.',
  }),
  ...of(['number', 'date'], 2, {
    between: 'Lies between `value` and `value_to`, both included.',
    not_between: 'Lies outside of them.',
  }),
  ...of(['date'], 1, {
    before: 'Is before the date, or `now`, `today`, `tomorrow`, `yesterday`.',
    after: 'Is after it.',
    on: 'Is on that day.',
    not_on: 'Is on another day.',
    within_last: 'Is at most so many `unit`s ago.',
    within_next: 'Is at most so many `unit`s ahead.',
    more_than_ago: 'Is longer ago than so many `unit`s.',
    more_than_ahead: 'Is further ahead than so many `unit`s.',
    days_since: 'So many days have passed: `{op, n}`.',
    days_until: 'So many days are left: `{op, n}`.',
  }),
  ...of(['date'], 0, { anniversary: 'Has today’s day and month.' }),
  ...of(['set'], 1, {
    has: 'Holds the member.',
    has_any: 'Holds one of a list.',
    has_all: 'Holds all of a list.',
    has_none: 'Holds none of a list, or is missing.',
  }),
];

/** How cron expressions are read. */
export const CRON_RULES = [
  'Five fields: minute, hour, day of the month, month, day of the week; digits, names, and * , - /.',
  'Where both day fields are restricted, either may match.',
  'A time that the clock jumps over in spring does not fire; one that it repeats in autumn fires twice.',
  'Runs that were missed for more than ten minutes are not made up for.',
];
