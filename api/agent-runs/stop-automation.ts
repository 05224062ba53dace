import { noteSending, waitForInFlight } from '../../db/messages/in-flight.js';
import type { AgentRunRow } from '../../db/tables.js';
import { stopAutomationContract } from '../../schemas/agent-runs/automation.js';
import { pauseRun } from '../../services/agent-runs/pause-resume.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { commit } from '../http/commit.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';
import { requireOpenRun } from './find.js';

export const stopAutomationRoute = (deps: ApiDependencies) =>
  route(stopAutomationContract).handle(async ({ account, key, user, params, body, now, origin }) => {
    const stopped = await commit(deps, now, async (work) => {
      const { tx } = work;
      const lead = await requireLead(tx, account.id, params.id);
      const run = await requireOpenRun(tx, lead, body);
      const minutes = body.auto_resume_after_minutes;
      const autoResumeAt = minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
      const already = run.human_takeover;
      const reason = body.reason ?? (already ? run.pause_reason : null) ?? 'A user has taken over the conversation.';
      if (already && isStoppedSo(run, reason, autoResumeAt)) {
        await noteSending(work, (messages) => messages.where({ agent_run_id: run.id }));
        return { runId: run.id, cancelled: 0, inFlight: work.sending(), already };
      }
      const by = callerName({ key, user });
      const { cancelled } = await pauseRun(work, run, { reason, by, humanTakeover: true, autoResumeAt, origin });
      return { runId: run.id, cancelled, inFlight: work.sending(), already };
    });
    return {
      status: 200,
      body: {
        success: true,
        workflow_run_id: stopped.runId,
        cadence_paused: true,
        tasks_cancelled: stopped.cancelled,
        in_flight: await waitForInFlight(deps.db, stopped.inFlight),
        already_stopped: stopped.already,
      },
    };
  });

/**
 * Whether a stop equals the current state. Otherwise the latest request wins, with its reason and its automatic end.
 */
const isStoppedSo = (run: AgentRunRow, reason: string, autoResumeAt: Date | null): boolean =>
  run.paused_by !== 'rule' && run.pause_reason === reason && run.auto_resume_at === null && autoResumeAt === null;
