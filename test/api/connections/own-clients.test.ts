import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { startOAuthServer } from '../../support/oauth-server.js';
import { connected, leadsTo, pressConnect, signIn } from '../../support/sign-in.js';

const provider = await startOAuthServer();
const api = useApi(provider.settings);
/** An instance whose operator has opened no server to accounts. */
const closed = useApi({ ...provider.settings, MAIL_PRIVATE_HOSTS: '' });
afterAll(async () => {
  expect(provider.violations).toEqual([]);
  await provider.stop();
});

const SECRET = 'own-secret';
const CLIENT = {
  issuer: provider.issuer,
  client_id: 'own-client',
  client_secret: SECRET,
  scopes: ['mail', 'offline_access'],
  smtp: { host: 'SMTP.example.com' },
  imap: { host: 'imap.example.com', port: 143 },
};
const OWN = { provider: 'oauth', purposes: ['send_mail', 'read_mail'], email: 'Sales@Example.com', oauth: CLIENT };
const ADDRESSES = {
  issuer: undefined,
  authorization_url: `${provider.issuer}/authorize?prompt=consent`,
  token_url: `${provider.issuer}/token`,
};
const STORED = {
  smtp: { host: 'smtp.example.com', port: 587, secure: false, user: 'Sales@example.com' },
  imap: { host: 'imap.example.com', port: 143, secure: false, user: 'Sales@example.com' },
};
let account: TestAccount;

beforeEach(async () => {
  account = await api.account();
  provider.state.person = { subject: newId(), email: 'ana@example.com' };
  Object.assign(provider.state, { token: undefined, page: undefined, ownSecret: SECRET });
});

const create = async (oauth: object = {}, more: object = {}) =>
  (
    await account
      .request('post', '/connections')
      .send({ ...OWN, ...more, oauth: { ...CLIENT, ...oauth } })
      .expect(201)
  ).body as { connection: { id: string }; authorize_url: string };
const read = async (id: string) => (await account.request('get', `/connections/${id}`).expect(200)).body.connection;

