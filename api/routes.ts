import { whoAmIRoute } from './account/who-am-i.js';
import { agentRoutes } from './agent-routes.js';
import { automationRoutes } from './automation-routes.js';
import { calendarRoutes } from './calendar-routes.js';
import type { ApiDependencies } from './dependencies.js';
import { functionRoutes } from './function-routes.js';
import { growthRoutes } from './growth-routes.js';
import { importRoutes } from './import-routes.js';
import { signInRoute, signOutRoute } from './internal/session.js';
import { jobRoutes } from './job-routes.js';
import { leadRoutes } from './lead-routes.js';
import { meetingRoutes } from './meeting-routes.js';
import { messagingRoutes } from './messaging-routes.js';
import type { Route } from './route.js';
import { voiceRoutes } from './voice-routes.js';
import { whatsAppRoutes } from './whatsapp-routes.js';

/** Every endpoint of the service, once. */
export const routes = (deps: ApiDependencies): Route[] => [
  whoAmIRoute(deps),
  signInRoute(deps),
  signOutRoute(deps),
  ...leadRoutes(deps),
  ...importRoutes(deps),
  ...agentRoutes(deps),
  ...messagingRoutes(deps),
  ...whatsAppRoutes(deps),
  ...meetingRoutes(deps),
  ...growthRoutes(deps),
  ...automationRoutes(deps),
  ...calendarRoutes(deps),
  ...jobRoutes(deps),
  ...functionRoutes(deps),
  ...voiceRoutes(deps),
];
