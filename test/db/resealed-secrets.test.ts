import { beforeAll, describe, expect, it } from '@jest/globals';
import { URI } from 'otpauth';
import supertest from 'supertest';
import { replaceSealed } from '../../db/operations/sealed-values.js';
import type { SingleSignOn } from '../../providers/oauth/single-sign-on.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox, keyIdOf, sealedBy } from '../../runtime/secret-box.js';
import { createUser } from '../../services/accounts/accounts.js';
import { sandboxHook } from '../../services/inbound/sandbox-calls.js';
import { countSealed, resealAll, SEALED_COLUMNS } from '../../services/operations/sealed-values.js';
import { mailStep } from '../support/agent-requests.js';
import { type TestAccount, useApi } from '../support/api.js';
import { leadsTo, newBrowser, pressConnect } from '../support/sign-in.js';
import { PASSWORD } from '../support/users.js';

// Secrets of this file alone: what others have sealed in the same database is left as it is.
const OLD = `an earlier secret of this test ${newId()}`;
const NEW = `the newest secret of this test ${newId()}`;
const ISSUER = {
  OIDC_ISSUER_URL: 'https://issuer.example.com',
  OIDC_CLIENT_ID: 'las',
  OIDC_CLIENT_SECRET: 'the secret of a client',
};
/** An issuer whose page opens, and from which no one comes back. */
const issuer: SingleSignOn = {
  authorizationUrl: async ({ state }) => ({ kind: 'url', url: `${ISSUER.OIDC_ISSUER_URL}/?state=${state}` }),
  finish: async () => ({ kind: 'refused', code: 'access_denied', message: '' }),
  readLogout: async () => ({ kind: 'refused', code: 'invalid_token', message: '' }),
  close: async () => undefined,
};
const before = useApi({ LAS_SECRET: OLD, ...ISSUER }, { singleSignOn: issuer });
const after = useApi({ LAS_SECRET: NEW });

const names = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort();
let account: TestAccount;
let hookId: string;
let cookie: string;
const email = `${newId()}@example.com`;
const INVITATION = { email: `${newId()}@example.com`, role: 'viewer' };

