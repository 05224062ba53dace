import fc from 'fast-check';
import { checkConditions } from '../../domain/rules/conditions/index.js';
import { SOURCES } from '../../domain/rules/conditions/sources/index.js';
import { CONDITION_OPERATORS, type Condition, type ConditionSource } from '../../schemas/rules/conditions.js';

const DAY = 86_400_000;

/** The moment that random dates lie around. */
export const NOW = new Date('2026-03-01T10:30:00Z');

const texts = fc.constantFrom(
  ...['gold', 'Gold ', 'GOLD', 'golden', 'ﬁx', 'FIX', 'straße', 'ΑΣ', 'か', 'yes', 'No', 'true', 'TRUE', '', ' ', '5'],
  ...[' 7', '5.0', '1e999', '-3', '1772359200', 'renewal-sent', 'x'.repeat(100), `${'x'.repeat(100)}y`],
);
const near = fc.integer({ min: -70, max: 70 }).map((days) => new Date(NOW.getTime() + days * DAY));
const dates = fc.oneof(
  near.map((date) => date.toISOString().slice(0, 10)),
  near.map((date) => date.toISOString().slice(0, 16)),
  near.map((date) => `${date.toISOString().slice(0, 19)}+13:45`),
  near.map((date) => date.toISOString()),
  near.map((date) => date.getTime()),
  near.map((date) => Math.floor(date.getTime() / 1000)),
  fc.constantFrom('0000-01-01', '9999-12-31T23:30:00-12:00', '2024-02-29', '2026-02-30'),
);
const scalar = fc.oneof(
  texts,
  dates,
  fc.constantFrom(0, 1, 5, 7, -3, 0.1, 1e300, true, false),
  fc.integer({ min: -9, max: 9 }),
);
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, {}, { c: 1 }, { b: { c: 'gold' } }) },
);
/** The metadata of a lead: every type of value, flat and nested, and the same path written in both ways. */
export const metadata = fc.record(
  {
    k: value,
    'a.b': value,
    a: fc.oneof(value, fc.record({ b: value }), fc.record({ b: fc.record({ c: value }) })),
    n: value,
  },
  { requiredKeys: [] },
);
const KEYS = ['k', 'a.b', 'a', 'n', 'a.b.c', 'n.0', 'nobody.has'];

const keyOf = (source: ConditionSource): fc.Arbitrary<string | undefined> => {
  const { keys } = SOURCES[source];
  if (source === 'metadata') return fc.constantFrom(...KEYS);
  if (keys === 'none') return fc.constant(undefined);
  return typeof keys === 'string' ? fc.constantFrom('budget', 'budget.confidence') : fc.constantFrom(...keys);
};
const LEAD_SOURCES = (Object.keys(SOURCES) as ConditionSource[]).filter(
  (source) => source !== 'event' && source !== 'workflow',
);
const sourceAndKey = fc.oneof(
  { weight: 3, arbitrary: keyOf('metadata').map((key) => ({ source: 'metadata' as ConditionSource, key })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...LEAD_SOURCES).chain((source) => keyOf(source).map((key) => ({ source, key }))),
  },
);
const operand = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.constantFrom('now', 'today', 'tomorrow', 'yesterday') },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.array(scalar, { minLength: 1, maxLength: 3 }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
      n: fc.integer({ min: -40, max: 40 }),
    }),
  },
);
/** A condition that may be saved: every source a job's lead has, every operator, mostly about metadata. */
export const condition: fc.Arbitrary<Condition> = fc
  .tuple(
    sourceAndKey,
    fc.constantFrom(...CONDITION_OPERATORS),
    fc.array(operand, { minLength: 4, maxLength: 4 }),
    operand,
    fc.constantFrom('minutes', 'hours', 'days', 'weeks', 'months' as const),
    fc.constantFrom(undefined, 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'workflow'),
    fc.boolean(),
  )
  .map(([{ source, key }, operator, values, value_to, unit, timezone, case_sensitive]) => {
    const base = { source, ...(key ? { key } : {}), operator, unit, case_sensitive, ...(timezone ? { timezone } : {}) };
    const all = values.flatMap((one) => [
      { ...base, value: one },
      { ...base, value: one, value_to },
    ]) as Condition[];
    const valid = all.find((one) => checkConditions([one], '').length === 0) ?? { ...base, operator: 'exists' };
    // As it is stored.
    return JSON.parse(JSON.stringify(valid)) as Condition;
  });
