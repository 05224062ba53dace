import type { IconName } from '../components/icons.js';
import * as words from '../words/en/app.js';

export interface Place {
  path: string;
  name: string;
  icon: IconName;
  /** The permission that the entry requires. */
  scope?: string;
  /** The heading that it begins. */
  group?: string;
  /** The letter that opens it after a `g`. */
  letter?: string;
  /** True if it is in the bottom bar of a phone. The others are behind "More". */
  near?: boolean;
}

/** The entries of the rail, in order. */
export const RAIL: readonly Place[] = [
  { path: '/', letter: 'h', name: words.home, icon: 'home', near: true },
  { path: '/inbox', letter: 'i', name: words.inbox, icon: 'inbox', scope: 'conversations:read', near: true },
  { path: '/tasks', letter: 't', name: words.tasks, icon: 'checkbox', scope: 'leads:read', near: true },
  {
    path: '/leads',
    letter: 'l',
    name: words.leads,
    icon: 'users',
    scope: 'leads:read',
    group: words.people,
    near: true,
  },
  { path: '/meetings', letter: 'm', name: words.meetings, icon: 'calendar', scope: 'meetings:read' },
  { path: '/campaigns', letter: 'c', name: words.campaigns, icon: 'speakerphone', scope: 'campaigns:read' },
  { path: '/agents', letter: 'a', name: words.agents, icon: 'robot', scope: 'workflows:read', group: words.automation },
  { path: '/jobs', letter: 'j', name: words.jobs, icon: 'refresh', scope: 'background_jobs:read' },
  { path: '/functions', letter: 'f', name: words.functions, icon: 'code', scope: 'functions:read' },
  { path: '/knowledge', letter: 'k', name: words.knowledge, icon: 'book', scope: 'knowledge:read' },
  { path: '/models', name: words.models, icon: 'bolt', scope: 'models:write' },
  { path: '/runs', letter: 'r', name: words.runs, icon: 'route', scope: 'workflows:read', group: words.insights },
  { path: '/reports', letter: 'p', name: words.reports, icon: 'chart-bar', scope: 'reports:read' },
  { path: '/channels', letter: 'n', name: words.channels, icon: 'send', scope: 'messaging:read', group: words.setup },
  { path: '/integrations', name: words.integrations, icon: 'plug', scope: 'keys:manage' },
  { path: '/settings', letter: 's', name: words.settings, icon: 'adjustments' },
  { path: '/members', name: words.members, icon: 'users-group' },
  { path: '/audit', name: words.auditLog, icon: 'history', scope: 'audit:read' },
  { path: '/system', name: words.system, icon: 'device-desktop', scope: 'keys:manage' },
];

/** The pages below those of the rail that require another permission. */
const BELOW: readonly Pick<Place, 'path' | 'scope'>[] = [
  { path: '/channels/hooks', scope: 'webhooks:read' },
  { path: '/integrations/requests', scope: 'api_requests:read' },
];

/** Returns the permission that a page requires: that of the longest path which leads to it. */
export const scopeOfPage = (pathname: string): string | undefined =>
  [...BELOW, ...RAIL].find(({ path }) => path !== '/' && `${pathname}/`.startsWith(`${path}/`))?.scope;
