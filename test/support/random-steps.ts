import fc from 'fast-check';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const given = (parts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
const step = (own: string, keys: readonly string[]): fc.Arbitrary<CadenceStep> => {
  const way = fc.option(fc.constantFrom(...keys), { nil: undefined });
  return fc.oneof(
    way.map((next) => given({ type: 'wait', key: own, delay: { type: 'none' }, next })),
    fc
      .record({ then: way, else: way, next: way })
      .map((ways) => given({ type: 'branch', key: own, conditions: [], ...ways })),
    fc
      .record({ on_timeout: way, next: way })
      .map((ways) => given({ type: 'wait_until', key: own, any: ['message.clicked'], ...ways })),
    fc.tuple(way, way).map(([x, y]) => ({
      type: 'split',
      key: own,
      arms: [given({ key: 'x', next: x }), given({ key: 'y', next: y })],
    })),
    fc.constant({ type: 'exit', key: own }),
  ) as fc.Arbitrary<CadenceStep>;
};
/** Steps of a cadence whose ways lead anywhere, also back. */
export const cadences: fc.Arbitrary<CadenceStep[]> = fc.integer({ min: 1, max: KEYS.length }).chain((count) => {
  const keys = KEYS.slice(0, count);
  return fc.tuple(...keys.map((own) => step(own, keys)));
});
