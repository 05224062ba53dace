import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, useRig } from './support/rig.js';
import { expectStopsToHold, lateTo, resume, stop, stoppedNow } from './support/stops.js';

const rig = useRig({ name: 'stops', apis: 2, workers: 2 });

describe('a stop', () => {
  it('of whatever kind at any step boundary lets nothing leave after its answer but what the answer names; resuming repeats nothing', async () => {
    await expectStopsToHold(rig, size('STOPS', 2_000));
  }, 900_000);

  it('holds while Temporal is away, and after its return', async () => {
    const account = await rig.account([mail('One'), mail('Two', 10)]);
    const leads = await inParallel(8, Array.from({ length: size('AWAY_STOPS', 100) }), async (_, at) => {
      const email = `away-${at}-${newId()}@example.com`;
      return { email, ...(await createLead(account, email)) };
    });
    await until(
      'the first mails left',
      () => (leads.every(({ email }) => rig.sink.to(email).length > 0) ? true : undefined),
      60_000,
    );
    rig.note('temporal', 'SIGKILL');
    await rig.temporal.kill();
    const stopped = await inParallel(10, leads, async ({ email, leadId }) => {
      const answer = await stop(account, leadId);
      return stoppedNow(email, leadId, answer);
    });
    // Every second mail comes due while Temporal is away.
    await pass(9_000);
    await rig.temporal.start();
    await pass(8_000);
    expect(stopped.flatMap((one) => lateTo(rig, one))).toEqual([]);
    await inParallel(10, leads, ({ leadId }) => resume(account, leadId));
    await until(
      'the second mails left',
      () => (leads.every(({ email }) => rig.sink.to(email).length === 2) ? true : undefined),
      90_000,
    );
    expect(duplicates(rig)).toEqual([]);
    await expectInvariants(rig);
  }, 600_000);
});
