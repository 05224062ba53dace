import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import type { MessageStatus } from '../../schemas/message-statuses.js';
import { addWhatsAppTemplate, publishAgent } from '../support/agents.js';
import { OPERATOR } from '../support/api.js';
import { portForLater } from '../support/later-port.js';
import { META_TOKEN, startMetaServer } from '../support/meta-server.js';
import { CONTENT_SID } from '../support/twilio-fixture.js';
import { ACCOUNT_SID, AUTH_TOKEN, startTwilioServer } from '../support/twilio-server.js';
import { json, startVoiceServer } from '../support/voice-server.js';
import { type Answer, call } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, until } from './support/random.js';
import { mail, type RigAccount, useRig } from './support/rig.js';
import {
  addFunction,
  expectNoRun,
  expectUsual,
  expectUsualFunction,
  runFunction,
  untilItRuns,
} from './support/usual.js';

const [metaPort, twilioPort] = [await portForLater(), await portForLater()];
const [voicePort, imapPort] = [await portForLater(), await portForLater()];
const rig = useRig({
  name: 'outages',
  env: {
    META_GRAPH_URL: `http://127.0.0.1:${metaPort}/v23.0`,
    TWILIO_URL: `http://127.0.0.1:${twilioPort}`,
    VOICE_ALLOW_PRIVATE: 'true',
  },
});
const api = () => rig.apis[0] as Program;

interface Operation {
  name: string;
  method: string;
  path: string;
  secured: boolean;
}

/** Every operation of the service, with unknown IDs. */
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

const ready = async () =>
  (await call(api().url, 'GET', '/readyz', { headers: OPERATOR })) as Answer & { body: { status: string } };
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

/** The cadence's emails, without those about meetings. */
const cadenceMails = () => rig.sink.mails.filter(({ headers }) => headers.subject === 'Now');

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Returns the processor time of a process, as the kernel counts it: a hundred ticks a second. */
const ticksOf = (pid: number): number => {
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = after.split(' ');
  return Number(fields[11]) + Number(fields[12]);
};
/** More than a process needs to start. */
const SECOND_OF_WORK = 100;

