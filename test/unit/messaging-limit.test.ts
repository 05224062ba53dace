import { expect, it } from '@jest/globals';
import { firstContactsADay, throughputAfter, tierOfCount } from '../../domain/channels/messaging-limit.js';

it.each([
  ['TIER_50', 50],
  ['TIER_250', 250],
  ['TIER_1K', 1_000],
  ['TIER_10K', 10_000],
  ['TIER_100K', 100_000],
  ['10K Customers/24hr', 10_000],
  ['TIER_UNLIMITED', undefined],
  ['TIER_NOT_SET', undefined],
  ['Unlimited Customers/24hr', undefined],
  [null, undefined],
])('a number of %s may write first to %s leads a day', (tier, leads) => {
  expect(firstContactsADay(tier)).toBe(leads);
});

it.each([
  [250, 'TIER_250'],
  [2_000, 'TIER_2K'],
  [-1, 'TIER_UNLIMITED'],
  [0, null],
])('a limit told as %d is %s', (count, tier) => {
  expect(tierOfCount(count)).toBe(tier);
});

it('a throughput that an operator has set stays, whatever the provider reports', () => {
  expect([
    throughputAfter(80, 1_000),
    throughputAfter(1_000, 80),
    throughputAfter(20, 1_000),
    throughputAfter(80, null),
  ]).toEqual([1_000, 80, 20, 80]);
});
