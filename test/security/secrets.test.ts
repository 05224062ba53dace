import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { describingFailures } from '../../activities/failures.js';
import { createApp } from '../../api/app.js';
import { createKeyRing } from '../../api/http/auth/keys.js';
import { openDatabase } from '../../db/connection.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createUser } from '../../services/accounts/accounts.js';
import { mailStep } from '../support/agent-requests.js';
import { OPERATOR, type TestAccount, testConfig } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { addHook, post, type TestHook } from '../support/messaging.js';
import { useService } from '../support/service.js';
import { SmtpSink } from '../support/smtp-server.js';

const lines: string[] = [];
/** The target of a test's log, so that nothing is lost and nothing is printed. */
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
const made = (name: string) => `mark${name}${randomBytes(12).toString('hex')}`;

/** Secrets that must appear only in the response that issues them. */
const SECRETS: Record<string, string> = {
  masterSecret: made('master'),
  previousSecret: made('previous'),
  smtpPassword: made('smtp'),
  wrongPassword: made('wrong'),
  userPassword: made('user'),
  databasePassword: made('database'),
  encryptionKey: randomBytes(32).toString('base64'),
  whatsAppToken: made('whatsapp'),
  metaAppSecret: made('app'),
  twilioToken: made('twilio'),
  voiceKey: made('voice'),
  modelKey: made('model'),
  mailboxPassword: made('mailbox'),
  calendarPassword: made('calendar'),
  accountSecret: made('account'),
  functionSecret: made('function'),
};
/** Data that only the account may read: in responses and its rows, never in logs, metrics or Temporal. */
const PERSON = {
  first_name: made('first'),
  last_name: made('last'),
  email: `${made('mail')}@example.com`,
  phone: `+346${String(Date.now()).slice(-8)}`,
  company: made('company'),
  metadata: { note: made('meta') },
};
const TEXTS = {
  subject: made('subject'),
  content: made('content'),
  reason: made('reason'),
  reply: made('reply'),
  agent: made('agent'),
  tag: made('tag'),
};

const service = useService(
  {
    LOG_LEVEL: 'trace',
    LAS_SECRET: SECRETS.masterSecret as string,
    LAS_PREVIOUS_SECRETS: SECRETS.previousSecret as string,
  },
  sink,
);

let account: TestAccount;
let smtp: SmtpSink;
let hook: TestHook;
const answers: string[] = [];
const runIds: string[] = [];

const send = async (test: supertest.Test): Promise<supertest.Response> => {
  const answer = await test;
  answers.push(JSON.stringify(answer.headers) + (answer.text ?? ''));
  return answer;
};

const sender = async (password: string) =>
  (
    await send(
      account.request('post', '/email-senders').send({
        name: 'Sales',
        from_email: 'sales@example.com',
        smtp: { host: '127.0.0.1', port: smtp.port, secure: false, user: 'sales', password },
      }),
    )
  ).body.email_sender.id as string;

async function agentWith(senderId: string): Promise<string> {
  const steps = [mailStep(TEXTS.subject, { content: `{{lead.first_name}} ${TEXTS.content}` })];
  const channels = { email_sender_id: senderId, whatsapp_number_id: null, voice_agent_id: null };
  const agent = await send(
    account.request('post', '/workflows').send({ name: TEXTS.agent, channels, cadence: { steps } }),
  );
  const { id } = agent.body.workflow;
  await send(account.request('post', `/workflows/${id}/publish`));
  return id;
}

async function enroll(agentId: string): Promise<{ leadId: string; runId: string }> {
  const answer = await send(
    account.request('post', '/leads').send({ ...PERSON, tags: [TEXTS.tag], workflow_id: agentId }),
  );
  expect(answer.status).toBe(201);
  runIds.push(answer.body.workflow_run.id);
  return { leadId: answer.body.lead.id, runId: answer.body.workflow_run.id };
}

