import { bulkAgentRunsRoute } from './agent-runs/bulk-agent-runs.js';
import { getAgentRunRoute } from './agent-runs/get-agent-run.js';
import { getLeadNextRoute } from './agent-runs/get-lead-next.js';
import { listAgentRunsRoute } from './agent-runs/list-agent-runs.js';
import { getAgentRoute, listAgentsRoute } from './agents/read-agents.js';
import { simulateAgentRoute } from './agents/simulate-agent.js';
import { createAgentRoute, deleteAgentRoute, publishAgentRoute, updateAgentRoute } from './agents/write-agents.js';
import type { ApiDependencies } from './dependencies.js';
import type { Route } from './route.js';

/** The endpoints of agents and of leads' runs through them. */
export const agentRoutes = (deps: ApiDependencies): Route[] =>
  [
    listAgentsRoute,
    createAgentRoute,
    getAgentRoute,
    updateAgentRoute,
    deleteAgentRoute,
    publishAgentRoute,
    simulateAgentRoute,
    listAgentRunsRoute,
    getAgentRunRoute,
    bulkAgentRunsRoute,
    getLeadNextRoute,
  ].map((make) => make(deps));
