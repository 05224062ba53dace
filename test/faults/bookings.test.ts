import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { overlappingMeetings, strayCells } from '../support/overlaps.js';
import type { Answer } from './support/client.js';
import type { Program } from './support/program.js';
import { bound, inParallel, pass, randomFrom, size, until } from './support/random.js';
import { mail, type RigAccount, useRig } from './support/rig.js';

const rig = useRig({ name: 'bookings', apis: 2, workers: 1 });
const DAY_MS = 86_400_000;

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
  typeId = await made('/meeting-types', { name: 'Talk', duration_minutes: 30, max_days_ahead: 730 }, 'meeting_type');
  leads = await inParallel(10, Array.from({ length: 100 }), (_, n) =>
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

describe('a host is never booked twice', () => {
  it('by a hundred at once through two processes, round after round', async () => {
    const slowest: number[] = [];
    for (let round = 0; round < size('BOOKING_ROUNDS', 200); round += 1) {
      const answers = await Promise.all(leads.map((lead, n) => book(lead, slot(round), {}, n % 2)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const lost = answers.filter(({ status }) => status === 409);
      expect(lost).toHaveLength(99);
      for (const { body } of lost) expect((body.alternatives as unknown[]).length).toBeGreaterThan(0);
      slowest.push(Math.max(...answers.map(({ ms }) => ms)));
    }
    expect(Math.max(...slowest)).toBeLessThan(bound(5_000));
    expect(await overlappingMeetings(rig.db, account.accountId)).toEqual([]);
    expect(await strayCells(rig.db, account.accountId)).toEqual([]);
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
    for (const { key, lead, starts_at, answer } of asked) {
      const again = await until(
        `the booking of ${starts_at} is answered`,
        async () => {
          const repeated = await book(lead, starts_at, { idempotency_key: key });
          return [200, 201].includes(repeated.status) ? repeated : undefined;
        },
        30_000,
      );
      if (answer.status === 201) {
        expect((again.body.meeting as { id: string }).id).toBe((answer.body.meeting as { id: string }).id);
      }
      const rows = await rig.db('meetings').where({ host_id: hostId, starts_at: new Date(starts_at) });
      expect(rows).toHaveLength(1);
    }
    expect(await overlappingMeetings(rig.db, account.accountId)).toEqual([]);
    expect(await strayCells(rig.db, account.accountId)).toEqual([]);
    await until(
      'every booking’s instruction reached Temporal',
      async () => ((await rig.db('outbox').whereNull('parked_at').first('id')) ? undefined : true),
      60_000,
    );
  }, 600_000);
});
