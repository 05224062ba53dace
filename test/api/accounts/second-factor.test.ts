import { beforeAll, describe, expect, it } from '@jest/globals';
import { URI } from 'otpauth';
import supertest, { type Response } from 'supertest';
import { makeRecoveryCodes } from '../../../services/accounts/second-factor.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addUser, OWN_HEADER, PASSWORD, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

const current_password = PASSWORD;
const withPassword = (user: TestUser, password = PASSWORD) =>
  supertest(api.app).post('/api/internal/session').send({ email: user.email, password });
const withCode = (token: string, code: string) =>
  supertest(api.app).post('/api/internal/session/second-factor').send({ token, code });
const started = async (user: TestUser): Promise<string> =>
  (await withPassword(user).expect(202)).body.second_factor.token;
const codeOf = (uri: string, aheadSeconds = 0) =>
  URI.parse(uri).generate({ timestamp: Date.now() + aheadSeconds * 1000 });

/** A user with an authenticator app. Its codes of the current half minute are used. */
async function addUserWithApp() {
  const user = await addUser(api, account.accountId, 'operator');
  const { body } = await user.request('put', '/second-factor/authenticator-app').send({ current_password }).expect(200);
  const confirmed = await user
    .request('put', '/second-factor/authenticator-app/confirm')
    .send({ code: codeOf(body.uri, -30) })
    .expect(200);
  return { user, uri: body.uri as string, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

const sessionOf = ({ headers }: Response) =>
  String(((headers['set-cookie'] ?? []) as unknown as string[]).find((cookie) => cookie.startsWith('las_session=')));

describe('an authenticator app', () => {
  it('is asked for at sign-in, after the password, and each of its codes works once', async () => {
    const { user, uri } = await addUserWithApp();
    expect((await withPassword(user, 'wrong')).status).toBe(401);
    const first = await withPassword(user);
    expect([first.status, first.headers['set-cookie']]).toEqual([202, undefined]);
    const { token } = first.body.second_factor;
    const code = codeOf(uri, 30);
    const answers = await Promise.all([withCode(token, code), withCode(token, code), withCode(token, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    // Codes of earlier half minutes don't work after a later one.
    expect((await withCode(await started(user), codeOf(uri))).body.code).toBe('WRONG_CODE');
    const signedIn = answers.find(({ status }) => status === 201) as Response;
    expect((await supertest(api.app).get('/api/internal/session').set('cookie', sessionOf(signedIn))).status).toBe(200);
  });

  it('works only once its first code was shown, and needs the password to be set up', async () => {
    const user = await addUser(api, account.accountId, 'operator');
    const wrong = await user.request('put', '/second-factor/authenticator-app').send({ current_password: 'wrong' });
    expect(wrong.body.code).toBe('WRONG_PASSWORD');
    await user.request('put', '/second-factor/authenticator-app').send({ current_password }).expect(200);
    const code = await user.request('put', '/second-factor/authenticator-app/confirm').send({ code: '000000x' });
    expect(code.body.code).toBe('WRONG_CODE');
    expect((await withPassword(user)).status).toBe(201);
  });

  it('is kept sealed', async () => {
    const { user, uri } = await addUserWithApp();
    const row = await api.db('authenticator_apps').where({ user_id: user.userId }).first();
    expect(row?.secret).toMatch(/^v1\./);
    expect(row?.secret).not.toContain(URI.parse(uri).secret.base32);
  });

  it('limits guesses, also those that are sent at once', async () => {
    const { user, uri } = await addUserWithApp();
    const token = await started(user);
    const answers = await Promise.all(Array.from({ length: 15 }, () => withCode(token, '12345x')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect((await withCode(token, codeOf(uri, 30))).status).toBe(429);
  });

  it('can’t be completed with another user’s token, an altered one, or one from before a change of the password', async () => {
    const { user, uri } = await addUserWithApp();
    const token = await started(user);
    expect((await withCode(`${token}x`, codeOf(uri, 30))).status).toBe(401);
    await user.request('put', '/password').send({ current_password, password: 'another long password' }).expect(200);
    expect((await withCode(token, codeOf(uri, 30))).status).toBe(401);
  });
});

describe('recovery codes', () => {
  it('replace the app once each, however they are spelt, and are kept as hashes', async () => {
    const { user, recoveryCodes } = await addUserWithApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [one = '', two = ''] = recoveryCodes;
    expect((await withCode(await started(user), one.toUpperCase().replaceAll('-', ' '))).status).toBe(201);
    expect((await withCode(await started(user), one)).body.code).toBe('WRONG_CODE');
    expect((await user.request('get', '/second-factor')).body.recovery_codes).toBe(9);
    const next = await user
      .request('put', '/second-factor/recovery-codes')
      .send({ current_password, code: two })
      .expect(200);
    expect((await withCode(await started(user), recoveryCodes[2] ?? '')).body.code).toBe('WRONG_CODE');
    expect((await withCode(await started(user), next.body.recovery_codes[0])).status).toBe(201);
  });

  it('of one user don’t work for another', async () => {
    const [one, two] = [await addUserWithApp(), await addUserWithApp()];
    expect((await withCode(await started(one.user), two.recoveryCodes[0] ?? '')).body.code).toBe('WRONG_CODE');
  });
});

describe('an account that requires a second factor', () => {
  it('lets users without one only set one up, and only owners decide it', async () => {
    const own = await api.account();
    const owner = await addUser(api, own.accountId, 'owner');
    const admin = await addUser(api, own.accountId, 'admin');
    const operator = await addUser(api, own.accountId, 'operator');
    const required = { second_factor_required: true };
    expect((await admin.request('patch', '/account').send(required)).status).toBe(403);
    await owner.request('patch', '/account').send(required).expect(200);
    const refused = await operator.request('get', '/leads');
    expect([refused.status, refused.body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect((await operator.request('get', '/session')).body.user.needs_second_factor).toBe(true);
    const app = '/second-factor/authenticator-app';
    const { body } = await operator.request('put', app).send({ current_password });
    await operator.request('put', `${app}/confirm`).send({ code: codeOf(body.uri) });
    expect((await operator.request('get', '/leads')).status).toBe(200);
    const codes = await makeRecoveryCodes(api.db, operator.userId);
    const removal = { current_password, code: codes[0] };
    await operator.request('put', '/second-factor/remove').send(removal).expect(204);
    expect((await operator.request('get', '/leads')).status).toBe(403);
    // The issuer of a single sign-on asks for its own second factor.
    await api.db('sessions').where({ user_id: operator.userId }).update({ identity_id: own.accountId });
    expect((await operator.request('get', '/leads'))?.status).toBe(200);
  });
});

describe('a lost second factor', () => {
  it('is reset by an owner alone, which ends the sessions of its user and is audited', async () => {
    const { user } = await addUserWithApp();
    const [owner, admin] = [
      await addUser(api, account.accountId, 'owner'),
      await addUser(api, account.accountId, 'admin'),
    ];
    const path = `/users/${user.userId}/second-factor`;
    expect((await admin.request('delete', path)).status).toBe(403);
    expect((await owner.request('delete', path)).status).toBe(204);
    const session = supertest(api.app)
      .get('/api/internal/session')
      .set({ cookie: user.cookie, ...OWN_HEADER });
    expect((await session).status).toBe(401);
    expect((await withPassword(user)).status).toBe(201);
    const entry = await api.db('audit_entries').where({ operation: 'resetSecondFactor', resource_id: user.userId });
    expect(entry.map(({ actor_id }) => actor_id)).toContain(owner.userId);
    const elsewhere = await addUser(api, (await api.account()).accountId, 'owner');
    expect((await elsewhere.request('delete', path)).status).toBe(404);
  });
});
