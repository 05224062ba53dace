import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import supertest, { type Response } from 'supertest';
import { createSingleSignOn } from '../../../providers/oauth/single-sign-on.js';
import { newId } from '../../../runtime/ids.js';
import type { Role } from '../../../schemas/roles.js';
import { allowPassword, unlinkUser } from '../../../services/accounts/single-sign-on.js';
import { type TestAccount, type TestApi, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { type Issuer, type IssuerBrowser, type IssuerPerson, startIssuer } from '../../support/oidc-issuer.js';
import { addUser, PASSWORD } from '../../support/users.js';

const settings: NodeJS.ProcessEnv = {
  OIDC_NAME: 'Example',
  OIDC_ACCOUNT_CLAIM: 'account',
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLE_MAP: 'crm-owners=owner,crm-admins=admin,crm-people=operator',
  OIDC_ALLOWED_DOMAINS: 'example.com',
};
const parts: Parameters<typeof useApi>[1] = {};
const requiring: NodeJS.ProcessEnv = { OIDC_REQUIRED: 'true' };
let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer(async (form) => (await logOut(form)).status);
  Object.assign(settings, issuer.settings);
  Object.assign(requiring, settings, { OIDC_REQUIRED: 'true' });
  parts.singleSignOn = createSingleSignOn({
    issuer: issuer.url,
    clientId: issuer.clientId,
    clientSecret: String(settings.OIDC_CLIENT_SECRET),
    scopes: 'openid email profile',
    redirectUri: issuer.redirectUri,
    clockSkewSeconds: 60,
    keyCooldownMs: 0,
  });
});
const api = useApi(settings, parts);
const strict = useApi(requiring, parts);
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});
afterAll(async () => {
  await parts.singleSignOn?.close();
  await issuer.stop();
});

afterEach(() => {
  issuer.state.aheadSeconds = 0;
});

const logOut = (form: string) =>
  supertest(api.app).post('/sso/logout').set('content-type', 'application/x-www-form-urlencoded').send(form);

/** A new person at the issuer, who would be an operator of the account. */
const newPerson = (changes: Partial<IssuerPerson> = {}): IssuerPerson => ({
  sub: newId(),
  email: `${newId()}@example.com`,
  email_verified: true,
  name: 'Petra Person',
  groups: ['everyone', 'crm-people'],
  account: account.accountId,
  ...changes,
});

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
const cookiesOf = ({ headers }: Response) =>
  ((headers['set-cookie'] ?? []) as unknown as string[]).map((cookie) => cookie.split(';')[0] ?? '');

/** Comes back from the issuer's pages, up to the address that the issuer leads to. */
async function goThere(
  person: IssuerPerson,
  at: IssuerBrowser = new Map(),
  to = '/leads',
  { app }: Pick<TestApi, 'app'> = api,
) {
  issuer.state.person = person;
  const started = await supertest(app)
    .get(`/sso/start?to=${encodeURIComponent(to)}`)
    .expect(303);
  const back = await issuer.visit(at, String(started.headers.location));
  return { path: pathOf(back.at), cookie: cookiesOf(started)[0] ?? '', location: String(started.headers.location) };
}

/** Signs a person in from the button to the dashboard. */
async function signIn(person: IssuerPerson, at?: IssuerBrowser, to?: string, through: Pick<TestApi, 'app'> = api) {
  const { path, cookie } = await goThere(person, at, to, through);
  const answer = await supertest(through.app).get(path).set('cookie', cookie).expect(303);
  const session = cookiesOf(answer).find((each) => each.startsWith('las_session='));
  return { answer, session, location: String(answer.headers.location) };
}

const whoIs = async (session: string | undefined) =>
  (
    await supertest(api.app)
      .get('/api/internal/session')
      .set('cookie', session ?? '')
  ).body.user;

const refusedWith = async (person: IssuerPerson) => {
  const { location, session } = await signIn(person);
  expect(session).toBeUndefined();
  return new URL(location).searchParams.get('sso');
};

const auditOf = async (userId: string) =>
  (await api.db('audit_entries').where({ resource_id: userId }).orderBy('id')).map(({ operation }) => operation);