describe('what requests answer during an outage', () => {
  it('MySQL gone: 503 with Retry-After on every route, soon and without a word of SQL', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    await expectUsual(rig, account);
    rig.note('mysql', 'SIGKILL');
    await rig.mysql.kill();
    await untilReady(503, 'unavailable');
    await expectAlive();
    await expectUnavailable(account);
    await rig.mysql.start();
    await untilReady(200, 'ok');
    await expectUsual(rig, account);
    await expectInvariants(rig);
  }, 600_000);

  it('MySQL hanging: the same, and no request waits longer than three seconds', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    await expectUsual(rig, account);
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
    await until('all is as usual', async () => expectUsual(rig, account).then(() => true), 10_000);
    await expectInvariants(rig);
  }, 600_000);

  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    it(`Temporal ${signal === 'SIGKILL' ? 'gone' : 'hanging'}: reads and writes as always, and /readyz says degraded`, async () => {
      const account = await rig.account([mail('Now')]);
      const functionId = await addFunction(account, 'return 1;');
      let heard = async () => {};
      rig.note('temporal', signal);
      if (signal === 'SIGKILL') await rig.temporal.kill();
      else rig.temporal.signal(signal);
      try {
        await untilReady(200, 'degraded');
        await expectAlive();
        heard = await expectUsual(rig, account);
        await expectUsualFunction(account, functionId);
        await expectNoRun(rig, account, functionId);
      } finally {
        if (signal === 'SIGKILL') await rig.temporal.start();
        else rig.temporal.signal('SIGCONT');
      }
      await untilReady(200, 'ok');
      await untilItRuns(account, functionId);
      await until('its mail left', () => (cadenceMails().length > 0 ? true : undefined), 60_000);
      await heard();
      rig.sink.mails.length = 0;
      await expectInvariants(rig);
    }, 600_000);
  }

  it('the worker gone: everything is answered, and what was due leaves when it is back', async () => {
    const account = await rig.account([mail('Now')]);
    const worker = rig.workers[0] as Program;
    await worker.stop('SIGKILL');
    await untilReady(200, 'ok');
    const heard = await expectUsual(rig, account);
    const functionId = await addFunction(account, 'return 1;');
    await expectUsualFunction(account, functionId);
    await expectNoRun(rig, account, functionId);
    expect(cadenceMails()).toHaveLength(0);
    worker.start();
    await untilItRuns(account, functionId);
    await until('its mail left', () => (cadenceMails().length > 0 ? true : undefined), 60_000);
    await heard();
    await expectInvariants(rig);
  }, 600_000);

  it('a sandbox killed: the run under way tells it, the worker lives, and the next run is made', async () => {
    const account = await rig.account([mail('Later', 3_600)]);
    const worker = rig.workers[0] as Program;
    const pid = worker.pid as number;
    const quick = await addFunction(account, 'return 1;');
    const endless = await addFunction(account, 'for (;;);', { timeout_ms: 30_000 });
    await untilItRuns(account, quick);
    const before = new Map(childrenOf(pid).map((child) => [child, ticksOf(child)]));
    const waiting = runFunction(account, endless);
    const busy = await until(
      'a sandbox is busy with it',
      () => childrenOf(pid).find((child) => ticksOf(child) - (before.get(child) ?? 0) >= SECOND_OF_WORK),
      20_000,
    );
    rig.note('sandbox', 'SIGKILL');
    process.kill(busy, 'SIGKILL');
    const { status, body } = await waiting;
    expect(status).toBe(200);
    expect(body.run).toMatchObject({ status: 'error', error: { name: 'SandboxCrashed' } });
    await untilItRuns(account, quick);
    expect(worker.pid).toBe(pid);
    await expectUsual(rig, account);
    await expectInvariants(rig);
  }, 600_000);

  /** A lead in an agent of the account's, with a phone number of its own. */
  const enroll = async (account: RigAccount, agentId: string, phone: string) => {
    const body = { first_name: 'Ada', phone, email: `${newId()}@example.com`, workflow_id: agentId };
    const { status, text } = await account.request('POST', '/leads', { body });
    expect({ status, text: status === 201 ? '' : text }).toEqual({ status: 201, text: '' });
  };
  const runsOf = (agentId: string) => rig.db('agent_runs').where({ agent_id: agentId });
  const held = (agentId: string, n: number) =>
    until(
      `${n} enrolments are held for their provider`,
      async () => ((await runsOf(agentId).where({ hold_reason: 'provider_backoff' })).length === n ? true : undefined),
      60_000,
    );
  /** Other channels of the account continue during that time. */
  const mailLeaves = async (account: RigAccount) => {
    const before = cadenceMails().length;
    await expectUsual(rig, account);
    await until('a mail left', () => (cadenceMails().length > before ? true : undefined), 60_000);
  };
  const sentOnce = (agentId: string, n: number) =>
    until(
      'each of them left',
      async () =>
        (await rig.db('messages').where({ agent_id: agentId, status: 'sent' })).length === n ? true : undefined,
      200_000,
    );

  /** Each WhatsApp provider: a number there, its stand-in, and whom that has reached. */
  const whatsApp = {
    Meta: {
      number: { provider: 'meta_cloud', provider_phone_number_id: '100000000000001', access_token: META_TOKEN },
      start: async () => {
        const meta = await startMetaServer(metaPort);
        return { ...meta, reached: () => meta.taken.map(({ body }) => `+${String(body.to).replace('+', '')}`) };
      },
    },
    Twilio: {
      number: { provider: 'twilio', account_sid: ACCOUNT_SID, auth_token: AUTH_TOKEN },
      start: async () => {
        const twilio = await startTwilioServer(twilioPort);
        return { ...twilio, reached: () => twilio.taken.map(({ form }) => String(form.To).replace('whatsapp:', '')) };
      },
    },
  };

  it.each(['Meta', 'Twilio'] as const)(
    '%s gone: everything is answered, WhatsApp messages are held, and each leaves once when it is back',
    async (name) => {
      const { number, start } = whatsApp[name];
      const account = await rig.account([mail('Now'), mail('Later', 3_600)]);
      const made = await account.request('POST', '/whatsapp-numbers', {
        body: { phone_number: '+34600000001', ...number },
      });
      expect(made.status).toBe(201);
      const template = await addWhatsAppTemplate(rig.db, account.accountId, { provider_template_id: CONTENT_SID });
      const step = {
        type: 'message' as const,
        channel: 'whatsapp' as const,
        template_id: template.id,
        variables: { 1: '€5' },
      };
      const agentId = await publishAgent(rig.db, account.accountId, [step]);
      const phones = ['+34600222001', '+34600222002', '+34600222003'];
      for (const phone of phones) await enroll(account, agentId, phone);
      await held(agentId, phones.length);
      await mailLeaves(account);
      const photo = { image_url: 'https://example.com/x.png' };
      const { id } = made.body.whatsapp_number as { id: string };
      const refused = await account.request('PATCH', `/whatsapp-numbers/${id}/photo`, { body: photo });
      expect([422, 502, 504]).toContain(refused.status);
      rig.note(name, 'starts');
      const provider = await start();
      try {
        await sentOnce(agentId, phones.length);
        expect(provider.reached().sort()).toEqual(phones);
        expect(provider.violations).toEqual([]);
        await expectInvariants(rig);
      } finally {
        await provider.stop();
      }
    },
    600_000,
  );

  it('the voice server down: its agent is held, others continue, and each lead is called once when it is up', async () => {
    const account = await rig.account([mail('Now'), mail('Later', 3_600)]);
    const server = await startVoiceServer((_seen, response) => json(response, 503, { message: 'Away.' }), voicePort);
    try {
      const body = { name: 'Eva', provider: 'generic', url: `${server.url}/calls`, max_concurrent: 100 };
      const made = await account.request('POST', '/voice-agents', { body });
      expect(made.status).toBe(201);
      const { id } = made.body.voice_agent as { id: string };
      const agentId = await publishAgent(rig.db, account.accountId, [{ type: 'call', begin_message: 'Hello' }]);
      const phones = Array.from({ length: 16 }, (_, n) => `+346003330${String(n + 10)}`);
      for (const phone of phones.slice(0, 10)) await enroll(account, agentId, phone);
      await until('its breaker opens', () => rig.db('sender_breakers').where({ sender_id: id }).first(), 60_000);
      await held(agentId, 10);
      const asked = server.seen.length;
      for (const phone of phones.slice(10)) await enroll(account, agentId, phone);
      await held(agentId, phones.length);
      // Held runs call no server, except for one trial after each pause.
      expect(server.seen.length - asked).toBeLessThan(phones.length - 10);
      await mailLeaves(account);
      rig.note('voice', 'mended');
      const called: unknown[] = [];
      server.answer(({ body: { call_id, to } }, response) => {
        called.push(to);
        json(response, 201, { call_id: `p-${call_id}` });
      });
      await sentOnce(agentId, phones.length);
      expect(called.sort()).toEqual(phones);
      expect(await rig.db('sender_breakers').where({ sender_id: id })).toEqual([]);
      await expectInvariants(rig);
    } finally {
      await server.close();
    }
  }, 600_000);

  it('the API unavailable during sandbox calls: their outcomes are reported when the API is back, once', async () => {
    const account = await rig.account([mail('Now')]);
    const made = await account.request('POST', '/voice-agents', { body: { name: 'Eva', max_concurrent: 100 } });
    expect(made.status).toBe(201);
    const agentId = await publishAgent(rig.db, account.accountId, [
      { type: 'call', begin_message: 'Hello', delay: { type: 'after', amount: 5, unit: 'seconds' } },
    ]);
    const phones = Array.from({ length: 8 }, (_, n) => `+346003340${String(n + 10)}`);
    for (const phone of phones) await enroll(account, agentId, phone);
    await api().stop('SIGKILL');
    rig.note('api', 'away');
    const calls = (status: MessageStatus): Promise<{ id: string }[]> =>
      rig.db('messages').where({ agent_id: agentId, status });
    const all = async (status: MessageStatus) => {
      const found = await calls(status);
      return found.length === phones.length ? found : undefined;
    };
    const sent = await until('the sandbox took all calls', () => all('sent'), 60_000);
    for (const { id } of sent) {
      const handle = rig.client.workflow.getHandle(`sandbox-call/${id}`);
      await until(
        'it was told again',
        async () => {
          const { raw } = await handle.describe();
          return (raw.pendingActivities?.[0]?.attempt ?? 0) > 1 ? true : undefined;
        },
        30_000,
      );
    }
    const events = () => rig.db('inbound_events').where({ account_id: account.accountId, provider: 'voice' });
    expect(await events()).toEqual([]);
    api().start();
    await api().ready();
    rig.note('api', 'back');
    await until('each call is known to be over', () => all('delivered'), 90_000);
    expect(await events()).toHaveLength(3 * phones.length);
    await expectInvariants(rig);
  }, 300_000);

  it('a mailbox gone: it is reported, and everything else continues', async () => {
    const account = await rig.account([mail('Now'), mail('Later', 3_600)]);
    const sender = (await rig.db('email_senders').where({ account_id: account.accountId }).first())!;
    const path = `/email-senders/${sender.id}/mailbox`;
    const body = { host: '127.0.0.1', port: imapPort, secure: false, user: 'sales', password: 'a-password' };
    expect((await account.request('PUT', path, { body })).status).toBe(200);
    const { error } = await until(
      'the mailbox says that it can not be read',
      async () => {
        const { mailbox } = (await account.request('GET', path)).body as { mailbox: { error: string | null } };
        return mailbox.error === null ? undefined : mailbox;
      },
      30_000,
    );
    expect(error).toMatch(/^ECONNREFUSED/);
    await mailLeaves(account);
    expect((await account.request('DELETE', path)).status).toBe(204);
    await expectInvariants(rig);
  }, 600_000);
});
