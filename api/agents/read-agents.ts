import { findAgent, listAgents as listRows } from '../../db/agents.js';
import { getAgent, listAgents } from '../../schemas/agent-contracts.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../paging.js';
import { found, pathId } from '../path-id.js';
import { route } from '../route.js';
import { toAgent, toAgentSummary } from './to-agent.js';

const KIND = 'workflows';

export const listAgentsRoute = (_deps: ApiDependencies) =>
  route(listAgents).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const isActive = query.is_active === 'all' ? undefined : query.is_active !== 'false';
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, { ...page, isActive }), page.limit);
    return { status: 200, body: { success: true, workflows: rows.map(toAgentSummary), pagination } };
  });

export const getAgentRoute = (_deps: ApiDependencies) =>
  route(getAgent).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    const row = found(await findAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND');
    return { status: 200, body: { success: true, workflow: toAgent(row) } };
  });
