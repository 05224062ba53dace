import { onLead } from './definition.js';
import type { Planner } from './planner.js';

/** Enrolls the lead in an agent; whether it may enter is decided where its earlier runs are known. */
const planAssignWorkflow: Planner<'assign_workflow'> = (params) => ({
  params: {
    workflow_id: params.workflow_id,
    reason: params.reason ?? null,
    skip_first_message: params.skip_first_message ?? false,
    reenrollment: params.reenrollment ?? null,
  },
});

export const assignWorkflow = onLead<'assign_workflow'>(planAssignWorkflow, { simulate: (run) => run.reassign() });
