import { createHash } from 'node:crypto';
import supertest, { type Response } from 'supertest';
import { newId } from '../../runtime/ids.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { sealVerifier } from '../../services/connections/seals.js';
import { TEST_SECRET, type TestAccount, type TestApi } from './api.js';

/** A browser that a person signs in with: it keeps the cookie of the page. */
export interface TestBrowser {
  cookie: string;
}

export const newBrowser = (): TestBrowser => ({ cookie: '' });

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Opens a link and presses the button; returns the answer to the press. */
export async function pressConnect(api: TestApi, authorizeUrl: string, browser = newBrowser()): Promise<Response> {
  const path = pathOf(authorizeUrl);
  const page = await supertest(api.app).get(path).set('cookie', browser.cookie);
  const cookie = page.headers['set-cookie']?.[0]?.split(';')[0];
  if (cookie) browser.cookie = cookie;
  return supertest(api.app).post(path).set('cookie', browser.cookie);
}

/** Returns the address at the provider that the page leads to. */
export const leadsTo = (pressed: Response): string => String(pressed.headers.refresh).replace('0; url=', '');

/** Follows the provider's page back to us. */
export async function comeBack(api: TestApi, providerUrl: string, browser: TestBrowser): Promise<Response> {
  const answer = await fetch(providerUrl, { redirect: 'manual' });
  return supertest(api.app)
    .get(pathOf(answer.headers.get('location') ?? ''))
    .set('cookie', browser.cookie);
}

/** Signs in with a link, from its page to the provider and back. */
export async function signIn(api: TestApi, authorizeUrl: string, browser = newBrowser()): Promise<Response> {
  return comeBack(api, leadsTo(await pressConnect(api, authorizeUrl, browser)), browser);
}

/** A connection that works. */
export async function connected(
  api: TestApi,
  account: TestAccount,
  body: object = { provider: 'microsoft', purposes: ['send_mail', 'read_mail'] },
): Promise<string> {
  const made = await account.request('post', '/connections').send(body).expect(201);
  await signIn(api, made.body.authorize_url);
  return made.body.connection.id;
}

/** A sign-in that has come to the provider's page: the address back, and the browser's cookie. */
export async function startedSignIn(api: TestApi, connectionId: string): Promise<{ path: string; cookie: string }> {
  const [state, browser] = [newId(), 'b'.repeat(43)];
  const link = await api.db('connection_links').where({ connection_id: connectionId }).first();
  await api
    .db('connection_links')
    .where({ id: link?.id })
    .update({
      state_hash: createHash('sha256').update(state).digest(),
      browser_hash: createHash('sha256').update(browser).digest(),
      state_until: new Date(Date.now() + 600_000),
      verifier: sealVerifier(createSecretBox([TEST_SECRET]), { id: String(link?.id) }, 'verifier'),
      nonce: 'nonce',
    });
  return { path: `/connect/callback?state=${state}&code=one`, cookie: `las_connect=${browser}` };
}
