import type { Db } from '../../db/connection.js';
import { stopAutomation } from '../../schemas/automation.js';
import { pauseRun } from '../../services/automation.js';
import { commit } from '../commit.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../route.js';
import { requireLead, requireOpenRun } from './find.js';

const IN_FLIGHT_MS = 2_000;
const LOOK_MS = 50;

export const stopAutomationRoute = (deps: ApiDependencies) =>
  route(stopAutomation).handle(async ({ account, key, params, body, now, origin }) => {
    const stopped = await commit(deps, async (tx) => {
      const lead = await requireLead(tx, account.id, params.id);
      const run = await requireOpenRun(tx, lead, body);
      if (run.human_takeover === 1) {
        return { runId: run.id, cancelled: 0, inFlight: await listInFlight(tx, run.id), already: true };
      }
      const minutes = body.auto_resume_after_minutes;
      const { cancelled, inFlight } = await pauseRun(tx, now, run, {
        reason: body.reason ?? 'A person has taken over.',
        by: `key:${key?.id ?? ''}`,
        humanTakeover: true,
        autoResumeAt: minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000),
        origin,
      });
      return { runId: run.id, cancelled, inFlight, already: false };
    });
    return {
      status: 200,
      body: {
        success: true,
        workflow_run_id: stopped.runId,
        cadence_paused: true,
        tasks_cancelled: stopped.cancelled,
        in_flight: await waitForInFlight(deps.db, stopped.runId, stopped.inFlight),
        already_stopped: stopped.already,
      },
    };
  });

const listInFlight = (db: Db, agentRunId: string): Promise<string[]> =>
  db('messages').where({ agent_run_id: agentRunId, status: 'sending' }).pluck('id');

/** Gives messages that were being sent when the stop was made two seconds to end; answers those that still are. */
async function waitForInFlight(db: Db, agentRunId: string, inFlight: string[]): Promise<string[]> {
  const deadline = performance.now() + IN_FLIGHT_MS;
  let left = inFlight;
  while (left.length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    left = await listInFlight(db, agentRunId);
  }
  return left;
}
