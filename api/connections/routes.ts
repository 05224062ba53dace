import { createOAuthClient } from '../../providers/oauth/index.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { listConnectionCalendarsRoute } from './calendars.js';
import { finishConnectRoute, showConnectRoute, startConnectRoute } from './connect.js';
import {
  createConnectionRoute,
  deleteConnectionRoute,
  getConnectionRoute,
  listConnectionsRoute,
  reconnectRoute,
} from './connections.js';

/** Lists the endpoints around connections to Google and Microsoft, and the pages where people sign in. */
export function connectionRoutes(given: ApiDependencies): Route[] {
  const deps = { ...given, oauth: given.oauth ?? createOAuthClient(oauthSettingsOf(given.config)) };
  return [
    listConnectionsRoute,
    createConnectionRoute,
    getConnectionRoute,
    reconnectRoute,
    deleteConnectionRoute,
    listConnectionCalendarsRoute,
    showConnectRoute,
    startConnectRoute,
    finishConnectRoute,
  ].map((make) => make(deps));
}
