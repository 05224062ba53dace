import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { type BookingFixture, createBookingFixture, slot } from './support/booking-fixture.js';
import { expectInvariants } from './support/invariants.js';
import { atPlace, placesAround } from './support/kill-points.js';
import { until } from './support/random.js';
import { useRig } from './support/rig.js';

const rig = useRig({ name: 'booking-kills', watched: true });

let fixture: BookingFixture;
let slots = 0;
beforeAll(async () => {
  fixture = await createBookingFixture(rig, 2);
}, 120_000);

/** A slot of its own for each test. */
const nextSlot = () => slot(slots++);

const killed = () => {
  rig.note('api-watched', 'SIGKILL');
  return rig.watched.api.kill();
};

describe('the API, killed while it books', () => {
  it.each(placesAround(/^insert into `meetings`/i))(
    '%s: the request, repeated with its key, ends in one meeting',
    async (_, { stands, ...place }) => {
      const starts_at = nextSlot();
      const headers = { 'Idempotency-Key': newId() };
      const body = fixture.wish(fixture.leads[0], starts_at);
      const meetings = () => rig.db('meetings').where({ host_id: fixture.hostId, starts_at: new Date(starts_at) });
      const { status } = await atPlace(
        rig,
        place,
        (base) => fixture.account.request('POST', '/meetings/book', { base, body, headers, timeoutMs: 30_000 }),
        killed,
      );
      expect(status).toBe(0);
      expect(await meetings()).toHaveLength(stands ? 1 : 0);
      const again = await fixture.askPatiently('/meetings/book', body, headers['Idempotency-Key']);
      expect({ status: again.status, replayed: again.body.replayed }).toEqual({
        status: stands ? 200 : 201,
        replayed: stands,
      });
      expect(await meetings()).toHaveLength(1);
      await fixture.expectSound();
    },
    120_000,
  );
});

describe('the API, killed while it holds time', () => {
  it.each(placesAround(/^insert into `slot_holds`/i))(
    '%s: the hold is there, or the time is free',
    async (_, { stands, ...place }) => {
      const starts_at = nextSlot();
      const headers = { 'Idempotency-Key': newId() };
      const body = fixture.holdOf(starts_at, 600);
      const { status } = await atPlace(
        rig,
        place,
        (base) => fixture.account.request('POST', '/meetings/holds', { base, body, headers, timeoutMs: 30_000 }),
        killed,
      );
      expect(status).toBe(0);
      const [left] = await rig.db('slot_holds').where({ host_id: fixture.hostId, starts_at: new Date(starts_at) });
      expect(left !== undefined).toBe(stands);
      if (left) {
        const again = await fixture.askPatiently('/meetings/holds', body, headers['Idempotency-Key']);
        expect([again.status, (again.body.hold as { id: string }).id]).toEqual([201, left.id]);
      }
      const other = await fixture.bookPatiently(fixture.leads[1], starts_at);
      expect(other.status).toBe(stands ? 409 : 201);
      await fixture.expectSound();
    },
    120_000,
  );

  it('leaves the stored data in order, and no instruction behind', async () => {
    await until(
      'every instruction reached Temporal',
      async () => ((await rig.db('outbox').whereNull('parked_at').first('id')) ? undefined : true),
      60_000,
    );
    await expectInvariants(rig);
  }, 120_000);
});
