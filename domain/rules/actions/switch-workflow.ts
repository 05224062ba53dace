import { onAgent } from './definition.js';
import type { Planner } from './planner.js';

const switched = (params: { workflow_id?: string; reason?: string }) => ({
  params: { workflow_id: params.workflow_id ?? null, reason: params.reason ?? null },
});

/** Pauses an agent for all its leads. */
const planPauseWorkflow: Planner<'pause_workflow'> = switched;

export const pauseWorkflow = onAgent<'pause_workflow'>(planPauseWorkflow, {
  simulate(run, { workflow_id, reason }) {
    const detail = reason ?? 'Paused by a cadence.';
    if (run.isOwn(workflow_id)) run.hold({ reason: 'workflow_paused', until: null, detail });
    return undefined;
  },
});

/** Resumes a paused agent. */
const planResumeWorkflow: Planner<'resume_workflow'> = switched;

export const resumeWorkflow = onAgent<'resume_workflow'>(planResumeWorkflow, {
  simulate(run, { workflow_id }) {
    if (run.isOwn(workflow_id)) run.release('workflow_paused');
    return undefined;
  },
});
