import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import {
  createVoiceAgentRoute,
  deleteVoiceAgentRoute,
  getVoiceAgentRoute,
  listVoiceAgentsRoute,
  updateVoiceAgentRoute,
} from './voice-agents.js';

/** Lists the endpoints around calls. */
export const voiceRoutes = (deps: ApiDependencies): Route[] =>
  [listVoiceAgentsRoute, createVoiceAgentRoute, getVoiceAgentRoute, updateVoiceAgentRoute, deleteVoiceAgentRoute].map(
    (make) => make(deps),
  );