const ask = async (method: 'post' | 'put', path: string, body: object) => {
  const answer = await account.request(method, path).send(body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

const invite = (api: typeof before) =>
  supertest(api.app)
    .post('/api/internal/invitations')
    .set({ cookie, 'x-requested-with': 'test', 'Idempotency-Key': 'one invitation' })
    .send(INVITATION);

const signIn = async (api: typeof before, as = email) => {
  const answer = await supertest(api.app).post('/api/internal/session').send({ email: as, password: PASSWORD });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
};

/** Leaves a connection with tokens, and a sign-in that is under way. */
async function connectMailboxes() {
  const asked = { provider: 'microsoft', purposes: ['send_mail'] };
  const [done, begun] = [await ask('post', '/connections', asked), await ask('post', '/connections', asked)];
  const browser = newBrowser();
  const state = new URL(leadsTo(await pressConnect(before, done.authorize_url, browser))).searchParams.get('state');
  await supertest(before.app).get(`/connect/callback?state=${state}&code=1`).set('cookie', browser.cookie).expect(200);
  await pressConnect(before, begun.authorize_url);
  const urls = { authorization_url: 'https://login.example.com', token_url: 'https://login.example.com/token' };
  const client = {
    ...urls,
    client_id: 'las',
    client_secret: 'own',
    scopes: ['mail'],
    smtp: { host: 'smtp.example.com' },
  };
  const own = { provider: 'oauth', purposes: ['send_mail'], email: 'own@example.com', oauth: client };
  await ask('post', '/connections', own);
}

/** Leaves a user with an authenticator app and a webhook, and a single sign-on that is under way. */
async function protectSignIns() {
  const { accountId } = account;
  const who = { email: `${newId()}@example.com`, name: 'Olga', role: 'operator', password: PASSWORD } as const;
  await createUser(before.db, new Date(), { accountId, ...who });
  const headers = { cookie: await signIn(before, who.email), 'x-requested-with': 'test' };
  const put = (path: string, body: object) =>
    supertest(before.app).put(`/api/internal/second-factor/authenticator-app${path}`).set(headers).send(body);
  const app = await put('', { current_password: PASSWORD }).expect(200);
  await put('/confirm', { code: URI.parse(app.body.uri).generate() }).expect(200);
  const path = '/api/internal/notification-settings/webhooks/slack';
  await supertest(before.app)
    .put(path)
    .set(headers)
    .send({ url: 'https://hooks.slack.com/services/T/B/x' })
    .expect(200);
  await supertest(before.app).get('/sso/start?to=/leads').expect(303);
}

/** Leaves a value in every sealed column, each by what writes it. */
beforeAll(async () => {
  account = await before.account();
  const { accountId } = account;
  const smtp = { host: '127.0.0.1', port: 9, secure: false, user: 'sales', password: 'smtp' };
  const sender = { name: 'Sales', from_email: 'sales@example.com', smtp };
  const { id } = (await ask('post', '/email-senders', sender)).email_sender;
  const imap = { host: '127.0.0.1', port: 9, user: 'sales', password: 'imap' };
  await ask('put', `/email-senders/${id}/mailbox`, imap);
  hookId = (await ask('post', '/hooks', { provider: 'meta_cloud', secret: 'the-secret-of-an-app' })).hook.id;
  await connectMailboxes();
  await protectSignIns();
  const number = { phone_number: '+34600111999', provider: 'meta_cloud', provider_phone_number_id: newId() };
  await ask('post', '/whatsapp-numbers', { ...number, waba_id: '200', access_token: 'token' });
  const voice = { name: 'Eva', provider: 'generic', url: 'https://127.0.0.1:9', api_key: 'voice' };
  const { voice_agent } = await ask('post', '/voice-agents', voice);
  const deps = { db: before.db, clock: systemClock, dispatch: () => undefined };
  const asked = { accountId, voiceAgentId: voice_agent.id, baseUrl: 'http://las.test' };
  await sandboxHook(deps, createSecretBox([OLD]), asked);
  const model = { key: 'small', base_url: 'https://models.example.com/v1', model: 'tiny', api_key: 'model' };
  await ask('post', '/models', model);
  const { host } = await ask('post', '/hosts', { name: 'Hugo', email: 'hugo@example.com', timezone: 'Europe/Madrid' });
  const calendar = { provider: 'caldav', url: 'https://127.0.0.1:9', user: 'hugo', password: 'calendar' };
  await ask('put', `/hosts/${host.id}/calendar`, calendar);
  const { webhook } = await ask('post', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
  await ask('post', `/webhooks/${webhook.id}/rotate`, {});
  await ask('put', '/secrets/signing', { value: 'the secret of an account' });
  const source = 'export default async () => 1;';
  const made = await ask('post', '/cloud-functions', { name: 'Score', source });
  await ask('put', `/cloud-functions/${made.function.id}/secrets/key`, { value: 'the secret of a function' });
  const agent = { name: 'Advice', cadence: { steps: [mailStep('Hello')] } };
  const { workflow } = await ask('post', '/workflows', agent);
  await ask('post', '/widgets', { name: 'Site', workflow_id: workflow.id });
  const { lead } = await ask('post', '/leads', { first_name: 'Ana', email: 'ana@example.com' });
  await ask('post', `/leads/${lead.id}/erase`, {});
  await createUser(before.db, new Date(), { accountId, email, name: 'Olga', role: 'owner', password: PASSWORD });
  cookie = await signIn(before);
  await invite(before).expect(201);
});

const usesOf = async (...secrets: [string, ...string[]]) =>
  (await countSealed(before.db, secrets)).filter(({ secret }) => secret !== 'unknown');

describe('a new master secret', () => {
  it('is reported with the earlier one and the values that each seals, in every column there is', async () => {
    const [newest, earlier] = await usesOf(NEW, OLD);
    expect(newest).toEqual({ secret: 'LAS_SECRET', key_id: keyIdOf(NEW), sealed: 0, columns: {} });
    expect(earlier).toMatchObject({ secret: 'LAS_PREVIOUS_SECRETS, number 1', key_id: keyIdOf(OLD) });
    expect(Object.keys(earlier?.columns ?? {}).sort()).toEqual(names);
    expect(await sealedColumns(OLD)).toEqual(names);
    const unknown = (await countSealed(before.db, [NEW])).find(({ key_id }) => key_id === keyIdOf(OLD));
    expect(unknown).toEqual({ ...earlier, secret: 'unknown' });
  });

  it('seals everything once the command ran, and the earlier one nothing: a second run has nothing to do', async () => {
    const [, earlier] = await usesOf(NEW, OLD);
    const { resealed, skipped, unreadable } = await resealAll(before.db, [NEW, OLD]);
    expect({ resealed, skipped }).toEqual({ resealed: earlier?.sealed, skipped: 0 });
    expect(unreadable.filter((context) => context.includes(hookId))).toEqual([]);
    const [newest, rest] = await usesOf(NEW, OLD);
    expect([newest?.sealed, rest?.sealed]).toEqual([earlier?.sealed, 0]);
    expect(await sealedColumns(OLD)).toEqual([]);
    expect(await resealAll(before.db, [NEW, OLD])).toMatchObject({ resealed: 0, skipped: 0 });
  });

  it('opens what it sealed again: a service without the earlier one answers a repeated request', async () => {
    const first = cookie;
    cookie = await signIn(after);
    expect(cookie).not.toBe(first);
    const again = await invite(after).expect(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.invitation.email).toBe(INVITATION.email);
  });

  it('leaves a value alone that the service changed during the run', async () => {
    const column = { table: 'hooks', column: 'secret', key: ['id'] };
    const hook = () => before.db('hooks').where({ id: hookId }).first('secret');
    const secret = (await hook())?.secret ?? '';
    const read = { key: { id: hookId }, sealed: secret };
    expect(await replaceSealed(before.db, column, { ...read, sealed: `${secret}x` }, 'v1.later')).toBe(false);
    expect((await hook())?.secret).toBe(secret);
    expect(sealedBy(secret)).toBe(keyIdOf(NEW));
  });

  it('doesn’t open values of unknown secrets: these are named and left', async () => {
    const other = createSecretBox([`a secret that is lost ${newId()}`]);
    const context = `hooks/${hookId}/secret`;
    await before
      .db('hooks')
      .where({ id: hookId })
      .update({ secret: other.seal('x', context) });
    expect((await resealAll(before.db, [NEW, OLD])).unreadable).toContain(context);
  });
});

/** Every text column of the database that has a value sealed by a secret. */
async function sealedColumns(secret: string): Promise<string[]> {
  const { db } = before;
  const [columns] = await db.raw(
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns
     WHERE table_schema = DATABASE() AND data_type IN ('varchar', 'text', 'mediumtext', 'longtext')`,
  );
  const found: string[] = [];
  for (const { t, c } of columns) {
    const row = await db(t)
      .where(c, 'like', `v1.${keyIdOf(secret)}.%`)
      .first(c);
    if (row) found.push(`${t}.${c}`);
  }
  return found.sort();
}
