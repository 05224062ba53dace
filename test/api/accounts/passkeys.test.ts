import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest, { type Response } from 'supertest';
import { hasPasskey } from '../../../db/accounts/passkeys.js';
import { createLogger } from '../../../runtime/logger.js';
import { createUser } from '../../../services/accounts/accounts.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addPasskey, createDevice, PARTY, type PasskeyDevice, type ResponseFaults } from '../../support/passkeys.js';
import { addSession, addUser, OWN_HEADER, PASSWORD, type TestUser } from '../../support/users.js';

const refusals: object[] = [];
const logger = Object.assign(createLogger('silent', 'test'), {
  warn: (fields: object, sentence: string) => void (sentence === 'A passkey was refused' && refusals.push(fields)),
});
const api = useApi({ TRUST_PROXY: '1' }, { logger });
const onlySignOn = useApi({
  TRUST_PROXY: '1',
  OIDC_ISSUER_URL: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'las',
  OIDC_REQUIRED: 'true',
});
/** The reason of the latest refusal in the log. */
const reason = () => (refusals.at(-1) as { reason: string } | undefined)?.reason;
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

const current_password = PASSWORD;
const PASSKEYS = '/second-factor/passkeys';
const CHALLENGE_MS = 5 * 60_000;

const optionsFor = async (user: TestUser) =>
  (await user.request('put', `${PASSKEYS}/options`).send({ current_password }).expect(200)).body.options;
const add = (user: TestUser, credential: object) => user.request('put', PASSKEYS).send({ name: 'Phone', credential });

/** A user with a passkey. */
async function addUserWithPasskey(accountId = account.accountId) {
  const user = await addUser(api, accountId, 'operator');
  const { device, id } = await addPasskey(api.db, { id: user.userId, accountId });
  return { user, device, passkeyId: id };
}

const withPassword = (user: TestUser, password = PASSWORD) =>
  supertest(api.app).post('/api/internal/session').send({ email: user.email, password });
const cookiesOf = ({ headers }: Response) => (headers['set-cookie'] ?? []) as unknown as string[];
const cookieOf = (answer: Response, name: string) =>
  cookiesOf(answer)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

let addresses = 0;
/** Each browser has an address of its own. */
const newAddress = () => `10.1.${(++addresses >> 8) & 255}.${addresses & 255}`;

/** Starts a sign-in in a browser. Returns the options, and what sends the browser's answer. */
async function startSignIn({ token, app = api.app }: { token?: string; app?: typeof api.app } = {}) {
  const address = newAddress();
  const started = await supertest(app)
    .post('/api/internal/session/passkey/options')
    .set('x-forwarded-for', address)
    .send({ ...(token === undefined ? {} : { token }) })
    .expect(200);
  const cookie = cookieOf(started, 'las_passkey');
  const send = (credential: object, headers: Record<string, string> = {}) =>
    supertest(app)
      .post('/api/internal/session/passkey')
      .set({ cookie, 'x-forwarded-for': address, ...headers })
      .send({ ...(token === undefined ? {} : { token }), credential });
  return { options: started.body.options, cookie, send };
}

async function signInWith(device: PasskeyDevice, faults: ResponseFaults = {}, token?: string) {
  const { options, send } = await startSignIn(token === undefined ? {} : { token });
  return send(device.get(options, faults));
}

