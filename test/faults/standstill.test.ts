import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { size, until } from './support/random.js';
import { createLead, mail, useRig } from './support/rig.js';
import { settle, unknowns } from './support/storm.js';

const rig = useRig({ name: 'standstill', workers: 2 });

/** The mail of one is at the moment that is named; those of others are wherever they have got to by then. */
const LEADS = size('FROZEN_LEADS', 6);

const TAKEN = (stop: () => void) => ({ afterMs: 100, taken: stop });
const ASKED = (stop: () => void) => ({ asking: stop });

describe('workers', () => {
  it.each([
    ['when their mail was accepted', TAKEN, Number.POSITIVE_INFINITY],
    ['when they were asked for their mail', ASKED, Number.POSITIVE_INFINITY],
    // Their heartbeats are missed by then, and another one looks at what they were doing.
    ['when they were asked for their mail, for seven seconds', ASKED, 7_000],
  ])(
    'that stalled %s, change nothing when they resume',
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
      for (let n = 0; n < LEADS; n += 1) {
        const email = `frozen-${n}-${newId()}@example.com`;
        emails.set((await createLead(account, email)).leadId, email);
      }
      // The polls of the other one take tasks with them, ten seconds each, until all are used up.
      await until('an email is at its server', () => (stopped ? true : undefined), 180_000).finally(remove);
      other.signal('SIGCONT');
      const goesOnAt = Date.now() + longestMs;
      await until(
        'every first mail was settled, and sent where it had not been',
        async () => {
          if (Date.now() > goesOnAt) return true;
          await settle(rig, account, emails, await unknowns(account));
          const open = await rig.db('messages').where({ account_id: account.accountId }).whereNot('status', 'sent');
          const sent = [...emails.values()].every((email) => rig.sink.to(email).length > 0);
          return sent && open.length === 0 ? true : undefined;
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
