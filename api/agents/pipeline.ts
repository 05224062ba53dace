import { countPipeline, listLeadsOfRuns, listPipelineRuns, type PipelineCount } from '../../db/agent-runs/pipeline.js';
import { draftOf, findAgent, findDefinition } from '../../db/agents/agents.js';
import type { AgentStatus } from '../../schemas/agents/agents.js';
import { getAgentPipelineContract, listPipelineLeadsContract } from '../../schemas/agents/pipeline.js';
import { viewLeads } from '../../services/leads/lead-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { DEFAULT_LIMIT, decodeTime, encodeTime, pageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { filterOf, fingerprint } from '../leads/list-leads.js';

export const getAgentPipelineRoute = (_deps: ApiDependencies) =>
  route(getAgentPipelineContract).handle(async ({ account, db, params, query }) => {
    const agent = found(await findAgent(db, account.id, pathId(params.id, 'WORKFLOW_NOT_FOUND')), 'WORKFLOW_NOT_FOUND');
    const published = agent.version > 0 ? await findDefinition(db, agent.id, agent.version) : undefined;
    const { statuses } = published ?? draftOf(agent);
    const filter = filterOf(query, account.country);
    const counts = filter ? await countPipeline(db, account.id, agent.id, filter) : [];
    return { status: 200, body: { success: true, statuses: columnsOf(statuses, counts) } };
  });

/** Returns the statuses of the latest version in order, and those that only leads of earlier versions have. */
function columnsOf(statuses: readonly AgentStatus[], counts: readonly PipelineCount[]) {
  const columnOf = (status: Pick<AgentStatus, 'key' | 'label' | 'category' | 'is_terminal' | 'color'>) => {
    const own = counts.filter(({ status_key }) => status_key === status.key);
    return {
      ...status,
      is_removed: !statuses.some(({ key }) => key === status.key),
      leads: own.reduce((sum, { leads }) => sum + leads, 0),
      deals: own
        .filter(({ deals }) => deals > 0)
        .map(({ currency, deals, value }) => ({ currency, leads: deals, value })),
    };
  };
  const known = statuses
    .toSorted((one, other) => one.position - other.position)
    .map(({ key, label, category, is_terminal, color }) => columnOf({ key, label, category, is_terminal, color }));
  const removed = [...Map.groupBy(counts, ({ status_key }) => status_key)]
    .filter(([key]) => !known.some((status) => status.key === key))
    .map(([key, [first]]) => {
      const category = (first?.status_category ?? 'open') as AgentStatus['category'];
      return columnOf({ key, label: key, category, is_terminal: !['open', 'active'].includes(category), color: null });
    });
  return [...known, ...removed];
}

export const listPipelineLeadsRoute = (_deps: ApiDependencies) =>
  route(listPipelineLeadsContract).handle(async ({ account, db, params, query }) => {
    const agent = found(await findAgent(db, account.id, pathId(params.id, 'WORKFLOW_NOT_FOUND')), 'WORKFLOW_NOT_FOUND');
    const { limit = DEFAULT_LIMIT, cursor, status_key: statusKey, ...filters } = query;
    const kind = `pipeline/${agent.id}/${fingerprint({ statusKey, ...filters })}`;
    const position = decodeTime(cursor, kind);
    const after = position && { id: position.id, enteredAt: position.at };
    const filter = filterOf(filters, account.country);
    const runs = filter ? await listPipelineRuns(db, account.id, agent.id, { statusKey, filter, after, limit }) : [];
    const { rows, pagination } = pageOf(runs, limit, ({ id, status_entered_at }) =>
      encodeTime(kind, id, status_entered_at),
    );
    const leads = await listLeadsOfRuns(db, rows);
    const views = new Map((await viewLeads(db, [...leads.values()])).map((lead) => [lead.id, lead]));
    const entries = rows.flatMap((run) => {
      const lead = views.get(run.lead_id);
      return lead
        ? {
            workflow_run_id: run.id,
            is_active: run.open_slot === 1,
            status_entered_at: run.status_entered_at.toISOString(),
            lead,
          }
        : [];
    });
    return { status: 200, body: { success: true, entries, pagination } };
  });