describe('a new passkey', () => {
  it('creates recovery codes with the first second factor, and ends the other sessions', async () => {
    const user = await addUser(api, account.accountId, 'operator');
    const other = await addSession(api, { userId: user.userId, accountId: account.accountId });
    const first = await add(user, createDevice().create(await optionsFor(user))).expect(200);
    expect(new Set(first.body.recovery_codes).size).toBe(10);
    expect(first.body.passkey).toMatchObject({ name: 'Phone', backed_up: true, last_used_at: null });
    const session = supertest(api.app)
      .get('/api/internal/session')
      .set({ cookie: other, ...OWN_HEADER });
    expect((await session).status).toBe(401);
    const second = await add(user, createDevice().create(await optionsFor(user))).expect(200);
    expect(second.body.recovery_codes).toBeNull();
    expect((await user.request('get', PASSKEYS)).body.passkeys.map(({ id }: { id: string }) => id)).toEqual([
      first.body.passkey.id,
      second.body.passkey.id,
    ]);
    const entries = await api.db('audit_entries').where({ operation: 'addPasskey', actor_id: user.userId });
    expect(entries.map(({ resource_id }) => resource_id)).toEqual([first.body.passkey.id, second.body.passkey.id]);
  });

  it('needs the password, and names the site, the user and the passkeys that exist', async () => {
    const { user } = await addUserWithPasskey();
    const wrong = await user.request('put', `${PASSKEYS}/options`).send({ current_password: 'wrong' });
    expect(wrong.body.code).toBe('WRONG_PASSWORD');
    const options = await optionsFor(user);
    expect(options.rp.id).toBe('las.test');
    expect(options.user.name).toBe(user.email);
    expect(options.excludeCredentials).toHaveLength(1);
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
  });

  it.each<[string, ResponseFaults]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without user verification', { withoutVerification: true }],
  ])('%s is refused', async (_what, faults) => {
    const user = await addUser(api, account.accountId, 'operator');
    const answer = await add(user, createDevice().create(await optionsFor(user), faults));
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PASSKEY']);
    expect(await hasPasskey(api.db, user.userId)).toBe(false);
  });

  it('is refused with a challenge that was used, that expired, or of another session or user', async () => {
    const user = await addUser(api, account.accountId, 'operator');
    const options = await optionsFor(user);
    await add(user, createDevice().create(options)).expect(200);
    expect((await add(user, createDevice().create(options))).body.code).toBe('INVALID_PASSKEY');
    const late = await optionsFor(user);
    await api.db('passkey_challenges').where({ user_id: user.userId }).update({ expires_at: new Date() });
    expect((await add(user, createDevice().create(late))).body.code).toBe('INVALID_PASSKEY');
    const fresh = createDevice().create(await optionsFor(user));
    const other = await addUser(api, account.accountId, 'operator');
    expect((await add(other, fresh)).body.code).toBe('INVALID_PASSKEY');
    const cookie = await addSession(api, { userId: user.userId, accountId: account.accountId });
    const elsewhere = supertest(api.app)
      .put(`/api/internal${PASSKEYS}`)
      .set({ cookie, ...OWN_HEADER });
    expect((await elsewhere.send({ name: 'Phone', credential: fresh })).body.code).toBe('INVALID_PASSKEY');
    // A refused answer of someone else didn't use it up.
    await add(user, fresh).expect(200);
  });

  it('is refused if someone has it already', async () => {
    const device = createDevice();
    const [one, two] = [
      await addUser(api, account.accountId, 'operator'),
      await addUser(api, (await api.account()).accountId, 'operator'),
    ];
    await add(one, device.create(await optionsFor(one))).expect(200);
    expect((await add(two, device.create(await optionsFor(two)))).body.code).toBe('INVALID_PASSKEY');
    expect(reason()).toBe('already_registered');
  });
});