/** A request for every way in which a secret can come into one that is refused. */
async function refusedRequests(): Promise<void> {
  const key = account.apiKey;
  const app = service.app;
  const requests = [
    supertest(app).get(`/api/public/leads/${key}`).set('X-API-Key', key),
    supertest(app).get(`/api/public/leads?api_key=${key}`).set('X-API-Key', key),
    supertest(app).get(`/api/public/leads?cursor=${key}`).set('Authorization', `Bearer ${key}`),
    supertest(app).get(`/${key}`),
    supertest(app).patch(`/api/public/me?password=${SECRETS.userPassword}`),
    supertest(app).get('/api/public/me').set('X-API-Key', `${key}x`),
    supertest(app).post('/api/public/leads').set('X-API-Key', key).set('Idempotency-Key', key).send({ first_name: 1 }),
    supertest(app)
      .post('/api/public/leads')
      .set('X-API-Key', key)
      .set('Content-Type', 'application/json')
      .send(`{"${key}`),
    supertest(app).post('/api/public/leads').set('X-API-Key', key).send({ first_name: 'A', email: key, phone: key }),
    supertest(app)
      .post('/api/public/campaigns')
      .set('X-API-Key', key)
      .send({ name: 'x', password: SECRETS.userPassword }),
    supertest(app)
      .post('/api/public/email-senders')
      .set('X-API-Key', key)
      .send({ name: 'x', from_email: 'bad', smtp: { host: '127.0.0.1', password: SECRETS.smtpPassword } }),
    supertest(app).post(`/hooks/email/${hook.secret}`).send({ event_id: '1', type: 'reply' }),
    supertest(app).post(hook.path).set('X-Signature', `t=1,v1=${hook.secret}`).send({ event_id: '1', type: 'reply' }),
    supertest(app).post('/api/internal/session').send({ email: 'nobody@example.com', password: SECRETS.userPassword }),
    supertest(app).get('/api/internal/sandbox/deliveries').set('Cookie', `las_session=${SECRETS.userPassword}`),
  ];
  for (const request of requests) expect((await send(request)).status).toBeGreaterThanOrEqual(400);
}

/** The session token of a user who signed in, asked for something and signed out. */
async function session(): Promise<string> {
  const email = `${newId()}@example.com`;
  const password = SECRETS.userPassword as string;
  await createUser(service.db, new Date(), { accountId: account.accountId, email, name: 'U', role: 'owner', password });
  const signedIn = await supertest(service.app).post('/api/internal/session').send({ email, password });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
  await send(supertest(service.app).get('/api/internal/sandbox/deliveries').set('Cookie', cookie));
  await send(supertest(service.app).get(`/api/internal/sandbox/deliveries?x=${cookie}`).set('Cookie', cookie));
  await send(
    supertest(service.app).delete('/api/internal/session').set({ Cookie: cookie, 'X-Requested-With': 'test' }),
  );
  return cookie.slice('las_session='.length);
}

/** A second API whose database refuses its password, with a key ring that fails with what it was asked. */
async function brokenService(): Promise<void> {
  const url = new URL(testConfig().DATABASE_URL);
  url.password = SECRETS.databasePassword as string;
  const keys = `k1:${SECRETS.encryptionKey}`;
  const config = testConfig({ DATABASE_URL: url.href, LOG_LEVEL: 'trace', PAYLOAD_ENCRYPTION_KEYS: keys });
  const logger = createLogger(config.LOG_LEVEL, 'broken', sink);
  const db = openDatabase({ url: config.DATABASE_URL, poolSize: 2 });
  const shared = { config, db, clock: systemClock, logger, metrics: createMetrics() };
  const functions = { run: async () => 'away' as const };
  const rest = { dispatch: () => undefined, functions, temporalHealthy: () => false };
  const refusing = createApp({ ...shared, ...rest, keys: createKeyRing(db, systemClock) });
  const failing = createApp({
    ...shared,
    ...rest,
    keys: {
      find: async (key) => {
        throw new Error(`${key} of ${PERSON.email}, ${PERSON.phone}, at ${config.DATABASE_URL}`);
      },
      count: async () => undefined,
      widget: async () => undefined,
      touch: async () => undefined,
    },
  });
  for (const app of [refusing, failing]) {
    const answer = await send(supertest(app).get('/api/public/me').set('X-API-Key', account.apiKey));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    await send(supertest(app).get('/readyz'));
  }
  await db.destroy();
}

