import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccountFixture, createAccountFixture } from '../../support/account-fixture.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
let account: TestAccount;
let fixture: AccountFixture;
beforeAll(async () => {
  account = await api.account();
  fixture = createAccountFixture(api, account, '');
});

describe('If-Match', () => {
  it.each<[string, (of: AccountFixture) => Promise<string>, object, object]>([
    ['workflows', (of) => of.draft(), { name: 'Mine' }, { name: 'Theirs' }],
    ['templates', (of) => of.template(), { subject: 'Mine' }, { subject: 'Theirs' }],
    ['hosts', (of) => of.host(), { name: 'Mine' }, { name: 'Theirs' }],
    ['meeting-types', (of) => of.meetingType(), { name: 'Mine' }, { name: 'Theirs' }],
    ['background-jobs', (of) => of.job(), { name: 'Mine' }, { name: 'Theirs' }],
    ['cloud-functions', (of) => of.fn(), { name: 'Mine' }, { name: 'Theirs' }],
  ])('lets no user overwrite a concurrent change, on %s', async (folder, make, mine, theirs) => {
    const path = `/${folder}/${await make(fixture)}`;
    const read = async () => String((await account.request('get', path).expect(200)).headers.etag);
    const change = (body: object, tag: string) => account.request('patch', path).set('If-Match', tag).send(body);
    const before = await read();
    expect(await read()).toBe(before);
    const changed = await change(theirs, before).expect(200);
    expect(changed.headers.etag).toBe(await read());
    const refused = await change(mine, before);
    expect([refused.status, refused.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    await change(mine, `"other", ${await read()}`).expect(200);
    await change(theirs, '*').expect(200);
    await account.request('patch', path).send(mine).expect(200);
  });

  it('publishes the draft that was read, and no other', async () => {
    const path = `/workflows/${await fixture.draft()}`;
    const before = String((await account.request('get', path)).headers.etag);
    await account.request('patch', path).send({ name: 'Changed' }).expect(200);
    const publish = (tag: string) => account.request('post', `${path}/publish`).set('If-Match', tag).send({});
    expect((await publish(before)).status).toBe(412);
    await publish(String((await account.request('get', path)).headers.etag)).expect(201);
  });
});
