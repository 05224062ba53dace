import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, useRig } from './support/rig.js';

const rig = useRig({ name: 'rolling', apis: 2, workers: 2 });

describe('a rolling restart', () => {
  it('drains each process within 15 seconds; no run is stuck, nothing is lost, repeated or unknown', async () => {
    const account = await rig.account([mail('One'), mail('Two', 8), mail('Three', 8)]);
    rig.sink.rule(() => ({ kind: 'accept', afterMs: 100 }));
    const leads = await inParallel(8, Array.from({ length: size('RUNS', 200) }), async (_, at) => {
      const email = `rolling-${at}-${newId()}@example.com`;
      await createLead(account, email);
      return email;
    });
    for (const one of [...rig.workers, ...rig.apis] as Program[]) {
      rig.note(one.name, 'SIGTERM');
      const { ms, code } = await one.stop('SIGTERM');
      expect({ name: one.name, code, inTime: ms < bound(15_000) }).toEqual({ name: one.name, code: 0, inTime: true });
      one.start();
      await one.ready();
      await pass(500);
    }
    await until(
      'every cadence came to its end',
      () => (leads.every((email) => rig.sink.to(email).length >= 3) ? true : undefined),
      120_000,
    );
    await until(
      'every run is completed',
      async () => {
        const open = await rig.db('agent_runs').where({ open_slot: 1 }).count({ n: '*' }).first();
        return Number(open?.n) === 0 ? true : undefined;
      },
      30_000,
    );
    expect(duplicates(rig)).toEqual([]);
    const states: { status: string }[] = await rig.db('messages').distinct('status');
    expect(states.map(({ status }) => status)).toEqual(['sent']);
    await expectInvariants(rig);
  }, 600_000);
});
