import { bulkAgentRunsRoute } from '../agent-runs/bulk-agent-runs.js';
import { getAgentRunRoute } from '../agent-runs/get-agent-run.js';
import { getLeadNextRoute } from '../agent-runs/get-lead-next.js';
import { listAgentRunsRoute } from '../agent-runs/list-agent-runs.js';
import { wakeRunRoute } from '../agent-runs/wake-run.js';
import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { getAgentStatsRoute, getFunnelRoute } from './funnel.js';
import { getAgentRoute, listAgentsRoute } from './read-agents.js';
import { simulateAgentRoute } from './simulate-agent.js';
import { checkAgentRoute, getVersionRoute, listVersionsRoute, planAgentRoute } from './versions.js';
import { createAgentRoute, deleteAgentRoute, publishAgentRoute, updateAgentRoute } from './write-agents.js';

/** Lists the endpoints of agents and of leads' runs through them. */
export const agentRoutes = (deps: ApiDependencies): Route[] =>
  [
    listAgentsRoute,
    getAgentStatsRoute,
    getFunnelRoute,
    createAgentRoute,
    checkAgentRoute,
    getAgentRoute,
    listVersionsRoute,
    getVersionRoute,
    planAgentRoute,
    updateAgentRoute,
    deleteAgentRoute,
    publishAgentRoute,
    simulateAgentRoute,
    listAgentRunsRoute,
    getAgentRunRoute,
    wakeRunRoute,
    bulkAgentRunsRoute,
    getLeadNextRoute,
  ].map((make) => make(deps));
