import { describe, it } from '@jest/globals';
import { size } from '../faults/support/random.js';
import { useRig } from '../faults/support/rig.js';
import { expectStopsToHold } from '../faults/support/stops.js';

const rig = useRig({ name: 'stops', apis: 2, workers: 2 });

describe('a stop', () => {
  it('of whatever kind at any step boundary lets nothing leave after its answer but what the answer names; resuming repeats nothing', async () => {
    await expectStopsToHold(rig, size('STOPS', 2_000));
  }, 900_000);
});
