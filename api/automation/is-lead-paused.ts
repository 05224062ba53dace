import { listOpenRuns } from '../../db/agent-runs.js';
import { isLeadPaused } from '../../schemas/automation.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../route.js';
import { requireLead } from './find.js';

export const isLeadPausedRoute = (_deps: ApiDependencies) =>
  route(isLeadPaused).handle(async ({ account, params, query, db }) => {
    const lead = await requireLead(db, account.id, params.id);
    const agentId = query.workflow_id?.toLowerCase();
    const run = (await listOpenRuns(db, account.id, [lead.id])).find(
      (open) => open.human_takeover === 1 && (agentId === undefined || open.agent_id === agentId),
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
