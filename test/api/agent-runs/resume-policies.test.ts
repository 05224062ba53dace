import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../../db/work.js';
import { recordOutcome } from '../../../services/cadence/record-outcome.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../../support/agent-requests.js';
import { useApi } from '../../support/api.js';
import { ACCEPTED, advanceWith, claimOf } from '../../support/claims.js';

const DAY_MS = 86_400_000;
let passed = 0;
const clock = { now: () => new Date(Date.now() + passed) };
const api = useApi({}, { clock });
const DAILY = { delay: { type: 'after', amount: 1, unit: 'days' } };
const MAILS = ['one', 'two', 'three'].map((key) => mailStep(key, { key, ...DAILY }));
const STOPS = {
  key: 'stop',
  type: 'set',
  actions: [{ type: 'stop_automation', params: { reason: 'a person calls' } }],
};

/** A run that was paused at its beginning, by its own cadence or by a person, and is resumed 2.5 days later. */
async function resumed(policy: string, byCadence: boolean) {
  passed = 0;
  const account = await api.account();
  const sender = await api
    .db('email_senders')
    .where({ id: await makeSender(account) })
    .first();
  const workflowId = await makePublishedAgent(account, byCadence ? [STOPS, ...MAILS] : MAILS);
  const { leadId, runId } = await makeEnrolledLead(account, workflowId);
  const enrolledAt = Date.now();
  const advance = () => advanceWith(api, sender, runId, clock.now());
  await advance();
  const path = `/leads/${leadId}/automation`;
  const stopped = await account.request('post', `${path}/stop`).send({ workflow_run_id: runId }).expect(200);
  expect(stopped.body.already_stopped).toBe(byCadence);
  passed = 2.5 * DAY_MS;
  const body = { workflow_run_id: runId, resume_cadence: true, resume_policy: policy };
  expect((await account.request('post', `${path}/resume`).send(body).expect(200)).body.cadence_resumed).toBe(true);
  const nextAt = async () => {
    const { wake_at } = (await api.db('agent_runs').where({ id: runId }).first())!;
    return Math.round(((wake_at!.getTime() - enrolledAt) / DAY_MS) * 100) / 100;
  };
  const steps = async () =>
    (await account.request('get', `/workflow-runs/${runId}`)).body.workflow_run.steps
      .filter(({ key }: { key: string }) => key !== 'stop')
      .map(({ key, state, why }: Record<string, string>) => [key, state, why]);
  return { advance, nextAt, steps };
}

describe.each([
  ['a person', false],
  ['its own cadence', true],
])('a cadence that %s paused for two and a half days', (_who, byCadence) => {
  it('resumes that much later with `shift`', async () => {
    const run = await resumed('shift', byCadence);
    expect(await run.nextAt()).toBe(3.5);
    expect((await run.advance()).kind).toBe('waiting');
  });

  it('passes over what it missed with `skip_missed`; what comes later keeps its time', async () => {
    const run = await resumed('skip_missed', byCadence);
    expect((await run.advance()).kind).toBe('waiting');
    expect(await run.nextAt()).toBe(3);
    expect(await run.steps()).toMatchObject([
      ['one', 'skipped', expect.any(String)],
      ['two', 'skipped', expect.any(String)],
      ['three', 'current', null],
    ]);
  });

  it('does the earliest that it missed now with `catch_up_one`, and passes over the others', async () => {
    const run = await resumed('catch_up_one', byCadence);
    const send = claimOf(await run.advance());
    expect(send.decision.step_key).toBe('one');
    await api.db.transaction((tx) => recordOutcome(openWork(tx, clock.now()), send, ACCEPTED));
    expect((await run.advance()).kind).toBe('waiting');
    expect(await run.nextAt()).toBe(3);
    expect((await run.steps()).slice(1)).toMatchObject([
      ['two', 'skipped', expect.any(String)],
      ['three', 'current', null],
    ]);
  });
});
