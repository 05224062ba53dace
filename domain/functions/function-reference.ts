import type { ConditionOperator, ConditionSource } from '../../schemas/rules/conditions.js';
import type { Kind } from '../rules/conditions/reading.js';
import { SOURCES } from '../rules/conditions/sources/index.js';

interface SourceEntry {
  source: string;
  keys: string[];
  key_types: Record<string, string>;
  types: string[];
  description: string;
}

const nameOf = (kind: Kind): string => (kind === 'text' ? 'string' : kind);

const DESCRIBED: Partial<Record<ConditionSource, [types: string[], description: string]>> = {
  lead: [['string', 'date'], 'Built-in fields of the lead.'],
  metadata: [['any'], 'A metadata value by its dotted path, at most five levels deep.'],
  field: [['any'], 'A captured variable. Append `.confidence` or `.updated_at` to read those.'],
  tag: [['set'], 'The tags, by slug.'],
  status: [['string', 'date'], "The status of the lead's run."],
  run: [['string', 'number', 'date'], 'The lead’s run.'],
  engagement: [
    ['number', 'string', 'boolean', 'date'],
    'Messages, replies and calls of the lead. `whatsapp_window_open` refers to the number that the agent ' + 'uses.',
  ],
  meeting: [['number', 'string', 'date'], 'The lead’s meetings.'],
  conversion: [['number', 'date', 'set'], 'The lead’s conversions.'],
  consent: [['string'], '`opted_in`, `opted_out` or `unknown` for each channel.'],
  now: [['string', 'number', 'boolean'], 'The current time.'],
};

/** The sources of conditions in a query. Sources that need an event or have no lead aren't among them. */
export const QUERY_SOURCES: SourceEntry[] = Object.entries(DESCRIBED).map(([source, [types, description]]) => {
  const { keys, kinds = {} } = SOURCES[source as ConditionSource];
  return {
    source,
    keys: keys === 'none' ? [] : typeof keys === 'string' ? ['*'] : [...keys],
    key_types: Object.fromEntries(Object.entries(kinds).map(([key, kind]) => [key, nameOf(kind)])),
    types,
    description,
  };
});

interface OperatorEntry {
  name: string;
  types: string[];
  arity: number;
  description: string;
}

const of = (types: string[], arity: number, described: Partial<Record<ConditionOperator, string>>): OperatorEntry[] =>
  Object.entries(described).map(([name, description]) => ({ name, types, arity, description }));

/** The operators of conditions in a query. Tests of changes need an event and aren't among them. */
export const QUERY_OPERATORS: OperatorEntry[] = [
  ...of(['any'], 1, {
    eq: 'Equals the value.',
    neq: 'Differs from the value or is missing.',
    in: 'Is in the list.',
    not_in: "Isn't in the list or is missing.",
  }),
  ...of(['any'], 0, {
    exists: 'Has a value.',
    not_exists: 'Has no value.',
  }),
  ...of(['boolean'], 0, { is_true: 'Is true.', is_false: 'Is false.' }),
  ...of(['string', 'set'], 0, { empty: 'Is missing or empty.', not_empty: "Isn't missing or empty." }),
  ...of(['string'], 1, {
    contains: 'Contains the text.',
    not_contains: "Doesn't contain the text.",
    starts_with: 'Starts with the text.',
    ends_with: 'Ends with the text.',
    regex: 'Matches the regular expression, at most 200 characters.',
    not_regex: "Doesn't match the regular expression.",
  }),
  ...of(['number', 'date'], 1, {
    gt: 'Is greater than the value.',
    gte: 'Is greater than or equal to the value.',
    lt: 'Is less than the value.',
    lte: 'Is less than or equal to the value.',
  }),
  ...of(['number', 'date'], 2, {
    between: 'Is between `value` and `value_to`, inclusive.',
    not_between: 'Is less than `value` or greater than `value_to`.',
  }),
  ...of(['date'], 1, {
    before: 'Is before the date, or before `now`, `today`, `tomorrow` or `yesterday`.',
    after: 'Is after the date.',
    on: 'Is on the date.',
    not_on: "Isn't on the date.",
    within_last: 'Is within the last `value` units.',
    within_next: 'Is within the next `value` units.',
    more_than_ago: 'Is more than `value` units ago.',
    more_than_ahead: 'Is more than `value` units ahead.',
    days_since: 'The number of days since the date matches `{op, n}`.',
    days_until: 'The number of days until the date matches `{op, n}`.',
  }),
  ...of(['date'], 0, { anniversary: 'Has the day and month of the current date.' }),
  ...of(['set'], 1, {
    has: 'Contains the item.',
    has_any: 'Contains at least one item of the list.',
    has_all: 'Contains all items of the list.',
    has_none: 'Contains no item of the list, or is missing.',
  }),
];

/** The rules for cron expressions. */
export const CRON_RULES = [
  'Five fields: minute, hour, day of the month, month, day of the week. Digits, names and `*`, `,`, `-`, ' +
    '`/` are allowed.',
  'If both day fields are restricted, either of them can match.',
  "A time that daylight saving time skips doesn't fire. A repeated time fires twice.",
  'Runs that are more than ten minutes late are skipped.',
];
