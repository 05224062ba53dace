import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { expectInvariants } from '../faults/support/invariants.js';
import type { Program } from '../faults/support/program.js';
import { inParallel, pass, size, until } from '../faults/support/random.js';
import { createLead, mail, useRig } from '../faults/support/rig.js';
import { expectToSurvive, unknowns } from '../faults/support/storm.js';

const rig = useRig({ name: 'storm', apis: 2, workers: 2 });

describe('processes that are killed at any moment', () => {
  it('lose no lead and send nothing twice; what is unknown is listed, and settling it finishes every cadence', async () => {
    await expectToSurvive(rig, {
      leads: size('LEADS', 500),
      kills: size('KILLS', 20),
      lastingMs: size('STORM_MS', 75_000),
      spacingSeconds: 15,
      shares: { trouble: 0.05, busy: 0.03, never: 0.025, cut: 0.03 },
    });
  }, 900_000);

  it('before a provider that honours keys leave no outcome unknown: each mail is delivered, once', async () => {
    const mails = ['One', 'Two', 'Three'];
    const account = await rig.account(mails.map((subject, n) => mail(subject, n === 0 ? 0 : 4)));
    await rig.db('email_senders').where({ account_id: account.accountId }).update({ provider: 'sandbox' });
    const leads = size('KEYED_LEADS', 150);
    const creating = inParallel(6, Array.from({ length: leads }), async (_, at) => {
      await createLead(account, `keyed-${at}-${newId()}@example.com`, {}, 60_000);
      await pass(400);
    });
    for (let n = 0; n < size('KEYED_KILLS', 8); n += 1) {
      await pass(1_500);
      const worker = rig.workers[n % rig.workers.length] as Program;
      rig.note(worker.name, 'SIGKILL');
      worker.signal('SIGKILL');
    }
    await creating;
    await until(
      'every cadence came to its end',
      async () => {
        expect(await unknowns(account)).toEqual([]);
        const open = await rig.db('agent_runs').where({ account_id: account.accountId, open_slot: 1 }).first('id');
        return open === undefined ? true : undefined;
      },
      180_000,
    );
    const messages: { id: string; status: string }[] = await rig
      .db('messages')
      .where({ account_id: account.accountId })
      .select('id', 'status');
    expect(messages.map(({ status }) => status)).toEqual(Array.from({ length: leads * mails.length }, () => 'sent'));
    const delivered: string[] = await rig
      .db('sandbox_deliveries')
      .where({ account_id: account.accountId })
      .pluck('message_id');
    expect(delivered.sort()).toEqual(messages.map(({ id }) => id).sort());
    await expectInvariants(rig);
  }, 600_000);
});
