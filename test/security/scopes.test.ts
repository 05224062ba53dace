import { describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { GIVEN_SCOPES, SCOPE_PRESETS } from '../../schemas/scopes.js';
import { testConfig } from '../support/api.js';

/** Endpoints whose scope is not that of their family, by method and path under /api/public. */
const BY_ENDPOINT: Record<string, string | undefined> = {
  'GET /me': undefined,
  'DELETE /leads/{id}': 'leads:delete',
  // For the choice of a host's calendars.
  'GET /connections/{id}/calendars': 'meetings:read',
  'POST /leads/{id}/erase': 'leads:delete',
  'POST /leads/{id}/automation/stop': 'automation:write',
  'POST /leads/{id}/automation/resume': 'automation:write',
  'POST /leads/{id}/status': 'automation:write',
  'POST /leads/{id}/assign-workflow': 'automation:write',
  'POST /imports/{id}/undo': 'leads:delete',
  'GET /leads/{id}/meetings': 'meetings:read',
  'POST /workflows/{id}/simulate': 'workflows:read',
  'GET /workflows/{id}/pipeline': 'leads:read',
  'GET /workflows/{id}/pipeline/leads': 'leads:read',
  'POST /cloud-functions/check': 'functions:read',
  'POST /workflow-runs/bulk': 'automation:write',
  'POST /messages': 'messages:send',
  'POST /messages/{id}/cancel': 'messages:send',
  'POST /messages/{id}/resolve': 'messages:send',
  'POST /meetings/book': 'meetings:book',
  'POST /meetings/holds': 'meetings:book',
  'DELETE /meeting-holds/{id}': 'meetings:book',
  'POST /meeting-notes': 'notes:write',
  'POST /background-jobs/{id}/run': 'background_jobs:run',
  'POST /background-jobs/preview': 'background_jobs:read',
  'POST /knowledge/search': 'knowledge:read',
  'POST /background-jobs/{id}/cycles/{cycle_id}/cancel': 'background_jobs:run',
  'POST /cloud-functions/{id}/run': 'functions:run',
  'POST /cloud-functions/runs/{run_id}/apply': 'functions:run',
  'POST /cloud-functions/runs/{run_id}/replay': 'functions:run',
  'GET /scheduled-functions/reference': 'functions:read',
  'GET /events': 'reports:read',
  'GET /audit': 'audit:read',
  'GET /api-requests': 'api_requests:read',
  'GET /api-requests/{id}': 'api_requests:read',
  'GET /attention': 'reports:read',
  'GET /workflows/{id}/variants': 'reports:read',
  'POST /attention/{kind}/{id}/dismiss': 'automation:write',
  'POST /workflows/check': 'workflows:read',
  'POST /workflows/{id}/plan': 'workflows:read',
  'POST /messages/render': 'leads:read',
  'POST /workflow-runs/{id}/wake': 'automation:write',
  'POST /leads/query': 'leads:read',
  'POST /leads/query/count': 'leads:read',
  'POST /leads/{id}/notes': 'notes:write',
  'GET /models': 'models:write',
  'GET /models/{id}': 'models:write',
  'GET /model-usage': 'reports:read',
  'GET /usage': 'reports:read',
};

/** The family of the scopes `:read` and `:write` by the first part of a path. */
const FAMILIES: Record<string, string> = {
  leads: 'leads',
  'lead-changes': 'leads',
  notes: 'notes',
  reports: 'reports',
  'report-goals': 'reports',
  'report-links': 'reports',
  tags: 'leads',
  imports: 'leads',
  workflows: 'workflows',
  'workflow-runs': 'workflows',
  'email-senders': 'messaging',
  suppressions: 'messaging',
  messages: 'messaging',
  templates: 'templates',
  campaigns: 'campaigns',
  conversions: 'conversions',
  'conversion-types': 'conversions',
  conversations: 'conversations',
  models: 'models',
  hooks: 'webhooks',
  webhooks: 'webhooks',
  'event-types': 'webhooks',
  widgets: 'widgets',
  knowledge: 'knowledge',
  'whatsapp-numbers': 'whatsapp_numbers',
  hosts: 'meetings',
  schedule: 'meetings',
  'meeting-types': 'meetings',
  meetings: 'meetings',
  'availability-blocks': 'meetings',
  connections: 'messaging',
  'voice-agents': 'messaging',
  mailboxes: 'messaging',
  secrets: 'background_jobs',
  tasks: 'leads',
  notifications: 'background_jobs',
  'background-jobs': 'background_jobs',
  'cloud-functions': 'functions',
};

const contracts = routes({ config: testConfig() } as ApiDependencies)
  .map(({ contract }) => contract)
  .filter(({ path, auth }) => path.startsWith('/api/public/') && auth !== 'widget');

describe('the scope of an endpoint', () => {
  it.each(contracts.map(({ method, path, scope }) => [method.toUpperCase(), path.slice('/api/public'.length), scope]))(
    'is the one that was promised: %s %s',
    (method, path, scope) => {
      const endpoint = `${method} ${path}`;
      const family = FAMILIES[path?.split('/')[1] ?? ''];
      const promised =
        endpoint in BY_ENDPOINT ? BY_ENDPOINT[endpoint] : `${family}:${method === 'GET' ? 'read' : 'write'}`;
      expect(scope).toBe(promised);
    },
  );
});

describe('the scopes that a key can be given', () => {
  /** Asked for by the handlers of `POST /messages`, of calls, and of lists of leads, as CSV. */
  const BY_HANDLERS = ['calls:trigger', 'leads:export'];

  it('are those that open something, in presets too', () => {
    const opening = new Set([...contracts.flatMap(({ scope }) => scope ?? []), ...BY_HANDLERS]);
    expect([...GIVEN_SCOPES].sort()).toEqual([...opening].sort());
    for (const scopes of Object.values(SCOPE_PRESETS)) expect(opening).toEqual(new Set([...opening, ...scopes]));
  });
});
