import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Empty, Page } from '../components/page.js';
import { readAgentSearch } from '../features/agents/agent-search.js';
import { readAuditSearch } from '../features/audit/audit-search.js';
import { readConnectionSearch } from '../features/channels/connection-search.js';
import { readTemplateSearch } from '../features/channels/template-search.js';
import { readFunctionSearch } from '../features/functions/function-search.js';
import { HomePage } from '../features/home/home-page.js';
import { readInboxSearch } from '../features/inbox/inbox-search.js';
import { readApiRequestSearch } from '../features/integrations/api-request-search.js';
import { readJobSearch } from '../features/jobs/job-search.js';
import { readLeadSearch } from '../features/leads/lead-search.js';
import { readMeetingSearch, readWeekSearch } from '../features/meetings/meeting-search.js';
import { readOutcomeSearch, readReportSearch } from '../features/reports/report-search.js';
import { readRunSearch } from '../features/runs/run-search.js';
import { readTaskSearch } from '../features/tasks/task-search.js';
import * as words from '../words/en/app.js';
import { PageError } from './shell/page-error.js';
import { Shell } from './shell/shell.js';
import { SignedOutLayout } from './signed-out/signed-out-layout.js';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <SignedOutLayout title={words.pageNotFound}>
      <p className="quiet">
        <a href=".">{words.goToTheHomePage}</a>
      </p>
    </SignedOutLayout>
  ),
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  notFoundComponent: () => (
    <Page title={words.pageNotFound}>
      <Empty title={words.thisPageDoesntExist}>
        <p>{words.selectAPageInTheMenu}</p>
      </Empty>
    </Page>
  ),
});
const inside = () => shell;
const pages = [
  createRoute({ getParentRoute: inside, path: '/', component: HomePage }),
  createRoute({
    getParentRoute: inside,
    path: '/leads',
    validateSearch: readLeadSearch,
    component: lazyRouteComponent(() => import('../features/leads/lead-list.js'), 'LeadsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/pipeline',
    validateSearch: readLeadSearch,
    component: lazyRouteComponent(() => import('../features/leads/pipeline-page.js'), 'PipelinePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/import',
    component: lazyRouteComponent(() => import('../features/imports/import-list.js'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/import/$id',
    component: lazyRouteComponent(() => import('../features/imports/import-detail.js'), 'ImportDetailsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/changes',
    component: lazyRouteComponent(() => import('../features/leads/lead-changes.js'), 'ChangesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/$id',
    component: lazyRouteComponent(() => import('../features/leads/lead-detail.js'), 'LeadPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/inbox',
    validateSearch: readInboxSearch,
    component: lazyRouteComponent(() => import('../features/inbox/inbox-page.js'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings',
    validateSearch: readMeetingSearch,
    component: lazyRouteComponent(() => import('../features/meetings/meeting-list.js'), 'MeetingsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/week',
    validateSearch: readWeekSearch,
    component: lazyRouteComponent(() => import('../features/meetings/week-page.js'), 'WeekPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/hosts',
    component: lazyRouteComponent(() => import('../features/meetings/host-list.js'), 'HostsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/hosts/$id',
    component: lazyRouteComponent(() => import('../features/meetings/host-detail.js'), 'HostPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/types',
    component: lazyRouteComponent(() => import('../features/meetings/meeting-types.js'), 'MeetingTypesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/$id',
    component: lazyRouteComponent(() => import('../features/meetings/meeting-detail.js'), 'MeetingPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels',
    component: lazyRouteComponent(() => import('../features/channels/email-senders.js'), 'SendersPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/connections',
    validateSearch: readConnectionSearch,
    component: lazyRouteComponent(() => import('../features/channels/connection-list.js'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/whatsapp',
    component: lazyRouteComponent(() => import('../features/channels/whatsapp-numbers.js'), 'NumbersPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/voice',
    component: lazyRouteComponent(() => import('../features/channels/voice-agents.js'), 'VoicePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/templates',
    validateSearch: readTemplateSearch,
    component: lazyRouteComponent(() => import('../features/channels/template-list.js'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/suppressions',
    component: lazyRouteComponent(() => import('../features/channels/suppression-list.js'), 'SuppressionsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/hooks',
    component: lazyRouteComponent(() => import('../features/channels/provider-hooks.js'), 'HooksPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/sandbox',
    component: lazyRouteComponent(() => import('../features/channels/sandbox.js'), 'SandboxPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/inbox/replies',
    component: lazyRouteComponent(() => import('../features/inbox/canned-reply-list.js'), 'RepliesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/profile/notifications',
    component: lazyRouteComponent(() => import('../features/profile/notifications-page.js'), 'NotificationsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/profile',
    component: lazyRouteComponent(() => import('../features/profile/profile-page.js'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/agents',
    component: lazyRouteComponent(() => import('../features/agents/agent-list.js'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/agents/$id',
    validateSearch: readAgentSearch,
    component: lazyRouteComponent(() => import('../features/agents/agent-detail.js'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/jobs',
    component: lazyRouteComponent(() => import('../features/jobs/job-list.js'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/jobs/$id',
    validateSearch: readJobSearch,
    component: lazyRouteComponent(() => import('../features/jobs/job-detail.js'), 'JobPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/jobs/$id/cycles/$cycle',
    component: lazyRouteComponent(() => import('../features/jobs/cycle-detail.js'), 'CyclePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/functions',
    component: lazyRouteComponent(() => import('../features/functions/function-list.js'), 'FunctionsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/functions/$id',
    validateSearch: readFunctionSearch,
    component: lazyRouteComponent(() => import('../features/functions/function-detail.js'), 'FunctionPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/campaigns',
    component: lazyRouteComponent(() => import('../features/campaigns/campaign-list.js'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/campaigns/$id',
    component: lazyRouteComponent(() => import('../features/campaigns/campaign-detail.js'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/knowledge',
    component: lazyRouteComponent(() => import('../features/knowledge/document-list.js'), 'KnowledgePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/knowledge/$id',
    component: lazyRouteComponent(() => import('../features/knowledge/document-detail.js'), 'DocumentPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/models',
    component: lazyRouteComponent(() => import('../features/models/model-list.js'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/tasks',
    validateSearch: readTaskSearch,
    component: lazyRouteComponent(() => import('../features/tasks/task-list.js'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/runs',
    validateSearch: readRunSearch,
    component: lazyRouteComponent(() => import('../features/runs/run-list.js'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/runs/$id',
    component: lazyRouteComponent(() => import('../features/runs/run-detail.js'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/settings',
    component: lazyRouteComponent(() => import('../features/settings/settings-page.js'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/reports',
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import('../features/reports/reports-page.js'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/reports/leads',
    validateSearch: readOutcomeSearch,
    component: lazyRouteComponent(() => import('../features/reports/outcome-leads.js'), 'OutcomeLeadsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/integrations',
    component: lazyRouteComponent(() => import('../features/integrations/integrations-page.js'), 'IntegrationsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/integrations/requests',
    validateSearch: readApiRequestSearch,
    component: lazyRouteComponent(() => import('../features/integrations/api-requests.js'), 'ApiRequestsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/integrations/usage',
    component: lazyRouteComponent(() => import('../features/integrations/usage-page.js'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/integrations/widgets/$id',
    component: lazyRouteComponent(() => import('../features/integrations/widget-detail.js'), 'WidgetPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/members',
    component: lazyRouteComponent(() => import('../features/members/member-list.js'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/audit',
    validateSearch: readAuditSearch,
    component: lazyRouteComponent(() => import('../features/audit/audit-log.js'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/system',
    component: lazyRouteComponent(() => import('../features/system/system-page.js'), 'SystemPage'),
  }),
];

/** Reads an address as it was written: what the API takes, and no JSON. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text));
const stringifySearch = (search: Record<string, unknown>) => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text && `?${text}`;
};

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren(pages)]),
  basepath: new URL(document.baseURI).pathname,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
