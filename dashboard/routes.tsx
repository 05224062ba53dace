import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { HomePage } from './home/page.js';
import { Door } from './parts/door.js';
import { Empty, Page } from './parts/page.js';
import { Broken } from './shell/broken.js';
import { Shell } from './shell/shell.js';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Door title="There is no such page">
      <p className="quiet">
        <a href=".">Go home</a>
      </p>
    </Door>
  ),
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  notFoundComponent: () => (
    <Page title="There is no such page">
      <Empty title="Nothing is at this address">
        <p>Choose a page on the left.</p>
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
    component: lazyRouteComponent(() => import('./leads/page.js'), 'LeadsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/import',
    component: lazyRouteComponent(() => import('./imports/page.js'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/import/$id',
    component: lazyRouteComponent(() => import('./imports/import.js'), 'ImportDetailsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/changes',
    component: lazyRouteComponent(() => import('./leads/changes-page.js'), 'ChangesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/leads/$id',
    component: lazyRouteComponent(() => import('./lead/page.js'), 'LeadPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/inbox',
    component: lazyRouteComponent(() => import('./inbox/page.js'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings',
    component: lazyRouteComponent(() => import('./meetings/page.js'), 'MeetingsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/week',
    component: lazyRouteComponent(() => import('./meetings/week-page.js'), 'WeekPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/hosts',
    component: lazyRouteComponent(() => import('./meetings/hosts.js'), 'HostsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/hosts/$id',
    component: lazyRouteComponent(() => import('./meetings/host.js'), 'HostPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/types',
    component: lazyRouteComponent(() => import('./meetings/types.js'), 'MeetingTypesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/meetings/$id',
    component: lazyRouteComponent(() => import('./meetings/meeting.js'), 'MeetingPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels',
    component: lazyRouteComponent(() => import('./channels/senders.js'), 'SendersPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/whatsapp',
    component: lazyRouteComponent(() => import('./channels/numbers.js'), 'NumbersPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/voice',
    component: lazyRouteComponent(() => import('./channels/voice.js'), 'VoicePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/templates',
    component: lazyRouteComponent(() => import('./channels/templates.js'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/suppressions',
    component: lazyRouteComponent(() => import('./channels/suppressions.js'), 'SuppressionsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/hooks',
    component: lazyRouteComponent(() => import('./channels/hooks.js'), 'HooksPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/channels/sandbox',
    component: lazyRouteComponent(() => import('./channels/sandbox.js'), 'SandboxPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/inbox/replies',
    component: lazyRouteComponent(() => import('./inbox/replies.js'), 'RepliesPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/profile',
    component: lazyRouteComponent(() => import('./profile/page.js'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/agents',
    component: lazyRouteComponent(() => import('./agents/page.js'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/agents/$id',
    component: lazyRouteComponent(() => import('./agent/page.js'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/jobs',
    component: lazyRouteComponent(() => import('./jobs/page.js'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/jobs/$id',
    component: lazyRouteComponent(() => import('./job/page.js'), 'JobPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/jobs/$id/cycles/$cycle',
    component: lazyRouteComponent(() => import('./job/cycle-page.js'), 'CyclePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/functions',
    component: lazyRouteComponent(() => import('./functions/page.js'), 'FunctionsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/functions/$id',
    component: lazyRouteComponent(() => import('./function/page.js'), 'FunctionPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/campaigns',
    component: lazyRouteComponent(() => import('./campaigns/page.js'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/campaigns/$id',
    component: lazyRouteComponent(() => import('./campaigns/campaign-page.js'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/knowledge',
    component: lazyRouteComponent(() => import('./knowledge/page.js'), 'KnowledgePage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/knowledge/$id',
    component: lazyRouteComponent(() => import('./knowledge/document-page.js'), 'DocumentPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/models',
    component: lazyRouteComponent(() => import('./models/page.js'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/tasks',
    component: lazyRouteComponent(() => import('./tasks/page.js'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/runs',
    component: lazyRouteComponent(() => import('./runs/page.js'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/runs/$id',
    component: lazyRouteComponent(() => import('./runs/run-page.js'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/settings',
    component: lazyRouteComponent(() => import('./settings/page.js'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/reports',
    component: lazyRouteComponent(() => import('./reports/page.js'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/integrations',
    component: lazyRouteComponent(() => import('./integrations/page.js'), 'IntegrationsPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/integrations/widgets/$id',
    component: lazyRouteComponent(() => import('./widget/page.js'), 'WidgetPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/members',
    component: lazyRouteComponent(() => import('./members/page.js'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/audit',
    component: lazyRouteComponent(() => import('./audit/page.js'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: inside,
    path: '/system',
    component: lazyRouteComponent(() => import('./system/page.js'), 'SystemPage'),
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
  defaultErrorComponent: Broken,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
