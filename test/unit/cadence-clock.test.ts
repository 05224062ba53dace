import { describe, expect, it } from '@jest/globals';
import { simulate } from '../../domain/cadence/simulate.js';
import { definitionOf, factsOf } from '../support/cadence.js';
import { reckonedCadence, sequence } from '../support/cadence-oracle.js';
import { TIME_ZONES } from '../support/time-zones.js';

/** Starts lie in the weeks around the changes of clocks in March and October. */
const STARTS = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 20), Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 20)];
const QUARTER = 15 * 60_000;

describe('fifty cadences of three weeks', () => {
  it('send each mail at the very instant that an independent reckoning names, and never outside their window', () => {
    let mails = 0;
    TIME_ZONES.forEach((zone, at) => {
      const seed = at + 1;
      const { steps, window, leaves, isOpen } = reckonedCadence(seed, zone);
      const pick = sequence(seed);
      const start = (STARTS[pick(4)] as number) + pick(7 * 96) * QUARTER;
      const expected: string[] = [];
      let anchor = start;
      steps.forEach((_, step) => {
        anchor = leaves(step, anchor);
        expected.push(new Date(anchor).toISOString());
      });
      const { timeline } = simulate(definitionOf(steps, { window }), factsOf({ timezone: zone }), {
        startsAt: new Date(start),
        renderContent: ({ subject, content }) => ({ subject, text: content }),
        renderText: (template: string) => template,
      });
      const sent = timeline.filter(({ type }) => type === 'message').map((item) => item.at);
      expect({ seed, zone, sent }).toEqual({ seed, zone, sent: expected });
      for (const instant of sent) expect(isOpen(Date.parse(instant))).toBe(true);
      mails += sent.length;
    });
    expect(mails).toBeGreaterThan(200);
  });
});