describe('a first single sign-on', () => {
  it('creates a user with the role and account of the claims, and opens the page that was asked for', async () => {
    const person = newPerson();
    const { session, location } = await signIn(person);
    expect(location).toBe('http://las.test/leads');
    const user = await whoIs(session);
    expect(user).toMatchObject({ name: 'Petra Person', email: person.email, role: 'operator' });
    expect((await auditOf(user.id)).sort()).toEqual([
      'finishSignOn',
      'single_sign_on.created',
      'single_sign_on.linked',
    ]);
    const again = await signIn({ ...person, email: 'other@example.com', email_verified: false });
    expect((await whoIs(again.session)).id).toBe(user.id);
  });

  it('links an existing user with the same verified address', async () => {
    const user = await addUser(api, account.accountId, 'operator');
    const { session } = await signIn(newPerson({ email: user.email.toUpperCase() }));
    expect((await whoIs(session)).id).toBe(user.userId);
  });

  it('does not link a user by an address that the issuer has not verified', async () => {
    const user = await addUser(api, account.accountId, 'operator');
    expect(await refusedWith(newPerson({ email: user.email, email_verified: false }))).toBe('unverified');
  });

  it('does not link a second person to a user, who got an address of someone else', async () => {
    const first = newPerson();
    await signIn(first);
    expect(await refusedWith(newPerson({ email: first.email ?? '' }))).toBe('linked');
    const user = await api.db('users').where({ email: first.email }).first();
    await unlinkUser(api.db, new Date(), user as never);
    expect((await signIn(newPerson({ email: first.email ?? '' }))).session).toBeDefined();
  });

  it('does not link an address that only differs by an accent', async () => {
    const name = newId();
    await signIn(newPerson({ email: `ana-${name}@example.com` }));
    expect(await refusedWith(newPerson({ email: `ána-${name}@example.com` }))).toBe('linked');
  });

  it('lets no one in without a role, an account or an allowed domain', async () => {
    expect(await refusedWith(newPerson({ groups: ['everyone', 'owner'] }))).toBe('no_role');
    expect(await refusedWith(newPerson({ account: newId() }))).toBe('no_account');
    expect(await refusedWith(newPerson({ email: `${newId()}@example.com.evil.example` }))).toBe('domain');
  });
});

describe('a later single sign-on', () => {
  it('sets the role of the claims, but keeps the last owner', async () => {
    const own = await api.account();
    const person = newPerson({ account: own.accountId, groups: ['crm-owners'] });
    const roleAs = async (groups: string[]): Promise<Role> =>
      (await whoIs((await signIn({ ...person, groups })).session)).role;
    expect(await roleAs(['crm-owners'])).toBe('owner');
    expect(await roleAs(['crm-people'])).toBe('owner');
    await addUser(api, own.accountId, 'owner');
    expect(await roleAs(['crm-people', 'crm-admins'])).toBe('admin');
    expect(await refusedWith({ ...person, groups: [] })).toBe('no_role');
  });

  it('keeps deactivated users out, and records the attempt', async () => {
    const person = newPerson();
    const user = await whoIs((await signIn(person)).session);
    await api.db('users').where({ id: user.id }).update({ disabled_at: new Date() });
    expect(await refusedWith(person)).toBe('deactivated');
    const counted = await eventually(() =>
      api.db('audit_entries').where({ resource_id: user.id, outcome: 'refused' }).first(),
    );
    expect(counted.operation).toBe('finishSignOn');
  });
});

describe('the answer of the issuer', () => {
  it('works once, and only in the browser that started', async () => {
    const { path, cookie } = await goThere(newPerson());
    const ends = async (sent: string) =>
      new URL(String((await supertest(api.app).get(path).set('cookie', sent)).headers.location)).search;
    expect(await ends('')).toBe('?sso=expired');
    expect(await ends(`las_sso=${'x'.repeat(43)}`)).toBe('?sso=expired');
    const answers = await Promise.all([ends(cookie), ends(cookie), ends(cookie)]);
    expect(answers.sort()).toEqual(['', '?sso=expired', '?sso=expired']);
  });

  it('is bound to the attempt: PKCE, state and nonce are sent, and another attempt’s code is refused', async () => {
    const { location } = await goThere(newPerson());
    const asked = Object.fromEntries(new URL(location).searchParams);
    expect(asked).toMatchObject({ code_challenge_method: 'S256', response_type: 'code' });
    expect([asked.state?.length, asked.nonce?.length, asked.code_challenge?.length]).toEqual([43, 43, 43]);
    const [one, two] = [await goThere(newPerson()), await goThere(newPerson())];
    const mixed = one.path.replace(/code=[^&]+/, String(/code=[^&]+/.exec(two.path)));
    const answer = await supertest(api.app).get(mixed).set('cookie', one.cookie);
    expect(answer.headers.location).toBe('http://las.test/sign-in?sso=failed');
  });

  it('opens no page of another site', async () => {
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a\\b'])
      expect((await signIn(newPerson(), new Map(), to)).location).toBe('http://las.test/');
  });

  it('tells when the person declined, or the state is unknown', async () => {
    const { path, cookie } = await goThere(newPerson());
    const denied = path.replace(/code=[^&]+/, 'error=access_denied');
    const answer = await supertest(api.app).get(denied).set('cookie', cookie);
    expect(answer.headers.location).toBe('http://las.test/sign-in?sso=denied');
  });

  it('counts while the issuer’s clock is up to a minute ahead, and no further', async () => {
    issuer.state.aheadSeconds = 45;
    expect((await signIn(newPerson())).session).toBeDefined();
    issuer.state.aheadSeconds = 300;
    expect(await refusedWith(newPerson())).toBe('failed');
    issuer.state.aheadSeconds = -4_000;
    expect(await refusedWith(newPerson())).toBe('failed');
    issuer.state.aheadSeconds = 0;
  });

  it('counts with new keys of the issuer at once, and not with the old ones', async () => {
    expect((await signIn(newPerson())).session).toBeDefined();
    const old = await issuer.rotate();
    expect((await signIn(newPerson())).session).toBeDefined();
    const claims = { iss: issuer.url, aud: issuer.clientId, sub: 'x', ...logoutClaims() };
    expect((await logOut(`logout_token=${await issuer.sign(claims, 'logout+jwt', old)}`)).status).toBe(400);
  });
});

