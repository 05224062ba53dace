import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { type BookingFixture, createBookingFixture, idOf, type Offer, slot } from './support/booking-fixture.js';
import type { Answer } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import { bound, inParallel, size, until } from './support/random.js';
import { useRig } from './support/rig.js';

const rig = useRig({ name: 'bookings', apis: 2, workers: 1 });

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture(rig, 200);
}, 120_000);

const offersOf = ({ body }: Answer): Offer[] => body.alternatives as Offer[];

/** Every offer that was made, once each, is one that the service would book now. */
async function expectFree(offers: Offer[]): Promise<void> {
  const starts = offers.map(({ starts_at }) => starts_at).sort();
  const range = `from=${starts[0]}&to=${new Date(Date.parse(starts.at(-1) ?? '') + 1_800_000).toISOString()}`;
  const path = `/meetings/availability?meeting_type_id=${fixture.typeId}&host_id=${fixture.hostId}&${range}`;
  const { body } = await fixture.account.request('GET', path);
  const free = (body.slots as Offer[]).map(({ starts_at }) => starts_at);
  expect(free).toEqual(expect.arrayContaining([...new Set(starts)]));
}

describe('a host is never booked twice', () => {
  it('by a hundred at once through two processes, round after round, and what others are offered is free', async () => {
    const all: number[] = [];
    for (let round = 0; round < size('BOOKING_ROUNDS', 200); round += 1) {
      const answers = await Promise.all(
        fixture.leads.slice(0, 100).map((lead, n) => fixture.book(lead, slot(round), {}, n % 2)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const lost = answers.filter(({ status }) => status === 409);
      expect(lost).toHaveLength(99);
      for (const answer of lost) expect(offersOf(answer).length).toBeGreaterThan(0);
      await expectFree(lost.flatMap(offersOf));
      const [offer] = offersOf(lost[0] as Answer);
      const taken = await fixture.book(fixture.leads[1], offer?.starts_at ?? '', { host_id: offer?.host_id });
      expect(taken.status).toBe(201);
      expect((await fixture.account.request('POST', `/meetings/${idOf(taken)}/cancel`, { body: {} })).status).toBe(200);
      all.push(...answers.map(({ ms }) => ms));
    }
    all.sort((x, y) => x - y);
    expect(all[Math.floor(all.length * 0.99)]).toBeLessThan(bound(5_000));
    await fixture.expectSound();
  }, 900_000);

  it('by two hundred at once, nor by twelve that overlap, whatever their lengths', async () => {
    const FIRST = 3_000;
    const answers = await Promise.all(fixture.leads.map((lead, n) => fixture.book(lead, slot(FIRST), {}, n % 2)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'SLOT_CONFLICT')).toHaveLength(199);
    await expectFree(answers.filter(({ status }) => status === 409).flatMap(offersOf));
    const types = await inParallel(3, [15, 45, 90], fixture.typeOf);
    const begin = Date.parse(slot(FIRST + 16));
    const overlapping = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        fixture.book(
          fixture.leads[n],
          new Date(begin + n * 4 * 60_000).toISOString(),
          { meeting_type_id: types[n % 3] },
          n % 2,
        ),
      ),
    );
    expect(overlapping.some(({ status }) => status === 201)).toBe(true);
    expect(overlapping.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    await fixture.expectSound();
  }, 120_000);

  it('by one key two hundred times, nor again later or after a restart: one meeting, one answer, one invitation', async () => {
    const key = newId();
    const starts_at = slot(3_100);
    const ask = (n: number) =>
      fixture.book(fixture.leads[0], starts_at, { idempotency_key: key, confirm: true }, n % 2);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
    const first = answers.filter(({ status }) => status === 201);
    expect(first).toHaveLength(1);
    const stored = first[0]?.text.replace('"replayed":false', '"replayed":true');
    for (const answer of answers) {
      if (answer === first[0]) continue;
      if (answer.status === 409) expect(answer.body.code).toBe('IDEMPOTENCY_IN_PROGRESS');
      else expect([answer.status, answer.text]).toEqual([200, stored]);
    }
    const email = ((first[0]?.body.meeting ?? {}) as { attendee_email: string }).attendee_email;
    const mails = () => rig.sink.mails.filter(({ to }) => to.includes(email));
    await until('the lead is invited', () => (mails().length > 0 ? true : undefined), 30_000);
    // A second later, when what follows the booking has changed its row.
    const again = await ask(0);
    expect([again.status, again.text]).toEqual([200, stored]);
    for (const api of rig.apis) {
      await api.stop();
      api.start();
      await api.ready();
    }
    for (const n of [0, 1]) {
      const restarted = await ask(n);
      expect([restarted.status, restarted.text]).toEqual([200, stored]);
    }
    expect(await rig.db('meetings').where({ host_id: fixture.hostId, starts_at: new Date(starts_at) })).toHaveLength(1);
    await until(
      'nothing is left to be done',
      async () => ((await rig.db('outbox').whereNull('parked_at').first('id')) ? undefined : true),
      30_000,
    );
    expect(mails()).toHaveLength(1);
  }, 180_000);

  it('and all of it leaves the stored data in order', async () => {
    await expectInvariants(rig);
  }, 120_000);
});
