import { findAgent, listAgents } from '../../db/agents/agents.js';
import { getAgentContract, listAgentsContract } from '../../schemas/agents/agent-contracts.js';
import type { ApiDependencies } from '../dependencies.js';
import { contentTag } from '../http/request/if-match.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { toAgent, toAgentSummary } from './to-agent.js';

const KIND = 'workflows';

export const listAgentsRoute = (_deps: ApiDependencies) =>
  route(listAgentsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const isActive = query.is_active === 'all' ? undefined : query.is_active !== 'false';
    const { rows, pagination } = idPageOf(KIND, await listAgents(db, account.id, { ...page, isActive }), page.limit);
    return { status: 200, body: { success: true, workflows: rows.map(toAgentSummary), pagination } };
  });

export const getAgentRoute = (_deps: ApiDependencies) =>
  route(getAgentContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'WORKFLOW_NOT_FOUND');
    const row = found(await findAgent(db, account.id, id), 'WORKFLOW_NOT_FOUND');
    const workflow = toAgent(row);
    return { status: 200, headers: { ETag: contentTag(workflow) }, body: { success: true, workflow } };
  });
