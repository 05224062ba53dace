import { assignAgentContract } from '../../schemas/agent-runs/automation.js';
import { assignAgent } from '../../services/agent-runs/assign.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';

export const assignAgentRoute = (_deps: ApiDependencies) =>
  route(assignAgentContract).handle(async ({ work, account, params, body, db, origin, requestId }) => {
    const lead = await requireLead(db, account.id, params.id);
    const result = await assignAgent(work, {
      accountId: account.id,
      accountTimezone: account.timezone,
      lead,
      agentId: body.workflow_id.toLowerCase(),
      fromAgentId: body.from_workflow_id?.toLowerCase() ?? null,
      reason: body.reason ?? null,
      skipFirstMessage: body.skip_first_message ?? false,
      reenrollment: body.reenrollment ?? null,
      origin,
      requestId,
    });
    if (result.outcome === 'refused') throw new ApiError(result.code, { message: result.message });
    return {
      status: 201,
      body: {
        success: true,
        workflow_run_id: result.run.id,
        workflow_id: result.agent.id,
        workflow_name: result.agent.name,
        movement_type: result.movement,
        paused: result.agent.paused,
      },
    };
  });
