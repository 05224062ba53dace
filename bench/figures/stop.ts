import { newId } from '../../runtime/ids.js';
import { compare, type Figure, percentile, require } from '../support/figure.js';
import { allArmedAt } from '../support/histories.js';
import { inParallel, pause } from '../support/load.js';
import { REFERENCE_QUEUE, type Setup } from '../support/stand.js';

const COUNT = 100;
/** The worker finishes the work of one stop before the next one comes, as in real use. */
const APART_MS = 25;
const RACED = 100;
const RACED_S = 4;

interface Stopped {
  leadId: string;
  answeredAt: number;
  inFlight: string[];
  ms: number;
}

/** P7: stopping a lead's automation, against a raw signal; and nothing is sent once the stop was answered. */
export async function stopAutomation(setup: Setup): Promise<Figure> {
  await Promise.all([setup.worker(), setup.referenceWorker(), setup.api()]);
  const api = await setup.api();
  const sleeping = await setup.agents.withSteps([86_400]);
  const leadsOf = (runIds: string[]): Promise<string[]> =>
    setup.db('agent_runs').whereIn('id', runIds).pluck('lead_id');

  const stop = async (leadId: string, agent: string): Promise<Stopped> => {
    const started = performance.now();
    const answer = await fetch(`${api}/api/public/leads/${leadId}/automation/stop`, {
      method: 'POST',
      headers: setup.headers,
      body: JSON.stringify({ workflow_id: agent }),
    });
    const body = (await answer.json()) as { in_flight?: string[] };
    return { leadId, answeredAt: Date.now(), inFlight: body.in_flight ?? [], ms: performance.now() - started };
  };

  const figure = await compare({
    id: 'P7',
    name: 'stop, p99',
    reference: 'raw signal',
    unit: 'ms',
    target: { kind: 'below', ratio: 2 },
    async ours() {
      const runIds = await setup.enroll(sleeping, COUNT);
      await allArmedAt(
        setup.client,
        runIds.map((id) => `cadence/${id}`),
      );
      await setup.settled();
      const took: number[] = [];
      for (const leadId of await leadsOf(runIds)) {
        took.push((await stop(leadId, sleeping)).ms);
        await pause(APART_MS);
      }
      await setup.settled();
      return percentile(took, 99);
    },
    async theirs() {
      const ids = Array.from({ length: COUNT }, () => `raw/${newId()}`);
      await inParallel(ids, 50, (workflowId) =>
        setup.client.workflow.start('rawSleeper', { workflowId, taskQueue: REFERENCE_QUEUE, args: [3_600_000] }),
      );
      await allArmedAt(setup.client, ids);
      const took: number[] = [];
      for (const id of ids) {
        const started = performance.now();
        await setup.client.workflow.getHandle(id).signal('poke');
        took.push(performance.now() - started);
        await pause(APART_MS);
      }
      return percentile(took, 99);
    },
  });

  const due = await setup.agents.withSteps([RACED_S]);
  const started = Date.now();
  const runIds = await setup.enroll(due, RACED);
  const leads = await leadsOf(runIds);
  // Half of the stops come just before the messages are due, half just after.
  await pause(Math.max(0, started + RACED_S * 1000 - 200 - Date.now()));
  const stops: Stopped[] = [];
  await inParallel(leads, 4, async (leadId) => stops.push(await stop(leadId, due)));
  await pause(3_000);
  const sent: { lead_id: string; id: string; at: Date }[] = await setup
    .db('sandbox_deliveries as d')
    .join('messages as m', 'm.id', 'd.message_id')
    .whereIn('m.agent_run_id', runIds)
    .select('m.lead_id', 'm.id', 'd.created_at as at');
  const late = sent.filter(({ lead_id, id, at }) => {
    const stopped = stops.find((entry) => entry.leadId === lead_id);
    return stopped !== undefined && at.getTime() > stopped.answeredAt && !stopped.inFlight.includes(id);
  });
  require(figure, late.length ===
    0, `${late.length} sends after the answer of ${RACED} stops at the due time (0); ${sent.length} left before`);
  return figure;
}
