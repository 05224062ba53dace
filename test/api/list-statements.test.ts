import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { addRowsLike } from '../support/many-rows.js';
import { fillMarked } from '../support/marked-account.js';
import { statementsOf } from '../support/statements.js';
import { addUser, type TestUser } from '../support/users.js';

const api = useApi();
const MOST = 6;
const MANY = 200;

let account: TestAccount;
let user: TestUser;
let ids: Record<string, string>;

beforeAll(async () => {
  account = await api.account();
  ids = await fillMarked(api, account);
  user = await addUser(api, account.accountId);
  const note = { calendar_event_id: 'one event of two', notes: 'They agreed.' };
  expect((await account.request('post', '/meeting-notes').send(note)).status).toBeLessThan(300);
}, 60_000);

interface List {
  /** Where its rows are, and which of them it shows. */
  table: string;
  of?: () => Record<string, unknown>;
  path?: () => string;
  /** What each added row says of its own. */
  set?: () => Promise<(n: number) => Record<string, unknown>>;
}
const ofAccount = () => ({ account_id: account.accountId });
const by = (column: string, name: string) => () => ({ [column]: ids[name] });

/** Every list by pages, by its operation. */
const LISTS: Record<string, List> = {
  listAudit: { table: 'audit_entries' },
  listLeads: { table: 'leads' },
  listEvents: { table: 'events' },
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
    ...{ table: 'agent_versions', of: by('agent_id', 'agent'), path: () => `/workflows/${ids.agent}/versions` },
  },
  listWorkflowRuns: { table: 'agent_runs' },
  listEmailSenders: { table: 'email_senders' },
  listTemplates: { table: 'templates' },
  listSuppressions: { table: 'suppressions' },
  listMessages: { table: 'messages' },
  listHooks: { table: 'hooks' },
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
    ...{ table: 'job_cycles', of: by('job_id', 'job'), path: () => `/background-jobs/${ids.job}/cycles` },
  },
  listTasks: { table: 'tasks' },
  listNotifications: { table: 'notifications' },
  listCloudFunctions: { table: 'cloud_functions' },
  listCloudFunctionVersions: {
    ...{ table: 'function_versions', of: by('function_id', 'function') },
    path: () => `/cloud-functions/${ids.function}/versions`,
  },
  listCloudFunctionRuns: {
    ...{ table: 'function_runs', of: by('function_id', 'function') },
    path: () => `/cloud-functions/${ids.function}/runs`,
  },
  listVoiceAgents: { table: 'voice_agents' },
  listConversations: { table: 'conversations' },
  listModels: { table: 'models' },
  listKnowledgeDocuments: { table: 'knowledge_documents' },
  listCannedReplies: { table: 'canned_replies' },
  listViews: { table: 'views', path: () => '/views?resource=leads' },
  listSandboxDeliveries: { table: 'sandbox_deliveries' },
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

/** Lists whose rows nothing here can make, or that show no more than a few. */
const OTHERS = [
  ...['getSchedule', 'listBackgroundJobCycleLeads', 'listCloudFunctionFires', 'listKnowledgeChunks'],
  ...['listLeadConsents', 'listWidgets'],
];

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
    const named = [...Object.keys(LISTS), ...OTHERS].sort();
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
