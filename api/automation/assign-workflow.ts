import { assignWorkflow } from '../../schemas/automation.js';
import { assignAgent } from '../../services/assignment.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { route } from '../route.js';
import { requireLead } from './find.js';

export const assignWorkflowRoute = (_deps: ApiDependencies) =>
  route(assignWorkflow).handle(async ({ account, params, body, db, now, origin, requestId }) => {
    const lead = await requireLead(db, account.id, params.id);
    const result = await assignAgent(db, now, {
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
        paused: result.agent.paused === 1,
      },
    };
  });
