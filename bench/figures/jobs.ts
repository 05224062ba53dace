import { createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { inTransaction } from '../../db/connection.js';
import { newId } from '../../runtime/ids.js';
import { completeJob, type JobDocument } from '../../services/jobs/jobs.js';
import { selectLeads } from '../../services/jobs/select-leads.js';
import { compare, type Figure, median, require } from '../support/figure.js';
import { inParallel, pause, until } from '../support/load.js';
import { addManyLeads } from '../support/many-leads.js';
import { REFERENCE_QUEUE, type Setup } from '../support/stand.js';

const DAY_MS = 86_400_000;
const LEADS = 500;
const AT_ONCE = 50;

async function ask(setup: Setup, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${await setup.api()}/api/public${path}`, {
    method,
    headers: setup.headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

const makeJob = async (setup: Setup, body: object): Promise<string> =>
  ((await ask(setup, 'POST', '/background-jobs', body)).data as { id: string }).id;

/** P8: a cycle that tags 500 leads, from the request to its end, against raw SELECTs and batched INSERTs of its rows. */
export async function workCycle(setup: Setup): Promise<Figure> {
  await setup.worker();
  const agent = await setup.agents.withSteps([30 * 86_400]);
  await addManyLeads(setup.db, { accountId: setup.accountId, agentId: agent, count: LEADS });
  const raw = await createConnection({ uri: process.env.DATABASE_URL ?? '', timezone: 'Z' });
  const workflows: string[] = [];
  let tag = 0;
  try {
    const figure = await compare({
      id: 'P8',
      name: `cycle over ${LEADS} leads, to its end`,
      reference: 'raw SELECT of 50 leads and batched INSERT of tags, events and results, ten times',
      unit: 'leads/s',
      target: { kind: 'at least', ratio: 0.5 },
      async ours() {
        tag += 1;
        const id = await makeJob(setup, {
          steps: [{ action: { type: 'add_tag', params: { tags: [`bench ${tag}`] } } }],
          lead_filters: [{ workflow_id: agent }],
          max_leads_per_cycle: LEADS,
        });
        const started = performance.now();
        const { cycle_id } = await ask(setup, 'POST', `/background-jobs/${id}/run`, {});
        const ended = setup.db('job_cycles').where({ id: cycle_id as string });
        await until(
          'the cycle ended',
          async () => Boolean((await ended.clone().first('ended_at'))!.ended_at),
          60_000,
          5,
        );
        const ms = performance.now() - started;
        const { acted, workflow_id } = (await ended.clone().first('acted', 'workflow_id'))!;
        if (acted !== LEADS) throw new Error(`The cycle acted on ${acted} leads.`);
        workflows.push(workflow_id);
        return (LEADS * 1000) / ms;
      },
      async theirs() {
        const [tagId, cycle] = [newId(), newId()];
        const started = performance.now();
        let after = '';
        for (let n = 0; n < LEADS / AT_ONCE; n += 1) {
          await raw.beginTransaction();
          const [leads] = await raw.query<RowDataPacket[]>(
            `SELECT l.*, r.id AS run_id FROM agent_runs r JOIN leads l ON l.id = r.lead_id
              WHERE r.account_id = ? AND r.agent_id = ? AND r.open_slot = 1 AND r.lead_id > ? ORDER BY r.lead_id LIMIT ? FOR UPDATE`,
            [setup.accountId, agent, after, AT_ONCE],
          );
          after = leads.at(-1)?.id ?? after;
          const now = new Date();
          const insert = (table: string, columns: string, rows: unknown[][]) =>
            raw.query<ResultSetHeader>(`INSERT INTO ${table} (${columns}) VALUES ?`, [rows]);
          await insert(
            'lead_tags',
            'lead_id, tag_id, account_id, created_at',
            leads.map((lead) => [lead.id, tagId, setup.accountId, now]),
          );
          await insert(
            'events',
            'id, account_id, type, lead_id, agent_run_id, data, origin_kind, origin_id, origin_depth, created_at',
            leads.map((lead) => [
              ...[
                newId(),
                setup.accountId,
                'lead.tags_changed',
                lead.id,
                lead.run_id,
                '{"added":["bench"],"removed":[]}',
              ],
              ...['job', cycle, 1, now],
            ]),
          );
          await insert(
            'job_cycle_leads',
            'cycle_id, subject_id, account_id, job_id, lead_id, agent_id, agent_run_id, outcome, steps, finished_at',
            leads.map((lead) => [
              ...[cycle, lead.id, setup.accountId, cycle, lead.id, agent, lead.run_id, 'acted'],
              ...['[{"index":0,"verdict":"direct"}]', now],
            ]),
          );
          await raw.commit();
        }
        return (LEADS * 1000) / (performance.now() - started);
      },
    });
    const lengths = await Promise.all(
      workflows.map(async (id) => {
        const handle = setup.client.workflow.getHandle(id);
        await handle.result();
        return Number((await handle.describe()).raw.workflowExecutionInfo?.historyLength);
      }),
    );
    require(figure, Math.max(...lengths) <= 70, `${Math.max(...lengths)} events for a cycle of ${LEADS} (<= 70)`);
    return figure;
  } finally {
    await raw.end();
  }
}

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const LOADING_MS = Number(process.env.BENCH_LOADING_MS || 420_000);
const ROUNDS = 7;

/** Accounts of each size in which 500 leads renew within 30 days and half of all have a plan, until time is up. */
async function accounts(setup: Setup): Promise<{ size: number; agentId: string; accountId: string }[]> {
  const most = Number(process.env.BENCH_LEADS || SIZES.at(-1));
  const began = Date.now();
  const made = [];
  for (const size of SIZES.filter((each) => each <= most)) {
    if (Date.now() - began > LOADING_MS / 10) process.stderr.write(`    loading ${size.toLocaleString('en')} leads\n`);
    if (made.length > 0 && (Date.now() - began) * 10 > LOADING_MS) break;
    const accountId = newId();
    const agentId = newId();
    await setup.db('accounts').insert({
      ...(await setup.db('accounts').where({ id: setup.accountId }).first()),
      id: accountId,
    });
    const every = size / LEADS;
    await addManyLeads(setup.db, {
      accountId,
      agentId,
      count: size,
      metadata: (n) => ({
        renewal_date: new Date(Date.now() + (n % every === 0 ? 15 : 90) * DAY_MS).toISOString().slice(0, 10),
        plan: n % 2 === 0 ? 'gold' : 'free',
      }),
    });
    made.push({ size, agentId, accountId });
  }
  await setup.db.raw('ANALYZE TABLE leads, agent_runs, lead_metadata_values');
  return made;
}

const NOTE = { type: 'add_note' as const, params: { text: 'x' } };
const RENEWS = { field: 'metadata.renewal_date', operator: 'within_next' as const, value: 30, unit: 'days' as const };
const GOLD = { field: 'metadata.plan', operator: 'eq' as const, value: 'gold' };

async function select(setup: Setup, job: JobDocument): Promise<{ ms: number; found: number; read: number }> {
  const now = new Date();
  return inTransaction(setup.db, async (tx) => {
    const count = async () => {
      const [rows] = (await tx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'")) as unknown as [{ Value: string }[]];
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await count();
    const started = performance.now();
    const { leads } = await selectLeads(tx, { job, now, cursor: null, wall: now, leadIds: null });
    const ms = performance.now() - started;
    return { ms, found: leads.length, read: (await count()) - before };
  });
}

/** The slope of a line through points on two logarithmic scales: 0 stays the same, 1 grows as the size does. */
function slope(points: readonly [number, number][]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const above = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return above / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}

/** P9: a cycle's selection of 500 leads by a date in their metadata, in accounts of a thousand up to a million leads. */
export async function selectAtScale(setup: Setup): Promise<Figure> {
  const made = await accounts(setup);
  const [smallest, largest] = [made[0], made.at(-1)];
  if (!smallest || !largest) throw new Error('No account was made.');
  const jobOf = ({ accountId }: { accountId: string }, condition: typeof RENEWS | typeof GOLD) =>
    completeJob(
      { accountId, timezone: 'UTC' },
      {
        steps: [{ conditions: [condition], on_match: NOTE }],
        max_leads_per_cycle: LEADS,
      },
    );
  const one = async (account: { accountId: string }, condition: typeof RENEWS | typeof GOLD) => {
    const { ms, found } = await select(setup, jobOf(account, condition));
    if (found !== LEADS) throw new Error(`${found} leads were selected.`);
    return ms;
  };
  const figure = await compare({
    id: 'P9',
    name: `selection of ${LEADS} of ${largest.size.toLocaleString('en')} leads by a date in their metadata`,
    reference: `the same among ${smallest.size.toLocaleString('en')}`,
    unit: 'ms',
    target: { kind: 'below', ratio: 2 },
    rounds: ROUNDS,
    ours: () => one(largest, RENEWS),
    theirs: () => one(smallest, RENEWS),
  });
  for (const [what, condition] of [
    ['a date that 500 leads have', RENEWS],
    ['a value that half of the leads have', GOLD],
  ] as const) {
    const points: [number, number][] = [];
    for (const account of made) {
      const times: number[] = [];
      for (let n = 0; n < ROUNDS; n += 1) times.push(await one(account, condition));
      points.push([account.size, median(times)]);
    }
    const { read, found } = await select(setup, jobOf(largest, condition));
    const text = points.map(([size, ms]) => `${size.toLocaleString('en')}: ${ms.toFixed(1)} ms`).join(', ');
    figure.notes.push(`${what}: ${text}; log-log slope ${slope(points).toFixed(2)}`);
    // Of each lead its place in the index, its enrolment, its row, and the condition once more.
    require(figure, read < 2 * 4 * found, `${what}: ${read} rows read for ${found} leads of four rows each (< 2x)`);
  }
  require(figure, largest.size === SIZES.at(-1), `the largest account has ${largest.size.toLocaleString('en')} leads`);
  return figure;
}

const monthOf = (at: Date) =>
  (
    [
      'JANUARY',
      'FEBRUARY',
      'MARCH',
      'APRIL',
      'MAY',
      'JUNE',
      'JULY',
      'AUGUST',
      'SEPTEMBER',
      'OCTOBER',
      'NOVEMBER',
      'DECEMBER',
    ] as const
  )[at.getUTCMonth()] ?? 'JANUARY';

/** A schedule's time that comes once. */
const once = (at: Date) => ({
  calendars: [
    {
      year: at.getUTCFullYear(),
      month: monthOf(at),
      dayOfMonth: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
    },
  ],
  timezone: 'UTC',
});

const wholeSecond = (inMs: number) => new Date(Math.ceil((Date.now() + inMs) / 1000) * 1000);

/** Has a job's schedule fire at an instant, unless that passes first; all else stays as the service made it. */
async function fireAt(setup: Setup, jobId: string, at: Date): Promise<void> {
  const handle = setup.client.schedule.getHandle(`background-job/${jobId}`);
  const spec = once(at);
  const ask = async (): Promise<boolean> => {
    const [next] = (await handle.describe()).info.nextActionTimes;
    if (next?.getTime() === at.getTime()) return true;
    await handle.update(({ action, policies, state }) => ({ spec, action: action as never, policies, state }));
    return Date.now() >= at.getTime();
  };
  // The server responds before it plans with the new times, and a time in between would never fire. Its own worker may
  // be too busy to respond for some seconds.
  await until('the schedule has its new time', () => ask().catch(() => false), 60_000, 200);
}

/** Waits until the service has made a job's schedule. */
const scheduled = (setup: Setup, jobId: string): Promise<void> =>
  until(
    'the schedule is there',
    () =>
      setup.client.schedule
        .getHandle(`background-job/${jobId}`)
        .describe()
        .then(
          () => true,
          () => false,
        ),
    60_000,
    50,
  );

/** Sets something up for an instant to come; for a later one where it was over before all was set up. */
async function inTime(ms: number, setUp: (at: Date) => Promise<unknown>): Promise<Date> {
  const at = wholeSecond(ms);
  await setUp(at);
  return Date.now() < at.getTime() - 200 ? at : inTime(2 * ms, setUp);
}

const MANY = 100;
const BEGUN_MS = 120_000;

/** P19: from a schedule's time to the first lead that was acted on, against a raw schedule whose workflow writes a row. */
export async function fireSchedule(setup: Setup): Promise<Figure> {
  await Promise.all([setup.worker(), setup.referenceWorker()]);
  const agent = await setup.agents.withSteps([30 * 86_400]);
  await addManyLeads(setup.db, { accountId: setup.accountId, agentId: agent, count: 1 });
  const body = {
    cron_expression: '0 0 1 1 *',
    lead_filters: [{ workflow_id: agent }],
    steps: [{ action: NOTE }],
  };
  const seen = async (at: Date, look: () => Promise<boolean>) => {
    await pause(Math.max(0, at.getTime() - Date.now() - 20));
    await until('the schedule fired', look, 30_000, 1);
    return Date.now() - at.getTime();
  };
  const figure = await compare({
    id: 'P19',
    name: 'schedule due to first action',
    reference: 'a raw schedule whose workflow writes one row',
    unit: 'ms',
    target: { kind: 'below', ratio: 1.25 },
    async ours() {
      const id = await makeJob(setup, body);
      await scheduled(setup, id);
      await setup.settled();
      const at = await inTime(1_500, (to) => fireAt(setup, id, to));
      const done = setup.db('job_cycle_leads').where({ job_id: id }).whereNotNull('outcome');
      return seen(at, async () => (await done.clone().first('outcome')) !== undefined);
    },
    async theirs() {
      let id = '';
      const at = await inTime(1_500, (to) => {
        id = newId();
        return scheduleRaw(setup, id, to);
      });
      const done = setup.db('bench_rows').where({ run_id: id });
      return seen(at, async () => (await done.clone().first('id')) !== undefined);
    },
  });
  const jobs: string[] = [];
  await inParallel(Array.from({ length: MANY }), 8, async () => void jobs.push(await makeJob(setup, body)));
  await inParallel(jobs, 8, (id) => scheduled(setup, id));
  // An instruction that is left over would put the job's own times back.
  await setup.settled();
  const at = await inTime(20_000, (to) => inParallel(jobs, 4, (id) => fireAt(setup, id, to)));
  const claimed = setup.db('job_cycles').whereIn('job_id', jobs).where({ nominal_at: at }).whereNotNull('claimed_at');
  const after = await allBegun(at, async () =>
    (await claimed.clone().pluck('claimed_at')).map((when) => when!.getTime()),
  );
  const soon = after.filter((ms) => ms < 5_000).length;
  const all = `the last of ${after.length} after ${after.at(-1)} ms`;
  require(figure, soon === MANY, `${MANY} jobs due at once: ${soon} began within 5 s, ${all}`);
  figure.notes.push(`of ${MANY} raw schedules, ${await fireRawAtOnce(setup)}`);
  return figure;
}

/** Returns the delay after which each of many began, sorted. Those that don't begin within two minutes are left out. */
async function allBegun(at: Date, look: () => Promise<number[]>): Promise<number[]> {
  const deadline = performance.now() + BEGUN_MS;
  for (;;) {
    await pause(50);
    const begun = await look();
    if (begun.length < MANY && performance.now() < deadline) continue;
    return begun.map((ms) => ms - at.getTime()).sort((a, b) => a - b);
  }
}

/** The same with nothing but Temporal: so many raw schedules at one instant. */
async function fireRawAtOnce(setup: Setup): Promise<string> {
  let ids: string[] = [];
  const at = await inTime(20_000, (to) => {
    ids = Array.from({ length: MANY }, () => newId());
    return inParallel(ids, 8, (id) => scheduleRaw(setup, id, to));
  });
  const rows = setup.db('bench_rows').whereIn('run_id', ids);
  const after = await allBegun(at, async () => (await rows.clone().pluck('at_ms')).map(Number));
  return `the last of ${after.length} after ${after.at(-1)} ms`;
}

const scheduleRaw = (setup: Setup, id: string, at: Date) =>
  setup.client.schedule.create({
    scheduleId: `bench/${id}`,
    spec: once(at),
    action: {
      type: 'startWorkflow',
      workflowType: 'rawDue',
      workflowId: `bench/${id}`,
      taskQueue: REFERENCE_QUEUE,
      args: [id, 0],
    },
  });
