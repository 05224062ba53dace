import type { Knex } from 'knex';
import { lockOpenRuns } from '../db/agent-runs.js';
import type { EventOrigin } from '../db/events.js';
import type { LeadRow } from '../db/tables.js';
import type { ReenrollmentPolicy } from '../schemas/actions.js';
import { type EnrollResult, enrollLeads } from './enrollment.js';
import { endRun } from './runs.js';

export interface Assignment {
  accountId: string;
  accountTimezone: string;
  lead: LeadRow;
  agentId: string;
  /** The agent whose run is left; the lead's newest open run if null. */
  fromAgentId: string | null;
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
 * Enrolls a lead in an agent and, where another run of the lead is open, ends that one as reassigned. A refused
 * enrolment leaves the old run as it was.
 */
export async function assignAgent(tx: Knex, now: Date, assignment: Assignment): Promise<AssignmentResult> {
  const { accountId, lead, agentId, origin } = assignment;
  const [result] = await enrollLeads(tx, now, {
    accountId,
    accountTimezone: assignment.accountTimezone,
    agentId,
    leads: [lead],
    options: [{ skipFirstMessage: assignment.skipFirstMessage }],
    origin,
    requestId: assignment.requestId ?? null,
    campaignId: lead.campaign_id,
    reenrollment: assignment.reenrollment,
  });
  if (!result || result.outcome === 'refused') {
    return result ?? { outcome: 'refused', code: 'WORKFLOW_NOT_FOUND', message: 'Workflow not found.' };
  }
  const others = (await lockOpenRuns(tx, accountId, lead.id)).filter((run) => run.id !== result.run.id);
  const left = assignment.fromAgentId ? others.find((run) => run.agent_id === assignment.fromAgentId) : others[0];
  if (!left) return { ...result, movement: 'enrollment' };
  await endRun(tx, now, left, {
    runStatus: 'transferred',
    stopReason: 'reassigned',
    origin,
    data: { to_workflow_id: agentId, note: assignment.reason },
  });
  return { ...result, movement: 'reassignment' };
}
