import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countsOf, migrationsOf, NO_STEP, standingsOf, stepsOfMoves } from '../../dashboard/agent/moves.js';

const place = fc.record({
  version: fc.integer({ min: 1, max: 4 }),
  step_key: fc.constantFrom(null, 'one', 'two', 'gone'),
  status_key: fc.constantFrom('new', 'warm'),
  runs: fc.integer({ min: 1, max: 900 }),
  to_step_key: fc.constant(null),
  problem: fc.constantFrom(null, 'step_gone' as const, 'being_sent' as const),
});
const STEPS = [{ key: 'two' }, { key: 'one' }];
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('leads under way when an agent is changed', () => {
  it('are each counted once, by their step, in the order of the steps', () => {
    fc.assert(
      fc.property(fc.array(place), (places) => {
        const standings = standingsOf(places, STEPS);
        const order = [NO_STEP, 'two', 'one', 'gone'];
        expect(standings.map(({ at }) => at)).toEqual(
          order.filter((at) => places.some(({ step_key }) => (step_key ?? NO_STEP) === at)),
        );
        expect(sum(standings.map(({ leads }) => leads))).toBe(sum(places.map(({ runs }) => runs)));
        for (const { leads, movable, problems } of standings)
          expect(movable + sum(problems.map((each) => each.leads))).toBe(leads);
      }),
    );
  });

  it('stay unless one says where they go on, and only those move that can', () => {
    fc.assert(
      fc.property(fc.array(place), fc.subarray(['one', 'two', 'gone']), (places, chosen) => {
        const standings = standingsOf(places, STEPS);
        const moves = Object.fromEntries(chosen.map((at) => [at, 'two']));
        const { move, stay } = countsOf(standings, moves);
        const meant = places.filter(({ step_key }) => chosen.includes(step_key ?? NO_STEP));
        expect(move).toBe(sum(meant.filter(({ problem }) => !problem).map(({ runs }) => runs)));
        expect(move + stay).toBe(sum(places.map(({ runs }) => runs)));
      }),
    );
  });

  it('are moved step by step, each to its own', () => {
    const moves = { one: 'one', gone: 'two' };
    expect(stepsOfMoves(moves)).toEqual({ gone: 'two' });
    const of = { operation: 'migrate', to_version: 3 };
    expect(migrationsOf('a', 3, moves)).toEqual([
      { ...of, filter: { workflow_id: 'a', step_key: 'one' } },
      { ...of, filter: { workflow_id: 'a', step_key: 'gone' }, steps: { gone: 'two' } },
    ]);
  });
});
