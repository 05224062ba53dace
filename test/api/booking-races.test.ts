import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { randomFrom } from '../faults/support/random.js';
import { type TestAccount, useApi } from '../support/api.js';
import { type HttpCaller, inParallel, listen } from '../support/http.js';
import { addHost, at, meetingWorld } from '../support/meetings.js';
import { addLead } from '../support/messaging.js';
import { overlappingMeetings, strayCells } from '../support/overlaps.js';

const api = useApi();
let http: HttpCaller;
beforeAll(async () => {
  http = await listen(api.app, 100);
});
afterAll(() => http.close());

const size = (name: string, usual: number): number => Number(process.env[`FAULTS_${name}`] || usual);
const caller = (account: TestAccount) => async (path: string, body: object) => {
  const answer = await http.ask({
    method: 'post',
    path: `/api/public${path}`,
    headers: { 'x-api-key': account.apiKey },
    body,
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
};
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('many at once for one host', () => {
  it('a hundred requests for one slot: one gets it, the others what is free instead', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request } = await meetingWorld(api, account);
    const leads = await inParallel(times(100), 10, async () => (await addLead(api.db, account.accountId)).id);
    for (const round of times(size('BOOKING_ROUNDS', 3))) {
      const starts_at = at(`${String(9 + (round % 8)).padStart(2, '0')}:00`, (Math.floor(round / 8) % 60) * 7);
      const answers = await Promise.all(leads.map((lead_id) => ask('/meetings/book', request({ lead_id, starts_at }))));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const lost = answers.filter(({ status }) => status !== 201);
      for (const { status, body } of lost) {
        expect([status, body.code, body.success, body.replayed]).toEqual([409, 'SLOT_CONFLICT', false, false]);
        expect(body.alternatives.length).toBeGreaterThan(0);
      }
      const offered = lost[0]?.body.alternatives[0];
      expect((await ask('/meetings/book', request({ ...placeOf(offered), lead_id: leads[0] }))).status).toBe(201);
    }
    expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
    expect(await strayCells(api.db, account.accountId)).toEqual([]);
  }, 600_000);

  it('twelve that overlap, of different lengths: those that are let in don’t meet', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request, newLead } = await meetingWorld(api, account);
    const types = await inParallel([15, 45, 90], 3, async (duration_minutes) => {
      const type = { name: 'T', duration_minutes };
      return (await account.request('post', '/meeting-types').send(type)).body.meeting_type.id as string;
    });
    for (const round of times(5)) {
      const lead_id = await newLead();
      const answers = await Promise.all(
        times(12).map((n) =>
          ask(
            '/meetings/book',
            request({
              lead_id,
              meeting_type_id: types[n % 3],
              starts_at: at(`10:${String(n * 4).padStart(2, '0')}`, round),
            }),
          ),
        ),
      );
      expect(answers.some(({ status }) => status === 201)).toBe(true);
      expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    }
    expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
  }, 60_000);

  it('the same key two hundred times: one meeting, everyone hears of it', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request } = await meetingWorld(api, account);
    const body = request({ idempotency_key: 'once' });
    const answers = await Promise.all(times(200).map(() => ask('/meetings/book', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const replays = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(
      ({ status, body: { code } }) => status === 409 && code === 'IDEMPOTENCY_IN_PROGRESS',
    );
    expect(replays.length + waiting.length).toBe(199);
    const [first] = answers.filter(({ status }) => status === 201);
    for (const replay of replays) {
      expect(replay.body).toEqual({
        ...first?.body,
        replayed: true,
        operations: { ...first?.body.operations, meeting: 'replayed' },
      });
    }
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(1);
  }, 60_000);

  it('the same key for different slots and hosts: one meeting, the others are told', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request } = await meetingWorld(api, account);
    const hosts = await inParallel(times(4), 4, () => addHost(account));
    const answers = await Promise.all(
      times(40).map((n) =>
        ask('/meetings/book', request({ idempotency_key: 'k', host_id: hosts[n % 4], starts_at: at(`1${n % 5}:00`) })),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 201, 422].includes(status))).toEqual([]);
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(1);
  }, 60_000);

  it('two meetings that change hosts while others book: nobody is met twice at once', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request, hostId, newLead } = await meetingWorld(api, account);
    const other = await addHost(account, { name: 'Otto' });
    for (const round of times(5)) {
      const [first, second] = [await newLead(), await newLead()];
      const book = (lead_id: string, host_id: string, time: string) =>
        ask('/meetings/book', request({ lead_id, host_id, starts_at: at(time, round) }));
      const [a, b] = [await book(first, hostId, '10:00'), await book(second, other, '10:30')];
      const move = (id: string, time: string) =>
        ask(`/meetings/${id}/reschedule`, { starts_at: at(time, round), keep_host: false });
      const answers = await Promise.all([
        move(a.body.meeting.id, '10:30'),
        move(b.body.meeting.id, '10:00'),
        book(first, hostId, '10:00'),
        book(second, other, '10:30'),
        book(first, other, '10:15'),
        book(second, hostId, '10:15'),
      ]);
      expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    }
    expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
    expect(await strayCells(api.db, account.accountId)).toEqual([]);
  }, 60_000);
});

