import { listOpenRuns } from '../../db/agent-runs/agent-runs.js';
import { isLeadPausedContract } from '../../schemas/agent-runs/automation.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';

export const isLeadPausedRoute = (_deps: ApiDependencies) =>
  route(isLeadPausedContract).handle(async ({ account, params, query, db }) => {
    const lead = await requireLead(db, account.id, params.id);
    const agentId = query.workflow_id?.toLowerCase();
    const run = (await listOpenRuns(db, account.id, [lead.id])).find(
      (open) => open.human_takeover && (agentId === undefined || open.agent_id === agentId),
    );
    return {
      status: 200,
      body: {
        success: true,
        paused: run !== undefined,
        reason: run?.pause_reason ?? null,
        since: run?.paused_at?.toISOString() ?? null,
        until: run?.auto_resume_at?.toISOString() ?? null,
        by: run?.paused_by ?? null,
      },
    };
  });
