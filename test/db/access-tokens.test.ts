import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOAuthClient } from '../../providers/oauth/index.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { connected } from '../support/sign-in.js';
import { addUser } from '../support/users.js';

const provider = await startOAuthServer();
const api = useApi(provider.settings);
afterAll(async () => {
  expect(provider.violations).toEqual([]);
  await provider.stop();
});

let account: TestAccount;
let id: string;

/** The tokens of a process of its own. */
const process = () =>
  createAccessTokens({
    db: api.db,
    clock: systemClock,
    dispatch: () => undefined,
    box: createSecretBox([TEST_SECRET]),
    publicUrl: 'https://las.example.com',
    oauth: createOAuthClient(oauthSettingsOf(testConfig(provider.settings))),
    logger: createLogger('silent', 'test'),
  });
const expire = () =>
  api
    .db('connections')
    .where({ id })
    .update({ access_expires_at: new Date(Date.now() - 1_000) });
const row = async () => (await api.db('connections').where({ id }).first())!;
const events = (type: string) => api.db('events').where({ account_id: account.accountId, type });

beforeEach(async () => {
  Object.assign(provider.state, { token: undefined, rotates: true, delayMs: 0, issuedSeconds: 3_600 });
  provider.state.person = { subject: newId(), email: 'ana@example.com' };
  account = await api.account();
  id = await connected(api, account);
  provider.state.refreshes = 0;
});

describe('access tokens', () => {
  it('are used until shortly before they expire', async () => {
    const answers = [await process().tokenFor(id), await process().tokenFor(id)];
    expect(answers[0]).toMatchObject({ kind: 'token' });
    expect(answers[1]).toEqual(answers[0]);
    expect(provider.state.refreshes).toBe(0);
  });

  it('are refreshed once by ten processes at the same time, and the rotated refresh token is stored', async () => {
    await expire();
    provider.state.delayMs = 100;
    const before = await row();
    const answers = await Promise.all(Array.from({ length: 10 }, () => process().tokenFor(id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ kind: 'token' });
    expect(provider.state.refreshes).toBe(1);
    const after = await row();
    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect(after).toMatchObject({ token_version: before.token_version + 1, refresh_owner: null });
    // The rotated one works; the earlier one would be refused.
    await expire();
    expect(await process().tokenFor(id)).toMatchObject({ kind: 'token' });
  });

  it('are replaced when the API rejects one before its time', async () => {
    const first = (await process().tokenFor(id)) as { token: string };
    const answers = await Promise.all(Array.from({ length: 5 }, () => process().tokenFor(id, first.token)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).not.toEqual({ kind: 'token', token: first.token });
    expect(provider.state.refreshes).toBe(1);
  });

  it('end with a withdrawal, which is reported once', async () => {
    await expire();
    provider.withdraw(provider.state.person.subject);
    const answers = await Promise.all(Array.from({ length: 10 }, () => process().tokenFor(id)));
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['reconnect_needed']));
    expect(await row()).toMatchObject({ status: 'reconnect_needed', access_token: null });
    expect((await row()).error).toMatch(/^The provider rejected the access \(invalid_grant\): /);
    expect(await events('connection.reconnect_needed')).toHaveLength(1);
    const audited = { resource_id: id, operation: 'connection.reconnect_needed', actor_kind: 'system' } as const;
    expect(await api.db('audit_entries').where(audited)).toHaveLength(1);
    expect(provider.state.refreshes).toBe(1);
  });

  it('email the owners, the admins and the user who created the connection, once and in their languages', async () => {
    const smtp = { host: 'smtp.example.com' };
    await account.request('post', '/email-senders').send({ name: 'A', from_email: 'a@example.com', smtp }).expect(201);
    const [owner, operator] = [
      await addUser(api, account.accountId),
      await addUser(api, account.accountId, 'operator'),
    ];
    await addUser(api, account.accountId, 'viewer');
    await api.db('users').where({ id: operator.userId }).update({ language: 'es' });
    await api.db('connections').where({ id }).update({ created_by: operator.userId });
    await expire();
    provider.withdraw(provider.state.person.subject);
    await Promise.all(Array.from({ length: 5 }, () => process().tokenFor(id)));
    const mails = await api.db('user_mails').where({ account_id: account.accountId, kind: 'connection_lost' });
    expect(mails.map(({ to_address }) => to_address).sort()).toEqual([owner.email, operator.email].sort());
    const box = createSecretBox([TEST_SECRET]);
    const contentOf = (email: string) => {
      const mail = mails.find(({ to_address }) => to_address === email);
      return JSON.parse(box.open(mail?.content ?? '', `user_mails/${mail?.id}/content`));
    };
    expect(contentOf(owner.email).subject).toBe('Reconnect ana@example.com');
    expect(contentOf(owner.email).text).toContain('https://las.example.com/channels/connections');
    expect(contentOf(operator.email).subject).toBe('Hay que volver a conectar ana@example.com');
  });

  it.each([
    ['a failing server', { status: 503 }, 'oauth_503'],
    ['a limit with a pause', { status: 429, headers: { 'retry-after': '120' } }, 'oauth_429'],
    ['an expired client secret', { status: 401, body: { error: 'invalid_client' } }, 'oauth_invalid_client'],
  ])('outlast %s', async (_name, answer, code) => {
    await expire();
    provider.state.token = answer;
    const failed = await process().tokenFor(id);
    expect(failed).toMatchObject({ kind: 'unavailable', code });
    expect(await row()).toMatchObject({ status: 'connected', error: null });
    // No one asks again within the pause.
    provider.state.refreshes = 0;
    const requests = provider.requests.length;
    expect(await process().tokenFor(id)).toMatchObject({ kind: 'unavailable' });
    expect(provider.requests).toHaveLength(requests);
    provider.state.token = undefined;
    await api.db('connections').where({ id }).update({ refresh_until: new Date() });
    expect(await process().tokenFor(id)).toMatchObject({ kind: 'token' });
  });

  it('take over from a process that died while it refreshed', async () => {
    await expire();
    const dead = { refresh_owner: newId(), refresh_until: new Date(Date.now() + 300) };
    await api.db('connections').where({ id }).update(dead);
    expect(await process().tokenFor(id)).toMatchObject({ kind: 'token' });
    expect(provider.state.refreshes).toBe(1);
  });

  it("don't replace those of a sign-in that ended at the same time", async () => {
    await expire();
    provider.state.delayMs = 200;
    const refreshing = process().tokenFor(id);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { token_version } = await row();
    const signedIn = { token_version: token_version + 1, access_token: null, refresh_owner: null, refresh_until: null };
    await api.db('connections').where({ id }).update(signedIn);
    expect(await refreshing).toMatchObject({ kind: 'unavailable' });
    expect(await row()).toMatchObject({ token_version: token_version + 1, access_token: null });
  });
});
