import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { newId } from '../../../runtime/ids.js';
import type { Role } from '../../../schemas/roles.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { concurrently } from '../../support/concurrent.js';
import { sendUserMails } from '../../support/user-mails.js';
import { addUser, PASSWORD, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
let owner: TestUser;
beforeAll(async () => {
  account = await api.account();
  owner = await addUser(api, account.accountId, 'owner');
  await addSender(api.db, account.accountId, 2525);
});

const OTHER = 'another long password of the tests';
const tokenOf = (url: string): string => url.split('#')[1] ?? '';
const post = (path: string, body: object) => supertest(api.app).post(`/api/internal${path}`).send(body);
const accept = (token: string) => post('/invitations/accept', { token, name: 'P', password: PASSWORD });
const complete = (token: string) => post('/password-resets/complete', { token, password: OTHER });
const change = (user: TestUser, body: object) => owner.request('patch', `/users/${user.userId}`).send(body).expect(200);
/** The token of a link that was just made: owners see it, the others' links are mailed. */
const mailedOr = async (url: string | null) => {
  const [mail] = await sendUserMails(api, account);
  return tokenOf(url ?? /(\S+#\S+)/.exec(mail?.text ?? '')?.[1] ?? '');
};
const invite = async (by: TestUser, role: Role) => {
  const body = { email: `${newId()}@example.com`, role };
  return mailedOr((await by.request('post', '/invitations').send(body).expect(201)).body.url);
};
const resetOf = async (by: TestUser, user: TestUser) =>
  mailedOr((await by.request('post', `/users/${user.userId}/password-reset`).expect(201)).body.url);
const createKey = async (by: TestUser) => (await by.request('post', '/keys').send({ name: 'Mine' }).expect(201)).body;

const LOSSES: [how: string, body: object][] = [
  ['is disabled', { disabled: true }],
  ['becomes an operator', { role: 'operator' }],
  ['becomes a viewer', { role: 'viewer' }],
  ['becomes a viewer and is disabled', { role: 'viewer', disabled: true }],
];

describe('an admin who loses access', () => {
  it.each(LOSSES)('ends the links for others and is answered with the keys: an admin who %s', async (_how, body) => {
    const admin = await addUser(api, account.accountId, 'admin');
    const other = await addUser(api, account.accountId, 'operator');
    const tokens = [await invite(admin, 'admin'), await invite(admin, 'viewer')];
    const reset = await resetOf(admin, other);
    const [key, revoked] = [await createKey(admin), await createKey(admin)];
    await admin.request('delete', `/keys/${revoked.key.id}`).expect(204);
    const mine = await invite(owner, 'viewer');

    const changed = await change(admin, body);

    expect(changed.body.active_keys.map(({ id }: { id: string }) => id)).toEqual([key.key.id]);
    expect(JSON.stringify(changed.body)).not.toContain(key.api_key);
    for (const token of tokens) expect((await accept(token)).body.code).toBe('LINK_NOT_FOUND');
    expect((await complete(reset)).body.code).toBe('LINK_NOT_FOUND');
    await accept(mine).expect(201);
    const list = (await owner.request('get', '/invitations').expect(200)).body.invitations;
    expect(list.filter((row: { created_by: string }) => row.created_by === `user:${admin.userId}`)).toEqual([]);
    await owner.request('delete', `/keys/${key.key.id}`).expect(204);
    await supertest(api.app).get('/api/public/leads').set('X-API-Key', key.api_key).expect(401);
  });

  it('leaves links ended when access is given back', async () => {
    const admin = await addUser(api, account.accountId, 'admin');
    const token = await invite(admin, 'viewer');
    await change(admin, { disabled: true });
    await change(admin, { disabled: false });
    await accept(token).expect(404);
  });

  it('keeps the link to the own new password when only the role changes', async () => {
    const admin = await addUser(api, account.accountId, 'admin');
    const token = await resetOf(admin, admin);
    await change(admin, { role: 'viewer' });
    await complete(token).expect(204);
  });

  it.each([
    ['a new name', 'admin', { name: 'Petra' }],
    ['the same role', 'admin', { role: 'admin' }],
    ['more rights', 'operator', { role: 'admin' }],
    ['a repeated enabling', 'admin', { disabled: false }],
  ] as const)('is not meant by %s, which ends nothing and lists no keys', async (_name, role, body) => {
    const user = await addUser(api, account.accountId, role);
    const token = role === 'admin' ? await invite(user, 'viewer') : undefined;
    expect((await change(user, body)).body.active_keys).toBeUndefined();
    if (token) await accept(token).expect(201);
  });
});

describe('a link', () => {
  it.each([
    ['an owner who became an admin', { role: 'admin' }],
    ['an owner who is disabled', { disabled_at: new Date() }],
  ])('to join as an owner does not work once it is of %s, however it happened', async (_name, changes) => {
    const second = await addUser(api, account.accountId, 'owner');
    const [asOwner, asViewer] = [await invite(second, 'owner'), await invite(second, 'viewer')];
    const reset = await resetOf(second, owner);
    await api.db('users').where({ id: second.userId }).update(changes);
    await accept(asOwner).expect(404);
    await complete(reset).expect(404);
    await accept(asViewer).expect('role' in changes ? 201 : 404);
  });

  it('is refused when its maker is being disabled at the same moment', async () => {
    const admin = await addUser(api, account.accountId, 'admin');
    const token = await invite(admin, 'admin');
    const answer = await concurrently(
      api.db,
      (tx) => tx('users').where({ id: admin.userId }).update({ disabled_at: new Date() }),
      async () => accept(token),
    );
    expect(answer.status).toBe(404);
  });
});