/** Stores every secret that an account can leave with the service, with unreachable servers. */
async function entrust(senderId: string): Promise<void> {
  const nowhere = 'https://127.0.0.1:9';
  const ask = async (method: 'post' | 'put', path: string, body: object) => {
    const answer = await send(account.request(method, path).send(body));
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  await addHook(account, 'meta_cloud', SECRETS.metaAppSecret);
  const number = {
    phone_number: PERSON.phone,
    provider: 'meta_cloud',
    provider_phone_number_id: '100',
    waba_id: '200',
  };
  await ask('post', '/whatsapp-numbers', { ...number, access_token: SECRETS.whatsAppToken });
  const atTwilio = { phone_number: '+34600111999', provider: 'twilio', account_sid: `AC${'0'.repeat(32)}` };
  const twilio = (await ask('post', '/whatsapp-numbers', { ...atTwilio, auth_token: SECRETS.twilioToken }))
    .whatsapp_number;
  await send(account.request('patch', `/whatsapp-numbers/${twilio.id}`).send({ access_token: SECRETS.twilioToken }));
  await send(supertest(service.app).post(new URL(twilio.webhook_url).pathname).type('form').send({ Body: 'x' }));
  await ask('post', '/voice-agents', { name: 'Eva', provider: 'generic', url: nowhere, api_key: SECRETS.voiceKey });
  const model = { key: 'small', base_url: 'https://models.example.com/v1', model: 'tiny' };
  await ask('post', '/models', { ...model, api_key: SECRETS.modelKey });
  const mailbox = { host: '127.0.0.1', port: 9, user: 'sales', password: SECRETS.mailboxPassword };
  await ask('put', `/email-senders/${senderId}/mailbox`, mailbox);
  const { host } = await ask('post', '/hosts', { name: 'Hugo', email: 'hugo@example.com', timezone: 'Europe/Madrid' });
  const calendar = { provider: 'caldav', url: nowhere, user: 'hugo', password: SECRETS.calendarPassword };
  await ask('put', `/hosts/${host.id}/calendar`, calendar);
  await eventually(() => service.db('calendar_connections').where({ host_id: host.id, status: 'failed' }).first());

  await ask('put', '/secrets/signing', { value: SECRETS.accountSecret });
  const source = `export default async function (ctx, svc) {
    const token = await svc.secrets.get('token');
    await svc.http.fetch('${nowhere}/?t=' + token, { headers: { authorization: 'Bearer ' + token } });
  }`;
  const made = await ask('post', '/cloud-functions', { name: 'Caller', source, allowed_hosts: ['example.com'] });
  await ask('put', `/cloud-functions/${made.function.id}/secrets/token`, { value: SECRETS.functionSecret });
  const { run } = await ask('post', `/cloud-functions/${made.function.id}/run`, { ctx: {} });
  await send(account.request('get', `/cloud-functions/runs/${run.id}`));
}

/** Returns what an activity that fails in the database would report to Temporal, and what the log would have. */
async function databaseFailure(): Promise<string> {
  const lead = { id: newId(), account_id: account.accountId, metadata: PERSON.metadata.note, email: PERSON.email };
  const activities = describingFailures({
    async fail() {
      await service.db('leads').insert({ ...lead, first_name: PERSON.first_name.repeat(100), created_at: new Date() });
    },
    async repeat() {
      await service.db('users').insert((await service.db('users').where({ account_id: account.accountId }).first())!);
    },
  });
  const logger = createLogger('trace', 'worker', sink);
  const told: string[] = [];
  for (const fail of [activities.fail, activities.repeat]) {
    const failure = await fail().then(
      () => undefined,
      (error: Error) => error,
    );
    if (!failure) throw new Error('The statement was taken.');
    told.push(`${failure.message} ${failure.stack} ${JSON.stringify(failure)}`);
    logger.error({ err: failure, detail: String(failure) }, 'Activity failed');
  }
  const direct = await service
    .db('leads')
    .insert({ ...lead, first_name: PERSON.first_name.repeat(100) })
    .catch((error) => error);
  logger.error({ err: direct }, 'Statement failed');
  return told.join('\n');
}

let sessionToken: string;
let failures: string;

beforeAll(async () => {
  smtp = await SmtpSink.start({ login: { user: 'sales', password: SECRETS.smtpPassword as string } });
  account = await service.account();
  hook = await addHook(account);

  const sent = await enroll(await agentWith(await sender(SECRETS.smtpPassword as string)));
  await eventually(async () => (smtp.mails.length > 0 ? true : undefined));
  const message = await eventually(() => service.db('messages').where({ agent_run_id: sent.runId }).first());
  await send(
    post(service, hook, {
      event_id: newId(),
      type: 'reply',
      in_reply_to: `<${message.id}@example.com>`,
      message_id: `<${newId()}@example.com>`,
      from: PERSON.email,
      subject: TEXTS.subject,
      text: TEXTS.reply,
    }),
  );

  const refused = await enroll(await agentWith(await sender(SECRETS.wrongPassword as string)));
  await eventually(async () =>
    service.db('messages').where({ agent_run_id: refused.runId }).whereNotNull('failure_code').first(),
  );
  const stop = { workflow_run_id: refused.runId, reason: TEXTS.reason };
  await send(account.request('post', `/leads/${refused.leadId}/automation/stop`).send(stop));
  await send(
    account.request('post', '/workflow-runs/bulk').send({
      operation: 'stop',
      filter: { workflow_run_ids: [refused.runId] },
      reason: TEXTS.reason,
    }),
  );
  await send(account.request('get', `/leads/${refused.leadId}/history`));

  const hooks = account.request('post', '/hooks').set('Idempotency-Key', 'one hook');
  const made = await hooks.send({ provider: 'email' });
  const again = await account.request('post', '/hooks').set('Idempotency-Key', 'one hook').send({ provider: 'email' });
  expect([again.headers['idempotent-replayed'], again.body.secret]).toEqual(['true', made.body.secret]);
  SECRETS.hookSecret = hook.secret;
  SECRETS.repeatedHookSecret = made.body.secret;
  SECRETS.hookToken = hook.path.split('/').at(-1) as string;
  SECRETS.apiKey = account.apiKey;

  await entrust(await sender(SECRETS.smtpPassword as string));
  await refusedRequests();
  sessionToken = await session();
  SECRETS.sessionToken = sessionToken;
  SECRETS.sessionSignature = sessionToken.split('.')[2] as string;
  failures = await databaseFailure();
  await brokenService();
  for (const path of ['/metrics', '/healthz', '/readyz', '/openapi.json', '/']) {
    await send(supertest(service.app).get(path).set(OPERATOR));
  }
});
afterAll(() => smtp.stop());

const isIn = (text: string) => (each: string) =>
  text.includes(each) || text.includes(JSON.stringify(each).slice(1, -1));
const secretsIn = (text: string): string[] =>
  Object.entries(SECRETS)
    .filter(([, secret]) => isIn(text)(secret))
    .map(([name]) => name);
const personalIn = (text: string): string[] => {
  const { metadata, ...person } = PERSON;
  const { subject, content, reason, reply } = TEXTS;
  const all = { ...person, ...metadata, subject, content, reason, reply, tag: TEXTS.tag };
  return Object.entries(all)
    .filter(([, value]) => isIn(text)(value))
    .map(([name]) => name);
};

describe('secrets and personal data', () => {
  it('are in no line of the log, at the lowest level, errors and all', () => {
    const log = lines.join('');
    expect(lines.length).toBeGreaterThan(40);
    expect(log).toContain('"level":"error"');
    expect(log).toContain('Request failed');
    expect(secretsIn(log)).toEqual([]);
    expect(personalIn(log)).toEqual([]);
  });

  it('secrets are in no answer, good or bad; people only in answers of their own account', () => {
    expect(answers.length).toBeGreaterThan(35);
    expect(answers.flatMap(secretsIn)).toEqual([]);
  });

  it('are in nothing that Temporal keeps of a run', async () => {
    const kept: string[] = [];
    for (const runId of runIds) {
      const handle = service.client.workflow.getHandle(`cadence/${runId}`);
      const { events } = await handle.fetchHistory();
      const { raw } = await handle.describe();
      kept.push(asText(events), asText(raw));
    }
    const inbound = await service.db('inbound_events').where({ account_id: account.accountId });
    expect(inbound.length).toBeGreaterThan(0);
    for await (const { workflowId, runId } of service.client.workflow.list({
      query: `AccountId = '${account.accountId}'`,
    })) {
      kept.push(asText((await service.client.workflow.getHandle(workflowId, runId).fetchHistory()).events));
    }
    const text = kept.join('\n');
    expect(text.length).toBeGreaterThan(2_000);
    expect(text).toContain(runIds[0]);
    expect(secretsIn(text)).toEqual([]);
    expect(personalIn(text)).toEqual([]);
  });

  it('are in no failure that an activity reports', () => {
    expect(failures).toMatch(/database/i);
    expect(secretsIn(failures)).toEqual([]);
    expect(personalIn(failures)).toEqual([]);
    expect(failures).not.toContain('$argon2');
    expect(failures).not.toContain('@example.com');
  });

  it('secrets stand in no table, neither in rows nor in events nor in stored answers', async () => {
    const [tables] = await service.db.raw(
      `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'account_id'`,
    );
    const found: string[] = [];
    let rows = 0;
    for (const { name } of tables as { name: string }[]) {
      for (const row of await service.db(name).where({ account_id: account.accountId })) {
        rows += 1;
        const text = Object.values(row as object).map((value) =>
          Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
        );
        for (const secret of secretsIn(text.join('\n'))) found.push(`${name}: ${secret}`);
      }
    }
    expect(rows).toBeGreaterThan(30);
    expect(found).toEqual([]);
  });

  it('people stand in no instruction to Temporal that waits in the outbox', async () => {
    const outbox = await service.db('outbox').where({ account_id: account.accountId });
    expect(personalIn(JSON.stringify(outbox))).toEqual([]);
  });

  it('the SMTP password reached its server and the mail its reader, so there was something to hide', () => {
    expect(smtp.mails[0]?.to).toBe(PERSON.email);
    expect(smtp.mails[0]?.raw).toContain(TEXTS.content.slice(0, 20));
  });
});

/** Anything of Temporal as one text, its payloads' bytes readable. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_key, child) => {
    if (child instanceof Uint8Array) return Buffer.from(child).toString('utf8');
    if (child && typeof child === 'object' && child.type === 'Buffer') return Buffer.from(child.data).toString('utf8');
    return typeof child === 'bigint' ? String(child) : child;
  });
}
