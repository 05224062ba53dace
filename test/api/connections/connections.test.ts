import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { newId } from '../../../runtime/ids.js';
import { listAttention } from '../../../services/operations/attention.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addHost } from '../../support/meetings.js';
import { startOAuthServer } from '../../support/oauth-server.js';
import { comeBack, connected, leadsTo, newBrowser, pressConnect, signIn } from '../../support/sign-in.js';

const provider = await startOAuthServer();
const api = useApi(provider.settings);
afterAll(async () => {
  expect(provider.violations).toEqual([]);
  await provider.stop();
});

const MAIL = { provider: 'microsoft', purposes: ['send_mail', 'read_mail'] } as const;
let account: TestAccount;

beforeEach(async () => {
  account = await api.account();
  provider.state.person = { subject: newId(), email: 'ana@example.com' };
  provider.state.consent = (asked) => asked;
  provider.state.token = undefined;
});

const create = async (body: object = MAIL) =>
  (await account.request('post', '/connections').send(body).expect(201)).body as {
    connection: { id: string };
    authorize_url: string;
  };
const read = async (id: string) => (await account.request('get', `/connections/${id}`).expect(200)).body.connection;
const events = async () =>
  api
    .db('events')
    .where({ account_id: account.accountId })
    .where('type', 'like', 'connection.%')
    .orderBy('seq')
    .pluck('type');