describe('a sign-in with a passkey', () => {
  it('needs no password, and is stored and audited', async () => {
    const { user, device, passkeyId } = await addUserWithPasskey();
    const answer = await signInWith(device);
    expect([answer.status, answer.body.user.id]).toEqual([201, user.userId]);
    const cookie = cookieOf(answer, 'las_session');
    expect((await supertest(api.app).get('/api/internal/session').set({ cookie })).status).toBe(200);
    const row = await api.db('passkeys').where({ id: passkeyId }).first();
    expect(row).toMatchObject({ counter: 2, backup_eligible: true, backed_up: true });
    expect(row?.last_used_at).not.toBeNull();
    const entries = await api.db('audit_entries').where({ operation: 'signInWithPasskey', actor_id: user.userId });
    expect(entries).toHaveLength(1);
  });

  it('keeps its challenge to one browser, for five minutes', async () => {
    const { options, cookie } = await startSignIn();
    expect(cookie).toMatch(/^las_passkey=[\w-]{43}$/);
    expect(options).toMatchObject({ rpId: 'las.test', userVerification: 'required' });
    const { device } = await addUserWithPasskey();
    const other = await startSignIn();
    expect((await other.send(device.get(options))).status).toBe(401);
    const { options: late, send } = await startSignIn();
    const expiry = await api.db('passkey_challenges').whereNull('user_id').orderBy('expires_at', 'desc').first();
    expect(expiry?.expires_at.getTime()).toBeLessThanOrEqual(Date.now() + CHALLENGE_MS);
    await api.db('passkey_challenges').whereNull('user_id').update({ expires_at: new Date() });
    expect((await send(device.get(late))).status).toBe(401);
  });

  it('succeeds once of any number of requests with one answer', async () => {
    const { device } = await addUserWithPasskey();
    const { options, send } = await startSignIn();
    const credential = device.get(options);
    const answers = await Promise.all([send(credential), send(credential), send(credential)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
    expect((await send(credential)).status).toBe(401);
  });

  it.each<[string, ResponseFaults]>([
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without user verification', { withoutVerification: true }],
    ['with a counter that didn’t grow', { counter: 1 }],
    ['with the handle of another user', { userHandle: Buffer.from(PARTY.id).toString('base64url') }],
  ])('%s is refused', async (_what, faults) => {
    const { device } = await addUserWithPasskey();
    expect((await signInWith(device, faults)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await signInWith(device)).status).toBe(201);
  });

  it('is refused with the signature or the ID of another passkey', async () => {
    const [one, two] = [await addUserWithPasskey(), await addUserWithPasskey((await api.account()).accountId)];
    const first = await startSignIn();
    const [own, foreign] = [one.device.get(first.options), two.device.get(first.options)];
    expect((await first.send({ ...own, signature: foreign.signature })).status).toBe(401);
    const second = await startSignIn();
    const [ownId, answer] = [one.device.get(second.options).id, two.device.get(second.options)];
    expect((await second.send({ ...answer, id: ownId })).status).toBe(401);
    const third = await startSignIn();
    expect((await third.send(createDevice().get(third.options, { userHandle: answer.user_handle }))).status).toBe(401);
  });

  it('is refused with a reason in the log, which contains nothing of its user', async () => {
    const [{ device, user }, other] = [await addUserWithPasskey(), await addUserWithPasskey()];
    const refused = async (change: (options: Parameters<PasskeyDevice['get']>[0]) => object) => {
      const { options, send } = await startSignIn();
      refusals.length = 0;
      expect((await send(change(options))).status).toBe(401);
      expect(refusals).toEqual([{ reason: expect.any(String), request_id: expect.any(String) }]);
      return reason();
    };
    const withFaults = (faults: ResponseFaults) => refused((options) => device.get(options, faults));
    expect([
      await withFaults({ origin: 'https://other.example.com' }),
      await withFaults({ rpId: 'other.example.com' }),
      await withFaults({ withoutVerification: true }),
      await withFaults({ counter: 1 }),
      await withFaults({ userHandle: Buffer.from(other.user.userId).toString('base64url') }),
      await refused((options) => ({ ...device.get(options), signature: other.device.get(options).signature })),
      await refused((options) =>
        createDevice().get(options, { userHandle: Buffer.from(user.userId).toString('base64url') }),
      ),
      await refused(({ challenge: _, ...options }) => device.get({ ...options, challenge: 'AAAA' })),
    ]).toEqual([
      ...['other_origin', 'other_site', 'user_not_verified', 'counter_not_grown', 'other_user', 'invalid_signature'],
      ...['unknown_passkey', 'unknown_challenge'],
    ]);
  });

  it('is refused to deactivated users', async () => {
    const { user, device } = await addUserWithPasskey();
    await api.db('users').where({ id: user.userId }).update({ disabled_at: new Date() });
    expect((await signInWith(device)).status).toBe(401);
    await api.db('users').where({ id: user.userId }).update({ disabled_at: null });
    expect((await signInWith(device, { rpId: 'evil.example' })).status).toBe(401);
    expect((await signInWith(device)).status).toBe(201);
  });

  it('is limited by network address', async () => {
    const { device } = await addUserWithPasskey();
    const { options, send } = await startSignIn();
    const credential = device.get(options);
    const wrong = Array.from({ length: 100 }, () => send({ ...credential, client_data: 'e30' }));
    expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]));
    expect((await send(credential)).status).toBe(429);
  });

  it('is refused to pages of other sites, and where single sign-on is required', async () => {
    const { device } = await addUserWithPasskey();
    const { options, send } = await startSignIn();
    const crossSite = await send(device.get(options), { 'sec-fetch-site': 'cross-site' });
    expect([crossSite.status, crossSite.body.code]).toEqual([403, 'CROSS_SITE_REQUEST']);
    const other = await startSignIn({ app: onlySignOn.app });
    expect((await other.send(device.get(other.options))).body.code).toBe('SINGLE_SIGN_ON_REQUIRED');
  });
});

