import { createConnection, type ResultSetHeader } from 'mysql2/promise';
import { newId } from '../../runtime/ids.js';
import { compare, type Figure, median, percentile, require } from '../support/figure.js';
import { type LoadRequest, load } from '../support/load.js';
import type { Setup } from '../support/stand.js';

const IN_FLIGHT = 16;
const ROUND_MS = 1_500;

let serial = 0;
const newLead = (more: object = {}): string => {
  serial += 1;
  const phone = `+34600${String(serial).padStart(6, '0')}`;
  return JSON.stringify({ first_name: 'Ada', email: `lead-${serial}@example.com`, phone, ...more });
};

const post = (path: string, headers: Record<string, string>, body: () => string) => (): LoadRequest => ({
  method: 'POST',
  path,
  headers,
  body: body(),
});

const measure = (url: string, request: () => LoadRequest, ms = ROUND_MS) =>
  load(url, { inFlight: IN_FLIGHT, ms, request });

/** P1: leads made one by one, against a bare Express and mysql2 that run the same statements. */
export async function createLead(setup: Setup): Promise<Figure> {
  const [ours, theirs] = [await setup.api(), await setup.referenceApi()];
  return compare({
    id: 'P1',
    name: 'POST /leads without an agent',
    reference: 'bare Express 5 + mysql2, the same statements, 16 in flight',
    unit: 'requests/s',
    target: { kind: 'at least', ratio: 0.7 },
    ours: async () => (await measure(ours, post('/api/public/leads', setup.headers, newLead))).perSecond,
    theirs: async () => (await measure(theirs, post('/leads', setup.headers, newLead))).perSecond,
  });
}

/** P2: the same with an agent, against P1, and how soon the run is in Temporal. */
export async function createEnrolledLead(setup: Setup): Promise<Figure> {
  const api = await setup.api();
  const agent = await setup.agents.withSteps([86_400]);
  const p50 = async (body: () => string) =>
    median(
      (await load(api, { inFlight: 4, ms: 700, request: post('/api/public/leads', setup.headers, body) })).latencies,
    );
  const figure = await compare({
    id: 'P2',
    name: 'POST /leads with an agent, p50',
    reference: 'P1, 4 in flight',
    unit: 'ms',
    target: { kind: 'below', ratio: 1.5 },
    async ours() {
      const value = await p50(() => newLead({ workflow_id: agent }));
      await setup.settled();
      return value;
    },
    theirs: () => p50(newLead),
  });
  const visible: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const [runId] = await setup.enroll(agent, 1);
    const answered = performance.now();
    const handle = setup.client.workflow.getHandle(`cadence/${runId}`);
    while (!(await handle.describe().catch(() => undefined)));
    visible.push(performance.now() - answered);
  }
  const p99 = percentile(visible, 99);
  require(figure, p99 < 1_000, `run in Temporal after the answer: p99 ${p99.toFixed(0)} ms (< 1000)`);
  return figure;
}

