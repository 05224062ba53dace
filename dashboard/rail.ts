import type { IconName } from './parts/icons.js';

export interface Place {
  path: string;
  name: string;
  icon: IconName;
  /** What a role must be allowed to read for the entry to be drawn. */
  scope?: string;
  /** The heading that it begins. */
  group?: string;
}

/** The entries of the rail, in order. */
export const RAIL: readonly Place[] = [
  { path: '/', name: 'Home', icon: 'home' },
  { path: '/leads', name: 'Leads', icon: 'users', scope: 'leads:read', group: 'People' },
  { path: '/integrations', name: 'Integrations', icon: 'plug', scope: 'keys:manage', group: 'Set up' },
  { path: '/members', name: 'Members', icon: 'users-group' },
  { path: '/audit', name: 'Audit log', icon: 'history', scope: 'audit:read' },
];
