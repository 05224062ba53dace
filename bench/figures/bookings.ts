import { createConnection } from 'mysql2/promise';
import { Pool } from 'undici';
import { newId } from '../../runtime/ids.js';
import { compare, type Figure, percentile, require } from '../support/figure.js';
import type { Setup } from '../support/stand.js';

const ONE_BY_ONE = 60;
const AT_ONCE = 100;
const ROUNDS = 40;
const DAY_MS = 86_400_000;
const CELL_MS = 300_000;

/** Creates a host, a meeting type and a lead, and slots that are each used once. */
async function calendarOf(setup: Setup) {
  const url = await setup.apiAlone();
  const pool = new Pool(url, { connections: AT_ONCE, pipelining: 1 });
  const post = async (path: string, body: object) => {
    const answer = await pool.request({
      method: 'POST',
      path: `/api/public${path}`,
      headers: setup.headers,
      body: JSON.stringify(body),
    });
    return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, { id: string }> };
  };
  const make = async (path: string, body: object, name: string): Promise<string> => {
    const answer = await post(path, body);
    const id = answer.body[name]?.id;
    if (id === undefined) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return id;
  };
  const host = { name: 'Hanna', email: 'hanna@example.com', timezone: 'UTC' };
  const hostId = await make('/hosts', host, 'host');
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const hours = { kind: 'weekly', weekdays: days, starts: '08:00', ends: '20:00' };
  await make(`/hosts/${hostId}/availability-blocks`, hours, 'availability_block');
  const type = { name: 'Talk', duration_minutes: 30, max_days_ahead: 730, hosts: [{ host_id: hostId }] };
  const typeId = await make('/meeting-types', type, 'meeting_type');
  const agentId = await setup.agents.withSteps([86_400]);
  const leads: string[] = [];
  for (let n = 0; n < AT_ONCE; n += 1) {
    leads.push(await make('/leads', { first_name: 'Ada', email: `met-${newId()}@example.com` }, 'lead'));
  }
  let given = 0;
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return {
    pool,
    leads,
    nextSlot(): Date {
      given += 1;
      const [day, hour] = [given % 600, 8 + (Math.floor(given / 600) % 12)];
      return new Date(midnight + (2 + day) * DAY_MS + hour * 3_600_000);
    },
    async book(lead: string | undefined, at: Date) {
      const started = performance.now();
      const { status } = await post('/meetings/book', {
        lead_id: lead,
        host_id: hostId,
        workflow_id: agentId,
        meeting_type_id: typeId,
        starts_at: at.toISOString(),
      });
      return { status, ms: performance.now() - started };
    },
  };
}

type Calendar = Awaited<ReturnType<typeof calendarOf>>;

async function bookOneByOne(calendar: Calendar): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < ONE_BY_ONE; n += 1) {
    const { status, ms } = await calendar.book(calendar.leads[n % AT_ONCE], calendar.nextSlot());
    if (status !== 201) throw new Error(`A booking answered ${status}.`);
    took.push(ms);
  }
  return took;
}

/** P11: a free slot is booked, against a raw transaction that inserts a meeting and its slot rows. */
export async function bookSlot(setup: Setup): Promise<Figure> {
  const calendar = await calendarOf(setup);
  const raw = await createConnection({ uri: process.env.DATABASE_URL ?? '', timezone: 'Z' });
  const rawHost = newId();
  const rawBooking = async (at: Date): Promise<number> => {
    const [id, now] = [newId(), new Date()];
    const columns = `id, account_id, lead_id, host_id, title, timezone, status, location_type, source, created_by,
      creation_source, starts_at, ends_at, duration_minutes, additional_attendees, organizer_connection_type,
      external_calendar_provider, sync_status, invitation_status, is_booking, created_at, updated_at`;
    const words = ['Talk', 'UTC', 'scheduled', 'video', 'api', 'system', 'api_book'];
    const more = [30, '[]', 'none', 'internal', 'not_connected', 'none', 1, now, now];
    const meeting = [id, setup.accountId, id, rawHost, ...words, at, new Date(at.getTime() + 6 * CELL_MS), ...more];
    const cells = Array.from({ length: 6 }, (_, n) => [rawHost, at.getTime() / CELL_MS + n, id]);
    const started = performance.now();
    await raw.beginTransaction();
    await raw.query(`INSERT INTO meetings (${columns}) VALUES (?)`, [meeting]);
    await raw.query('INSERT INTO meeting_slots (host_id, cell, meeting_id) VALUES ?', [cells]);
    await raw.commit();
    return performance.now() - started;
  };
  try {
    return await compare({
      id: 'P11',
      name: 'booking a free slot, p50',
      reference: 'raw transaction: a meeting and its slot rows',
      unit: 'ms',
      target: { kind: 'below', ratio: 3 },
      ours: async () => percentile(await bookOneByOne(calendar), 50),
      async theirs() {
        const took: number[] = [];
        for (let n = 0; n < ONE_BY_ONE; n += 1) took.push(await rawBooking(calendar.nextSlot()));
        return percentile(took, 50);
      },
    });
  } finally {
    await raw.end();
    await calendar.pool.close();
  }
}

/** P12: a hundred requests at once for one slot, against bookings one by one; exactly one of them gets it. */
export async function raceForSlot(setup: Setup): Promise<Figure> {
  const calendar = await calendarOf(setup);
  let rounds = 0;
  let doubled = 0;
  let busy = 0;
  try {
    const figure = await compare({
      id: 'P12',
      name: `${AT_ONCE} at once for one slot, p99`,
      reference: 'P11, p99',
      unit: 'ms',
      target: { kind: 'below', ratio: 5 },
      async ours() {
        const took: number[] = [];
        for (let n = 0; n < ROUNDS; n += 1) {
          const at = calendar.nextSlot();
          const answers = await Promise.all(calendar.leads.map((lead) => calendar.book(lead, at)));
          rounds += 1;
          const [won, lost] = [201, 409].map((status) => answers.filter((answer) => answer.status === status).length);
          if ((won ?? 0) > 1) doubled += 1;
          else if (won !== 1 || lost !== AT_ONCE - 1) busy += 1;
          took.push(...answers.map(({ ms }) => ms));
        }
        return percentile(took, 99);
      },
      theirs: async () => percentile(await bookOneByOne(calendar), 99),
    });
    require(figure, doubled === 0, `${rounds} rounds, more than one winner in ${doubled} (0)`);
    require(figure, busy === 0, `${busy} rounds with a 503 response (0)`);
    return figure;
  } finally {
    await calendar.pool.close();
  }
}
