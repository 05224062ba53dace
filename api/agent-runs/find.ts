import type { Knex } from 'knex';
import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import type { Db } from '../../db/connection.js';
import type { AgentRunRow, LeadRow } from '../../db/tables.js';
import { ApiError } from '../http/errors.js';
import { pathId } from '../http/path-id.js';

/** Finds the account's lead with this id; 404 when there is none, 410 when it was erased. */
export async function requireLead(db: Db, accountId: string, id: string): Promise<LeadRow> {
  const lead: LeadRow | undefined = await db('leads')
    .where({ account_id: accountId, id: pathId(id, 'LEAD_NOT_FOUND') })
    .first();
  if (lead?.erased_at) throw new ApiError('LEAD_ERASED');
  if (!lead || lead.hidden) throw new ApiError('LEAD_NOT_FOUND');
  return lead;
}

/**
 * Locks the row of the open run of a lead that a body names by run or by workflow; 400 without either, 404 for none.
 */
export async function requireOpenRun(
  tx: Knex,
  lead: LeadRow,
  named: { workflow_run_id?: string | undefined; workflow_id?: string | undefined },
): Promise<AgentRunRow> {
  if (named.workflow_run_id === undefined && named.workflow_id === undefined) {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'Name the run: give workflow_run_id or workflow_id.',
      field: '/workflow_id',
      details: { errors: [{ field: '/workflow_id', message: 'workflow_run_id or workflow_id is required' }] },
    });
  }
  const runId = named.workflow_run_id?.toLowerCase();
  const agentId = named.workflow_id?.toLowerCase();
  const run = (await lockOpenRuns(tx, lead.account_id, lead.id)).find(
    (open) => (runId === undefined || open.id === runId) && (agentId === undefined || open.agent_id === agentId),
  );
  if (!run) throw new ApiError('NO_ACTIVE_RUN');
  return run;
}