describe('a connection with a client of the account', () => {
  it.each([
    ['an issuer', {}],
    ['an issuer and an ID token', { scopes: ['openid', 'mail', 'offline_access'] }],
    ['two addresses instead of an issuer', ADDRESSES],
  ])('signs in with %s and keeps the address of its mailbox', async (_name, oauth) => {
    const { connection, authorize_url } = await create(oauth);
    const done = await signIn(api, authorize_url);
    expect(done.text).toContain('Your account is connected');
    expect(await read(connection.id)).toMatchObject({ status: 'connected', email: 'Sales@example.com', error: null });
  });

  it('names the host of the provider and the purposes on its page', async () => {
    const { authorize_url } = await create();
    const pressed = await pressConnect(api, authorize_url);
    expect(pressed.text).toContain(`Sign in with ${new URL(provider.issuer).host}`);
    expect(leadsTo(pressed)).toContain('login_hint=Sales%40example.com');
  });

  it('keeps its secret sealed and never returns it', async () => {
    const { connection } = await create();
    const { oauth } = await read(connection.id);
    expect(oauth).toMatchObject({ issuer: provider.issuer, token_url: null, client_secret_set: true });
    expect(JSON.stringify(await read(connection.id))).not.toContain(SECRET);
    const row = await api.db('connections').where({ id: connection.id }).first();
    expect(row?.client_secret).toMatch(/^v1\./);
    expect(row?.oauth_client).not.toContain(SECRET);
  });

  it.each([
    ['no address', { email: undefined }, '/email'],
    ['no client', { oauth: undefined }, '/oauth'],
    ['a client for a provider of the instance', { provider: 'google', email: undefined }, '/oauth'],
    ['calendars', { purposes: ['calendars'] }, '/purposes'],
    ['an issuer and an address', { oauth: { ...CLIENT, token_url: ADDRESSES.token_url } }, '/oauth/issuer'],
    ['no issuer and one address', { oauth: { ...CLIENT, ...ADDRESSES, token_url: undefined } }, '/oauth/token_url'],
    ['openid without an issuer', { oauth: { ...CLIENT, ...ADDRESSES, scopes: ['openid'] } }, '/oauth/scopes'],
    ['an address with a password', { oauth: { ...CLIENT, issuer: 'https://a:b@example.com' } }, '/oauth/issuer'],
    ['no SMTP server for sending', { oauth: { ...CLIENT, smtp: undefined } }, '/oauth/smtp'],
    ['an IMAP server without reading', { purposes: ['send_mail'] }, '/oauth/imap'],
  ])('is refused with %s', async (_name, changes, field) => {
    const refused = await account
      .request('post', '/connections')
      .send({ ...OWN, ...changes })
      .expect(400);
    expect(refused.body.field).toBe(field);
  });

  it.each(['http://example.com/authorize', 'javascript:alert(1)'])('leads no browser to %s', async (page) => {
    provider.state.page = page;
    const { authorize_url } = await create({ client_id: newId() });
    expect((await pressConnect(api, authorize_url)).status).toBe(502);
  });

  it("reaches neither private addresses nor the operator's sign-in servers that the settings don't open", async () => {
    account = await closed.account();
    const seen = provider.requests.length;
    for (const oauth of [{ issuer: provider.url }, { issuer: provider.issuer }]) {
      const { authorize_url } = await create({ ...oauth, client_id: newId() });
      expect((await pressConnect(closed, authorize_url)).status).toBe(502);
    }
    expect(provider.requests).toHaveLength(seen);
  });

  it('gives its senders and mailboxes the mail servers with its address as the user', async () => {
    const { id } = (await create()).connection;
    const sender = { name: 'Sales', from_email: 'info@example.com', connection_id: id };
    const { email_sender } = (await account.request('post', '/email-senders').send(sender).expect(201)).body;
    expect(email_sender).toMatchObject({ provider: 'smtp', smtp: STORED.smtp, connection_id: id });
    const path = `/email-senders/${email_sender.id}`;
    const { mailbox } = (await account.request('put', `${path}/mailbox`).send({ connection_id: id }).expect(200)).body;
    expect(mailbox).toMatchObject({ ...STORED.imap, connection_id: id });
    expect((await read(id)).used_by).toMatchObject([{ sends: true, receives: true }]);
    const left = await account.request('patch', path).send({ connection_id: null }).expect(200);
    expect(left.body.email_sender).toMatchObject({ provider: 'sandbox', smtp: null, connection_id: null });
  });

  it('takes a new client secret without a new sign-in', async () => {
    const id = await connected(api, account, OWN);
    await api
      .db('connections')
      .where({ id })
      .update({ refresh_until: new Date(Date.now() + 600_000) });
    const body = { client_secret: 'a-new-secret' };
    const { connection } = (await account.request('post', `/connections/${id}/reconnect`).send(body).expect(200)).body;
    expect(connection).toMatchObject({ id, status: 'connected' });
    provider.state.ownSecret = 'a-new-secret';
    provider.state.revoked = [];
    expect((await api.db('connections').where({ id }).first())?.refresh_until).toBeNull();
    const { authorize_url } = (await account.request('post', `/connections/${id}/reconnect`).expect(200)).body;
    expect((await signIn(api, authorize_url)).text).toContain('Your account is connected');
    const registered = await connected(api, account);
    const refused = await account.request('post', `/connections/${registered}/reconnect`).send(body).expect(400);
    expect(refused.body.field).toBe('/client_secret');
  });

  it('is revoked when it is deleted, unless another one has the access of the same client', async () => {
    const scopes = ['openid', 'mail', 'offline_access'];
    const own = { ...OWN, oauth: { ...CLIENT, scopes } };
    // The subject is the same at another provider, which says nothing about this one.
    await connected(api, account, { provider: 'google', purposes: ['send_mail'] });
    const [first, second] = [await connected(api, account, own), await connected(api, account, own)];
    provider.state.revoked = [];
    await account.request('delete', `/connections/${first}`).expect(204);
    await account.request('delete', `/connections/${second}`).expect(204);
    await eventually(async () => provider.state.revoked[0], 10_000);
    expect(provider.state.revoked).toHaveLength(1);
  });
});
