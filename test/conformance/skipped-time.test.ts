import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createTemporalClient } from '../../temporal/client.js';
import { createDispatcher, type Dispatcher } from '../../temporal/dispatcher.js';
import { prepareNamespace } from '../../temporal/namespace.js';
import { connectWorker, createWorker } from '../../worker/create-worker.js';
import { createWorkerActivities } from '../../worker/dependencies.js';
import { makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { type Pause, type ReckonedCadence, reckonedCadence, sequence } from '../support/cadence-oracle.js';
import { eventually } from '../support/eventually.js';
import { type SkippedTime, skippedClock, startSkippedTime } from '../support/skipped-time.js';
import { TIME_ZONES } from '../support/time-zones.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** In these weeks clocks change in America, Europe, the Near East and south of the equator. */
const BEGINS = Date.UTC(2027, 2, 8);
const LASTS = 21 * DAY;
/**
 * The tolerated delay of an email while this machine decides and records it. That time passes on the server's clock
 * too.
 */
const LATE_MS = 10_000;

const clock = skippedClock();
let dispatcher: Dispatcher;
const api = useApi({}, { clock, dispatch: (items) => dispatcher.offer(items) });
const closers: (() => Promise<unknown>)[] = [];
let time: SkippedTime;

beforeAll(async () => {
  time = await startSkippedTime();
  closers.push(time.stop);
  process.env.TEMPORAL_ADDRESS = time.address;
  await prepareNamespace(1);
  const config = testConfig({ TEMPORAL_TASK_QUEUE_PREFIX: `t${newId().slice(-12)}-` });
  const logger = createLogger(config.LOG_LEVEL, 'test');
  const metrics = createMetrics();
  const temporal = createTemporalClient(config);
  const taskQueuePrefix = config.TEMPORAL_TASK_QUEUE_PREFIX;
  const { db } = api;
  const parts = { client: temporal.client, db, clock, logger, metrics, taskQueuePrefix, deadlineMs: 20_000 };
  dispatcher = createDispatcher(parts);
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), shutdownSignals: [] });
  const { activities, close } = createWorkerActivities({ config, db, clock, logger, metrics, dispatcher });
  const connection = await connectWorker();
  const bundle = path.resolve(import.meta.dirname, '../../dist/workflow-bundle.js');
  const worker = await createWorker({ config, ...connection, activities, queue: 'cadences', bundle });
  const running = worker.run();
  closers.push(
    () => temporal.close(),
    () => connection.connection.close(),
    close,
    () => dispatcher.idle(),
    () => {
      worker.shutdown();
      return running;
    },
  );
}, 500_000);

afterAll(async () => {
  while (closers.length > 0) await closers.pop()?.();
}, 60_000);

interface Walk {
  zone: string;
  cadence: ReckonedCadence;
  agentId: string;
  start: number;
  pauses: Pause[];
  leadId: string;
  runId: string;
}

/** Two to four pauses of hours or days; the ones that would begin within another are left out. */
function pausesOf(seed: number, start: number): Pause[] {
  const pick = sequence(seed * 7 + 3);
  const wanted = Array.from({ length: 2 + pick(3) }, () => {
    // An odd number of seconds past the minute, so that no pause begins at the very instant of a step.
    const from = start + pick(12 * 24 * 60) * 60_000 + 17_000;
    return { from, to: from + (1 + pick(48)) * HOUR + 11_000 };
  }).sort((a, b) => a.from - b.from);
  return wanted.filter(({ from }, at) => at === 0 || from > (wanted[at - 1]?.to ?? 0) + HOUR);
}

type Deed = { at: number; walk: Walk; act(walk: Walk, now: number): Promise<void> };

