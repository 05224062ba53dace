import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { playBookings } from '../support/booking-model.js';
import { modelWorld } from '../support/booking-model-world.js';
import { overlappingMeetings, strayCells } from '../support/overlaps.js';
import type { Answer } from './support/client.js';
import { expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { bound, inParallel, pass, randomFrom, size, until } from './support/random.js';
import { mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'bookings', apis: 2, workers: 1 });
const DAY_MS = 86_400_000;
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

let account: RigAccount;
let hostId: string;
let typeId: string;
let leads: string[];

const made = async (path: string, body: object, name: string): Promise<string> => {
  const answer = await account.request('POST', path, { body });
  expect(answer.status).toBe(201);
  return (answer.body[name] as { id: string }).id;
};

beforeAll(async () => {
  account = await rig.account([mail('Later', 3_600)]);
  const host = { name: 'Hanna', email: 'hanna@example.com', timezone: 'UTC' };
  hostId = await made('/hosts', host, 'host');
  const hours = { kind: 'weekly', weekdays: WEEK, starts: '00:00', ends: '23:59' };
  await made(`/hosts/${hostId}/availability-blocks`, hours, 'availability_block');
  typeId = await made('/meeting-types', { name: 'Talk', duration_minutes: 30, max_days_ahead: 730 }, 'meeting_type');
  leads = await inParallel(10, Array.from({ length: 200 }), (_, n) =>
    made('/leads', { first_name: 'Ada', email: `booker-${n}-${newId()}@example.com` }, 'lead'),
  );
}, 120_000);

/** The n-th of the slots that this file books, none of them twice. */
const slot = (n: number): string => {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(midnight + (2 + Math.floor(n / 16)) * DAY_MS + (n % 16) * 3_600_000).toISOString();
};

const book = (lead_id: string | undefined, starts_at: string, more: object = {}, api?: number): Promise<Answer> =>
  account.request('POST', '/meetings/book', {
    body: { lead_id, host_id: hostId, workflow_id: account.agentId, meeting_type_id: typeId, starts_at, ...more },
    ...(api === undefined ? {} : { api }),
  });

interface Offer {
  starts_at: string;
  host_id: string;
}

const offersOf = ({ body }: Answer): Offer[] => body.alternatives as Offer[];
const idOf = ({ body }: Answer): string => (body.meeting as { id: string }).id;

/** Every offer that was made, once each, is one that the service would book now. */
async function expectFree(offers: Offer[]): Promise<void> {
  const starts = offers.map(({ starts_at }) => starts_at).sort();
  const range = `from=${starts[0]}&to=${new Date(Date.parse(starts.at(-1) ?? '') + 1_800_000).toISOString()}`;
  const path = `/meetings/availability?meeting_type_id=${typeId}&host_id=${hostId}&${range}`;
  const { body } = await account.request('GET', path);
  const free = (body.slots as Offer[]).map(({ starts_at }) => starts_at);
  expect(free).toEqual(expect.arrayContaining([...new Set(starts)]));
}

/** Asks as a client should: under one key, again while the service says that it is too busy and nothing was done. */
function askPatiently(path: string, body: object): Promise<Answer> {
  const key = newId();
  return until(
    `${path} is answered`,
    async () => {
      const answer = await account.request('POST', path, { body, headers: { 'Idempotency-Key': key } });
      const again = [0, 503].includes(answer.status) || answer.body.code === 'IDEMPOTENCY_IN_PROGRESS';
      return again ? undefined : answer;
    },
    60_000,
  );
}

const bookPatiently = (lead_id: string | undefined, starts_at: string): Promise<Answer> =>
  askPatiently('/meetings/book', {
    lead_id,
    host_id: hostId,
    workflow_id: account.agentId,
    meeting_type_id: typeId,
    starts_at,
  });

async function expectSound(): Promise<void> {
  expect(await overlappingMeetings(rig.db, account.accountId)).toEqual([]);
  expect(await strayCells(rig.db, account.accountId)).toEqual([]);
}

