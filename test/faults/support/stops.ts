import { expect } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import type { Answer } from './client.js';
import { duplicates, expectInvariants } from './invariants.js';
import { inParallel, pass, randomFrom, size, until } from './random.js';
import { createLead, mail, type Rig, type RigAccount } from './rig.js';

const STEPS = 4;
const SPACING = 2;
/** Leads that are under way at the same time; the API takes two hundred requests at once. */
const WIDTH = 80;
const cadence = Array.from({ length: STEPS }, (_, n) => mail(`Step ${n + 1}`, n === 0 ? 0 : SPACING));

type Ask = (account: RigAccount, leadId: string) => Promise<Answer>;

/** The cause that stops a lead's messages, and whether it can be resumed. */
interface Way {
  ask: Ask;
  resumable: boolean;
}

const bulk =
  (operation: string): Ask =>
  (account, leadId) =>
    account.request('POST', '/workflow-runs/bulk', { body: { filter: { lead_ids: [leadId] }, operation } });

const STOPPING: Way = {
  ask: (account, leadId) =>
    account.request('POST', `/leads/${leadId}/automation/stop`, { body: { workflow_id: account.agentId } }),
  resumable: true,
};

/** Each way to stop a lead's cadence. */
export const WAYS: Record<string, Way> = {
  'its automation is stopped': STOPPING,
  'its run is paused with others': { ask: bulk('pause'), resumable: true },
  'its run is ended with others': { ask: bulk('stop'), resumable: false },
  'it opts out': {
    ask: (account, leadId) =>
      account.request('PATCH', `/leads/${leadId}`, { body: { consent: { email: 'opted_out' } } }),
    resumable: false,
  },
};

export const stop = (account: RigAccount, leadId: string, { ask } = STOPPING): Promise<Answer> =>
  until(
    'the stop was answered',
    async () => {
      const answer = await ask(account, leadId);
      // Refused: on a busy machine the run may have ended before it could be stopped.
      return answer.status === 200 || (answer.status >= 400 && answer.status < 500) ? answer : undefined;
    },
    20_000,
  );

export const resume = (account: RigAccount, leadId: string): Promise<Answer> =>
  until(
    'the resume was answered',
    async () => {
      const answer = await account.request('POST', `/leads/${leadId}/automation/resume`, {
        body: { workflow_id: account.agentId, resume_cadence: true },
      });
      // Refused: the last message was in flight when the stop came, so the cadence is at its end.
      return answer.status === 200 || (answer.status >= 400 && answer.status < 500) ? answer : undefined;
    },
    20_000,
  );

export interface Stopped {
  email: string;
  leadId: string;
  answeredAt: number;
  /** The messages that the answer named. */
  inFlight: string[];
  resumable: boolean;
}

/** A stop that was just answered, as it is judged later. */
export const stoppedNow = (email: string, leadId: string, { body }: Answer, resumable = true): Stopped => ({
  email,
  leadId,
  answeredAt: Date.now(),
  inFlight: (body.in_flight ?? []) as string[],
  resumable,
});

/** Stops a lead's cadence around the moment one of its steps is due. */
async function stopAtBoundary(
  rig: Rig,
  account: RigAccount,
  at: number,
  random: () => number,
): Promise<Stopped | undefined> {
  const email = `${at}-${newId()}@example.com`;
  const { leadId } = await createLead(account, email);
  const boundary = at % STEPS;
  const jitterMs = random() * 100;
  if (boundary > 0) {
    const before = await until('the step before left', () => rig.sink.to(email)[boundary - 1], 60_000);
    await pass(before.at.getTime() + SPACING * 1000 - 50 + jitterMs - Date.now());
  } else await pass(jitterMs / 2);
  const ways = Object.values(WAYS);
  const way = ways[Math.floor(at / STEPS) % ways.length] ?? STOPPING;
  const answer = await stop(account, leadId, way);
  return answer.status === 200 ? stoppedNow(email, leadId, answer, way.resumable) : undefined;
}

/** The mails to a lead that came after the answer that stopped it, and that it didn't name. */
export const lateTo = (rig: Rig, { email, answeredAt, inFlight }: Stopped) =>
  rig.sink
    .to(email)
    .filter(({ at }) => at.getTime() > answeredAt)
    .filter(({ headers }) => !inFlight.some((id) => headers['message-id']?.includes(id)));

/**
 * Stops cadences in every way there is around the moments their steps are due, and resumes those that can be: nothing
 * leaves late, nothing twice.
 */
export async function expectStopsToHold(rig: Rig, stops: number): Promise<void> {
  const account = await rig.account(cadence);
  const random = randomFrom(size('SEED', 11));
  const stopped = (
    await inParallel(Math.min(WIDTH, stops / 5), Array.from({ length: stops }), (_, at) =>
      stopAtBoundary(rig, account, at, random),
    )
  ).filter((one) => one !== undefined);
  expect(stopped.length).toBeGreaterThan(stops * 0.5);
  await pass((SPACING + 2) * 1000);
  expect(stopped.flatMap((one) => lateTo(rig, one))).toEqual([]);

  const resumed = stopped.filter(({ resumable }) => resumable);
  await inParallel(20, resumed, ({ leadId }) => resume(account, leadId));
  await until(
    'every cadence that was resumed came to its end',
    () => (resumed.every(({ email }) => rig.sink.to(email).length >= STEPS) ? true : undefined),
    Math.max(90_000, stops * 60),
  );
  expect(duplicates(rig)).toEqual([]);
  for (const { email } of resumed) {
    const order = rig.sink.to(email).map(({ headers }) => headers.subject);
    expect(order).toEqual(['Step 1', 'Step 2', 'Step 3', 'Step 4']);
  }
  expect(stopped.flatMap((one) => (one.resumable ? [] : lateTo(rig, one)))).toEqual([]);
  await expectInvariants(rig);
}
