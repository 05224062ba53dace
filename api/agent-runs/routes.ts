import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { assignAgentRoute } from './assign-workflow.js';
import { isLeadPausedRoute } from './is-lead-paused.js';
import { resumeAutomationRoute } from './resume-automation.js';
import { setLeadStatusRoute } from './set-lead-status.js';
import { stopAutomationRoute } from './stop-automation.js';

/** Lists the endpoints that control the automation of one lead. */
export const automationRoutes = (deps: ApiDependencies): Route[] => [
  isLeadPausedRoute(deps),
  stopAutomationRoute(deps),
  resumeAutomationRoute(deps),
  setLeadStatusRoute(deps),
  assignAgentRoute(deps),
];
