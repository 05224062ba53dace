import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../../api/dependencies.js';
import { routes } from '../../../api/routes.js';
import { writeConsent } from '../../../db/leads/consent.js';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, testConfig, useApi } from '../../support/api.js';
import { addRowsLike } from '../../support/many-rows.js';
import { fillMarked } from '../../support/marked-account.js';
import { statementsOf } from '../../support/statements.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
const MOST = 6;
const MANY = 200;

let account: TestAccount;
let user: TestUser;
let ids: Record<string, string>;
let documentNo: number;

beforeAll(async () => {
  account = await api.account();
  ids = await fillMarked(api, account);
  user = await addUser(api, account.accountId);
  const note = { calendar_event_id: 'one event of two', notes: 'They agreed.' };
  expect((await account.request('post', '/meeting-notes').send(note)).status).toBeLessThan(300);
  documentNo = (await api.db('knowledge_documents').where({ id: ids.document }).first())!.no;
  await addFirstRows();
});

/** Writes rows that only a worker makes, as one would. */
async function addFirstRows(): Promise<void> {
  const { accountId } = account;
  const at = new Date();
  const lead = { id: ids.lead ?? '', account_id: accountId };
  await writeConsent(api.db, at, lead, { channel: 'sms', state: 'opted_in', source: 'reply', note: null });
  await api.db('function_fires').insert({
    id: newId(),
    account_id: accountId,
    function_id: ids.function ?? '',
    workflow_id: 'function-schedule',
    nominal_at: at,
    status: 'done',
    matched: 1,
    succeeded: 1,
    failed: 0,
    failure: null,
    ended_at: at,
    created_at: at,
  } as never);
  await api.db('job_cycle_leads').insert({
    cycle_id: ids.cycle ?? '',
    subject_id: newId(),
    account_id: accountId,
    job_id: ids.job ?? '',
    lead_id: ids.lead ?? '',
    agent_id: ids.agent ?? '',
    agent_run_id: ids.run ?? '',
    event_id: null,
    outcome: 'acted',
    reason: null,
    matched: true,
    acted_wall: at,
    steps: '[]',
    finished_at: at,
  } as never);
}

interface List {
  /** The table and the filter of its rows. */
  table: string;
  of?: () => Record<string, unknown>;
  path?: () => string;
  /** The values that differ between the added rows. */
  set?: () => Promise<(n: number) => Record<string, unknown>>;
}
const ofAccount = () => ({ account_id: account.accountId });
const by = (column: string, name: string) => () => ({ [column]: ids[name] });

