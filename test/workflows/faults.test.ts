import { describe, it } from '@jest/globals';
import { expectInvariants } from '../faults/support/invariants.js';
import { expectKillsToHarmNobody, expectLeadsWhileTemporalIsAway, killPoints } from '../faults/support/kill-points.js';
import { useRig } from '../faults/support/rig.js';
import { expectStopsToHold } from '../faults/support/stops.js';
import { expectToSurvive } from '../faults/support/storm.js';

const rig = useRig({ name: 'short', apis: 2, workers: 2, watched: true });

describe('the service, as processes that may die', () => {
  it('stops at once: nothing leaves after the answer but what it names, and resuming repeats nothing', async () => {
    await expectStopsToHold(rig, 100);
  }, 300_000);

  it('survives a short kill storm: no lead is lost, nothing is sent twice, what is unknown is listed', async () => {
    await expectToSurvive(rig, {
      leads: 100,
      kills: 6,
      lastingMs: 20_000,
      spacingSeconds: 5,
      shares: { trouble: 0, busy: 0, never: 0.03, cut: 0.03 },
    });
  }, 300_000);

  it('creates lead and cadence together, or neither, at whatever point the API is killed', async () => {
    for (const point of killPoints) await expectKillsToHarmNobody(rig, point, { rounds: 2, width: 3 });
    await expectInvariants(rig);
  }, 300_000);

  it('accepts every lead while Temporal is away, and each walks within five seconds of its return', async () => {
    await expectLeadsWhileTemporalIsAway(rig, 20_000);
  }, 120_000);
});