describe('a connection', () => {
  it.each(['microsoft', 'google'])('connects a mailbox at %s by a link', async (name) => {
    const { connection, authorize_url } = await create({ ...MAIL, provider: name });
    expect(connection).toMatchObject({ status: 'pending', email: null });
    const done = await signIn(api, authorize_url);
    expect(done.status).toBe(200);
    expect(done.text).toContain('Your account is connected');
    expect(await read(connection.id)).toMatchObject({ status: 'connected', email: 'ana@example.com', error: null });
    expect(await events()).toEqual(['connection.connected']);
    const audited = await api.db('audit_entries').where({ resource_id: connection.id }).pluck('operation');
    expect(audited.sort()).toEqual(['connection.connected', 'createConnection']);
  });

  it('keeps tokens and links only sealed or hashed', async () => {
    const id = await connected(api, account);
    const row = await api.db('connections').where({ id }).first();
    expect(row?.access_token).toMatch(/^v1\./);
    expect(row?.refresh_token).toMatch(/^v1\./);
    const { authorize_url } = (await account.request('post', `/connections/${id}/reconnect`).expect(200)).body;
    const link = await api.db('connection_links').where({ connection_id: id }).first();
    expect(JSON.stringify(link)).not.toContain(authorize_url.split('/').at(-1));
  });

  it('shows a page that names the account and starts nothing when it is opened', async () => {
    const { connection, authorize_url } = await create();
    const { pathname } = new URL(authorize_url);
    const page = await supertest(api.app).get(pathname).expect(200);
    expect(page.text).toContain('Test asks for access to your Microsoft account');
    expect(page.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Lax/);
    const link = await api.db('connection_links').where({ connection_id: connection.id }).first();
    expect(link).toMatchObject({ state_hash: null, browser_hash: null });
  });

  it("doesn't start for a button that another site presses", async () => {
    const { authorize_url } = await create();
    const pressed = await supertest(api.app).post(new URL(authorize_url).pathname);
    expect(pressed.status).toBe(400);
    expect(pressed.text).toContain('one browser');
  });

  it('belongs to the browser that started it', async () => {
    const { connection, authorize_url } = await create();
    const browser = newBrowser();
    const leading = leadsTo(await pressConnect(api, authorize_url, browser));
    expect((await pressConnect(api, authorize_url, newBrowser())).text).toContain('one browser');
    const elsewhere = newBrowser();
    await pressConnect(api, (await create()).authorize_url, elsewhere);
    expect((await comeBack(api, leading, elsewhere)).text).toContain('one browser');
    expect(await read(connection.id)).toMatchObject({ status: 'pending' });
    // The right browser can still finish.
    expect((await signIn(api, authorize_url, browser)).status).toBe(200);
  });

  it('takes each state once', async () => {
    const { authorize_url } = await create();
    const browser = newBrowser();
    const leading = leadsTo(await pressConnect(api, authorize_url, browser));
    const answer = await fetch(leading, { redirect: 'manual' });
    const { pathname, search } = new URL(answer.headers.get('location') ?? '');
    const back = () =>
      supertest(api.app)
        .get(pathname + search)
        .set('cookie', browser.cookie);
    const ends = await Promise.all([back(), back(), back()]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await back()).text).toContain('This link does not work');
  });

  it('ends its link once it has connected, when a new one is made, and when it expires', async () => {
    const { connection, authorize_url } = await create();
    await signIn(api, authorize_url);
    const open = async (url: string) => (await supertest(api.app).get(new URL(url).pathname)).status;
    expect(await open(authorize_url)).toBe(404);
    const again = async () => (await account.request('post', `/connections/${connection.id}/reconnect`)).body;
    const first = await again();
    const second = await again();
    expect([await open(first.authorize_url), await open(second.authorize_url)]).toEqual([404, 200]);
    await api.db('connection_links').where({ connection_id: connection.id }).update({ expires_at: new Date() });
    expect(await open(second.authorize_url)).toBe(404);
  });

  it('refuses a sign-in without a needed permission, and names it', async () => {
    const { connection, authorize_url } = await create();
    provider.state.consent = (asked) => asked.filter((scope) => scope !== 'Mail.Read');
    const refused = await signIn(api, authorize_url);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('<li>Read emails</li>');
    expect(await read(connection.id)).toMatchObject({ status: 'pending', email: null });
    expect((await api.db('connections').where({ id: connection.id }).first())?.refresh_token).toBeNull();
  });

  it('tells of a declined consent, and the link works again', async () => {
    const { authorize_url } = await create();
    const browser = newBrowser();
    provider.state.consent = () => 'deny';
    expect((await signIn(api, authorize_url, browser)).text).toContain('Access was declined');
    provider.state.consent = (asked) => asked;
    expect((await signIn(api, authorize_url, browser)).status).toBe(200);
  });

  it('tells of a provider that is away', async () => {
    const { authorize_url } = await create();
    provider.state.token = { status: 503 };
    const away = await signIn(api, authorize_url);
    expect(away.status).toBe(502);
    expect(away.text).toContain('reachable');
  });

  it('stays with the person who connected it first', async () => {
    const id = await connected(api, account);
    const { authorize_url } = (await account.request('post', `/connections/${id}/reconnect`)).body;
    provider.state.person = { subject: newId(), email: 'eva@example.com' };
    expect((await signIn(api, authorize_url)).text).toContain('Another person');
    expect(await read(id)).toMatchObject({ email: 'ana@example.com' });
  });

  it('sends the browser back to the dashboard with the outcome, if the link was made there', async () => {
    const made = (await account.request('post', '/connections').send({ ...MAIL, return_to_dashboard: true })).body;
    const { id } = made.connection;
    const browser = newBrowser();
    provider.state.consent = () => 'deny';
    const declined = await signIn(api, made.authorize_url, browser);
    expect(declined.headers.refresh).toBe(`0; url=../channels/connections?connection=${id}&result=denied`);
    provider.state.consent = (asked) => asked;
    const done = await signIn(api, made.authorize_url, browser);
    expect(done.headers.refresh).toBe(`0; url=../channels/connections?connection=${id}&result=connected`);
    const { authorize_url } = await create();
    expect((await signIn(api, authorize_url)).headers.refresh).toBeUndefined();
  });

  it('names the senders and the hosts whose calendars use it, the user who created it, and the providers that can be connected', async () => {
    const id = await connected(api, account, { ...MAIL, purposes: [...MAIL.purposes, 'calendars'] });
    const sender = { name: 'Sales', from_email: 'ana@example.com', connection_id: id };
    const { email_sender } = (await account.request('post', '/email-senders').send(sender).expect(201)).body;
    await account.request('put', `/email-senders/${email_sender.id}/mailbox`).send({ connection_id: id }).expect(200);
    const host_id = await addHost(account, { name: 'Hanna' });
    const calendar = { provider: 'microsoft', connection_id: id };
    await account.request('put', `/hosts/${host_id}/calendar`).send(calendar).expect(200);
    const used_by = [
      { email_sender_id: email_sender.id, host_id: null, name: 'Sales', sends: true, receives: true },
      { email_sender_id: null, host_id, name: 'Hanna', sends: false, receives: false },
    ];
    const { body } = await account.request('get', '/connections').expect(200);
    expect(body.connections).toMatchObject([{ id, used_by, created_by: null }]);
    expect(body.configured_providers).toEqual(['microsoft', 'google']);
    expect(await read(id)).toMatchObject({ used_by });
  });

  it('is deleted with its tokens, and revoked where the provider can', async () => {
    const id = await connected(api, account, { ...MAIL, provider: 'google' });
    provider.state.revoked = [];
    await account.request('delete', `/connections/${id}`).expect(204);
    await account.request('get', `/connections/${id}`).expect(404);
    for (let looks = 0; provider.state.revoked.length === 0 && looks < 200; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(provider.state.revoked).toHaveLength(1);
    expect(await events()).toContain('connection.deleted');
  });

  it('is refused for purposes that its provider lacks', async () => {
    const shared = { provider: 'google', purposes: ['send_mail', 'shared_mailboxes'] };
    const refused = await account.request('post', '/connections').send(shared).expect(400);
    expect(refused.body.field).toBe('/purposes');
    await account
      .request('post', '/connections')
      .send({ ...MAIL, host_id: newId() })
      .expect(404);
  });

  it('is listed for attention while someone has to sign in again', async () => {
    const id = await connected(api, account);
    const when = new Date();
    await api
      .db('connections')
      .where({ id })
      .update({ status: 'reconnect_needed', error: 'There is no refresh token.', reconnect_needed_at: when });
    const [item] = await listAttention(api.db, new Date(), account.accountId, ['reconnect_needed']);
    expect(item).toMatchObject({ id, since: when, detail: 'ana@example.com (microsoft): There is no refresh token.' });
    const { authorize_url } = (await account.request('post', `/connections/${id}/reconnect`)).body;
    await signIn(api, authorize_url);
    expect(await listAttention(api.db, new Date(), account.accountId, ['reconnect_needed'])).toEqual([]);
    expect(await events()).toEqual(['connection.connected', 'connection.restored']);
  });
});
