import { newId } from '../../runtime/ids.js';
import { ACTIVITY_QUEUES, ALL_QUEUES } from '../../workflows/task-queues.js';
import { compare, type Figure, require } from '../support/figure.js';
import { allArmedAt } from '../support/histories.js';
import { inParallel, pause, until } from '../support/load.js';
import type { Program } from '../support/programs.js';
import { REFERENCE_QUEUE, type Setup } from '../support/stand.js';

const MIB = 1024 * 1024;
const FEW = 500;
const MANY = 10_000;
const BULK = 1_000;

/** P17: what a sleeping lead costs the worker in memory. */
export async function sleepCheaply(setup: Setup): Promise<Figure> {
  await setup.stopWorkers();
  const worker = await setup.worker();
  const agent = await setup.agents.withSteps([86_400]);
  const enroll = async (count: number) => {
    for (let left = count; left > 0; left -= BULK) {
      const ids = await setup.enroll(agent, Math.min(BULK, left));
      await setup.settled();
      await allArmedAt(
        setup.client,
        ids.slice(-20).map((id) => `cadence/${id}`),
      );
    }
    await pause(3_000);
    return worker.memory() / MIB;
  };
  const few = await enroll(FEW);
  const many = await enroll(MANY - FEW);
  const grown = many - few;
  return {
    id: 'P17',
    name: 'worker memory, 10,000 sleeping leads',
    reference: 'the same worker at 500',
    unit: 'MiB',
    ours: many,
    theirs: few,
    ratio: many / few,
    target: '+ < 30 MB',
    met: grown * MIB < 30e6,
    notes: [`grew by ${grown.toFixed(1)} MiB`],
    rounds: { ours: [many], theirs: [few] },
  };
}

const DUE = 1_000;
const PROBE = 100;

/** P18: a thousand timers fire while no worker is there; how fast they are worked off when one comes back. */
export async function catchUp(setup: Setup): Promise<Figure> {
  await Promise.all([setup.worker(), setup.referenceWorker(), setup.api()]);
  const dueS = await timeToStart(setup);
  const agent = await setup.agents.withSteps([dueS]);
  const round = newId();
  const started = Date.now();
  const runIds = await setup.enroll(agent, DUE);
  const raw = Array.from({ length: DUE }, (_, n) => `${round}/${n}`);
  await inParallel(raw, 50, (id) => {
    const ms = started + dueS * 1000 - Date.now();
    return setup.client.workflow.start('rawCadence', {
      workflowId: `raw/${id}`,
      taskQueue: REFERENCE_QUEUE,
      args: [id, 1, ms],
    });
  });
  await setup.settled();
  await allArmedAt(
    setup.client,
    runIds.slice(-50).map((id) => `cadence/${id}`),
  );
  await allArmedAt(
    setup.client,
    raw.slice(-50).map((id) => `raw/${id}`),
  );
  await setup.stopWorkers();
  await pause(Math.max(0, started + dueS * 1000 + 4_000 - Date.now()));

  const span = async (sql: string, bindings: unknown[]) => {
    let found = { n: 0, first: 0, last: 0 };
    await until(
      'the timers are worked off',
      async () => {
        const [[row]] = (await setup.db.raw(sql, bindings as string[])) as unknown as [
          [Record<'n' | 'first' | 'last', unknown>],
        ];
        found = { n: Number(row.n), first: Number(row.first), last: Number(row.last) };
        return found.n >= DUE;
      },
      180_000,
      200,
    );
    return ((found.n - 1) * 1000) / (found.last - found.first);
  };
  await setup.worker();
  const ours = await span(
    `SELECT COUNT(*) AS n, MIN(UNIX_TIMESTAMP(d.created_at) * 1000) AS first, MAX(UNIX_TIMESTAMP(d.created_at) * 1000) AS last
       FROM sandbox_deliveries d JOIN messages m ON m.id = d.message_id WHERE m.agent_id = ?`,
    [agent],
  );
  await setup.stopWorkers();
  await setup.referenceWorker();
  const theirs = await span(
    'SELECT COUNT(*) AS n, MIN(at_ms) AS first, MAX(at_ms) AS last FROM bench_rows WHERE run_id LIKE ?',
    [`${round}/%`],
  );
  const messages = await setup
    .db('messages')
    .where({ agent_id: agent })
    .groupBy('agent_run_id')
    .having(setup.db.raw('COUNT(*) > 1'))
    .select('agent_run_id');
  const ratio = ours / theirs;
  const figure: Figure = {
    id: 'P18',
    name: '1,000 timers that fired without a worker',
    reference: 'raw workflow, one round',
    unit: 'steps/s',
    ours,
    theirs,
    ratio,
    target: '>= 0.80',
    met: ratio >= 0.8,
    notes: [],
    rounds: { ours: [ours], theirs: [theirs] },
  };
  require(figure, messages.length === 0, `${messages.length} leads with more than one message (0)`);
  return figure;
}

