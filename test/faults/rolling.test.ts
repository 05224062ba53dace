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

describe('one poisoned lead among many', () => {
  it('fails with the reason and the place, and leaves the others alone', async () => {
    // Every template is checked at publishing, so what breaks one is what a lead brings along.
    const text = 'Hello {{ metadata.text | replace: "x", metadata.text }}';
    const account = await rig.account([{ ...mail('Poisoned'), content: text } as ReturnType<typeof mail>]);
    const leads = await inParallel(8, Array.from({ length: size('RUNS', 200) }), async (_, at) => {
      const email = `many-${at}-${newId()}@example.com`;
      const { runId } = await createLead(account, email, { metadata: { text: 'x'.repeat(at === 77 ? 10_000 : 1) } });
      return { email, runId, poison: at === 77 };
    });
    await until(
      'every run ended',
      async () => {
        const open = await rig
          .db('agent_runs')
          .where({ account_id: account.accountId, open_slot: 1 })
          .count({ n: '*' })
          .first();
        return Number(open?.n) === 0 ? true : undefined;
      },
      90_000,
    );
    for (const { email, runId, poison } of leads) {
      const run = await rig.db('agent_runs').where({ id: runId }).first();
      expect(run.run_status).toBe(poison ? 'failed' : 'completed');
      expect(rig.sink.to(email)).toHaveLength(poison ? 0 : 1);
      if (!poison) continue;
      const handle = rig.client.workflow.getHandle(`cadence/${runId}`);
      expect(await handle.result()).toMatchObject({ runStatus: 'failed', stopReason: 'error' });
      const event = await rig.db('events').where({ agent_run_id: runId, type: 'workflow_run.failed' }).first();
      expect(JSON.parse(event.data)).toMatchObject({
        step_key: 'step_1',
        code: expect.any(String),
        message: expect.any(String),
      });
    }
    await expectInvariants(rig);
  }, 600_000);
});
