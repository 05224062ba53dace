import { lockOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { findDefinition } from '../../db/agents/agents.js';
import { setLeadStatusContract } from '../../schemas/agent-runs/automation.js';
import { type AssignmentResult, transferByStatus } from '../../services/agent-runs/assign.js';
import { setRunStatus } from '../../services/agent-runs/set-status.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';

export const setLeadStatusRoute = (_deps: ApiDependencies) =>
  route(setLeadStatusContract).handle(async ({ work, account, params, body, db, origin, requestId }) => {
    const lead = await requireLead(db, account.id, params.id);
    const agentId = body.workflow_id?.toLowerCase();
    const runs = (await lockOpenRuns(db, account.id, lead.id)).filter(
      (run) => agentId === undefined || run.agent_id === agentId,
    );
    const [run, second] = runs;
    if (!run) throw new ApiError('NO_ACTIVE_RUN');
    if (second) {
      throw new ApiError('AMBIGUOUS_RUN', { details: { workflow_ids: runs.map((open) => open.agent_id) } });
    }
    const definition = await findDefinition(db, run.agent_id, run.agent_version);
    if (!definition) throw new ApiError('NO_ACTIVE_RUN');
    const outcome = await setRunStatus(work, run, definition, {
      statusKey: body.status_key,
      reason: body.reason ?? null,
      origin,
      allowDowngrade: true,
    });
    if (outcome.outcome === 'unknown_status' || outcome.outcome === 'downgrade') {
      const known = definition.statuses.map((status) => status.key).join(', ');
      const message = `The workflow has no status "${body.status_key}". Its statuses are ${known}.`;
      throw new ApiError('VALIDATION_ERROR', {
        message,
        field: '/status_key',
        details: { errors: [{ field: '/status_key', message }] },
      });
    }
    const moved = await transferByStatus(work, outcome, {
      accountId: account.id,
      accountTimezone: account.timezone,
      leadId: lead.id,
      origin,
      requestId,
    });
    return {
      status: 200,
      body: {
        success: true,
        changed: outcome.outcome === 'changed',
        previous_status: outcome.previous,
        new_status: outcome.status.key,
        workflow_run: { id: run.id, workflow_id: run.agent_id },
        note: moved ? noteOf(moved) : null,
      },
    };
  });

const noteOf = (moved: AssignmentResult): string =>
  moved.outcome === 'enrolled' ? `Transferred to ${moved.agent.name}.` : `Not transferred: ${moved.message}`;
