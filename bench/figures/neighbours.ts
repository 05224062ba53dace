import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertDelivery } from '../../db/jobs/deliveries.js';
import { inWork } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import { signHook } from '../../runtime/hook-signature.js';
import { newId } from '../../runtime/ids.js';
import { createAccount, createApiKey } from '../../services/accounts/accounts.js';
import { startDelivery } from '../../services/instructions/jobs.js';
import { createAgents } from '../support/agents.js';
import { type Figure, median, require } from '../support/figure.js';
import { until } from '../support/load.js';
import type { Setup } from '../support/stand.js';

const LEADS = 5_000;
const BULK = 1_000;
const WEBHOOKS = 2_000;
const IMPORTED = 20_000;
const PER_MINUTE = 60;
const ROUNDS = 8;
/** Long enough to see a minute begin, at which all that its limit holds wakes again. */
const BESIDE_MS = 75_000;
/** A machine that is busy with other things has seen enough after this long. */
const LONGEST_MS = 150_000;
const PATIENCE_MS = 120_000;
const DAY_S = 86_400;
const DAY_MS = 86_400_000;

/** The times an account waited, in milliseconds, by round. */
interface Waits {
  written: number[];
  received: number[];
  booked: number[];
}

/**
 * Measures how one account's bulk work delays another: account A has 5,000 leads behind a sender of 60 a minute, 2,000
 * webhooks to an address that hangs and a running import; B writes to a single lead, receives a STOP and books. B alone
 * is measured right before, in the same processes.
 */
export async function measureNeighbours(setup: Setup): Promise<Figure[]> {
  await Promise.all([setup.worker({ WEBHOOK_ALLOW_PRIVATE: 'true' }), setup.api()]);
  const hole = await openHole();
  try {
    const b = await openNeighbour(setup);
    await b.round();
    const alone = await rounds(b, 0);
    const left = await crowd(setup, hole.port);
    const atSameTime = await rounds(b, BESIDE_MS);
    const notes = [...(await left()), `connections to the address that hangs: at most ${hole.most()} at once`];
    return figuresOf(alone, atSameTime, notes);
  } finally {
    hole.close();
    await setup.stopWorkers();
  }
}

/** Opens an address that takes connections and says nothing. */
async function openHole() {
  let open = 0;
  let most = 0;
  const server = createServer((socket) => {
    open += 1;
    most = Math.max(most, open);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        open -= 1;
      });
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { port, most: () => most, close: () => server.close() };
}

type Neighbour = Awaited<ReturnType<typeof openNeighbour>>;

/** Makes account B, with what it needs to write, hear and book. */
async function openNeighbour(setup: Setup) {
  const { db } = setup;
  const { accountId } = await createAccount(db, new Date(), { name: 'B', timezone: 'UTC', country: 'ES' });
  const { apiKey } = await createApiKey(db, new Date(), { accountId, rateLimit: 1_000_000_000 });
  const agents = createAgents(db, accountId);
  const agentId = await agents.withSteps([0, DAY_S]);
  const api = await setup.api();
  const post = async (path: string, body: object) => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const answer = await fetch(`${api}/api/public${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const read = (await answer.json()) as Record<string, { id: string }> & Record<'url' | 'secret', string>;
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(read)}`);
    return read;
  };
  const idOf = async (path: string, body: object, name: string): Promise<string> =>
    (await post(path, body))[name]?.id ?? '';
  const hook = await post('/hooks', { provider: 'email' });
  const hostId = await idOf('/hosts', { name: 'Hanna', email: 'hanna@example.com', timezone: 'UTC' }, 'host');
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const hours = { kind: 'weekly', weekdays, starts: '08:00', ends: '20:00' };
  await post(`/hosts/${hostId}/availability-blocks`, hours);
  const talk = { name: 'Talk', duration_minutes: 30, max_days_ahead: 730, hosts: [{ host_id: hostId }] };
  const meeting_type_id = await idOf('/meeting-types', talk, 'meeting_type');

  let serial = 0;
  const since = (started: number) => performance.now() - started;
  return {
    /** Writes to a new lead, hears its STOP, and books for it; answers how long each took. */
    async round() {
      serial += 1;
      const email = `b-${newId()}@example.com`;
      const begun = performance.now();
      const leadId = await idOf('/leads', { first_name: 'Bea', email, workflow_id: agentId }, 'lead');
      const sent = () => db('messages').where({ lead_id: leadId, status: 'sent' }).first('id');
      await until('B’s lead is written to', async () => (await sent()) !== undefined, PATIENCE_MS);
      const written = since(begun);

      const bookedAt = performance.now();
      const day = Math.floor(Date.now() / DAY_MS) + 2 + serial;
      const starts_at = new Date(day * DAY_MS + 10 * 3_600_000).toISOString();
      const about = { lead_id: leadId, host_id: hostId, workflow_id: agentId, meeting_type_id, starts_at };
      await post('/meetings/book', about);
      const booked = since(bookedAt);

      const text = JSON.stringify({
        event_id: newId(),
        type: 'reply',
        from: email,
        subject: 'Re: Hello',
        text: 'STOP',
      });
      const repliedAt = performance.now();
      const headers = { 'content-type': 'application/json', 'x-signature': signHook(hook.secret, text, new Date()) };
      await fetch(`${api}${new URL(hook.url).pathname}`, { method: 'POST', headers, body: text });
      const out = () => db('leads').where({ id: leadId, consent_email: 'opted_out' }).first('id');
      await until('B’s STOP is heard', async () => (await out()) !== undefined, PATIENCE_MS);
      return { written, booked, received: since(repliedAt) };
    },
  };
}

