import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { type BookingFixture, createBookingFixture, slot } from '../faults/support/booking-fixture.js';
import type { Answer } from '../faults/support/client.js';
import { expectInvariants } from '../faults/support/invariants.js';
import type { Program } from '../faults/support/program.js';
import { bound, inParallel, pass, randomFrom, size, until } from '../faults/support/random.js';
import { useRig } from '../faults/support/rig.js';
import { playBookings } from '../support/booking-model.js';
import { createBookingModelFixture } from '../support/booking-model-fixture.js';

const rig = useRig({ name: 'bookings', apis: 2, workers: 1 });

let fixture: BookingFixture;
beforeAll(async () => {
  fixture = await createBookingFixture(rig, 8);
}, 120_000);

describe('a host is never booked twice', () => {
  it('nor by anything at all that sixteen callers do on three hosts: it ends as a model of it says', async () => {
    const model = await createBookingModelFixture({
      db: rig.db,
      agentId: fixture.account.agentId,
      ask: fixture.askPatiently,
      read: async (path) => (await fixture.account.request('GET', path)).body,
    });
    const operations = size('BOOKING_OPERATIONS', 10_000);
    const { faults, counts } = await playBookings(model, { operations, callers: 16, seed: size('SEED', 7) });
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ 'book done': expect.any(Number), 'book refused': expect.any(Number) });
    await fixture.expectSound();
  }, 900_000);

  it('nor is time lost with a process that held it: a hundred kills, and every hold is there or never was', async () => {
    const random = randomFrom(size('SEED', 13));
    const FIRST = 6_000;
    const asked: { starts_at: string; answer: Answer }[] = [];
    const rounds = Math.ceil(size('HOLD_KILLS', 100) / rig.apis.length);
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(rig.apis.map((api) => api.ready()));
      const batch = rig.apis.flatMap((_, api) =>
        [0, 1, 2].map((n) => ({ api, starts_at: slot(FIRST + (round * rig.apis.length + api) * 3 + n) })),
      );
      const hold = ({ api, starts_at }: { api: number; starts_at: string }) =>
        fixture.account.request('POST', '/meetings/holds', {
          api,
          body: { host_id: fixture.hostId, meeting_type_id: fixture.typeId, starts_at, ttl_seconds: 60 },
        });
      // The first of each process is held before it dies, the others may be in the midst of it.
      const first = await Promise.all(batch.map((one, n) => (n % 3 === 0 ? hold(one) : undefined)));
      const answers = batch.map((one, n) => first[n] ?? hold(one));
      await pass(random() * 25);
      for (const api of rig.apis) {
        rig.note(api.name, 'SIGKILL');
        api.signal('SIGKILL');
      }
      for (const [n, answer] of (await Promise.all(answers)).entries()) {
        asked.push({ starts_at: batch[n]?.starts_at ?? '', answer });
      }
    }
    await Promise.all(rig.apis.map((api) => api.ready()));
    const held = asked.filter(({ answer }) => answer.status === 201);
    expect(held.length).toBeGreaterThan(0);
    for (const { answer } of held) {
      const { id } = answer.body.hold as { id: string };
      const row = await rig.db('slot_holds').where({ id }).first();
      // Expired ones may have been taken away by the next hold of the host.
      if (!row) expect(Date.parse((answer.body.hold as { expires_at: string }).expires_at)).toBeLessThan(Date.now());
    }
    const last = await fixture.askPatiently('/meetings/holds', {
      host_id: fixture.hostId,
      meeting_type_id: fixture.typeId,
      starts_at: slot(FIRST - 16),
      ttl_seconds: 60,
    });
    expect(last.status).toBe(201);
    const { expires_at } = last.body.hold as { expires_at: string };
    const foreign = await fixture.bookPatiently(fixture.leads[2], slot(FIRST - 16));
    expect([foreign.status, (foreign.body.conflicts as { type: string }[])[0]?.type]).toEqual([409, 'hold']);
    const freed = await until(
      'the slot of a hold that ran out can be had',
      async () => ((await fixture.book(fixture.leads[2], slot(FIRST - 16))).status === 201 ? Date.now() : undefined),
      90_000,
    );
    expect(freed - Date.parse(expires_at)).toBeGreaterThanOrEqual(0);
    expect(freed - Date.parse(expires_at)).toBeLessThanOrEqual(bound(2_000));
    // By now each of them has run out: all of the time is free again.
    const booked = await inParallel(8, asked, ({ starts_at }) => fixture.bookPatiently(fixture.leads[3], starts_at));
    expect(booked.filter(({ status }) => status !== 201)).toEqual([]);
    await fixture.expectSound();
  }, 900_000);

  it('with kills of API and worker during it: each request, repeated with its key, ends in one meeting', async () => {
    const random = randomFrom(size('SEED', 5));
    const FIRST = 4_000;
    const kills = size('BOOKING_KILLS', 10);
    const asked: { key: string; lead: string | undefined; starts_at: string; answer: Answer }[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const at = kill % 2;
      const victims = [rig.apis[at] as Program, ...(kill % 3 === 0 ? [rig.workers[0] as Program] : [])];
      await Promise.all(victims.map((victim) => victim.ready()));
      const batch = Array.from({ length: 8 }, (_, n) => ({
        key: newId(),
        lead: fixture.leads[n],
        starts_at: slot(FIRST + kill * 8 + n),
      }));
      const answers = batch.map(({ key, lead, starts_at }) =>
        fixture.book(lead, starts_at, { idempotency_key: key }, at),
      );
      await pass(random() * 80);
      for (const victim of victims) {
        rig.note(victim.name, 'SIGKILL');
        victim.signal('SIGKILL');
      }
      for (const [n, answer] of (await Promise.all(answers)).entries()) {
        asked.push({ ...(batch[n] as (typeof batch)[number]), answer });
      }
    }
    await Promise.all(rig.apis.map((api) => api.ready()));
    for (const { key, lead, starts_at, answer } of asked) {
      const again = await until(
        `the booking of ${starts_at} is answered`,
        async () => {
          const repeated = await fixture.book(lead, starts_at, { idempotency_key: key });
          if (![200, 201].includes(repeated.status)) throw new Error(`${repeated.status}: ${repeated.text}`);
          return repeated;
        },
        30_000,
      );
      if (answer.status === 201) {
        expect((again.body.meeting as { id: string }).id).toBe((answer.body.meeting as { id: string }).id);
      }
      const rows = await rig.db('meetings').where({ host_id: fixture.hostId, starts_at: new Date(starts_at) });
      expect(rows).toHaveLength(1);
    }
    await fixture.expectSound();
    await until(
      'every booking’s instruction reached Temporal',
      async () => ((await rig.db('outbox').whereNull('parked_at').first('id')) ? undefined : true),
      60_000,
    );
  }, 600_000);

  it('and all of it leaves the stored data in order', async () => {
    await expectInvariants(rig);
  }, 120_000);
});
