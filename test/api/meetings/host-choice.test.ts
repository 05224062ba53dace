import { describe, expect, it } from '@jest/globals';
import { useApi } from '../../support/api.js';
import { addHost, addType, at, createMeetingFixture } from '../../support/meetings.js';

const api = useApi();

/**
 * Creates two hosts in addition to the default one, a meeting type for them, and returns who is offered a time first.
 */
async function createFixture(shares: [object, object], type: object = {}) {
  const account = await api.account();
  const meetings = await createMeetingFixture(api, account);
  const [anna, otto] = [await addHost(account, { name: 'Anna' }), await addHost(account, { name: 'Otto' })];
  const hosts = [anna, otto].map((host_id, n) => ({ host_id, ...shares[n] }));
  const typeId = await addType(account, { ...type, hosts });
  const book = (more: object) => meetings.book({ meeting_type_id: typeId, ...more });
  const offered = async (starts_at: string): Promise<string[]> => {
    const range = `from=${starts_at}&to=${new Date(Date.parse(starts_at) + 60_000).toISOString()}`;
    const path = `/meetings/availability?meeting_type_id=${typeId}&${range}`;
    const { body } = await account.request('get', path).expect(200);
    return body.slots[0].host_ids;
  };
  return { account, meetings, anna, otto, book, offered };
}

describe('whom a free time is offered with', () => {
  it('takes turns by weight, and passes over who lost a meeting to a cancellation', async () => {
    const { account, anna, otto, book, offered } = await createFixture([{ weight: 3 }, { weight: 1 }]);
    const given: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const starts_at = at(`1${n % 4}:00`, Math.floor(n / 4));
      const [host_id = ''] = await offered(starts_at);
      given.push(host_id);
      await book({ starts_at, host_id }).expect(201);
    }
    expect([anna, otto].map((id) => given.filter((each) => each === id).length)).toEqual([6, 2]);
    const { body } = await account.request('get', `/meetings?host_id=${otto}`);
    for (const { id } of body.meetings) await account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    expect(await offered(at('10:00', 2))).toEqual([otto, anna]);
  });

  it('goes to the least loaded, counted in minutes of all that lies ahead and shared by weight', async () => {
    const { account, anna, otto, book, offered } = await createFixture([{}, {}], { assignment: 'least_loaded' });
    const long = await addType(account, { duration_minutes: 90 });
    await book({ meeting_type_id: long, host_id: anna, starts_at: at('09:00') }).expect(201);
    await book({ host_id: otto, starts_at: at('09:00') }).expect(201);
    await book({ host_id: otto, starts_at: at('10:00') }).expect(201);
    expect(await offered(at('15:00'))).toEqual([otto, anna]);
    await book({ host_id: otto, starts_at: at('11:00') }).expect(201);
    await book({ host_id: otto, starts_at: at('12:00') }).expect(201);
    expect(await offered(at('15:00'))).toEqual([anna, otto]);
    // A past meeting doesn't count.
    const past = { starts_at: new Date(Date.now() - 7_200_000), ends_at: new Date(Date.now() - 3_600_000) };
    await api.db('meetings').where({ host_id: otto, account_id: account.accountId }).update(past);
    expect(await offered(at('15:00'))).toEqual([otto, anna]);
  });

  it.each([
    ['the weight of one who is offered more', [{ weight: 4 }, { weight: 1 }], 'anna'],
    ['even weights', [{ weight: 1 }, { weight: 1 }], 'otto'],
  ] as const)('divides the load by weight: %s', async (_what, shares, first) => {
    const made = await createFixture([...shares], { assignment: 'least_loaded' });
    await made.book({ host_id: made.anna, starts_at: at('09:00') }).expect(201);
    await made.book({ host_id: made.anna, starts_at: at('10:00') }).expect(201);
    await made.book({ host_id: made.otto, starts_at: at('09:00') }).expect(201);
    expect((await made.offered(at('15:00')))[0]).toBe(made[first]);
  });

  it('is always the same where it is fixed: by priority, then by weight', async () => {
    for (const [shares, first] of [
      [[{ priority: 1, weight: 9 }, { priority: 2 }], 'otto'],
      [[{ weight: 1 }, { weight: 2 }], 'otto'],
      [[{ weight: 2 }, { weight: 1 }], 'anna'],
    ] as const) {
      const made = await createFixture([...shares], { assignment: 'fixed' });
      for (const hour of [10, 11]) {
        const [host_id = ''] = await made.offered(at(`${hour}:00`));
        expect(host_id).toBe(made[first]);
        await made.book({ host_id, starts_at: at(`${hour}:00`) }).expect(201);
      }
    }
  });
});

describe('how many a day', () => {
  it('of one type are counted for it alone, by day', async () => {
    const { meetings, anna, book } = await createFixture([{}, {}], { max_per_day: 1 });
    await book({ host_id: anna, starts_at: at('10:00') }).expect(201);
    const second = await book({ host_id: anna, starts_at: at('12:00') });
    expect([second.status, second.body.code, second.body.conflicts[0].type]).toEqual([
      ...[409, 'HOST_DAILY_LIMIT', 'daily_limit'],
    ]);
    await meetings.book({ host_id: anna, starts_at: at('12:00') }).expect(201);
    await book({ host_id: anna, starts_at: at('12:00', 1) }).expect(201);
  });

  it('are those of the host’s own day, not of the day in UTC', async () => {
    const account = await api.account();
    const { book } = await createMeetingFixture(api, account, {
      host: { timezone: 'America/Los_Angeles', max_per_day: 1 },
    });
    // Noon in Los Angeles, and the evening of the same day, which is the next in UTC.
    await book({ starts_at: at('20:00', 1) }).expect(201);
    const evening = await book({ starts_at: at('03:00', 2) });
    expect([evening.status, evening.body.code]).toEqual([409, 'HOST_DAILY_LIMIT']);
    // The evening before, which in UTC is the day of the first.
    await book({ starts_at: at('03:00', 1) }).expect(201);
  });
});

describe('a host whom a meeting type lists', () => {
  it('can go as long as the type lists another one, so that it never opens to hosts it does not list', async () => {
    const { account, meetings, anna, otto, offered } = await createFixture([{}, {}], { name: 'Board call' });
    const remove = (id: string) => account.request('delete', `/hosts/${id}`);
    await remove(anna).expect(204);
    const refused = await remove(otto);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      ...[409, 'IN_USE', 'The host is the only one of the meeting type Board call. Add another host to it first.'],
    ]);
    expect(await offered(at('10:00'))).toEqual([otto]);
    await remove(meetings.hostId).expect(204);
  });
});