/** Measures B eight times at least and for at least `ms`, where that doesn't take too long. */
async function rounds(b: Neighbour, ms: number): Promise<Waits> {
  const waits: Waits = { written: [], received: [], booked: [] };
  const begun = performance.now();
  const took = () => performance.now() - begun;
  for (let n = 0; took() < LONGEST_MS && (n < ROUNDS || took() < ms); n += 1) {
    const { written, received, booked } = await b.round();
    waits.written.push(written);
    waits.received.push(received);
    waits.booked.push(booked);
    await sleep(500);
  }
  return waits;
}

/** Has account A ask for much at once; answers what tells how much of it is left. */
async function crowd(setup: Setup, port: number): Promise<() => Promise<string[]>> {
  const { db, accountId } = setup;
  const agentId = await setup.agents.withSteps([0]);
  await db('email_senders').where({ account_id: accountId }).update({ per_minute: PER_MINUTE });
  const csv = ['First Name,Email'];
  for (let n = 0; n < IMPORTED; n += 1) csv.push(`Ida,imported-${n}@example.com`);
  const answer = await fetch(`${await setup.api()}/api/public/leads/import`, {
    method: 'POST',
    headers: { ...setup.headers, 'content-type': 'text/csv' },
    body: csv.join('\n'),
  });
  if (answer.status !== 202) throw new Error(`The import answered ${answer.status}.`);
  await askForWebhooks(setup, port);
  for (let n = 0; n < LEADS; n += BULK) await setup.enroll(agentId, BULK);
  const left = async (table: string, where: object) =>
    Number(
      (
        await db(table)
          .where({ account_id: accountId, ...where })
          .count({ n: '*' })
      )[0]?.n,
    );
  return async () => [
    `at the end A had ${await left('agent_runs', { agent_id: agentId, open_slot: 1 })} leads to write to`,
    `${await left('job_deliveries', { status: 'queued' })} webhooks to deliver`,
    `${await left('outbox', {})} instructions that wait`,
    `and an import that was ${(await db('imports').where({ account_id: accountId }).first('status'))?.status}`,
  ];
}

/** Requests the webhooks as the cycles of a job do. */
async function askForWebhooks({ db, accountId }: Setup, port: number): Promise<void> {
  const now = new Date();
  const request = { url: `https://127.0.0.1:${port}/`, headers: {}, body: '{}', secret_name: null, timeout_ms: 10_000 };
  const made = { job_id: newId(), cycle_id: newId(), lead_id: null, request: JSON.stringify(request) };
  const state = { status: 'queued' as const, attempts: 0, response_status: null, failure: null };
  for (let n = 0; n < WEBHOOKS; n += 50) {
    await inWork({ db, clock: systemClock, dispatch: () => undefined }, async (work) => {
      for (let one = 0; one < 50; one += 1) {
        const id = newId();
        const row = { ...made, ...state, id, account_id: accountId, effect_key: Buffer.from(id) };
        await insertDelivery(work.tx, { ...row, created_at: now, updated_at: now });
        await startDelivery(work, { id, account_id: accountId });
      }
    });
  }
}

function figuresOf(alone: Waits, atSameTime: Waits, notes: string[]): Figure[] {
  const figure = (id: string, name: string, kind: keyof Waits): Figure => {
    const [ours, theirs] = [median(atSameTime[kind]), median(alone[kind])];
    const compared = {
      id,
      name,
      reference: 'B alone, in the same run',
      unit: 'ms',
      ours,
      theirs,
      ratio: ours / theirs,
    };
    return { ...compared, target: '', met: true, notes: [], rounds: { ours: atSameTime[kind], theirs: alone[kind] } };
  };
  const worst = (values: readonly number[]) => Math.round(Math.max(...values));
  const [written, received, booked] = [
    figure('N1', 'a single lead is written to', 'written'),
    figure('N2', 'a STOP is heard', 'received'),
    figure('N3', 'a booking', 'booked'),
  ];
  written.target = 'p50 <= 1 s';
  require(written, Number(written.ours) <= 1_000, `${Math.round(Number(written.ours))} ms at the median (1,000)`);
  require(written, worst(atSameTime.written) <= 3_000, `${worst(atSameTime.written)} ms at worst (3,000)`);
  received.target = '<= 2 s';
  require(received, worst(atSameTime.received) <= 2_000, `${worst(atSameTime.received)} ms at worst (2,000)`);
  booked.target = '<= 2.00';
  require(booked, Number(booked.ratio) <= 2, `${worst(atSameTime.booked)} ms at worst`);
  written.notes.push(`${atSameTime.written.length} rounds`, ...notes);
  return [written, received, booked];
}