/** Every list by pages, by its operation. */
const LISTS: Record<string, List> = {
  listAudit: { table: 'audit_entries' },
  listReportLinks: { table: 'report_links', set: async () => () => ({ token_hash: randomBytes(32) }) },
  listApiRequests: { table: 'api_requests' },
  listLeads: { table: 'leads' },
  listEvents: {
    table: 'events',
    // Behind a place that is missing, what was made just now is looked at twice.
    set: async () => {
      await api.db('events').update({ id: api.db.raw("CONCAT('0190', SUBSTRING(id, 5))") });
      return () => ({ id: `0190${newId().slice(4)}` });
    },
  },
  listTags: { table: 'tags' },
  getLeadHistory: { table: 'events', of: by('lead_id', 'lead'), path: () => `/leads/${ids.lead}/history` },
  listLeadNotes: { table: 'lead_notes', of: by('lead_id', 'lead'), path: () => `/leads/${ids.lead}/notes` },
  listLeadMeetings: { table: 'meetings', of: by('lead_id', 'lead'), path: () => `/leads/${ids.lead}/meetings` },
  listLeadChanges: { table: 'lead_changes' },
  listImports: { table: 'imports' },
  listImportErrors: {
    table: 'import_rows',
    of: by('import_id', 'import'),
    path: () => `/imports/${ids.import}/errors`,
  },
  listWorkflows: { table: 'agents' },
  listWorkflowVersions: {
    table: 'agent_versions',
    of: by('agent_id', 'agent'),
    path: () => `/workflows/${ids.agent}/versions`,
  },
  listWorkflowRuns: { table: 'agent_runs' },
  listPipelineLeads: {
    table: 'agent_runs',
    path: () => `/workflows/${ids.agent}/pipeline/leads?status_key=many`,
    set: async () => {
      const leads = await addRowsLike(api.db, 'leads', ofAccount(), MANY);
      return (n) => ({ lead_id: leads[n]?.id, agent_id: ids.agent, open_slot: 1, status_key: 'many' });
    },
  },
  listPerformanceLeads: {
    table: 'report_touches',
    path: () => '/reports/performance/leads',
    set: async () => {
      const leads = await addRowsLike(api.db, 'leads', ofAccount(), MANY);
      const first = { message_id: newId(), lead_id: ids.lead ?? '', sent_at: new Date() };
      await api.db('report_touches').insert({ ...ofAccount(), ...first } as never);
      return (n) => ({ message_id: newId(), lead_id: leads[n]?.id });
    },
  },
  listEmailSenders: { table: 'email_senders' },
  listTemplates: { table: 'templates' },
  listSuppressions: { table: 'suppressions' },
  listMessages: { table: 'messages' },
  listHooks: { table: 'hooks' },
  listWebhooks: { table: 'webhooks' },
  listWebhookDeliveries: {
    table: 'webhook_deliveries',
    of: by('webhook_id', 'webhook'),
    path: () => `/webhooks/${ids.webhook}/deliveries`,
  },
  listWhatsAppNumbers: { table: 'whatsapp_numbers' },
  listMeetings: { table: 'meetings' },
  listMeetingNotes: {
    table: 'meeting_notes',
    of: by('meeting_id', 'recorded'),
    path: () => `/meetings/${ids.recorded}/notes`,
  },
  listHosts: { table: 'hosts' },
  listMeetingTypes: { table: 'meeting_types' },
  listCampaigns: { table: 'campaigns' },
  listConversionTypes: { table: 'conversion_types' },
  listConversions: { table: 'conversions' },
  listBackgroundJobs: { table: 'background_jobs' },
  listBackgroundJobCycles: {
    table: 'job_cycles',
    of: by('job_id', 'job'),
    path: () => `/background-jobs/${ids.job}/cycles`,
  },
  listTasks: { table: 'tasks' },
  listNotifications: { table: 'notifications' },
  listCloudFunctions: { table: 'cloud_functions' },
  listCloudFunctionVersions: {
    table: 'function_versions',
    of: by('function_id', 'function'),
    path: () => `/cloud-functions/${ids.function}/versions`,
  },
  listCloudFunctionRuns: {
    table: 'function_runs',
    of: by('function_id', 'function'),
    path: () => `/cloud-functions/${ids.function}/runs`,
  },
  listConnections: { table: 'connections' },
  listVoiceAgents: { table: 'voice_agents' },
  listConversations: { table: 'conversations' },
  listConversationTurns: {
    table: 'agent_turns',
    of: by('conversation_id', 'conversation'),
    path: () => `/conversations/${ids.conversation}/turns`,
    // Turns without inputs, as those that look after a silence are: each input stays in one turn.
    set: async () => (n) => ({ turn_no: n + 2, from_seq: 2, through_seq: 1 }),
  },
  listModels: { table: 'models' },
  listKnowledgeDocuments: { table: 'knowledge_documents' },
  listCannedReplies: { table: 'canned_replies' },
  listViews: { table: 'views', path: () => '/views?resource=leads' },
  listSandboxDeliveries: { table: 'sandbox_deliveries' },
  getSchedule: { table: 'hosts', path: () => '/schedule?from=2030-01-01&to=2030-01-08' },
  listBackgroundJobCycleLeads: {
    table: 'job_cycle_leads',
    of: by('cycle_id', 'cycle'),
    path: () => `/background-jobs/${ids.job}/cycles/${ids.cycle}/leads?include=lead`,
  },
  listCloudFunctionFires: {
    table: 'function_fires',
    of: by('function_id', 'function'),
    path: () => `/cloud-functions/${ids.function}/fires`,
  },
  listKnowledgeChunks: {
    table: 'knowledge_chunks',
    of: () => ({ document_no: documentNo }),
    path: () => `/knowledge/documents/${ids.document}/chunks`,
  },
  listLeadConsents: {
    table: 'consent_log',
    of: by('lead_id', 'lead'),
    path: () => `/leads/${ids.lead}/consents`,
  },
  listWidgets: {
    table: 'widgets',
    set: async () => {
      const { key_id: id } = (await api.db('widgets').where({ id: ids.widget }).first())!;
      const keys = await addRowsLike(api.db, 'api_keys', { id }, MANY, () => ({ id: newId() }));
      return (n) => ({ key_id: keys[n]?.id });
    },
  },
  listInbox: {
    table: 'lead_engagement',
    set: async () => {
      const written = api.db('lead_engagement').select('lead_id');
      const leads = await api.db('leads').where(ofAccount()).whereNotIn('id', written).pluck('id');
      const { accountId } = account;
      const missing = MANY - leads.length;
      const more = missing > 0 ? await addRowsLike(api.db, 'leads', { account_id: accountId }, missing) : [];
      const all = [...leads, ...more.map(({ id }) => id)];
      return (n) => ({ lead_id: all[n] });
    },
  },
};

const paged = () =>
  routes({ config: testConfig({ DATABASE_URL: 'mysql://las.test/las' }) } as ApiDependencies)
    .map(({ contract }) => contract)
    .filter(
      ({ method, success }) =>
        method === 'get' && 'pagination' in ((success[200] as never as { properties?: object })?.properties ?? {}),
    );

const contractOf = (operation: string) => paged().find(({ operationId }) => operationId === operation);

const pathOf = (operation: string): string =>
  LISTS[operation]?.path?.() ?? contractOf(operation)?.path.replace(/^\/api\/(public|internal)/, '') ?? '';

const mostRows = (operation: string): number =>
  Math.min(MANY, Number(contractOf(operation)?.query?.properties.limit?.maximum ?? MANY));

const ask = async (operation: string, limit: number) => {
  const path = pathOf(operation);
  let rows: unknown[] = [];
  const statements = await statementsOf(api.db, async () => {
    const { body } = await user.request('get', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`).expect(200);
    rows = Object.values(body).find(Array.isArray) as unknown[];
  });
  return { rows: rows.length, statements };
};

describe('a list by pages', () => {
  it('is one of those below', () => {
    const named = Object.keys(LISTS).sort();
    const known = paged().map(({ operationId }) => operationId);
    expect(known.sort()).toEqual(named);
  });

  it.each(Object.keys(LISTS))('%s takes as many statements for 200 rows as for one, and few', async (operation) => {
    const { table, of = ofAccount, set } = LISTS[operation] as List;
    await addRowsLike(api.db, table, of(), MANY, await set?.());
    const one = await ask(operation, 1);
    const many = await ask(operation, mostRows(operation));
    expect([one.rows, many.rows]).toEqual([1, mostRows(operation)]);
    expect(many.statements.length).toBeLessThanOrEqual(MOST);
    expect(many.statements.length).toBe(one.statements.length);
  });
});
