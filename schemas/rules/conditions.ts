import { AnyJson, named, oneOf, optional, refusedAs, type Static, strictObject, Type } from '../common.js';

/** Where a condition reads its value. */
const CONDITION_SOURCES = [
  ...([
    'lead',
    'metadata',
    'field',
    'tag',
    'status',
    'run',
    'engagement',
    'meeting',
    'consent',
    'now',
    'event',
  ] as const),
  'workflow',
  'conversion',
] as const;
export type ConditionSource = (typeof CONDITION_SOURCES)[number];

/** How a condition compares. */
export const CONDITION_OPERATORS = [
  ...(['eq', 'neq', 'in', 'not_in', 'exists', 'not_exists'] as const),
  ...(['contains', 'not_contains', 'starts_with', 'ends_with', 'regex', 'not_regex'] as const),
  ...(['gt', 'gte', 'lt', 'lte', 'between', 'not_between'] as const),
  ...(['before', 'after', 'on', 'not_on'] as const),
  ...(['within_last', 'within_next', 'more_than_ago', 'more_than_ahead'] as const),
  ...(['days_since', 'days_until', 'anniversary'] as const),
  ...(['is_true', 'is_false', 'empty', 'not_empty'] as const),
  ...(['has', 'has_any', 'has_all', 'has_none'] as const),
  ...(['changed', 'changed_to', 'changed_from'] as const),
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

const CONDITION_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const;
export type ConditionUnit = (typeof CONDITION_UNITS)[number];

/** One test of a lead and its circumstances. */
export const Condition = named(
  'Condition',
  strictObject(
    {
      source: optional(oneOf(CONDITION_SOURCES, { description: 'Where the value is read.' })),
      key: optional(Type.String({ minLength: 1, maxLength: 300, description: 'Which value of the source.' })),
      field: optional(
        Type.String({ minLength: 1, maxLength: 320, description: 'Short for source and key: `metadata.budget`.' }),
      ),
      operator: refusedAs(
        'UNKNOWN_OPERATOR',
        oneOf(CONDITION_OPERATORS, { description: 'How the value is compared.' }),
      ),
      value: optional(AnyJson('What the value is compared with.')),
      value_to: optional(AnyJson('The upper end of `between` and `not_between`.')),
      unit: optional(oneOf(CONDITION_UNITS, { description: 'The unit of an amount of time; days if not given.' })),
      timezone: optional(
        Type.String({ maxLength: 64, description: 'IANA zone of calendar days; the lead’s zone if not given.' }),
      ),
      case_sensitive: optional(
        Type.Boolean({ default: false, description: 'Whether letter case counts in texts; false if not given.' }),
      ),
    },
    { description: 'Reads a value and compares it. Name it by `source` and `key`, or by `field` in short.' },
  ),
);
export type Condition = Static<typeof Condition>;

export const MATCHES = ['all', 'any'] as const;
/** How many of several conditions must hold. */
export type Match = (typeof MATCHES)[number];
