import type { Knex } from 'knex';
import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import type { AgentRunRow, LeadRow } from '../../db/tables.js';
import { ApiError } from '../http/errors.js';

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
      message: 'Specify workflow_run_id or workflow_id.',
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
