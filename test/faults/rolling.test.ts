import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { createUser } from '../../services/accounts/accounts.js';
import { startDigest } from '../../services/instructions/messages.js';
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

  it('ends each worker within 15 seconds though digests wait for a slow mail server, and leaves no mail unknown', async () => {
    const account = await rig.account([mail('One'), mail('Two', 8)]);
    const now = new Date();
    const { userId } = await createUser(rig.db, now, {
      accountId: account.accountId,
      name: 'Ana',
      role: 'owner',
      password: 'a long password of the tests',
      email: `slow-${newId()}@example.com`,
    });
    let digests = 0;
    rig.sink.rule((to) => {
      const isDigest = to.startsWith('slow-');
      if (isDigest) digests += 1;
      return { kind: 'accept', afterMs: isDigest ? 7_000 : 100 };
    });
    const ids = Array.from({ length: 8 }, () => newId());
    await rig.db.transaction(async (tx) => {
      for (const id of ids) {
        const digest = { id, account_id: account.accountId };
        await tx('notifications').insert({
          ...digest,
          user_id: userId,
          channel: 'email',
          title: 'Digest',
          source_kind: 'agent',
          effect_key: Buffer.from(id),
          status: 'queued',
          created_at: now,
        });
        await startDigest(openWork(tx, now), digest);
      }
    });
    await until('each worker mails a digest', () => (digests >= rig.workers.length ? true : undefined), 30_000);
    const leads = await inParallel(8, Array.from({ length: size('RUNS', 60) }), async (_, at) => {
      const email = `busy-${at}-${newId()}@example.com`;
      await createLead(account, email);
      return email;
    });
    const ends = await Promise.all(rig.workers.map((one) => one.stop('SIGTERM')));
    expect(ends.map(({ code, ms }) => ({ code, inTime: ms < bound(15_000) }))).toEqual(
      ends.map(() => ({ code: 0, inTime: true })),
    );
    for (const one of rig.workers) one.start();
    await until(
      'every cadence came to its end',
      () => (leads.every((email) => rig.sink.to(email).length >= 2) ? true : undefined),
      120_000,
    );
    const digestsLeft = () => rig.db('notifications').whereIn('id', ids).whereNot({ status: 'delivered' });
    await until('every digest is mailed', async () => ((await digestsLeft()).length === 0 ? true : undefined), 60_000);
    const statuses = (): Promise<string[]> =>
      rig.db('messages').where({ account_id: account.accountId }).distinct().pluck('status');
    // A mail is taken a moment before its outcome is written down.
    const states = await until(
      'every outcome is recorded',
      async () => {
        const found = await statuses();
        return found.includes('sending') ? undefined : found;
      },
      60_000,
    );
    expect(states).toEqual(['sent']);
  }, 600_000);

  it('ends a worker well whose Temporal is merely slow to answer, and tells it what was done', async () => {
    const account = await rig.account([mail('One')]);
    let mails = 0;
    rig.sink.rule(() => {
      mails += 1;
      return { kind: 'accept', afterMs: 1_000 };
    });
    const leads = await inParallel(8, Array.from({ length: 8 }), async (_, at) => {
      const email = `slow-line-${at}-${newId()}@example.com`;
      await createLead(account, email);
      return email;
    });
    await until('mails are under way', () => (mails > 0 ? true : undefined), 30_000);
    rig.temporal.signal('SIGSTOP');
    // Longer than a question waits for its answer.
    await pass(2_500);
    const ending = Promise.all(rig.workers.map((one) => one.stop('SIGTERM')));
    await pass(300);
    rig.temporal.signal('SIGCONT');
    expect((await ending).map(({ code }) => code)).toEqual(rig.workers.map(() => 0));
    for (const one of rig.workers) one.start();
    await until(
      'every mail has arrived',
      () => (leads.every((email) => rig.sink.to(email).length > 0) ? true : undefined),
      120_000,
    );
    expect(leads.filter((email) => rig.sink.to(email).length > 1)).toEqual([]);
  }, 300_000);
});
