import type { Planner } from './planner.js';

const switched = (params: { workflow_id?: string; reason?: string }) => ({
  params: { workflow_id: params.workflow_id ?? null, reason: params.reason ?? null },
});

/** Pauses an agent for all its leads. */
export const planPauseWorkflow: Planner<'pause_workflow'> = switched;

/** Lets a paused agent go on. */
export const planResumeWorkflow: Planner<'resume_workflow'> = switched;
