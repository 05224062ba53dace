import { listAgentRuns as listRows } from '../../db/reads/agent-run-list.js';
import { listAgentRuns } from '../../schemas/agent-runs.js';
import { CADENCE_STATES, HOLD_REASONS, RUN_STATUSES } from '../../schemas/agents.js';
import type { ApiDependencies } from '../dependencies.js';
import { wordsFilter } from '../fields.js';
import { idPage, idPageOf } from '../paging.js';
import { route } from '../route.js';
import { toAgentRuns } from './to-agent-run.js';

const KIND = 'workflow_runs';

export const listAgentRunsRoute = (_deps: ApiDependencies) =>
  route(listAgentRuns).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      agentId: query.workflow_id?.toLowerCase(),
      leadIds: query.lead_id === undefined ? undefined : [query.lead_id.toLowerCase()],
      cadenceStates: wordsFilter(query.cadence_state, CADENCE_STATES, '/cadence_state'),
      runStatuses: wordsFilter(query.run_status, RUN_STATUSES, '/run_status'),
      holdReasons: wordsFilter(query.hold_reason, HOLD_REASONS, '/hold_reason'),
    };
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, workflow_runs: await toAgentRuns(db, rows), pagination } };
  });
