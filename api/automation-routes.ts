import { assignWorkflowRoute } from './automation/assign-workflow.js';
import { isLeadPausedRoute } from './automation/is-lead-paused.js';
import { resumeAutomationRoute } from './automation/resume-automation.js';
import { setLeadStatusRoute } from './automation/set-lead-status.js';
import { stopAutomationRoute } from './automation/stop-automation.js';
import type { ApiDependencies } from './dependencies.js';
import type { Route } from './route.js';

/** Control over the automation of one lead. */
export const automationRoutes = (deps: ApiDependencies): Route[] => [
  isLeadPausedRoute(deps),
  stopAutomationRoute(deps),
  resumeAutomationRoute(deps),
  setLeadStatusRoute(deps),
  assignWorkflowRoute(deps),
];