const placeOf = (slot: { starts_at: string; host_id: string }) => ({
  starts_at: slot.starts_at,
  host_id: slot.host_id,
});

describe('anything at all by sixteen callers on three hosts', () => {
  it('never lets two live meetings of a host meet, loses no time, and takes no way that is not there', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request, hostId, typeId } = await meetingWorld(api, account, { type: { buffer_after_minutes: 5 } });
    const hosts = [hostId, await addHost(account, { name: 'B' }), await addHost(account, { name: 'C' })];
    const leads = await inParallel(times(16), 8, async () => (await addLead(api.db, account.accountId)).id);
    const random = randomFrom(size('SEED', 11));
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const meetings: string[] = [];
    const holds: string[] = [];
    const someTime = () => at(`${pick(['09', '10', '11'])}:${pick(['00', '05', '13', '20', '30', '40'])}`);
    const acts: ((lead: string) => Promise<{ status: number; body: { [key: string]: unknown } }>)[] = [
      async (lead_id) => {
        const hold_id = random() < 0.3 && holds.length > 0 ? pick(holds) : undefined;
        const answer = await ask(
          '/meetings/book',
          request({ lead_id, host_id: pick(hosts), starts_at: someTime(), hold_id }),
        );
        if (answer.status === 201) meetings.push(answer.body.meeting.id);
        return answer;
      },
      async () => {
        const hold = { host_id: pick(hosts), meeting_type_id: typeId, starts_at: someTime(), ttl_seconds: 60 };
        const answer = await ask('/meetings/holds', hold);
        if (answer.status === 201) holds.push(answer.body.hold.id);
        return answer;
      },
      () => on('reschedule', { starts_at: someTime(), keep_host: random() < 0.5 }),
      () => on('cancel', {}),
      () => on('confirm', {}),
      () => on('no_show', {}),
      () => on('complete', {}),
      async () => {
        if (holds.length > 0)
          await api
            .db('slot_holds')
            .where({ id: pick(holds) })
            .update({ expires_at: new Date() });
        return { status: 200, body: {} };
      },
    ];
    const on = (verb: string, body: object) =>
      meetings.length === 0 ? (acts[0]?.(leads[0] ?? '') ?? never()) : ask(`/meetings/${pick(meetings)}/${verb}`, body);
    const never = () => Promise.reject(new Error('There is an act.'));
    const weights = [0, 0, 0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 6, 7];
    const strange: unknown[] = [];
    await inParallel(times(size('BOOKING_OPERATIONS', 500)), 16, async (n) => {
      const answer = await (acts[pick(weights)] as (typeof acts)[number])(leads[n % 16] as string);
      if (![200, 201, 409].includes(answer.status)) strange.push(answer);
    });
    expect(strange).toEqual([]);
    expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
    expect(await strayCells(api.db, account.accountId)).toEqual([]);
    // Whatever was cancelled is free again: everything is taken away, and every slot can be had.
    for (const id of meetings) await ask(`/meetings/${id}/cancel`, {});
    await api
      .db('meetings')
      .where({ account_id: account.accountId })
      .whereNot({ status: 'cancelled' })
      .update({
        starts_at: new Date(at('09:00', -400)),
        ends_at: new Date(at('09:30', -400)),
      });
    const kept = api
      .db('meetings')
      .where({ account_id: account.accountId })
      .whereNot({ status: 'cancelled' })
      .select('id');
    await api.db('meeting_slots').whereIn('meeting_id', kept).delete();
    await api.db('slot_holds').where({ account_id: account.accountId }).delete();
    for (const host_id of hosts) {
      const answer = await ask('/meetings/book', request({ lead_id: leads[0], host_id, starts_at: at('10:00') }));
      expect(answer.status).toBe(201);
    }
  }, 600_000);
});
