import { describe, expect, it } from '@jest/globals';
import {
  allEnded,
  createFixture,
  cyclesOf,
  killAtWork,
  makeJob,
  NOTE,
  notesOf,
  PATIENCE_MS,
  runJob,
} from '../faults/support/cycles.js';
import { expectInvariants } from '../faults/support/invariants.js';
import { inParallel, pass, randomFrom, size, until } from '../faults/support/random.js';
import { useRig } from '../faults/support/rig.js';

const rig = useRig({ name: 'job-cycles', apis: 2, workers: 2 });
const random = randomFrom(size('SEED', 6));
const STORM_MS = 600_000;

describe('workers that are killed in the middle of cycles', () => {
  it('act on no lead twice and leave none out', async () => {
    const leads = size('CYCLE_LEADS', 500);
    const kills = size('CYCLE_KILLS', 20);
    const account = await createFixture(rig, leads);
    await rig.db('email_senders').where({ account_id: account.accountId }).update({ provider: 'sandbox' });
    const jobs = await inParallel(4, Array.from({ length: size('CYCLE_JOBS', 4) }), () =>
      makeJob(account, { steps: [{ action: NOTE }], max_leads_per_cycle: leads }),
    );
    const mail = { channel: 'email', subject: 'Hello', content: 'Hello {{lead.first_name}}' };
    const mailing = await makeJob(account, {
      steps: [{ action: { type: 'send_message', params: mail } }],
      max_leads_per_cycle: leads,
    });
    await runJob(account, mailing);
    let killing = true;
    const running = inParallel(jobs.length, jobs, async (id) => {
      let asked = 0;
      do {
        await runJob(account, id);
        asked += 1;
        await allEnded(rig, id, asked, STORM_MS);
      } while (killing);
      return asked;
    });
    const done = async () => {
      const rows = rig.db('job_cycle_leads').where({ account_id: account.accountId }).whereNotNull('outcome');
      return Number((await rows.count({ n: '*' }))[0]?.n);
    };
    let hit = 0;
    for (let tried = 0; hit < kills && tried < 5 * kills; tried += 1) {
      const before = await done();
      if (await killAtWork(rig, () => pass(random() * 60))) hit += 1;
      // A process that is killed again before it did anything would only wait longer each time.
      await until('the cycles went on', async () => ((await done()) > before ? true : undefined), PATIENCE_MS);
    }
    killing = false;
    expect(hit).toBe(kills);
    const counts = await running;
    for (const [at, id] of jobs.entries()) {
      const cycles = await cyclesOf(rig, id);
      expect(cycles).toHaveLength(counts[at] ?? 0);
      for (const cycle of cycles) {
        expect(cycle).toMatchObject({ status: 'completed', evaluated: leads, acted: leads, failed: 0 });
      }
      expect(await notesOf(rig, id, account.leadIds)).toEqual(account.leadIds.map(() => cycles.length));
    }
    expect(await allEnded(rig, mailing, 1, STORM_MS)).toMatchObject([{ status: 'completed', acted: leads, failed: 0 }]);
    const sent = await until(
      'every mail left',
      async () => {
        const rows: { lead_id: string; status: string }[] = await rig
          .db('messages')
          .where({ account_id: account.accountId })
          .select('lead_id', 'status');
        return rows.every(({ status }) => status === 'sent') ? rows : undefined;
      },
      PATIENCE_MS,
    );
    expect(sent.map(({ lead_id }) => lead_id).sort()).toEqual([...account.leadIds].sort());
    const delivered = rig.db('sandbox_deliveries').where({ account_id: account.accountId });
    expect(await delivered.clone()).toHaveLength(leads);
    expect(await delivered.clone().countDistinct({ n: 'message_id' })).toEqual([{ n: leads }]);
    await expectInvariants(rig, { workflows: false });
  }, 900_000);
});
