import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { newId } from '../../../runtime/ids.js';
import { createAccount } from '../../../services/accounts/accounts.js';
import { issueLink } from '../../../services/accounts/links.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { sendUserMails } from '../../support/user-mails.js';
import { addUser, PASSWORD, type TestUser } from '../../support/users.js';

const api = useApi({ TRUST_PROXY: '1' });
const OTHER = 'another long password of the tests';
let account: TestAccount;
let owner: TestUser;
let admin: TestUser;

beforeAll(async () => {
  account = await api.account();
  owner = await addUser(api, account.accountId, 'owner');
  admin = await addUser(api, account.accountId, 'admin');
});

const newAddress = () => `2001:db8:${newId().slice(-4)}:${newId().slice(-4)}::1`;
const post = (path: string, body: object, address = newAddress()) =>
  supertest(api.app).post(`/api/internal${path}`).set('X-Forwarded-For', address).send(body);
const signIn = (email: string, password: string) => post('/session', { email, password });
const tokenOf = (url: string): string => url.split('#')[1] ?? '';
const newEmail = () => `${newId()}@example.com`;

describe('setting up', () => {
  const emptyAccount = async () => (await createAccount(api.db, new Date(), { name: 'New' })).accountId;
  const linkFor = async (accountId: string, at = new Date()) =>
    tokenOf((await issueLink(api.db, at, { accountId, kind: 'setup', createdBy: 'system' })).path);
  const person = (token: string) => ({ token, name: 'Olga', email: newEmail(), password: PASSWORD });

  it('makes the owner of an account without users, who is signed in', async () => {
    const accountId = await emptyAccount();
    const body = person(await linkFor(accountId));
    const answer = await post('/setup', body).expect(201);
    expect(answer.body.user).toMatchObject({ name: 'Olga', role: 'owner', account: { id: accountId } });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    await supertest(api.app).get('/api/internal/session').set('Cookie', cookie).expect(200);
    await signIn(body.email, PASSWORD).expect(201);
  });

  it('gives an account the time zone and the country of the first owner’s browser, but keeps its own', async () => {
    const placeOf = (id: string) => api.db('accounts').where({ id }).first('timezone', 'country');
    const here = { timezone: 'Europe/Berlin', country: 'de' };
    const created = await emptyAccount();
    await post('/setup', { ...person(await linkFor(created)), ...here }).expect(201);
    expect(await placeOf(created)).toEqual({ timezone: 'Europe/Berlin', country: 'DE' });
    const own = { name: 'Own', timezone: 'Europe/Madrid', country: 'ES' };
    const { accountId } = await createAccount(api.db, new Date(), own);
    await post('/setup', { ...person(await linkFor(accountId)), ...here }).expect(201);
    expect(await placeOf(accountId)).toEqual({ timezone: 'Europe/Madrid', country: 'ES' });
    // A browser may know zones that this machine doesn't.
    const odd = await emptyAccount();
    await post('/setup', { ...person(await linkFor(odd)), timezone: 'Moon/Base', country: '??' }).expect(201);
    expect(await placeOf(odd)).toEqual({ timezone: 'UTC', country: null });
  });

  it('works once, however many come at once, and not after a day', async () => {
    const token = await linkFor(await emptyAccount());
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/setup', person(token))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404]);
    const old = await linkFor(await emptyAccount(), new Date(Date.now() - 25 * 3_600_000));
    expect((await post('/setup', person(old))).body.code).toBe('LINK_NOT_FOUND');
  });

  it('makes one first owner, also where two links are opened at once', async () => {
    const accountId = await emptyAccount();
    const tokens = [await linkFor(accountId), await linkFor(accountId)];
    // Made at once, neither has ended the other.
    await api.db('user_tokens').where({ account_id: accountId }).update({ used_at: null });
    const answers = await Promise.all(tokens.map((token) => post('/setup', person(token))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect(answers.find(({ status }) => status === 404)?.body.code).toBe('LINK_NOT_FOUND');
    expect(await api.db('users').where({ account_id: accountId })).toHaveLength(1);
  });

  it('is over once the account has a user; a newer link ends the earlier one', async () => {
    const accountId = await emptyAccount();
    const [first, second] = [await linkFor(accountId), await linkFor(accountId)];
    await post('/setup', person(first)).expect(404);
    await post('/setup', person(second)).expect(201);
    await post('/setup', person(await linkFor(accountId))).expect(404);
  });

  it('checks a link without using it up, and knows used, expired, wrong and superseded ones', async () => {
    const check = async (token: string, kind = 'setup') => (await post('/links/check', { kind, token })).body;
    const notValid = { success: true, valid: false, email: null };
    const accountId = await emptyAccount();
    const old = await linkFor(accountId, new Date(Date.now() - 25 * 3_600_000));
    const first = await linkFor(accountId);
    const token = await linkFor(accountId);
    for (const over of [old, first, 'x']) expect(await check(over)).toEqual(notValid);
    expect(await check(token)).toEqual({ success: true, valid: true, email: null });
    expect(await check(token, 'reset')).toEqual(notValid);
    await post('/setup', person(token)).expect(201);
    expect(await check(token)).toEqual(notValid);
    expect(await check(await linkFor(accountId))).toEqual(notValid);
  });

  it('is not needed if a user can sign in', async () => {
    expect((await supertest(api.app).get('/api/internal/setup').expect(200)).body.needed).toBe(false);
  });

  it('takes no weak password, and leaves the link good', async () => {
    const token = await linkFor(await emptyAccount());
    for (const password of ['short', 'Password123', '1234567890', 'aaaaaaaaaaaa'])
      expect((await post('/setup', { ...person(token), password })).body).toMatchObject({
        code: 'VALIDATION_ERROR',
        field: '/password',
      });
    await post('/setup', person(token)).expect(201);
  });

  it('takes what a proxy names as the address as it is, also where it is none', async () => {
    const token = await linkFor(await emptyAccount());
    await post('/setup', person(token), `unknown ${'é'.repeat(60)}`).expect(201);
  });

  it('counts wrong links as guesses of the network address', async () => {
    const address = newAddress();
    for (let n = 0; n < 100; n += 1) await post('/setup', person('x'), address);
    expect((await post('/setup', person('x'), address)).status).toBe(429);
  });
});

describe('invitations', () => {
  it('add a user to the account in the given role, once', async () => {
    const email = newEmail();
    const made = await owner.request('post', '/invitations').send({ email, role: 'operator' }).expect(201);
    expect(made.body.url).toMatch(/^http:\/\/las\.test\/invitation#[\w-]{43}$/);
    const list = async () => (await admin.request('get', '/invitations').expect(200)).body.invitations;
    expect(await list()).toMatchObject([{ email, role: 'operator', created_by: `user:${owner.userId}` }]);
    const body = { token: tokenOf(made.body.url), name: 'Petra', password: PASSWORD };
    const joined = await post('/invitations/accept', body).expect(201);
    expect(joined.body.user).toMatchObject({ name: 'Petra', role: 'operator', account: { id: account.accountId } });
    await post('/invitations/accept', body).expect(404);
    expect(await list()).toEqual([]);
    await signIn(email, PASSWORD).expect(201);
  });

  it('are kept as hashes only', async () => {
    const { body } = await owner.request('post', '/invitations').send({ email: newEmail(), role: 'viewer' });
    const row = await api.db('user_tokens').where({ id: body.invitation.id }).first();
    expect(JSON.stringify({ ...row, hash: row?.token_hash.toString('utf8') })).not.toContain(tokenOf(body.url));
  });

  it('can be taken back, and a second one for an address ends the first', async () => {
    const email = newEmail();
    const invite = async () =>
      (await owner.request('post', '/invitations').send({ email, role: 'viewer' }).expect(201)).body;
    const [first, second] = [await invite(), await invite()];
    const accept = ({ url }: { url: string }) =>
      post('/invitations/accept', { token: tokenOf(url), name: 'P', password: PASSWORD });
    await accept(first).expect(404);
    await admin.request('delete', `/invitations/${second.invitation.id}`).expect(204);
    await admin.request('delete', `/invitations/${second.invitation.id}`).expect(404);
    await accept(second).expect(404);
  });

  it('make a user an owner only if an owner invites them, and no user twice', async () => {
    const asOwner = { email: newEmail(), role: 'owner' };
    expect((await admin.request('post', '/invitations').send(asOwner)).body.code).toBe('FORBIDDEN');
    await owner.request('post', '/invitations').send(asOwner).expect(201);
    const known = await admin.request('post', '/invitations').send({ email: owner.email, role: 'viewer' });
    expect([known.status, known.body.code]).toEqual([409, 'EMAIL_TAKEN']);
  });
});

describe('an email address that has a user in another account', () => {
  const accountWith = async (email: string, password: string) => {
    const { accountId } = await api.account();
    const boss = await addUser(api, accountId, 'owner');
    const { body } = await boss.request('post', '/invitations').send({ email, role: 'admin' }).expect(201);
    await post('/invitations/accept', { token: tokenOf(body.url), name: 'Ana', password }).expect(201);
    return { accountId, boss };
  };
  const accountOf = async (email: string, password: string, more: object = {}) =>
    (await post('/session', { email, password, ...more })).body.user?.account.id;

  it('is invited like any other, so that no admin learns of it', async () => {
    const known = await owner.request('post', '/invitations').send({ email: newEmail(), role: 'viewer' });
    const other = await addUser(api, (await api.account()).accountId, 'owner');
    const invited = await owner.request('post', '/invitations').send({ email: other.email, role: 'viewer' });
    expect([invited.status, Object.keys(invited.body.invitation)]).toEqual([
      known.status,
      Object.keys(known.body.invitation),
    ]);
  });

  it('is kept from no account by another one: each has its own user, and the password says which', async () => {
    const email = newEmail();
    const stranger = await accountWith(email, PASSWORD);
    const own = await accountWith(email, OTHER);
    expect(await accountOf(email, PASSWORD)).toBe(stranger.accountId);
    expect(await accountOf(email, OTHER)).toBe(own.accountId);
    expect(await accountOf(email, 'a wrong password')).toBeUndefined();
  });

  it('signs in to the account that is named where the passwords are the same', async () => {
    const email = newEmail();
    const first = await accountWith(email, PASSWORD);
    const second = await accountWith(email, PASSWORD);
    expect(await accountOf(email, PASSWORD)).toBe(first.accountId);
    expect(await accountOf(email, PASSWORD, { account_id: second.accountId.toUpperCase() })).toBe(second.accountId);
    expect(await accountOf(email, PASSWORD, { account_id: account.accountId })).toBeUndefined();
  });

  it('gets a link for each account that can mail one', async () => {
    const email = newEmail();
    const accounts = [await accountWith(email, PASSWORD), await accountWith(email, OTHER)] as const;
    for (const { accountId } of accounts) await addSender(api.db, accountId, 2525);
    await post('/password-resets', { email }).expect(202);
    const mails = [await sendUserMails(api, accounts[0]), await sendUserMails(api, accounts[1])];
    expect(mails.map((sent) => sent.length)).toEqual([1, 1]);
    const token = /reset#(\S+)/.exec(mails[1]?.[0]?.text ?? '')?.[1];
    await post('/password-resets/complete', { token, password: 'a third long password' }).expect(204);
    expect(await accountOf(email, PASSWORD)).toBe(accounts[0].accountId);
    expect(await accountOf(email, 'a third long password')).toBe(accounts[1].accountId);
  });
});

describe('links that grant access', () => {
  it('are mailed where the account has a mail server, by a workflow, and never into the sandbox', async () => {
    const other = await api.account();
    const boss = await addUser(api, other.accountId, 'owner');
    const email = newEmail();
    const invite = async () =>
      (await boss.request('post', '/invitations').send({ email, role: 'viewer' }).expect(201)).body;
    expect((await invite()).mailed).toBe(false);
    await addSender(api.db, other.accountId);
    expect((await invite()).mailed).toBe(false);
    await addSender(api.db, other.accountId, 2525);
    const invited = await invite();
    expect(invited.mailed).toBe(true);
    expect(api.dispatched.at(-1)).toMatchObject({ args: { workflow: 'userMailWorkflow' } });
    const token = tokenOf(invited.url);
    expect(JSON.stringify(await api.db('user_mails').where({ account_id: other.accountId }))).not.toContain(token);
    expect(JSON.stringify(api.dispatched)).not.toContain(token);
    const reset = await boss.request('post', `/users/${boss.userId}/password-reset`).expect(201);
    expect(reset.body.mailed).toBe(true);
    const mails = await sendUserMails(api, other);
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [email, 'User invites you to Test'],
      [boss.email, 'Set a new password for Test'],
    ]);
    expect(mails[0]?.text).toContain(invited.url);
    expect(mails[1]?.text).toContain(reset.body.url);
    expect(await sendUserMails(api, other)).toEqual([]);
  });
});

describe('links that admins make', () => {
  it('are emailed and not shown to them, because a link gives access to its user’s account', async () => {
    const other = await api.account();
    const boss = await addUser(api, other.accountId, 'owner');
    const manager = await addUser(api, other.accountId, 'admin');
    const user = await addUser(api, other.accountId, 'operator');
    await addSender(api.db, other.accountId, 2525);
    const email = newEmail();
    const invited = await manager.request('post', '/invitations').send({ email, role: 'viewer' }).expect(201);
    expect(invited.body).toMatchObject({ url: null, mailed: true, invitation: { email } });
    const reset = await manager.request('post', `/users/${user.userId}/password-reset`).expect(201);
    expect(reset.body).toMatchObject({ url: null, mailed: true });
    const tokens = (await sendUserMails(api, other)).map(({ text }) => /#(\S+)/.exec(text ?? '')?.[1]);
    await post('/invitations/accept', { token: tokens[0], name: 'P', password: PASSWORD }).expect(201);
    await post('/password-resets/complete', { token: tokens[1], password: OTHER }).expect(204);
    expect((await boss.request('post', `/users/${user.userId}/password-reset`)).body.url).toContain('/reset#');
  });

  it('are refused where none can be mailed, and end no earlier one', async () => {
    const other = await api.account();
    const boss = await addUser(api, other.accountId, 'owner');
    const manager = await addUser(api, other.accountId, 'admin');
    const user = await addUser(api, other.accountId, 'operator');
    const email = newEmail();
    const earlier = (await boss.request('post', '/invitations').send({ email, role: 'viewer' }).expect(201)).body;
    for (const [path, body] of [
      ['/invitations', { email, role: 'viewer' }],
      [`/users/${user.userId}/password-reset`, {}],
    ] as const) {
      const refused = (await manager.request('post', path).send(body).expect(403)).body;
      expect(refused).toMatchObject({ code: 'FORBIDDEN', details: { roles: ['owner'] } });
    }
    const body = { token: tokenOf(earlier.url), name: 'P', password: PASSWORD };
    await post('/invitations/accept', body).expect(201);
  });
});

describe('the people of an account', () => {
  it('see each other, whatever their role, and no other account’s users', async () => {
    const viewer = await addUser(api, account.accountId, 'viewer');
    const { users } = (await viewer.request('get', '/users').expect(200)).body;
    const ids = users.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([owner.userId, admin.userId, viewer.userId]));
    const foreign = await addUser(api, (await api.account()).accountId);
    expect((await foreign.request('get', '/users')).body.users).toHaveLength(1);
    expect(users[0]).toMatchObject({ email: owner.email, role: 'owner', disabled_at: null });
    expect(JSON.stringify(users)).not.toContain('argon2');
  });

  it('choose the language of their pages, which each of their browsers keeps after they sign out', async () => {
    const viewer = await addUser(api, account.accountId, 'viewer');
    const choose = (language: string | null) =>
      viewer.request('patch', `/users/${viewer.userId}`).send({ language }).expect(200);
    const page = (cookie: string) =>
      supertest(api.app).get('/sign-in').set({ Accept: 'text/html', 'Accept-Language': 'en', Cookie: cookie });
    const chosen = await choose('es');
    expect(chosen.body.user.language).toBe('es');
    const [cookie = ''] = String(chosen.headers['set-cookie']).split(';');
    expect((await page(cookie)).text).toContain('<html lang="es">');
    expect((await page('las_language=xx')).text).toContain('<html lang="en">');
    // Another browser of the user has no such cookie yet.
    const session = await viewer.request('get', '/session').expect(200);
    expect(session.body.user.language).toBe('es');
    expect(String(session.headers['set-cookie'])).toContain(`${cookie}; Path=/; HttpOnly; SameSite=Lax`);
    const known = `${viewer.cookie}; ${cookie}`;
    const later = await supertest(api.app).get('/api/internal/session').set('Cookie', known).expect(200);
    expect(later.headers['set-cookie']).toBeUndefined();
    await choose(null);
    const ended = await supertest(api.app).get('/api/internal/session').set('Cookie', known).expect(200);
    expect(String(ended.headers['set-cookie'])).toContain('las_language=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    const refused = await viewer.request('patch', `/users/${viewer.userId}`).send({ language: 'xx' }).expect(400);
    expect(refused.body.field).toBe('/language');
  });

  it('change their own names; their roles and who may sign in are changed by admins, owners by owners', async () => {
    const viewer = await addUser(api, account.accountId, 'viewer');
    const change = (who: TestUser, whom: TestUser, body: object) =>
      who.request('patch', `/users/${whom.userId}`).send(body);
    expect((await change(viewer, viewer, { name: 'Vera' }).expect(200)).body.user.name).toBe('Vera');
    for (const [who, whom, body] of [
      [viewer, viewer, { role: 'admin' }],
      [viewer, admin, { name: 'X' }],
      [admin, owner, { name: 'X' }],
      [admin, viewer, { role: 'owner' }],
    ] as const)
      expect((await change(who, whom, body)).body.code).toBe('FORBIDDEN');
    expect((await change(admin, viewer, { role: 'operator' }).expect(200)).body.user.role).toBe('operator');
    // It holds from the next request on.
    expect((await viewer.request('get', '/session')).body.user.role).toBe('operator');
  });

  it('are signed out at once when they may not sign in any more, and can be let in again', async () => {
    const gone = await addUser(api, account.accountId, 'operator');
    const disable = (disabled: boolean) =>
      admin.request('patch', `/users/${gone.userId}`).send({ disabled }).expect(200);
    expect((await disable(true)).body.user.disabled_at).not.toBeNull();
    await gone.request('get', '/session').expect(401);
    await signIn(gone.email, PASSWORD).expect(401);
    await disable(false);
    await signIn(gone.email, PASSWORD).expect(201);
    await gone.request('get', '/session').expect(401);
  });

  it('always keep an owner, also when the last two leave at once', async () => {
    const { accountId } = await api.account();
    const owners = [await addUser(api, accountId), await addUser(api, accountId)] as const;
    const answers = await Promise.all(
      owners.map((each) => each.request('patch', `/users/${each.userId}`).send({ role: 'admin' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('LAST_OWNER');
  });
});

describe('passwords', () => {
  it('are changed by users who know them: other sessions end, and this one continues under a new token', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    const other = String((await signIn(user.email, PASSWORD)).headers['set-cookie']).split(';')[0] ?? '';
    const wrong = await user.request('put', '/password').send({ current_password: 'wrong', password: OTHER });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'WRONG_PASSWORD']);
    const body = { current_password: PASSWORD, password: OTHER };
    const changed = await user.request('put', '/password').send(body).expect(200);
    expect(changed.body.ended).toBe(1);
    const cookie = String(changed.headers['set-cookie']).split(';')[0] ?? '';
    const stands = async (shown: string) =>
      (await supertest(api.app).get('/api/internal/session').set('Cookie', shown)).status;
    expect([await stands(other), await stands(user.cookie), await stands(cookie)]).toEqual([401, 401, 200]);
    await signIn(user.email, PASSWORD).expect(401);
    await signIn(user.email, OTHER).expect(201);
  });

  it('are reset by a link that their managers create: all sessions end', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    const made = await owner.request('post', `/users/${user.userId}/password-reset`).expect(201);
    const body = { token: tokenOf(made.body.url), password: OTHER };
    await post('/password-resets/complete', body).expect(204);
    await user.request('get', '/session').expect(401);
    await signIn(user.email, OTHER).expect(201);
    await post('/password-resets/complete', body).expect(404);
    const ownersOwn = await admin.request('post', `/users/${owner.userId}/password-reset`);
    expect(ownersOwn.body.code).toBe('FORBIDDEN');
  });

  it('admit a user immediately who was locked out for wrong ones', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    for (let n = 0; n < 10; n += 1) await signIn(user.email, 'a wrong password').expect(401);
    await signIn(user.email, PASSWORD).expect(429);
    const made = await owner.request('post', `/users/${user.userId}/password-reset`).expect(201);
    await post('/password-resets/complete', { token: tokenOf(made.body.url), password: OTHER }).expect(204);
    await signIn(user.email, OTHER).expect(201);
  });

  it('of a disabled user stay unchanged', async () => {
    const user = await addUser(api, account.accountId, 'viewer');
    const { body } = await owner.request('post', `/users/${user.userId}/password-reset`).expect(201);
    await admin.request('patch', `/users/${user.userId}`).send({ disabled: true }).expect(200);
    await post('/password-resets/complete', { token: tokenOf(body.url), password: OTHER }).expect(404);
  });
});

describe('a user who forgot a password', () => {
  const ask = (email: string) => post('/password-resets', { email });

  it('gets a link by mail, which ends all sessions and works once', async () => {
    const { accountId } = await api.account();
    const user = await addUser(api, accountId, 'operator');
    await addSender(api.db, accountId, 2525);
    await ask(` ${user.email.toUpperCase()} `).expect(202);
    const [mail] = await sendUserMails(api, { accountId });
    expect(mail).toMatchObject({ to: { address: user.email }, text: expect.stringContaining('We received a request') });
    const token = /reset#(\S+)/.exec(mail?.text ?? '')?.[1];
    await post('/password-resets/complete', { token, password: OTHER }).expect(204);
    await user.request('get', '/session').expect(401);
    await signIn(user.email, OTHER).expect(201);
    await post('/password-resets/complete', { token, password: OTHER }).expect(404);
  });

  it('keeps the link that came first when the address is given again, and using one ends all others', async () => {
    const { accountId } = await api.account();
    const user = await addUser(api, accountId, 'operator');
    await addSender(api.db, accountId, 2525);
    for (const _each of Array(3)) await ask(user.email).expect(202);
    const mails = await sendUserMails(api, { accountId });
    const tokens = mails.map(({ text }) => /reset#(\S+)/.exec(text ?? '')?.[1]);
    expect(new Set(tokens).size).toBe(3);
    const use = (token: string | undefined) => post('/password-resets/complete', { token, password: OTHER });
    await use(tokens[0]).expect(204);
    for (const token of tokens) await use(token).expect(404);
  });

  it('loses open links with a change of the password', async () => {
    const { accountId } = await api.account();
    const user = await addUser(api, accountId, 'operator');
    await addSender(api.db, accountId, 2525);
    await ask(user.email).expect(202);
    const [mail] = await sendUserMails(api, { accountId });
    await user.request('put', '/password').send({ current_password: PASSWORD, password: OTHER }).expect(200);
    const token = /reset#(\S+)/.exec(mail?.text ?? '')?.[1];
    await post('/password-resets/complete', { token, password: PASSWORD }).expect(404);
  });

  it('gets the same response for every address, and no email if it is unknown or none can be sent', async () => {
    const { accountId } = await api.account();
    const user = await addUser(api, accountId, 'operator');
    const gone = await addUser(api, accountId, 'viewer');
    await api.db('users').where({ id: gone.userId }).update({ disabled_at: new Date() });
    const begun = performance.now();
    const answers = await Promise.all([user.email, gone.email, newEmail()].map((email) => ask(email)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([202, { success: true }]));
    expect(performance.now() - begun).toBeGreaterThan(390);
    expect(await api.db('user_tokens').where({ account_id: accountId })).toEqual([]);
    await addSender(api.db, accountId, 2525);
    await ask(gone.email).expect(202);
    expect(await sendUserMails(api, { accountId })).toEqual([]);
  });

  it('can ask though wrong passwords have closed the door, and closes none by asking', async () => {
    const [out, other] = [
      await addUser(api, account.accountId, 'viewer'),
      await addUser(api, account.accountId, 'viewer'),
    ];
    for (let n = 0; n < 11; n += 1) await signIn(out.email, 'a wrong password');
    await ask(out.email).expect(202);
    for (let n = 0; n < 10; n += 1) await ask(other.email).expect(202);
    await signIn(other.email, PASSWORD).expect(201);
  });

  it('can ask ten times in a quarter of an hour, the same for every address', async () => {
    const email = newEmail();
    for (let n = 0; n < 10; n += 1) await ask(email).expect(202);
    const { status, headers } = await ask(email);
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

describe('the account', () => {
  it('is shown to everybody, and changed by those who manage it', async () => {
    const viewer = await addUser(api, account.accountId, 'viewer');
    const body = { sending_enabled: false, sending_note: 'Moving house', limits: { per_lead: { per_day: 2 } } };
    const changed = await admin
      .request('patch', '/account')
      .send({ ...body, country: 'es' })
      .expect(200);
    expect(changed.body.account).toMatchObject({ ...body, country: 'ES' });
    expect((await viewer.request('get', '/account').expect(200)).body.account).toMatchObject(body);
    const on = await admin.request('patch', '/account').send({ sending_enabled: true, limits: null }).expect(200);
    expect(on.body.account).toMatchObject({ sending_enabled: true, sending_note: null, limits: null });
    const zone = await admin.request('patch', '/account').send({ timezone: 'CET+1' });
    expect(zone.body).toMatchObject({ code: 'INVALID_TIMEZONE', field: '/timezone' });
  });
});
