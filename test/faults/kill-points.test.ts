import { describe, it } from '@jest/globals';
import { expectInvariants } from './support/invariants.js';
import { expectKillsToHarmNobody, expectLeadsWhileTemporalIsAway, killPoints } from './support/kill-points.js';
import { size } from './support/random.js';
import { useRig } from './support/rig.js';

const rig = useRig({ name: 'kill-points', apis: 1, workers: 2, watched: true });

describe('the API, killed while it creates leads', () => {
  it.each(killPoints)(
    '%s: a request that succeeded has a lead with a running cadence, no other has one, and a repetition completes it',
    async (point) => {
      await expectKillsToHarmNobody(rig, point, { rounds: size('POINT_KILLS', 5), width: 10 });
    },
    300_000,
  );

  it('leaves nothing half done behind', async () => {
    await expectInvariants(rig);
  }, 60_000);
});

describe('Temporal, away for a while', () => {
  it('keeps no lead waiting, and each walks within five seconds of its return', async () => {
    await expectLeadsWhileTemporalIsAway(rig, size('ABSENT_MS', 120_000));
  }, 300_000);
});
