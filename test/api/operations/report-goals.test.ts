import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ReportTouchRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addUser, type TestUser } from '../../support/users.js';

/** The first moments of April in Madrid, which are March in UTC. */
const NOW = new Date('2026-03-31T22:30:00Z');
const api = useApi({}, { clock: { now: () => NOW } });
let account: TestAccount;
let seller: TestUser;

/** Records a message to a lead, and when it led to a meeting or a conversion. */
const touch = (lead_id: string, outcomes: Partial<ReportTouchRow>) =>
  api.db('report_touches').insert({
    message_id: newId(),
    account_id: account.accountId,
    lead_id,
    agent_id: '',
    step_key: '',
    sender_id: '',
    channel: 'email',
    owner_id: seller.userId,
    sent_at: new Date('2026-03-01T12:00:00Z'),
    delivered_at: null,
    replied_at: null,
    met_at: null,
    won_at: null,
    ...outcomes,
  });

const set = (body: object) => account.request('put', '/report-goals').send(body);
const list = async () => (await account.request('get', '/report-goals').expect(200)).body;

beforeAll(async () => {
  account = await api.account({ timezone: 'Europe/Madrid' });
  seller = await addUser(api, account.accountId, 'operator');
  const april = new Date('2026-03-31T22:00:00Z');
  const march = new Date('2026-03-31T21:59:59Z');
  const [twice, other, before] = [newId(), newId(), newId()];
  await touch(twice, { met_at: april, won_at: april });
  await touch(twice, { met_at: april });
  await touch(other, { met_at: april, owner_id: '' });
  await touch(before, { met_at: march, won_at: march });
});

describe('monthly goals', () => {
  it("count each lead once, in the month of the account's calendar", async () => {
    await set({ owner_id: null, meetings_target: 20, won_target: null }).expect(200);
    const { body } = await set({ owner_id: seller.userId, meetings_target: 10, won_target: 5 }).expect(200);
    const own = {
      owner_id: seller.userId,
      owner_name: 'User',
      meetings_target: 10,
      won_target: 5,
      meetings: 1,
      won: 1,
    };
    expect(body.goal).toEqual(own);
    expect(await list()).toMatchObject({
      from: '2026-04-01',
      to: '2026-04-30',
      goals: [{ owner_id: null, owner_name: null, meetings_target: 20, won_target: null, meetings: 2, won: 1 }, own],
    });
  });

  it('are replaced by a new one, and deleted without targets', async () => {
    const owner_id = (await addUser(api, account.accountId)).userId;
    const ofOwner = async () =>
      (await list()).goals.filter((goal: { owner_id: string | null }) => goal.owner_id === owner_id);
    await set({ owner_id, meetings_target: 3, won_target: 1 }).expect(200);
    await set({ owner_id, meetings_target: 4, won_target: null }).expect(200);
    expect(await ofOwner()).toMatchObject([{ meetings_target: 4, won_target: null }]);
    await set({ owner_id, meetings_target: null, won_target: null }).expect(200);
    expect(await ofOwner()).toEqual([]);
  });

  it('belong to the account and its users only', async () => {
    const stranger = await addUser(api, (await api.account()).accountId);
    const targets = { meetings_target: 1, won_target: null };
    expect((await set({ owner_id: stranger.userId, ...targets }).expect(404)).body.code).toBe('USER_NOT_FOUND');
    expect((await set({ owner_id: newId(), ...targets }).expect(404)).body.code).toBe('USER_NOT_FOUND');
  });

  it.each([0, -1, 1.5, 1_000_001])('reject a target of %p', async (target) => {
    await set({ owner_id: null, meetings_target: target, won_target: null }).expect(400);
  });
});