describe('a passkey as the second factor', () => {
  it('is asked for after the password, and completes the sign-in of its user alone', async () => {
    const [one, two] = [await addUserWithPasskey(), await addUserWithPasskey()];
    const shown = await withPassword(one.user);
    expect(shown.status).toBe(202);
    const { token, ...has } = shown.body.second_factor;
    expect(has).toMatchObject({ authenticator_app: false, passkey: true });
    const { options } = await startSignIn({ token });
    expect(options.allowCredentials).toHaveLength(1);
    expect((await signInWith(two.device, {}, token)).status).toBe(401);
    expect(reason()).toBe('other_user');
    expect((await signInWith(one.device, {}, token)).status).toBe(201);
  });

  it('can’t complete a sign-in from before a change of the password', async () => {
    const { user, device } = await addUserWithPasskey();
    const { token } = (await withPassword(user)).body.second_factor;
    await user.request('put', '/password').send({ current_password, password: 'another long password' }).expect(200);
    expect((await signInWith(device, {}, token)).status).toBe(401);
    expect(reason()).toBe('user_changed');
    const altered = supertest(api.app)
      .post('/api/internal/session/passkey/options')
      .send({ token: `${token}x` });
    expect((await altered).status).toBe(401);
    expect(reason()).toBe('invalid_sign_in');
  });

  it('satisfies an account that requires one, until it is deleted', async () => {
    const own = await api.account();
    const { accountId } = own;
    const owner = await addUser(api, accountId, 'owner');
    await owner.request('patch', '/account').send({ second_factor_required: true }).expect(200);
    expect((await owner.request('get', '/leads')).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const added = await add(owner, createDevice().create(await optionsFor(owner))).expect(200);
    expect((await owner.request('get', '/leads')).status).toBe(200);
    const path = `${PASSKEYS}/${added.body.passkey.id}/remove`;
    await owner.request('put', path).send({ current_password }).expect(204);
    expect((await owner.request('get', '/leads')).body.code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('is removed when an owner resets the second factor', async () => {
    const { user, device } = await addUserWithPasskey();
    const owner = await addUser(api, account.accountId, 'owner');
    await owner.request('delete', `/users/${user.userId}/second-factor`).expect(204);
    expect((await signInWith(device)).status).toBe(401);
    expect((await withPassword(user)).status).toBe(201);
  });
});

describe('the passkeys of a user', () => {
  it('are renamed and deleted by their user alone', async () => {
    const { user, device, passkeyId } = await addUserWithPasskey();
    const path = `${PASSKEYS}/${passkeyId}`;
    for (const stranger of [
      await addUser(api, account.accountId, 'owner'),
      await addUser(api, (await api.account()).accountId, 'owner'),
    ]) {
      expect((await stranger.request('patch', path).send({ name: 'Mine' })).body.code).toBe('PASSKEY_NOT_FOUND');
      const removal = stranger.request('put', `${path}/remove`).send({ current_password });
      expect((await removal).body.code).toBe('PASSKEY_NOT_FOUND');
    }
    const renamed = await user.request('patch', path).send({ name: 'Laptop' }).expect(200);
    expect(renamed.body.passkey).toMatchObject({ id: passkeyId, name: 'Laptop' });
    const wrong = await user.request('put', `${path}/remove`).send({ current_password: 'wrong' });
    expect(wrong.body.code).toBe('WRONG_PASSWORD');
    const other = await addSession(api, { userId: user.userId, accountId: account.accountId });
    await user.request('put', `${path}/remove`).send({ current_password }).expect(204);
    expect((await supertest(api.app).get('/api/internal/session').set({ cookie: other })).status).toBe(401);
    expect((await signInWith(device)).status).toBe(401);
    // The recovery codes went with the last second factor.
    expect((await user.request('get', '/second-factor')).body.recovery_codes).toBe(0);
    expect((await withPassword(user)).status).toBe(201);
  });

  it('are at most twenty', async () => {
    const { userId } = await createUser(api.db, new Date(), {
      accountId: account.accountId,
      email: `many.${account.accountId}@example.com`,
      name: 'Olga',
      role: 'operator',
      password: PASSWORD,
    });
    const owner = { id: userId, accountId: account.accountId };
    for (let at = 0; at < 20; at += 1) await addPasskey(api.db, owner);
    await expect(addPasskey(api.db, owner)).rejects.toThrow('too_many_passkeys');
  });
});
