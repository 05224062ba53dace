import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import type { EventOrigin } from '../../db/events/events.js';
import { lockLead } from '../../db/leads/leads.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { ReenrollmentPolicy } from '../../schemas/rules/actions.js';
import { endRun } from './end-run.js';
import { type EnrollResult, enrollLeads } from './enroll.js';
import type { StatusOutcome } from './set-status.js';

export interface Assignment {
  accountId: string;
  accountTimezone: string;
  lead: LeadRow;
  agentId: string;
  /**
   * The agent whose run ends. Null means the run in the agent itself on a restart, else the lead's newest one. `none`
   * means that the run has already ended.
   */
  fromAgentId: string | null | 'none';
  reason: string | null;
  skipFirstMessage: boolean;
  reenrollment: ReenrollmentPolicy | null;
  origin: EventOrigin;
  requestId?: string | null;
}

export type AssignmentResult =
  | (Extract<EnrollResult, { outcome: 'enrolled' }> & { movement: 'enrollment' | 'reassignment' })
  | Extract<EnrollResult, { outcome: 'refused' }>;

/**
 * Enrolls a lead in an agent and, where another run of the lead is open, ends that one as reassigned, and no second
 * one. A refused enrolment leaves the old run as it was.
 */
export async function assignAgent(work: Work, assignment: Assignment): Promise<AssignmentResult> {
  const { tx } = work;
  const { accountId, lead, agentId, fromAgentId, origin } = assignment;
  await lockLead(tx, accountId, lead.id);
  const open = await lockOpenRuns(tx, accountId, lead.id);
  const former =
    fromAgentId === null
      ? (open.find((run) => run.agent_id === agentId) ?? open[0])
      : open.find((run) => run.agent_id === fromAgentId);
  if (!former && fromAgentId !== null && fromAgentId !== 'none') {
    const message = 'The lead has no open run of the workflow to leave.';
    return { outcome: 'refused', code: 'NO_ACTIVE_RUN', message };
  }
  const [result] = await enrollLeads(work, {
    accountId,
    accountTimezone: assignment.accountTimezone,
    agentId,
    leads: [{ lead, skipFirstMessage: assignment.skipFirstMessage }],
    origin,
    requestId: assignment.requestId ?? null,
    campaignId: lead.campaign_id,
    reenrollment: assignment.reenrollment,
  });
  if (!result || result.outcome === 'refused') {
    return result ?? { outcome: 'refused', code: 'WORKFLOW_NOT_FOUND', message: 'Workflow not found.' };
  }
  if (!former) return { ...result, movement: 'enrollment' };
  // The enrollment has ended the run that restarts.
  if (former.agent_id === agentId) return { ...result, movement: 'reassignment' };
  await endRun(work, former, {
    runStatus: 'transferred',
    stopReason: 'reassigned',
    origin,
    data: { to_workflow_id: agentId, note: assignment.reason },
  });
  return { ...result, movement: 'reassignment' };
}

export type Transfer = Pick<Assignment, 'accountId' | 'accountTimezone' | 'origin' | 'requestId'> & { leadId: string };

/**
 * Enrolls a lead in the agent that its new status hands it over to; undefined where the status names none, or is not
 * new. The status has done with the run that is left. A refused enrolment leaves the status as it is.
 */
export async function transferByStatus(
  work: Work,
  change: StatusOutcome,
  { leadId, ...transfer }: Transfer,
): Promise<AssignmentResult | undefined> {
  const { tx } = work;
  if (change.outcome !== 'changed' || change.status.transfer_to_workflow_id === null) return undefined;
  const lead = await lockLead(tx, transfer.accountId, leadId);
  if (!lead) throw new Error('The lead of the run no longer exists.');
  return assignAgent(work, {
    ...transfer,
    lead,
    agentId: change.status.transfer_to_workflow_id,
    fromAgentId: 'none',
    reason: `transferred by status ${change.status.key}`,
    skipFirstMessage: false,
    reenrollment: null,
  });
}