describe('fifty cadences of three weeks on Temporal, in skipped time, paused and resumed on the way', () => {
  it('send every mail within their window at the instant an independent reckoning names, never early', async () => {
    const account: TestAccount = await api.account({ timezone: 'UTC' });
    clock.set(BEGINS);
    await makeSender(account);
    const walks: Walk[] = [];
    for (const [at, zone] of TIME_ZONES.entries()) {
      const cadence = reckonedCadence(at + 101, zone);
      const { steps, window } = cadence;
      const agentId = await makePublishedAgent(account, steps, { cadence: { steps, window } });
      const start = BEGINS + sequence(at + 1)(14 * 24 * 60) * 60_000;
      walks.push({ zone, cadence, agentId, start, pauses: pausesOf(at, start), leadId: '', runId: '' });
    }

    const enroll: Deed['act'] = async (walk) => {
      const answer = await account
        .request('post', '/leads')
        .send({ first_name: 'Ada', email: `${newId()}@example.com`, timezone: walk.zone, workflow_id: walk.agentId });
      expect(answer.status).toBe(201);
      Object.assign(walk, { leadId: answer.body.lead.id, runId: answer.body.workflow_run.id });
    };
    const done: (Pause & { walk: Walk })[] = [];
    const stop: Deed['act'] = async (walk, now) => {
      const answer = await account
        .request('post', `/leads/${walk.leadId}/automation/stop`)
        .send({ workflow_id: walk.agentId });
      // A cadence that has come to its end can't be paused any more.
      if (answer.status === 200) done.push({ walk, from: now, to: Number.NaN });
    };
    const resume: Deed['act'] = async (walk, now) => {
      const pause = done.find((one) => one.walk === walk && Number.isNaN(one.to));
      if (!pause) return;
      pause.to = now;
      const answer = await account
        .request('post', `/leads/${walk.leadId}/automation/resume`)
        .send({ workflow_id: walk.agentId, resume_cadence: true, resume_policy: 'shift' });
      expect(answer.body).toMatchObject({ cadence_resumed: true });
    };
    const deeds: Deed[] = walks
      .flatMap((walk) => [
        { at: walk.start, walk, act: enroll },
        ...walk.pauses.flatMap(({ from, to }) => [
          { at: from, walk, act: stop },
          { at: to, walk, act: resume },
        ]),
      ])
      .sort((a, b) => a.at - b.at);

    for (const { at, walk, act } of deeds) {
      await time.goTo(at);
      const now = await time.now();
      clock.set(now);
      await act(walk, now);
      // Time only advances after Temporal has received the instructions, because it doesn't skip time before they are
      // done.
      await dispatcher.idle();
    }
    await time.goTo(BEGINS + 14 * DAY + LASTS + 90 * DAY);
    await eventually(async () => {
      const open = await api.db('agent_runs').where({ account_id: account.accountId, open_slot: 1 }).first('id');
      return open ? undefined : true;
    }, 60_000);

    let mails = 0;
    let paused = 0;
    for (const { zone, cadence, pauses, runId, ...walk } of walks) {
      const run = (await api.db('agent_runs').where({ id: runId }).first())!;
      const messages = await api.db('messages').where({ agent_run_id: runId }).orderBy('sent_at');
      expect(messages.map(({ step_key, status }) => [step_key, status])).toEqual(
        cadence.steps.map(({ key }) => [key, 'sent']),
      );
      const own = done.filter((pause) => pause.walk.runId === runId);
      let anchor = (run.enrolled_at as Date).getTime();
      for (const [step, { sent_at }] of messages.entries()) {
        const expected = cadence.leaves(step, anchor, own);
        const late = sent_at!.getTime() - expected;
        const told = { zone, step, expected: new Date(expected), sent: sent_at, start: new Date(walk.start), pauses };
        expect({ ...told, early: late < 0, onTime: late < LATE_MS, open: cadence.isOpen(expected) }).toEqual({
          ...told,
          early: false,
          onTime: true,
          open: true,
        });
        anchor = sent_at!.getTime();
      }
      mails += messages.length;
      paused += own.length;
    }
    expect(mails).toBeGreaterThan(200);
    expect(paused).toBeGreaterThan(50);
  }, 600_000);
});
