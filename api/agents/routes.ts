import { bulkAgentRunsRoute } from '../agent-runs/bulk-agent-runs.js';
import { getAgentRunRoute } from '../agent-runs/get-agent-run.js';
import { getLeadNextRoute } from '../agent-runs/get-lead-next.js';
import { listAgentRunsRoute } from '../agent-runs/list-agent-runs.js';
import { wakeAgentRunRoute } from '../agent-runs/wake-run.js';
import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { getAgentFunnelRoute, getAgentStatsRoute } from './funnel.js';
import { getAgentPipelineRoute, listPipelineLeadsRoute } from './pipeline.js';
import { getAgentRoute, listAgentsRoute } from './read-agents.js';
import { simulateAgentRoute } from './simulate-agent.js';
import { checkAgentRoute, getAgentVersionRoute, listAgentVersionsRoute, planAgentRoute } from './versions.js';
import { createAgentRoute, deleteAgentRoute, publishAgentRoute, updateAgentRoute } from './write-agents.js';

/** Lists the endpoints of agents and of leads' runs through them. */
export const agentRoutes = (deps: ApiDependencies): Route[] =>
  [
    listAgentsRoute,
    getAgentStatsRoute,
    getAgentFunnelRoute,
    getAgentPipelineRoute,
    listPipelineLeadsRoute,
    createAgentRoute,
    checkAgentRoute,
    getAgentRoute,
    listAgentVersionsRoute,
    getAgentVersionRoute,
    planAgentRoute,
    updateAgentRoute,
    deleteAgentRoute,
    publishAgentRoute,
    simulateAgentRoute,
    listAgentRunsRoute,
    getAgentRunRoute,
    wakeAgentRunRoute,
    bulkAgentRunsRoute,
    getLeadNextRoute,
  ].map((make) => make(deps));