describe('a host is never booked twice', () => {
  it('by a hundred at once through two processes, round after round, and what others are offered is free', async () => {
    const all: number[] = [];
    for (let round = 0; round < size('BOOKING_ROUNDS', 200); round += 1) {
      const answers = await Promise.all(leads.slice(0, 100).map((lead, n) => book(lead, slot(round), {}, n % 2)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const lost = answers.filter(({ status }) => status === 409);
      expect(lost).toHaveLength(99);
      for (const answer of lost) expect(offersOf(answer).length).toBeGreaterThan(0);
      await expectFree(lost.flatMap(offersOf));
      const [offer] = offersOf(lost[0] as Answer);
      const taken = await book(leads[1], offer?.starts_at ?? '', { host_id: offer?.host_id });
      expect(taken.status).toBe(201);
      expect((await account.request('POST', `/meetings/${idOf(taken)}/cancel`, { body: {} })).status).toBe(200);
      all.push(...answers.map(({ ms }) => ms));
    }
    all.sort((x, y) => x - y);
    expect(all[Math.floor(all.length * 0.99)]).toBeLessThan(bound(5_000));
    await expectSound();
  }, 900_000);

  it('by two hundred at once, nor by twelve that overlap, whatever their lengths', async () => {
    const FIRST = 3_000;
    const answers = await Promise.all(leads.map((lead, n) => book(lead, slot(FIRST), {}, n % 2)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'SLOT_CONFLICT')).toHaveLength(199);
    await expectFree(answers.filter(({ status }) => status === 409).flatMap(offersOf));
    const types = await inParallel(3, [15, 45, 90], (duration_minutes) =>
      made('/meeting-types', { name: 'Talk', duration_minutes, max_days_ahead: 730 }, 'meeting_type'),
    );
    const begin = Date.parse(slot(FIRST + 16));
    const overlapping = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        book(leads[n], new Date(begin + n * 4 * 60_000).toISOString(), { meeting_type_id: types[n % 3] }, n % 2),
      ),
    );
    expect(overlapping.some(({ status }) => status === 201)).toBe(true);
    expect(overlapping.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
    await expectSound();
  }, 120_000);

  it('by one key two hundred times, nor again later or after a restart: one meeting, one answer, one invitation', async () => {
    const key = newId();
    const starts_at = slot(3_100);
    const ask = (n: number) => book(leads[0], starts_at, { idempotency_key: key, confirm: true }, n % 2);
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
    expect(await rig.db('meetings').where({ host_id: hostId, starts_at: new Date(starts_at) })).toHaveLength(1);
    await until(
      'nothing is left to be done',
      async () => ((await rig.db('outbox').whereNull('parked_at').first('id')) ? undefined : true),
      30_000,
    );
    expect(mails()).toHaveLength(1);
  }, 180_000);

  it('nor by anything at all that sixteen callers do on three hosts: it ends as a model of it says', async () => {
    const world = await modelWorld({
      db: rig.db,
      agentId: account.agentId,
      ask: askPatiently,
      read: async (path) => (await account.request('GET', path)).body,
    });
    const operations = size('BOOKING_OPERATIONS', 10_000);
    const { faults, counts } = await playBookings(world, { operations, callers: 16, seed: size('SEED', 7) });
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ 'book done': expect.any(Number), 'book refused': expect.any(Number) });
    await expectSound();
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
        account.request('POST', '/meetings/holds', {
          api,
          body: { host_id: hostId, meeting_type_id: typeId, starts_at, ttl_seconds: 60 },
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
    const last = await askPatiently('/meetings/holds', {
      host_id: hostId,
      meeting_type_id: typeId,
      starts_at: slot(FIRST - 16),
      ttl_seconds: 60,
    });
    expect(last.status).toBe(201);
    const { expires_at } = last.body.hold as { expires_at: string };
    const foreign = await bookPatiently(leads[2], slot(FIRST - 16));
    expect([foreign.status, (foreign.body.conflicts as { type: string }[])[0]?.type]).toEqual([409, 'hold']);
    const freed = await until(
      'the slot of a hold that ran out can be had',
      async () => ((await book(leads[2], slot(FIRST - 16))).status === 201 ? Date.now() : undefined),
      90_000,
    );
    expect(freed - Date.parse(expires_at)).toBeGreaterThanOrEqual(0);
    expect(freed - Date.parse(expires_at)).toBeLessThanOrEqual(bound(2_000));
    // By now each of them has run out: all of the time is free again.
    const booked = await inParallel(8, asked, ({ starts_at }) => bookPatiently(leads[3], starts_at));
    expect(booked.filter(({ status }) => status !== 201)).toEqual([]);
    await expectSound();
  }, 900_000);

  it('though API and worker are killed meanwhile: each request, repeated with its key, ends in one meeting', async () => {
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
        lead: leads[n],
        starts_at: slot(FIRST + kill * 8 + n),
      }));
      const answers = batch.map(({ key, lead, starts_at }) => book(lead, starts_at, { idempotency_key: key }, at));
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
          const repeated = await book(lead, starts_at, { idempotency_key: key });
          if (![200, 201].includes(repeated.status)) throw new Error(`${repeated.status}: ${repeated.text}`);
          return repeated;
        },
        30_000,
      );
      if (answer.status === 201) {
        expect((again.body.meeting as { id: string }).id).toBe((answer.body.meeting as { id: string }).id);
      }
      const rows = await rig.db('meetings').where({ host_id: hostId, starts_at: new Date(starts_at) });
      expect(rows).toHaveLength(1);
    }
    await expectSound();
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
