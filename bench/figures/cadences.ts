import { newId } from '../../runtime/ids.js';
import { compare, type Figure, median, require } from '../support/figure.js';
import { allArmedAt, costOf } from '../support/histories.js';
import { inParallel, pause, until } from '../support/load.js';
import { REFERENCE_QUEUE, type Setup } from '../support/stand.js';

/** The number of starts that the dispatcher has in flight. */
const IN_FLIGHT = 25;
const DAY_S = 86_400;

const startRaw = (setup: Setup, workflow: string, workflowId: string, args: unknown[]) =>
  setup.client.workflow.start(workflow, { workflowId, taskQueue: REFERENCE_QUEUE, args });

/** P4: from the request that enrols leads until the last one's timer is armed. */
export async function armTimers(setup: Setup): Promise<Figure> {
  await Promise.all([setup.worker(), setup.referenceWorker(), setup.api()]);
  const agent = await setup.agents.withSteps([DAY_S]);
  const count = 200;
  let sample = '';
  const figure = await compare({
    id: 'P4',
    name: 'enrolments, to "timer armed"',
    reference: 'raw workflow.start of a sleeping workflow, 25 in flight',
    unit: 'runs/s',
    target: { kind: 'at least', ratio: 0.85 },
    async ours() {
      const started = Date.now();
      const ids = (await setup.enroll(agent, count)).map((id) => `cadence/${id}`);
      const last = await allArmedAt(setup.client, ids);
      await setup.settled();
      sample = ids[0] ?? '';
      return (count * 1000) / (last - started);
    },
    async theirs() {
      const ids = Array.from({ length: count }, () => `raw/${newId()}`);
      const started = Date.now();
      await inParallel(ids, IN_FLIGHT, (id) => startRaw(setup, 'rawSleeper', id, [DAY_S * 1000]));
      const last = await allArmedAt(setup.client, ids);
      return (count * 1000) / (last - started);
    },
  });
  const { events, transitions } = await costOf(setup.client, sample);
  require(figure, events <= 5, `${events} events to "timer armed" (<= 5)`);
  require(figure, transitions <= 3, `${transitions} state transitions (<= 3)`);
  return figure;
}

const LEADS = 200;
const STEPS = 3;

/** P5: whole cadences, from the request that enrols the leads until the last step is recorded. */
export async function walkSteps(setup: Setup): Promise<Figure> {
  await Promise.all([setup.worker(), setup.referenceWorker(), setup.api()]);
  const agent = await setup.agents.withSteps(Array.from({ length: STEPS }, () => 1));
  let sample = '';
  const figure = await compare({
    id: 'P5',
    name: `cadence steps, ${LEADS} leads x ${STEPS} steps a second apart`,
    reference: 'raw workflow: sleep + one activity that writes one row',
    unit: 'steps/s',
    target: { kind: 'at least', ratio: 0.8 },
    warmUp: false,
    async ours() {
      const started = performance.now();
      const [first = ''] = await setup.enroll(agent, LEADS);
      sample = first;
      const open = () => setup.db('agent_runs').where({ agent_id: agent, open_slot: 1 }).first('id');
      await until('the cadences end', async () => !(await open()), 180_000, 50);
      return (LEADS * STEPS * 1000) / (performance.now() - started);
    },
    async theirs() {
      const round = newId();
      const started = performance.now();
      const ids = Array.from({ length: LEADS }, (_, n) => `${round}/${n}`);
      await inParallel(ids, IN_FLIGHT, (id) => startRaw(setup, 'rawCadence', `raw/${id}`, [id, STEPS, 1000]));
      const written = async () => {
        const [row] = await setup.db('bench_rows').where('run_id', 'like', `${round}/%`).count({ n: '*' });
        return Number(row?.n) === LEADS * STEPS;
      };
      await until('the raw cadences end', written, 180_000, 50);
      return (LEADS * STEPS * 1000) / (performance.now() - started);
    },
  });
  await setup.client.workflow.getHandle(`cadence/${sample}`).result();
  const { events, transitions } = await costOf(setup.client, `cadence/${sample}`);
  // The run's own are five events: its start with the first task, and its end.
  const eventsPerStep = (events - 5) / STEPS;
  const transitionsPerStep = (transitions - 3) / STEPS;
  require(figure, eventsPerStep <= 11, `${eventsPerStep.toFixed(1)} events a step (<= 11)`);
  require(figure, transitionsPerStep <= 7, `${transitionsPerStep.toFixed(1)} state transitions a step (<= 7)`);
  return figure;
}

const DUE = 15;
const DUE_S = 2;
const GAP_MS = 60;

/** P6: how long after a step is due its provider is called. */
export async function meetDueTimes(setup: Setup): Promise<Figure> {
  await Promise.all([setup.worker(), setup.referenceWorker(), setup.api()]);
  const agent = await setup.agents.withSteps([DUE_S]);
  return compare({
    id: 'P6',
    name: 'due time to provider called, p50',
    reference: 'raw timer to activity',
    unit: 'ms',
    target: { kind: 'below', ratio: 1.25 },
    async ours() {
      const due = new Map<string, number>();
      for (let n = 0; n < DUE; n += 1) {
        const [runId = ''] = await setup.enroll(agent, 1);
        const run = (await setup.db('agent_runs').where({ id: runId }).first('wake_at'))!;
        due.set(runId, run.wake_at!.getTime());
        await pause(GAP_MS);
      }
      const sent = () =>
        setup
          .db('sandbox_deliveries as d')
          .join('messages as m', 'm.id', 'd.message_id')
          .whereIn('m.agent_run_id', [...due.keys()])
          .select('m.agent_run_id as id', 'd.created_at as at');
      let rows: { id: string; at: Date }[] = [];
      await until('the sends', async () => {
        rows = await sent();
        return rows.length === DUE;
      });
      return median(rows.map(({ id, at }) => at.getTime() - (due.get(id) ?? 0)));
    },
    async theirs() {
      const round = newId();
      const due = new Map<string, number>();
      for (let n = 0; n < DUE; n += 1) {
        const id = `${round}/${n}`;
        const at = Date.now() + DUE_S * 1000;
        due.set(id, at);
        await startRaw(setup, 'rawDue', `raw/${id}`, [id, at]);
        await pause(GAP_MS);
      }
      let rows: { run_id: string; at_ms: number }[] = [];
      await until('the rows', async () => {
        rows = await setup.db('bench_rows').where('run_id', 'like', `${round}/%`).select('run_id', 'at_ms');
        return rows.length === DUE;
      });
      return median(rows.map(({ run_id, at_ms }) => Number(at_ms) - (due.get(run_id) ?? 0)));
    },
  });
}
