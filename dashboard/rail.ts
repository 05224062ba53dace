import type { IconName } from './parts/icons.js';

export interface Place {
  path: string;
  name: string;
  icon: IconName;
  /** What a role must be allowed to read for the entry to be drawn. */
  scope?: string;
  /** The heading that it begins. */
  group?: string;
  /** The letter that opens it after a `g`. */
  letter?: string;
  /** Whether it stands at the foot of a phone; the others are behind "More". */
  near?: boolean;
}

/** The entries of the rail, in order. */
export const RAIL: readonly Place[] = [
  { path: '/', letter: 'h', name: 'Home', icon: 'home', near: true },
  { path: '/inbox', letter: 'i', name: 'Inbox', icon: 'inbox', scope: 'conversations:read', near: true },
  { path: '/tasks', letter: 't', name: 'Tasks', icon: 'checkbox', scope: 'leads:read', near: true },
  { path: '/leads', letter: 'l', name: 'Leads', icon: 'users', scope: 'leads:read', group: 'People', near: true },
  { path: '/meetings', letter: 'm', name: 'Meetings', icon: 'calendar', scope: 'meetings:read' },
  { path: '/campaigns', letter: 'c', name: 'Campaigns', icon: 'speakerphone', scope: 'campaigns:read' },
  { path: '/agents', letter: 'a', name: 'Agents', icon: 'robot', scope: 'workflows:read', group: 'Automation' },
  { path: '/jobs', letter: 'j', name: 'Jobs', icon: 'refresh', scope: 'background_jobs:read' },
  { path: '/functions', letter: 'f', name: 'Functions', icon: 'code', scope: 'functions:read' },
  { path: '/knowledge', letter: 'k', name: 'Knowledge', icon: 'book', scope: 'knowledge:read' },
  { path: '/models', name: 'Models', icon: 'bolt', scope: 'models:write' },
  { path: '/runs', letter: 'r', name: 'Runs', icon: 'route', scope: 'workflows:read', group: 'Insight' },
  { path: '/reports', letter: 'p', name: 'Reports', icon: 'chart-bar', scope: 'reports:read' },
  { path: '/channels', letter: 'n', name: 'Channels', icon: 'send', scope: 'messaging:read', group: 'Set up' },
  { path: '/integrations', name: 'Integrations', icon: 'plug', scope: 'keys:manage' },
  { path: '/settings', letter: 's', name: 'Settings', icon: 'adjustments' },
  { path: '/members', name: 'Members', icon: 'users-group' },
  { path: '/audit', name: 'Audit log', icon: 'history', scope: 'audit:read' },
  { path: '/system', name: 'System', icon: 'device-desktop', scope: 'keys:manage' },
];
