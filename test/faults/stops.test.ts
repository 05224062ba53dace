import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import type { Answer } from './support/client.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import { inParallel, pass, randomFrom, size, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'stops', apis: 2, workers: 2 });

const STEPS = 4;
const SPACING = 2;
const cadence = Array.from({ length: STEPS }, (_, n) => mail(`Step ${n + 1}`, n === 0 ? 0 : SPACING));

const stop = (account: RigAccount, leadId: string): Promise<Answer> =>
  until(
    'the stop was answered',
    async () => {
      const answer = await account.request('POST', `/leads/${leadId}/automation/stop`, {
        body: { workflow_id: account.agentId },
      });
      return answer.status === 200 || answer.status === 422 ? answer : undefined;
    },
    20_000,
  );

const resume = (account: RigAccount, leadId: string): Promise<Answer> =>
  until(
    'the resume was answered',
    async () => {
      const answer = await account.request('POST', `/leads/${leadId}/automation/resume`, {
        body: { workflow_id: account.agentId, resume_cadence: true },
      });
      return answer.status === 200 ? answer : undefined;
    },
    20_000,
  );

interface Stopped {
  email: string;
  leadId: string;
  answeredAt: number;
  inFlight: number;
}

/** Stops a lead's cadence around the moment one of its steps is due. */
async function stopAtBoundary(account: RigAccount, at: number, random: () => number): Promise<Stopped | undefined> {
  const email = `${at}-${newId()}@example.com`;
  const { leadId } = await createLead(account, email);
  const boundary = at % STEPS;
  if (boundary > 0) {
    await until('the step before left', () => (rig.sink.to(email).length >= boundary ? true : undefined), 60_000);
    await pass(SPACING * 1000 - 50 + random() * 100);
  } else await pass(random() * 50);
  const answer = await stop(account, leadId);
  if (answer.status !== 200) return undefined;
  return { email, leadId, answeredAt: Date.now(), inFlight: (answer.body.in_flight as string[]).length };
}

const lateTo = ({ email, answeredAt }: Stopped) =>
  rig.sink.to(email).filter(({ at }) => at.getTime() > answeredAt).length;

describe('a stop', () => {
  it('at any step boundary lets nothing leave after its answer but what the answer names; resuming repeats nothing', async () => {
    const account = await rig.account(cadence);
    const random = randomFrom(size('SEED', 11));
    const stopped = (
      await inParallel(20, Array.from({ length: size('STOPS', 100) }), (_, at) => stopAtBoundary(account, at, random))
    ).filter((one) => one !== undefined);
    expect(stopped.length).toBeGreaterThan(size('STOPS', 100) * 0.7);
    await pass((SPACING + 2) * 1000);
    expect(stopped.filter((one) => lateTo(one) > one.inFlight)).toEqual([]);

    await inParallel(10, stopped, ({ leadId }) => resume(account, leadId));
    await until(
      'every cadence came to its end',
      () => (stopped.every(({ email }) => rig.sink.to(email).length >= STEPS) ? true : undefined),
      90_000,
    );
    expect(duplicates(rig)).toEqual([]);
    for (const { email } of stopped) {
      const order = rig.sink.to(email).map(({ headers }) => headers.subject);
      expect(order).toEqual(['Step 1', 'Step 2', 'Step 3', 'Step 4']);
    }
    await expectInvariants(rig);
  }, 600_000);

  it('holds while Temporal is away, and after its return', async () => {
    const account = await rig.account([mail('One'), mail('Two', 4)]);
    const leads = await inParallel(5, Array.from({ length: 20 }), async (_, at) => {
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
      return { email, leadId, answeredAt: Date.now(), inFlight: (answer.body.in_flight as string[]).length };
    });
    await pass(5_000);
    await rig.temporal.start();
    await pass(8_000);
    expect(stopped.filter((one) => lateTo(one) > one.inFlight)).toEqual([]);
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
