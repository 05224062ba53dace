import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluate } from '../../domain/rules/conditions/index.js';
import { indexTest } from '../../domain/rules/conditions/index-ranges.js';
import { encode, INDEX_LIMITS, metadataIndex, UNLISTED_PATH } from '../../domain/rules/conditions/metadata-index.js';
import type { Condition } from '../../schemas/rules/conditions.js';
import { factsOf } from '../support/cadence.js';
import { condition, metadata, NOW } from '../support/random-conditions.js';

const passes = (values: Record<string, unknown>, one: Condition, now: Date): boolean | undefined => {
  const test = indexTest(one, now);
  const rows = metadataIndex(values).filter(({ path }) => path === test?.path);
  if (!test) return undefined;
  if (test.absent) return rows.length === 0;
  return rows.some(({ value }) =>
    test.ranges.some(({ from, to }) => Buffer.compare(value, from) >= 0 && Buffer.compare(value, to) <= 0),
  );
};

describe('the index of metadata', () => {
  it('passes every lead that the evaluator lets through, at any hour and in any zone', () => {
    const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Madrid');
    fc.assert(
      fc.property(metadata, condition, zone, fc.integer({ min: 0, max: 9_000 }), (values, one, timezone, hours) => {
        const now = new Date(NOW.getTime() + hours * 3_600_000);
        const stored = JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
        const { matched } = evaluate([one], 'all', factsOf({ metadata: stored, timezone }), now);
        const passed = passes(stored, one, now);
        if (one.operator === 'not_exists' && passed !== undefined) expect(passed).toBe(matched);
        else expect(passed === false && matched).toBe(false);
      }),
      { numRuns: 20_000 },
    );
  });

  it('sorts numbers as numbers', () => {
    const number = fc.double({ noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const order = Buffer.compare(encode.number(a), encode.number(b));
        expect(order).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
    );
  });

  it('holds every key of the first level, and says where it left out nested ones', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key ${n}`, n]));
    const nested = Object.fromEntries(Array.from({ length: INDEX_LIMITS.nested + 1 }, (_, n) => [`n${n}`, 'x']));
    const paths = new Set(metadataIndex({ ...many, nested }).map(({ path }) => path));
    for (const key of Object.keys(many)) expect(paths.has(key)).toBe(true);
    expect(paths.has(UNLISTED_PATH)).toBe(true);
    expect(metadataIndex(many).some(({ path }) => path === UNLISTED_PATH)).toBe(false);
  });

  it.each([
    [{ field: 'metadata.plan', operator: 'neq', value: 'gold' }],
    [{ field: 'metadata.list.0', operator: 'eq', value: 'gold' }],
    [{ field: `metadata.${'k'.repeat(201)}`, operator: 'eq', value: 'gold' }],
    [{ field: 'lead.company', operator: 'eq', value: 'gold' }],
  ] as [Condition][])('leaves %j to the evaluator', (one) => {
    expect(indexTest(one, NOW)).toBeUndefined();
  });
});
