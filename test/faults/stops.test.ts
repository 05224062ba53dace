import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { holdingLocks } from './support/database.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { TcpProxy } from './support/proxy.js';
import { bound, inParallel, pass, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';
import { lateTo, resume, type Stopped, stop, stoppedNow, WAYS } from './support/stops.js';

const rig = useRig({ name: 'stops', apis: 2, workers: 2 });

const lines: TcpProxy[] = [];
afterAll(() => Promise.all(lines.map((line) => line.stop())));

interface Fixture {
  way: string;
  account: RigAccount;
  stopped: Stopped;
}

/**
 * Expects no sends after the response except those that it listed, and that runs that can be resumed send the rest,
 * each email once.
 */
async function expectStopsHeld(fixtures: Fixture[]): Promise<void> {
  const mails = () =>
    Object.fromEntries(
      fixtures.map(({ way, stopped }) => [way, rig.sink.to(stopped.email).map(({ headers }) => headers.subject)]),
    );
  expect(mails()).toEqual(Object.fromEntries(fixtures.map(({ way }) => [way, ['One']])));
  expect(fixtures.flatMap(({ stopped }) => lateTo(rig, stopped))).toEqual([]);
  const resumed = fixtures.filter(({ stopped }) => stopped.resumable);
  for (const { account, stopped } of resumed) expect((await resume(account, stopped.leadId)).status).toBe(200);
  await until(
    'the rest left',
    () => (resumed.every(({ stopped }) => rig.sink.to(stopped.email).length > 1) ? true : undefined),
    60_000,
  );
  expect(mails()).toEqual(
    Object.fromEntries(fixtures.map(({ way, stopped }) => [way, stopped.resumable ? ['One', 'Two'] : ['One']])),
  );
  await expectInvariants(rig);
}

describe('a stop, in each way there is', () => {
  it('while a mail of it is at its server, names that one in its answer, and no other leaves', async () => {
    const fixtures = await inParallel(4, Object.entries(WAYS), async ([way, how]): Promise<Fixture> => {
      const account = await rig.account([mail('One'), mail('Two', 1)]);
      const line = await TcpProxy.start(rig.sink.port);
      lines.push(line);
      const smtp = JSON.stringify({ host: '127.0.0.1', port: line.port, secure: false, user: null });
      await rig.db('email_senders').where({ account_id: account.accountId }).update({ smtp });
      const email = `${newId()}@example.com`;
      const standing = new Promise<void>((resolve) => {
        const asking = () => {
          line.set({ kind: 'hole' });
          resolve();
        };
        rig.sink.for(email, { kind: 'accept', asking }, 1);
      });
      const { leadId } = await createLead(account, email);
      await standing;
      const answer = await stop(account, leadId, how);
      expect({ way, status: answer.status, arrived: rig.sink.to(email) }).toEqual({ way, status: 200, arrived: [] });
      const stopped = stoppedNow(email, leadId, answer, how.resumable);
      expect({ way, named: stopped.inFlight.length }).toEqual({ way, named: 1 });
      line.set({ kind: 'open' });
      await until('it arrived', () => (rig.sink.to(email).length > 0 ? true : undefined), 10_000);
      return { way, account, stopped };
    });
    // The second mail would have been due a second after the first.
    await pass(3_000);
    await expectStopsHeld(fixtures);
  }, 300_000);

  it('while the next email becomes due before a stalled worker, keeps it from being sent', async () => {
    // By then every first mail has left, and the workers stand still.
    const dueSeconds = bound(25);
    const begun = await inParallel(4, Object.entries(WAYS), async ([way, how]) => {
      const account = await rig.account([mail('One'), mail('Two', dueSeconds)]);
      const email = `${newId()}@example.com`;
      const { leadId } = await createLead(account, email);
      await until('the first mail left', () => (rig.sink.to(email).length > 0 ? true : undefined), 60_000);
      return { way, how, account, email, leadId };
    });
    await until(
      'the workers stand still, and none of them with a row in hand',
      async () => {
        for (const worker of rig.workers) worker.signal('SIGSTOP');
        if ((await holdingLocks(rig)) === 0) return true;
        for (const worker of rig.workers) worker.signal('SIGCONT');
        return undefined;
      },
      10_000,
    );
    rig.note('workers', 'SIGSTOP');
    expect(begun.map(({ way, email }) => [way, rig.sink.to(email).length])).toEqual(begun.map(({ way }) => [way, 1]));
    await pass((dueSeconds + 1) * 1_000);
    const fixtures = await inParallel(4, begun, async ({ way, how, account, email, leadId }): Promise<Fixture> => {
      const answer = await stop(account, leadId, how);
      expect({ way, status: answer.status }).toEqual({ way, status: 200 });
      return { way, account, stopped: stoppedNow(email, leadId, answer, how.resumable) };
    });
    for (const worker of rig.workers) worker.signal('SIGCONT');
    rig.note('workers', 'SIGCONT');
    await pass(3_000);
    await expectStopsHeld(fixtures);
  }, 300_000);
});

describe('a stop', () => {
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
