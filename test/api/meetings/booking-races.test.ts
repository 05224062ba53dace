import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { insertBookingKey } from '../../../db/meetings/bookings.js';
import { newId } from '../../../runtime/ids.js';
import { bookingKeyHash } from '../../../services/meetings/booking-request.js';
import { bound } from '../../faults/support/random.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { playBookings } from '../../support/booking-model.js';
import { createBookingModelFixture } from '../../support/booking-model-fixture.js';
import { concurrently } from '../../support/concurrent.js';
import { type HttpCaller, inParallel, listen } from '../../support/http.js';
import { addHost, at, createMeetingFixture } from '../../support/meetings.js';
import { addAgent, addLead } from '../../support/messaging.js';
import { overlappingMeetings, strayCells } from '../../support/overlaps.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();
/** A second service, which shares nothing with the first but the database. */
const twin = useApi();
let http: HttpCaller;
let twinHttp: HttpCaller;
beforeAll(async () => {
  [http, twinHttp] = [await listen(api.app, 200), await listen(twin.app, 200)];
});
afterAll(() => Promise.all([http.close(), twinHttp.close()]));

const caller = (account: TestAccount, service?: HttpCaller) => async (path: string, body: object) => {
  const answer = await (service ?? http).ask({
    method: 'post',
    path: `/api/public${path}`,
    headers: { 'x-api-key': account.apiKey },
    body,
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
};
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('many at once for one host', () => {
  it('what a hundred who want one slot refer to is read together: fewer statements than requests', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request } = await createMeetingFixture(api, account);
    const leads = await inParallel(times(100), 10, async () => (await addLead(api.db, account.accountId)).id);
    const statements = await statementsOf(api.db, async () => {
      const starts_at = at('09:00');
      const answers = await Promise.all(leads.map((lead_id) => ask('/meetings/book', request({ lead_id, starts_at }))));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
    });
    const reads = statements.filter((sql) => sql.includes('AS request'));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.length).toBeLessThan(100);
  });

  it('two hundred requests for one slot: one gets it, the others what is really free instead, in at most 5 s', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request, hostId, typeId } = await createMeetingFixture(api, account);
    const leads = await inParallel(times(200), 10, async () => (await addLead(api.db, account.accountId)).id);
    for (const round of times(2)) {
      const starts_at = at(`${9 + round}:00`.padStart(5, '0'));
      const answers = await Promise.all(
        leads.map(async (lead_id) => {
          const begun = performance.now();
          const answer = await ask('/meetings/book', request({ lead_id, starts_at }));
          return { ...answer, ms: performance.now() - begun };
        }),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const lost = answers.filter(({ status }) => status !== 201);
      const day = at('00:00').slice(0, 10);
      const range = `from=${day}&to=${at('00:00', 7).slice(0, 10)}&host_id=${hostId}`;
      const free = await account
        .request('get', `/meetings/availability?meeting_type_id=${typeId}&${range}`)
        .expect(200);
      const starts = free.body.slots.map((slot: { starts_at: string }) => slot.starts_at);
      for (const { status, body } of lost) {
        expect([status, body.code, body.success, body.replayed]).toEqual([409, 'SLOT_CONFLICT', false, false]);
        expect(body.alternatives.length).toBeGreaterThan(0);
        for (const offered of body.alternatives) expect(starts).toContain(offered.starts_at);
      }
      const [ms] = answers.map((answer) => answer.ms).sort((x, y) => y - x);
      expect(ms).toBeLessThan(bound(5_000));
      const offered = lost[0]?.body.alternatives[0] as { starts_at: string; host_id: string };
      const { starts_at: start, host_id } = offered;
      expect((await ask('/meetings/book', request({ starts_at: start, host_id, lead_id: leads[0] }))).status).toBe(201);
    }
    expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
    expect(await strayCells(api.db, account.accountId)).toEqual([]);
  });

  it('twelve that overlap, of different lengths: those that are let in don’t meet', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request, newLead } = await createMeetingFixture(api, account);
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
  });

  it('the same key two hundred times: one meeting, everyone hears the same of it', async () => {
    const account = await api.account();
    const { request } = await createMeetingFixture(api, account);
    const book = () =>
      http.ask({
        method: 'post',
        path: '/api/public/meetings/book',
        headers: { 'x-api-key': account.apiKey },
        body: request({ idempotency_key: 'once' }),
      });
    const answers = await Promise.all(times(200).map(book));
    const [first] = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const stored = first?.text.replace('"replayed":false', '"replayed":true');
    for (const { status, text } of answers.filter((answer) => answer !== first)) {
      if (status === 409) {
        expect(JSON.parse(text).code).toBe('IDEMPOTENCY_IN_PROGRESS');
        const again = await book();
        expect([again.status, again.text]).toEqual([200, stored]);
      } else {
        expect([status, text]).toEqual([200, stored]);
      }
    }
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('the same key while its first request is held up: the repeat hears that it is in progress, and then its answer', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request, hostId } = await createMeetingFixture(api, account);
    const body = request({ idempotency_key: 'held up' });
    const begun = await concurrently(
      api.db,
      (tx) => tx('hosts').where({ id: hostId }).forUpdate(),
      () => ask('/meetings/book', body),
      async () => {
        const repeats = await Promise.all(times(3).map(() => ask('/meetings/book', body)));
        for (const { status, body: said } of repeats) {
          expect([status, said.code, said.replayed]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', false]);
        }
      },
    );
    const again = await ask('/meetings/book', body);
    expect([begun.status, again.status]).toEqual(begun.status === 201 ? [201, 200] : [503, 201]);
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it.each([
    ['whose slot is with another host', false],
    ['which holds the host as well', true],
  ])(
    'the same key while another process gives it to a meeting, %s: the repeat hears at once that it is in progress',
    async (_how, holdsHost) => {
      const account = await api.account();
      const { request, hostId } = await createMeetingFixture(api, account);
      const body = request({ idempotency_key: 'elsewhere' });
      const other = await api.db.transaction();
      if (holdsHost) await other('hosts').where({ id: hostId }).forUpdate();
      await insertBookingKey(other, {
        account_id: account.accountId,
        key_hash: bookingKeyHash(account.accountId, 'elsewhere'),
        fingerprint: Buffer.alloc(32),
        meeting_id: newId(),
        created_at: new Date(),
        warnings: '[]',
        operations: '{}',
        answer: null,
      });
      const begun = performance.now();
      const repeats = await Promise.all(
        [http, twinHttp].map((service) =>
          service.ask({
            method: 'post',
            path: '/api/public/meetings/book',
            headers: { 'x-api-key': account.apiKey },
            body,
          }),
        ),
      );
      expect(performance.now() - begun).toBeLessThan(bound(1_000));
      await other.rollback();
      for (const { status, headers, text } of repeats) {
        const said = JSON.parse(text);
        expect([status, said.code, said.replayed]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', false]);
        expect(headers['retry-after']).toBe('1');
      }
      expect((await caller(account)('/meetings/book', body)).status).toBe(201);
    },
  );

  it('the same key by two services at once, again and again: one meeting, one answer', async () => {
    const account = await api.account();
    const { request } = await createMeetingFixture(api, account);
    for (const round of times(10)) {
      const ask = (service: HttpCaller) =>
        service.ask({
          method: 'post',
          path: '/api/public/meetings/book',
          headers: { 'x-api-key': account.apiKey },
          body: request({ idempotency_key: `round ${round}`, starts_at: at('10:00', round) }),
        });
      const answers = await Promise.all(times(10).map((n) => ask(n % 2 === 0 ? http : twinHttp)));
      const [first, ...more] = answers.filter(({ status }) => status === 201);
      expect(more).toEqual([]);
      const stored = first?.text.replace('"replayed":false', '"replayed":true');
      for (const answer of answers.filter((one) => one !== first)) {
        const settled = answer.status === 409 ? await ask(http) : answer;
        expect([settled.status, settled.text]).toEqual([200, stored]);
      }
    }
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(10);
  });

  it('the same key for different slots and hosts: one meeting, and the other requests get the conflict', async () => {
    const account = await api.account();
    const ask = caller(account);
    const { request } = await createMeetingFixture(api, account);
    const hosts = await inParallel(times(4), 4, () => addHost(account));
    const answers = await Promise.all(
      times(40).map((n) =>
        ask('/meetings/book', request({ idempotency_key: 'k', host_id: hosts[n % 4], starts_at: at(`1${n % 5}:00`) })),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 201, 422].includes(status))).toEqual([]);
    expect(await api.db('meetings').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it.each([
    ['one service', () => http],
    ['two services', () => twinHttp],
  ])(
    'two meetings that change hosts while others book, by %s: no host has two meetings at once',
    async (_by, second) => {
      const account = await api.account();
      const ask = caller(account);
      const askOther = caller(account, second());
      const { request, hostId, newLead } = await createMeetingFixture(api, account);
      const other = await addHost(account, { name: 'Otto' });
      for (const round of times(5)) {
        const leads = [await newLead(), await newLead()];
        const wish = (lead_id: string | undefined, host_id: string, time: string) =>
          ['/meetings/book', request({ lead_id, host_id, starts_at: at(time, round) })] as const;
        const a = await ask(...wish(leads[0], hostId, '10:00'));
        const b = await askOther(...wish(leads[1], other, '10:30'));
        const move = (id: string, time: string) =>
          [`/meetings/${id}/reschedule`, { starts_at: at(time, round), keep_host: false }] as const;
        const answers = await Promise.all([
          ask(...move(a.body.meeting.id, '10:30')),
          askOther(...move(b.body.meeting.id, '10:00')),
          askOther(...wish(leads[0], hostId, '10:00')),
          ask(...wish(leads[1], other, '10:30')),
          askOther(...wish(leads[0], other, '10:15')),
          ask(...wish(leads[1], hostId, '10:15')),
        ]);
        expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
      }
      expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
      expect(await strayCells(api.db, account.accountId)).toEqual([]);
    },
    60_000,
  );
});

describe('two meetings that go over to each other’s host at the same moment, by two services', () => {
  /** Two hosts who are taken at the time that their own meeting is to have, so that it goes over to the other one. */
  async function crossing() {
    const account = await api.account();
    const [one, two] = [caller(account), caller(account, twinHttp)];
    const { request, hostId, newLead } = await createMeetingFixture(api, account);
    const other = await addHost(account, { name: 'Otto' });
    const book = async (host_id: string, starts_at: string) => {
      const made = await one('/meetings/book', request({ lead_id: await newLead(), host_id, starts_at }));
      expect(made.status).toBe(201);
      return made.body.meeting.id as string;
    };
    const sound = async () => {
      expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
      expect(await strayCells(api.db, account.accountId)).toEqual([]);
    };
    const move = (starts_at: string) => ({ starts_at, keep_host: false });
    return { hosts: [hostId, other] as const, one, two, book, move, sound };
  }

  it('are swapped, again and again', async () => {
    const { hosts, one, two, book, move, sound } = await crossing();
    for (const day of times(8)) {
      const [a, b] = [await book(hosts[0], at('10:00', day)), await book(hosts[1], at('11:00', day))];
      await book(hosts[0], at('14:00', day));
      await book(hosts[1], at('15:00', day));
      const answers = await Promise.all([
        one(`/meetings/${a}/reschedule`, move(at('14:00', day))),
        two(`/meetings/${b}/reschedule`, move(at('15:00', day))),
      ]);
      expect(answers.map(({ status, body }) => [status, body.meeting?.host_id])).toEqual([
        [200, hosts[1]],
        [200, hosts[0]],
      ]);
    }
    await sound();
  });

  it('are refused cleanly if each blocks the other, and one wins if both want one slot', async () => {
    const { hosts, one, two, book, move, sound } = await crossing();
    for (const day of times(4)) {
      const [a, b] = [await book(hosts[0], at('10:00', day)), await book(hosts[1], at('11:00', day))];
      await book(hosts[0], at('11:00', day));
      await book(hosts[1], at('10:00', day));
      const crossed = await Promise.all([
        one(`/meetings/${a}/reschedule`, move(at('11:00', day))),
        two(`/meetings/${b}/reschedule`, move(at('10:00', day))),
      ]);
      expect(crossed.map(({ status, body }) => [status, body.code])).toEqual(
        times(2).map(() => [409, 'SLOT_CONFLICT']),
      );
      await book(hosts[0], at('14:00', day));
      const both = await Promise.all([
        one(`/meetings/${a}/reschedule`, move(at('14:00', day))),
        two(`/meetings/${b}/reschedule`, move(at('14:00', day))),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    await sound();
  });
});

describe('anything at all by sixteen callers on three hosts', () => {
  it('ends as a model of it says: no time taken twice, none lost, no way taken that is not there', async () => {
    const account = await api.account();
    const ask = caller(account);
    const fixture = await createBookingModelFixture({
      db: api.db,
      agentId: await addAgent(api, account),
      ask,
      read: async (path) => (await account.request('get', path).expect(200)).body,
    });
    const { faults, counts } = await playBookings(fixture, { operations: 600, callers: 16, seed: 11 });
    expect(faults).toEqual([]);
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(['book refused', 'reschedule done', 'cancel changes']));
    expect(await overlappingMeetings(api.db, account.accountId)).toEqual([]);
    expect(await strayCells(api.db, account.accountId)).toEqual([]);
  });
});