const seconds = () => Math.floor(Date.now() / 1000);
const logoutClaims = () => ({
  iat: seconds(),
  exp: seconds() + 120,
  jti: newId(),
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
});

describe('a logout at the issuer', () => {
  it('ends the sessions of that sign-in only, and records it', async () => {
    const [person, here, there]: [IssuerPerson, IssuerBrowser, IssuerBrowser] = [newPerson(), new Map(), new Map()];
    const [one, two] = [await signIn(person, here), await signIn(person, there)];
    const { id } = await whoIs(one.session);
    await issuer.signOut(here);
    expect(await whoIs(one.session)).toBeUndefined();
    expect((await whoIs(two.session)).id).toBe(id);
    expect(await auditOf(id)).toContain('single_sign_on.signed_out');
  });

  it('that names only the person ends all sessions that began before, and none that began later', async () => {
    const person = newPerson();
    const [one, two] = [await signIn(person), await signIn(person)];
    const claims = { iss: issuer.url, aud: issuer.clientId, sub: person.sub, ...logoutClaims() };
    const form = `logout_token=${await issuer.sign(claims, 'logout+jwt')}`;
    expect((await logOut(form)).status).toBe(200);
    expect([await whoIs(one.session), await whoIs(two.session)]).toEqual([undefined, undefined]);
    // A repeated token doesn't end sessions of later sign-ins.
    issuer.state.aheadSeconds = 5;
    const later = await signIn(person);
    issuer.state.aheadSeconds = 0;
    expect((await logOut(form)).status).toBe(200);
    expect(await whoIs(later.session)).toBeDefined();
  });

  it('is refused unless the token is one for this client, by this issuer, for a logout', async () => {
    const person = newPerson();
    const { session } = await signIn(person);
    const good = { iss: issuer.url, aud: issuer.clientId, sub: person.sub, ...logoutClaims() };
    const { sub: _sub, ...noOne } = good;
    const { exp: _exp, ...unending } = good;
    const bad = [
      await issuer.sign({ ...good, aud: 'another' }, 'logout+jwt'),
      await issuer.sign({ ...good, iss: 'https://another.example' }, 'logout+jwt'),
      await issuer.sign({ ...good, nonce: 'n' }, 'logout+jwt'),
      await issuer.sign({ ...good, events: {} }, 'logout+jwt'),
      await issuer.sign({ ...good, exp: seconds() - 120 }, 'logout+jwt'),
      await issuer.sign(unending, 'logout+jwt'),
      await issuer.sign(noOne, 'logout+jwt'),
      await issuer.sign(good, 'at+jwt'),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`,
      'nonsense',
      '',
    ];
    for (const token of bad) {
      const { status, body } = await logOut(`logout_token=${token}`);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
    expect(await whoIs(session)).toBeDefined();
  });
});

describe('with single sign-on required', () => {
  const withPassword = (email: string, password = PASSWORD) =>
    supertest(strict.app).post('/api/internal/session').send({ email, password });

  it('passwords are refused, except for a user whom an operator let in', async () => {
    const user = await addUser(api, account.accountId, 'owner');
    expect((await withPassword(user.email, 'wrong')).body.code).toBe('INVALID_CREDENTIALS');
    const refused = await withPassword(user.email);
    expect([refused.status, refused.body.code]).toEqual([403, 'SINGLE_SIGN_ON_REQUIRED']);
    const row = await api.db('users').where({ id: user.userId }).first();
    await allowPassword(api.db, new Date(), row as never, new Date(Date.now() + 60_000));
    expect((await withPassword(user.email)).status).toBe(201);
    await allowPassword(api.db, new Date(), row as never, new Date());
    expect((await withPassword(user.email)).status).toBe(403);
    expect(await auditOf(user.userId)).toContain('single_sign_on.password_allowed');
  });

  it('no one asks for a new password or joins with one', async () => {
    const reset = await supertest(strict.app).post('/api/internal/password-resets').send({ email: 'a@example.com' });
    const join = await supertest(strict.app)
      .post('/api/internal/invitations/accept')
      .send({ token: 'x', name: 'Petra', password: PASSWORD });
    expect([reset.body.code, join.body.code]).toEqual(['SINGLE_SIGN_ON_REQUIRED', 'SINGLE_SIGN_ON_REQUIRED']);
  });

  it('the sign-in page learns the name and that it is required', async () => {
    const { body } = await supertest(strict.app).get('/api/internal/setup');
    expect(body.single_sign_on).toEqual({ name: 'Example', required: true });
    expect((await signIn(newPerson(), new Map(), '/', strict)).session).toBeDefined();
  });
});
