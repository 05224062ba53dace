import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { type Answer, call } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, until } from './support/random.js';
import { mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'outages' });
const api = () => rig.apis[0] as Program;

interface Operation {
  name: string;
  method: string;
  path: string;
  secured: boolean;
}

/** Every operation the service describes, with ids nobody has. */
async function operations(): Promise<Operation[]> {
  const { body } = await call(api().url, 'GET', '/openapi.json');
  const paths = body.paths as Record<string, Record<string, { operationId: string; security?: unknown[] }>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, { operationId, security }]) => ({
        name: operationId,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, newId()),
        secured: security === undefined || security.length > 0,
      })),
  );
}

const ask = (account: RigAccount, { method, path }: Operation): Promise<Answer> =>
  call(api().url, method, path, {
    headers: { 'X-API-Key': account.apiKey },
    ...(['GET', 'DELETE'].includes(method) ? {} : { body: {} }),
  });

const ready = async () => (await call(api().url, 'GET', '/readyz')) as Answer & { body: { status: string } };
const untilReady = (status: number, text: string) =>
  until(
    `/readyz says ${status} ${text}`,
    async () => {
      const answer = await ready();
      return answer.status === status && answer.body.status === text ? true : undefined;
    },
    5_000,
  );

const expectAlive = async () => expect((await call(api().url, 'GET', '/healthz')).status).toBe(200);

const SQL = /\b(select|insert|update|delete from|ECONNREFUSED|errno|sqlMessage|mysql|ER_[A-Z]+)\b/;

async function expectUnavailable(account: RigAccount): Promise<void> {
  const all = await operations();
  expect(all.length).toBeGreaterThan(40);
  const answers = await inParallel(4, all, async (operation) => ({ operation, answer: await ask(account, operation) }));
  const wrong = answers.filter(
    ({ operation, answer }) =>
      answer.ms > bound(3_000) ||
      SQL.test(answer.text) ||
      (operation.secured
        ? answer.status !== 503 || answer.headers['retry-after'] === undefined || answer.body.code === undefined
        : answer.status === 0 || (answer.status >= 500 && answer.status !== 503)),
  );
  expect(wrong.map(({ operation: { name }, answer: { status, ms, text } }) => ({ name, status, ms, text }))).toEqual(
    [],
  );
}

const usual = async (account: RigAccount) => {
  const email = `${newId()}@example.com`;
  const lead = await account.request('POST', '/leads', {
    body: { first_name: 'Ada', email, workflow_id: account.agentId },
  });
  const { id } = (lead.body.lead ?? {}) as { id: string };
  const body = { workflow_id: account.agentId };
  return [
    ['create', 201, lead],
    ['get', 200, await account.request('GET', `/leads/${id}`)],
    ['list', 200, await account.request('GET', '/leads?limit=5')],
    ['history', 200, await account.request('GET', `/leads/${id}/history`)],
    ['next', 200, await account.request('GET', `/leads/${id}/next`)],
    ['paused?', 200, await account.request('GET', `/leads/${id}/is_paused`)],
    ['patch', 200, await account.request('PATCH', `/leads/${id}`, { body: { first_name: 'Eva' } })],
    ['stop', 200, await account.request('POST', `/leads/${id}/automation/stop`, { body })],
    [
      'resume',
      200,
      await account.request('POST', `/leads/${id}/automation/resume`, { body: { ...body, resume_cadence: true } }),
    ],
    [
      'simulate',
      200,
      await account.request('POST', `/workflows/${account.agentId}/simulate`, { body: { lead_id: id } }),
    ],
    ['runs', 200, await account.request('GET', '/workflow-runs')],
    ['messages', 200, await account.request('GET', '/messages')],
  ] as [string, number, Answer][];
};

async function expectUsual(account: RigAccount): Promise<void> {
  const answers = await usual(account);
  expect(answers.map(([name, , { status }]) => [name, status])).toEqual(
    answers.map(([name, status]) => [name, status]),
  );
  expect(Math.max(...answers.map(([, , { ms }]) => ms))).toBeLessThan(bound(3_000));
}

describe('what requests answer during an outage', () => {
  it('MySQL gone: 503 with Retry-After on every route, soon and without a word of SQL', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    await expectUsual(account);
    rig.note('mysql', 'SIGKILL');
    await rig.mysql.kill();
    await untilReady(503, 'unavailable');
    await expectAlive();
    await expectUnavailable(account);
    await rig.mysql.start();
    await untilReady(200, 'ok');
    await expectUsual(account);
    await expectInvariants(rig);
  }, 600_000);

  it('MySQL hanging: the same, and no request waits longer than three seconds', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    await expectUsual(account);
    rig.note('mysql', 'SIGSTOP');
    rig.mysql.signal('SIGSTOP');
    try {
      await untilReady(503, 'unavailable');
      await expectAlive();
      await expectUnavailable(account);
    } finally {
      rig.mysql.signal('SIGCONT');
    }
    await untilReady(200, 'ok');
    await until('all is as usual', async () => expectUsual(account).then(() => true), 10_000);
    await expectInvariants(rig);
  }, 600_000);

  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    it(`Temporal ${signal === 'SIGKILL' ? 'gone' : 'hanging'}: reads and writes as always, and /readyz says degraded`, async () => {
      const account = await rig.account([mail('Now')]);
      rig.note('temporal', signal);
      if (signal === 'SIGKILL') await rig.temporal.kill();
      else rig.temporal.signal(signal);
      try {
        await untilReady(200, 'degraded');
        await expectAlive();
        await expectUsual(account);
      } finally {
        if (signal === 'SIGKILL') await rig.temporal.start();
        else rig.temporal.signal('SIGCONT');
      }
      await untilReady(200, 'ok');
      await until('its mail left', () => (rig.sink.mails.length > 0 ? true : undefined), 60_000);
      rig.sink.mails.length = 0;
      await expectInvariants(rig);
    }, 600_000);
  }

  it('the worker gone: everything is answered, and what was due leaves when it is back', async () => {
    const account = await rig.account([mail('Now')]);
    const worker = rig.workers[0] as Program;
    await worker.stop('SIGKILL');
    await untilReady(200, 'ok');
    await expectUsual(account);
    expect(rig.sink.mails).toHaveLength(0);
    worker.start();
    await until('its mail left', () => (rig.sink.mails.length > 0 ? true : undefined), 60_000);
    await expectInvariants(rig);
  }, 600_000);
});