/** P29: a lead that joins a running campaign, against the same post without a campaign. */
export async function joinCampaign(setup: Setup): Promise<Figure> {
  const api = await setup.api();
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${api}/api/public${path}`, {
      method: 'POST',
      headers: setup.headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { campaign: { id: string } };
  };
  const agent = await setup.agents.withSteps([86_400]);
  const { id } = (await ask('/campaigns', { name: 'Bench', workflow_id: agent })).campaign;
  await ask(`/campaigns/${id}/start`, {});
  // An inactive agent keeps enrolment out of the figure.
  await setup.db('agents').where({ id: agent }).update({ is_active: false });
  const countDeadlocks = async () => {
    const [rows] = await setup.db.raw(
      `SELECT count AS n FROM information_schema.innodb_metrics WHERE name = 'lock_deadlocks'`,
    );
    return Number(rows[0].n);
  };
  const p50 = async (body: () => string) =>
    median(
      (await load(api, { inFlight: 8, ms: 700, request: post('/api/public/leads', setup.headers, body) })).latencies,
    );
  const before = await countDeadlocks();
  const figure = await compare({
    id: 'P29',
    name: 'POST /leads into a running campaign, p50',
    reference: 'the same without a campaign, 8 in flight',
    unit: 'ms',
    target: { kind: 'below', ratio: 1.2 },
    ours: () => p50(() => newLead({ campaign_id: id })),
    theirs: () => p50(newLead),
  });
  const deadlocks = (await countDeadlocks()) - before;
  require(figure, deadlocks === 0, `${deadlocks} deadlocks (none)`);
  return figure;
}

const BULK = 1_000;

/** P3: a thousand leads with an agent in one request, against raw multi-row INSERTs of the same rows. */
export async function createBulk(setup: Setup): Promise<Figure> {
  const api = await setup.apiAlone();
  const agent = await setup.agents.withSteps([86_400]);
  const raw = await createConnection({ uri: process.env.DATABASE_URL ?? '', timezone: 'Z' });
  const took: number[] = [];
  const rowsOf = rowMaker(setup, agent);
  try {
    const figure = await compare({
      id: 'P3',
      name: 'bulk of 1,000 leads with an agent, to the answer',
      reference: 'raw multi-row INSERT of leads, events and runs',
      unit: 'leads/s',
      target: { kind: 'at least', ratio: 0.4 },
      async ours(round) {
        const body = `[${Array.from({ length: BULK }, () => newLead({ workflow_id: agent })).join(',')}]`;
        const started = performance.now();
        const answer = await fetch(`${api}/api/public/leads`, { method: 'POST', headers: setup.headers, body });
        const text = await answer.text();
        const ms = performance.now() - started;
        if (answer.status !== 201) throw new Error(`The bulk answered ${answer.status}: ${text.slice(0, 300)}`);
        if (round >= 0) took.push(ms);
        // These must never be processed.
        await setup.db('outbox').where({ account_id: setup.accountId }).delete();
        await setup.db('agent_runs').where({ agent_id: agent }).update({ open_slot: null, run_status: 'stopped' });
        return (BULK * 1000) / ms;
      },
      async theirs() {
        const tables = rowsOf(BULK);
        const started = performance.now();
        await raw.beginTransaction();
        for (const { table, columns, rows } of tables) {
          await raw.query<ResultSetHeader>(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [rows]);
        }
        await raw.commit();
        return (BULK * 1000) / (performance.now() - started);
      },
    });
    const p99 = percentile(took, 99);
    require(figure, p99 < 500, `slowest answer ${p99.toFixed(0)} ms (p99 < 500)`);
    return figure;
  } finally {
    await raw.end();
  }
}

/** Makes rows like those that ours writes for new leads with an agent. */
function rowMaker(setup: Setup, agentId: string) {
  const cadence =
    '{"step_key":"step_1","visit":1,"attempt":1,"sent_count":0,"visits":{},"arms":{},"hold":null,"ended":null}';
  return (count: number) => {
    const now = new Date();
    const origin = ['api', setup.keyId, 0, now];
    const leads: unknown[][] = [];
    const events: unknown[][] = [];
    const runs: unknown[][] = [];
    for (let n = 0; n < count; n += 1) {
      const { first_name, email, phone } = JSON.parse(newLead()) as Record<string, string>;
      const [lead, run] = [newId(), newId()];
      leads.push([lead, setup.accountId, first_name, email, phone, 'api', '{}', 1, now, now, 0]);
      events.push([
        newId(),
        setup.accountId,
        'lead.created',
        lead,
        null,
        '{"source":"api","campaign_id":null}',
        ...origin,
      ]);
      events.push([
        newId(),
        setup.accountId,
        'workflow_run.started',
        lead,
        run,
        `{"workflow_id":"${agentId}","version":1}`,
        ...origin,
      ]);
      runs.push([
        run,
        setup.accountId,
        lead,
        agentId,
        1,
        1,
        1,
        'running',
        'pending',
        'new',
        'open',
        now,
        'step_1',
        cadence,
        now,
        now,
        now,
      ]);
    }
    return [
      {
        table: 'leads',
        columns: [
          'id',
          'account_id',
          'first_name',
          'email',
          'phone',
          'source',
          'metadata',
          'version',
          'created_at',
          'updated_at',
          'hidden',
        ],
        rows: leads,
      },
      {
        table: 'events',
        columns: [
          'id',
          'account_id',
          'type',
          'lead_id',
          'agent_run_id',
          'data',
          'origin_kind',
          'origin_id',
          'origin_depth',
          'created_at',
        ],
        rows: events,
      },
      {
        table: 'agent_runs',
        columns: [
          ...[
            'id',
            'account_id',
            'lead_id',
            'agent_id',
            'agent_version',
            'entry_no',
            'open_slot',
            'run_status',
            'cadence_state',
          ],
          ...[
            'status_key',
            'status_category',
            'status_entered_at',
            'step_key',
            'cadence',
            'wake_at',
            'enrolled_at',
            'updated_at',
          ],
        ],
        rows: runs.map((row) => [...row.slice(0, 6), null, ...row.slice(7)]),
      },
    ];
  };
}

/** P14: key, scope and rate limit, against a bare route with the counter's statement. */
export async function authenticate(setup: Setup): Promise<Figure> {
  const [ours, theirs] = [await setup.api(), await setup.referenceApi()];
  const get = (path: string) => (): LoadRequest => ({
    method: 'GET',
    path,
    headers: { 'x-api-key': String(setup.headers['x-api-key']) },
  });
  return compare({
    id: 'P14',
    name: 'key, scope and rate limit',
    reference: 'bare Express 5 route with one upsert, 16 in flight',
    unit: 'requests/s',
    target: { kind: 'at least', ratio: 0.9 },
    ours: async () => (await measure(ours, get('/api/public/me'))).perSecond,
    theirs: async () => (await measure(theirs, get('/count'))).perSecond,
  });
}
