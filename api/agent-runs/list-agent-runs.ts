import { listAgentRuns } from '../../db/agent-runs/run-list.js';
import { listAgentRunsContract } from '../../schemas/agent-runs/agent-runs.js';
import { CADENCE_STATES, HOLD_REASONS, RUN_STATUSES } from '../../schemas/agents/agents.js';
import { toAgentRuns } from '../../services/agent-runs/agent-run-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { wordsFilter } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { listOf } from '../http/request/query.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';

const KIND = 'workflow_runs';

export const listAgentRunsRoute = (_deps: ApiDependencies) =>
  route(listAgentRunsContract).handle(async (input) => {
    const { account, db, query } = input;
    const page = idPage(KIND, query);
    const filter = {
      agentId: query.workflow_id?.toLowerCase(),
      leadIds: query.lead_id === undefined ? undefined : [query.lead_id.toLowerCase()],
      cadenceStates: wordsFilter(query.cadence_state, CADENCE_STATES, '/cadence_state'),
      runStatuses: wordsFilter(query.run_status, RUN_STATUSES, '/run_status'),
      holdReasons: wordsFilter(query.hold_reason, HOLD_REASONS, '/hold_reason'),
      statusKeys: listOf(query.status_keys),
    };
    const { rows, pagination } = idPageOf(KIND, await listAgentRuns(db, account.id, filter, page), page.limit);
    const workflow_runs = await toAgentRuns(db, rows);
    return { status: 200, body: { success: true, workflow_runs, ...(await includedFor(input, rows)), pagination } };
  });
