import { onRun } from './definition.js';
import type { Planner } from './planner.js';

/** Pauses the lead's run for a person. */
const planStopAutomation: Planner<'stop_automation'> = (params, { now }) => ({
  params: {
    workflow_id: params.workflow_id ?? null,
    reason: params.reason ?? null,
    auto_resume_at: params.auto_resume_after_minutes
      ? new Date(now.getTime() + params.auto_resume_after_minutes * 60_000).toISOString()
      : null,
  },
});

export const stopAutomation = onRun<'stop_automation'>(planStopAutomation, {
  simulate(run, { workflow_id, auto_resume_at, reason }) {
    if (run.isOwn(workflow_id)) run.takeOver(auto_resume_at, reason ?? 'Stopped by the cadence.');
    return undefined;
  },
});

/** Gives the lead back to the agent. */
const planResumeAutomation: Planner<'resume_automation'> = (params) => ({
  params: {
    workflow_id: params.workflow_id ?? null,
    reason: params.reason ?? null,
    resume_cadence: params.resume_cadence ?? false,
    resume_policy: params.resume_policy ?? 'shift',
  },
});

export const resumeAutomation = onRun<'resume_automation'>(planResumeAutomation);
