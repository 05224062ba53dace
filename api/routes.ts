import { accountRoutes } from './accounts/routes.js';
import { automationRoutes } from './agent-runs/routes.js';
import { agentRoutes } from './agents/routes.js';
import { growthRoutes } from './campaigns/routes.js';
import { voiceRoutes } from './channels/voice-routes.js';
import { whatsAppRoutes } from './channels/whatsapp-routes.js';
import { connectionRoutes } from './connections/routes.js';
import { conversationRoutes } from './conversations/routes.js';
import type { ApiDependencies } from './dependencies.js';
import { functionRoutes } from './functions/routes.js';
import type { Route } from './http/route.js';
import { importRoutes } from './imports/routes.js';
import { jobRoutes } from './jobs/routes.js';
import { knowledgeRoutes } from './knowledge/routes.js';
import { leadRoutes } from './leads/routes.js';
import { calendarRoutes } from './meetings/calendar-routes.js';
import { meetingRoutes } from './meetings/routes.js';
import { messagingRoutes } from './messages/routes.js';
import { modelRoutes } from './models/routes.js';
import { dismissAttentionRoute, listAttentionRoute } from './operations/attention.js';
import { getPerformanceRoute, listPerformanceLeadsRoute } from './operations/performance.js';
import { listReportGoalsRoute, setReportGoalRoute } from './operations/report-goals.js';
import {
  createReportLinkRoute,
  deleteReportLinkRoute,
  listReportLinksRoute,
  openReportLinkRoute,
} from './operations/report-links.js';
import { getReportRoute, getSummaryRoute } from './operations/reports.js';
import {
  getSystemRoute,
  retryHeldWorkRoute,
  retryInboundEventRoute,
  retryInstructionRoute,
} from './operations/system.js';
import { webhookRoutes } from './webhooks/routes.js';
import { widgetRoutes } from './widget/routes.js';

/** Lists every endpoint of the service, once. */
export const routes = (deps: ApiDependencies): Route[] => [
  ...accountRoutes(deps),
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
  ...connectionRoutes(deps),
  ...conversationRoutes(deps),
  ...modelRoutes(deps),
  ...knowledgeRoutes(deps),
  ...widgetRoutes(deps),
  ...webhookRoutes(deps),
  listAttentionRoute(deps),
  dismissAttentionRoute(deps),
  getSummaryRoute(deps),
  getPerformanceRoute(deps),
  listPerformanceLeadsRoute(deps),
  createReportLinkRoute(deps),
  listReportLinksRoute(deps),
  deleteReportLinkRoute(deps),
  openReportLinkRoute(deps),
  listReportGoalsRoute(deps),
  setReportGoalRoute(deps),
  getReportRoute(deps),
  getSystemRoute(deps),
  retryInstructionRoute(deps),
  retryInboundEventRoute(deps),
  retryHeldWorkRoute(deps),
];
