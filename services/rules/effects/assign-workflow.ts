import { assignAgent } from '../../agent-runs/assign.js';
import { type ApplyToLead, DONE } from '../effect.js';
import { lockedLead } from './locked-lead.js';

/** Enrolls the lead in an agent; a refused enrolment leaves it where it was. */
export const applyAssignWorkflow: ApplyToLead<'assign_workflow'> = async (work, target, { params }, { origin }) => {
  const { tx } = work;
  const result = await assignAgent(work, {
    accountId: target.account.id,
    accountTimezone: target.account.timezone,
    lead: await lockedLead(tx, target),
    agentId: params.workflow_id,
    fromAgentId: null,
    reason: params.reason,
    skipFirstMessage: params.skip_first_message,
    reenrollment: params.reenrollment,
    origin,
  });
  return result.outcome === 'enrolled' ? DONE : { skipped: result.message };
};
