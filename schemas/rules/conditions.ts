import { AnyJson, named, oneOf, optional, refusedAs, type Static, strictObject, Type } from '../common.js';

/** The sources of a condition's value. */
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

/** The operators of conditions. */
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
      source: optional(oneOf(CONDITION_SOURCES, { description: 'Source of the value.' })),
      key: optional(Type.String({ minLength: 1, maxLength: 300, description: 'Key of the value in the source.' })),
      field: optional(
        Type.String({
          minLength: 1,
          maxLength: 320,
          description: 'Short form of source and key, such as `metadata.budget`.',
        }),
      ),
      operator: refusedAs('UNKNOWN_OPERATOR', oneOf(CONDITION_OPERATORS, { description: 'Comparison operator.' })),
      value: optional(AnyJson('Value to compare with.')),
      value_to: optional(AnyJson('Upper limit of `between` and `not_between`.')),
      unit: optional(oneOf(CONDITION_UNITS, { description: 'Unit of a duration. Defaults to days.' })),
      timezone: optional(
        Type.String({
          maxLength: 64,
          description: "IANA time zone of calendar days. Defaults to the lead's time zone.",
        }),
      ),
      case_sensitive: optional(
        Type.Boolean({
          default: false,
          description: 'Whether text comparisons are case-sensitive. Defaults to false.',
        }),
      ),
    },
    { description: 'Compares a value. Specify the value with `source` and `key`, or with the short form `field`.' },
  ),
);
export type Condition = Static<typeof Condition>;

export const MATCHES = ['all', 'any'] as const;
/** The number of conditions that must match. */
export type Match = (typeof MATCHES)[number];