/** Returns the seconds in which this machine starts both thousands of runs before the first timer fires. */
async function timeToStart(setup: Setup): Promise<number> {
  const agent = await setup.agents.withSteps([86_400]);
  const started = performance.now();
  const ids = await setup.enroll(agent, PROBE);
  await setup.settled();
  await allArmedAt(
    setup.client,
    ids.map((id) => `cadence/${id}`),
  );
  const seconds = (performance.now() - started) / 1000;
  return Math.ceil(15 + (seconds / PROBE) * 2 * DUE);
}

/** P20: from the start of a worker's process to its first poll. */
export async function startWorker(setup: Setup): Promise<Figure> {
  await setup.stopWorkers();
  const first = async (kind: 'ours' | 'theirs') => {
    const prefix = `p20-${newId().slice(-12)}-`;
    const queue = `${prefix}cadences`;
    const started = performance.now();
    const program = await setup.launch(kind, { TEMPORAL_TASK_QUEUE_PREFIX: prefix, BENCH_QUEUE: queue });
    const { client } = setup;
    await until(
      'the first poll',
      async () => {
        const { pollers } = await client.workflowService.describeTaskQueue({
          namespace: client.options.namespace,
          taskQueue: { name: queue },
          taskQueueType: 1,
        });
        return (pollers ?? []).length > 0;
      },
      60_000,
      10,
    );
    const ms = performance.now() - started;
    await program.stop();
    return ms;
  };
  return compare({
    id: 'P20',
    name: 'worker start to first poll',
    reference: 'raw worker with a built bundle (ours keeps what V8 compiled, as npm start does)',
    unit: 'ms',
    target: { kind: 'below', ratio: 1.3 },
    ours: () => first('ours'),
    theirs: () => first('theirs'),
  });
}

const QUEUES_WITH_WORKFLOWS = ALL_QUEUES.length - ACTIVITY_QUEUES.length;

/** P28: what a worker takes in memory before it has had anything to do. */
export async function waitCheaply(setup: Setup): Promise<Figure> {
  await setup.stopWorkers();
  const idle = async (worker: Promise<Program>) => {
    const program = await worker;
    await pause(10_000);
    const mib = program.memory() / MIB;
    await setup.stopWorkers();
    return mib;
  };
  const queues = Array.from({ length: QUEUES_WITH_WORKFLOWS }, (_, n) => `${REFERENCE_QUEUE}-${n}`).join(',');
  const figure = await compare({
    id: 'P28',
    name: 'worker memory before it has anything to do',
    unit: 'MiB',
    rounds: 3,
    warmUp: false,
    reference: `raw worker of ${QUEUES_WITH_WORKFLOWS} queues with workflows`,
    target: { kind: 'below', ratio: 1.2 },
    ours: () => idle(setup.worker()),
    theirs: () => idle(setup.referenceWorker({ BENCH_QUEUE: queues })),
  });
  const alone = await idle(setup.referenceWorker());
  figure.notes.push(`a raw worker of one queue takes ${alone.toFixed(0)} MiB`);
  return figure;
}
