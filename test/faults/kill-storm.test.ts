import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, useRig } from './support/rig.js';
import { expectToSurvive, settle, unknowns } from './support/storm.js';

const rig = useRig({ name: 'storm', apis: 2, workers: 2 });

const TAKEN = (stop: () => void) => ({ afterMs: 100, taken: stop });
const ASKED = (stop: () => void) => ({ asking: stop });

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

  it.each([
    ['when their mail was accepted', TAKEN, Number.POSITIVE_INFINITY],
    ['when they were asked for their mail', ASKED, Number.POSITIVE_INFINITY],
    // Their heartbeats are missed by then, and another one looks at what they were doing.
    ['when they were asked for their mail, for seven seconds', ASKED, 7_000],
  ])(
    'that stood still %s, change nothing when they go on',
    async (_, at, longestMs) => {
      const account = await rig.account([mail('Frozen'), mail('After', 1)]);
      const emails = new Map<string, string>();
      const [frozen, other] = rig.workers as [Program, Program];
      let stopped = false;
      const stop = () => {
        if (stopped) return;
        stopped = true;
        rig.note(frozen.name, 'SIGSTOP');
        frozen.signal('SIGSTOP');
      };
      // Until then it is the only one that sends.
      other.signal('SIGSTOP');
      const remove = rig.sink.rule((to) => (to.startsWith('frozen') ? { kind: 'accept', ...at(stop) } : undefined));
      for (let n = 0; n < 6; n += 1) {
        const email = `frozen-${n}-${newId()}@example.com`;
        emails.set((await createLead(account, email)).leadId, email);
      }
      await until('a mail stands at its server', () => (stopped ? true : undefined), 60_000);
      remove();
      other.signal('SIGCONT');
      const goesOnAt = Date.now() + longestMs;
      await until(
        'every first mail was settled, and sent where it had not been',
        async () => {
          if (Date.now() > goesOnAt) return true;
          await settle(rig, account, emails, await unknowns(account));
          return [...emails.values()].every((email) => rig.sink.to(email).length > 0) ? true : undefined;
        },
        120_000,
      );
      rig.note(frozen.name, 'SIGCONT');
      frozen.signal('SIGCONT');
      await until(
        'every cadence came to its end',
        async () => {
          await settle(rig, account, emails, await unknowns(account));
          const open = await rig.db('agent_runs').where({ open_slot: 1 }).count({ n: '*' }).first();
          return Number(open?.n) === 0 ? true : undefined;
        },
        120_000,
      );
      expect(duplicates(rig)).toEqual([]);
      for (const email of emails.values()) expect(rig.sink.to(email)).toHaveLength(2);
      await expectInvariants(rig);
    },
    900_000,
  );
});
