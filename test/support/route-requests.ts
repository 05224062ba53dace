import { randomUUID } from 'node:crypto';
import { insertSession } from '../../db/accounts/sessions.js';
import { insertView } from '../../db/accounts/views.js';
import { insertCannedReply } from '../../db/conversations/canned-replies.js';
import { addNotificationLine } from '../../db/jobs/notifications.js';
import { insertTask } from '../../db/jobs/tasks.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import type { TokenKind } from '../../db/tables.js';
import { signHook } from '../../runtime/hook-signature.js';
import { newId } from '../../runtime/ids.js';
import type { MessageStatus } from '../../schemas/messages/messages.js';
import { createAccount, createApiKey, createUser } from '../../services/accounts/accounts.js';
import { issueLink } from '../../services/accounts/links.js';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import { createTrackingLinks } from '../../services/messages/tracking-links.js';
import { createUnsubscribeLinks } from '../../services/messages/unsubscribe-links.js';
import { mailStep, makeSender } from './agent-requests.js';
import { TEST_SECRET, type TestAccount, type TestApi } from './api.js';
import { addChat } from './conversations.js';
import { FILE, imported, sendCsv } from './imports.js';
import { addDocument, CONTENT, DOCUMENT, FLAGGED, indexed } from './knowledge.js';
import { addBlock, addHost, addType, meetingWorld, at as slotStart } from './meetings.js';
import { addAgent, addHook, addLead, addMessage, addRun } from './messaging.js';
import { PASSWORD } from './users.js';
import { addWidget, openChat, SITE, type TestChat } from './widgets.js';

export { PASSWORD } from './users.js';

/** A request that its route answers with success, when whoever may calls it. */
export interface RouteRequest {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const JOB = { name: 'Job', steps: [{ action: { type: 'add_tag', params: { tags: ['seen'] } } }] };
const SOURCE = 'export default async function (ctx, svc) { return { seen: ctx.lead_id ?? null }; }';
const DAY_OFF = { kind: 'time_off', valid_from: '2030-01-01' };

/** A calendar that nobody asks: the tests' Temporal is not asked either. */
const CALENDAR = { provider: 'caldav', url: 'https://dav.example.com/', user: 'hugo', password: 'secret' };

/** A widget that takes what it is sent without a proof; proofs have tests of their own. */
const OPEN_WIDGET = {
  pow: { required: false },
  capture_form: { enabled: true, lead_creation_on_submit: true, fields: [{ key: 'first_name', label: 'Name' }] },
};

let phones = 0;
const freePhone = (): string =>
  `+3460${String((Date.now() % 10_000_000) + ++phones)
    .padStart(7, '0')
    .slice(-7)}`;

/** What the senders of a world are made with beside their names and addresses. */
export interface Providers {
  number: object;
  sender: object;
  voiceAgent: object;
}
/** A model that nobody asks. */
const MODEL = { base_url: 'https://models.example.com/v1', model: 'tiny', api_key: 'sk-test' };

const SANDBOX: Providers = { number: { provider: 'sandbox' }, sender: {}, voiceAgent: {} };

const cannedReply = () => ({ shortcut: `r${newId()}`, title: 'Prices', content: 'Hi {{ lead.first_name }}' });

const PERSON = { name: 'Petra', role: 'operator', password: PASSWORD } as const;

/** Makes what requests are about, in one account. */
export function createWorld(api: TestApi, account: TestAccount, userEmail: string, providers = SANDBOX) {
  const make = async (path: string, body: object, name: string): Promise<string> =>
    (await account.request('post', path).send(body).expect(201)).body[name].id;
  const leadRow = () => addLead(api.db, account.accountId);
  const lead = async () => (await leadRow()).id;
  const agent = () => addAgent(api, account);
  const runRow = async () => {
    const row = await leadRow();
    return { row, run: await addRun(api.db, row, await agent()) };
  };
  const sender = () => makeSender(account, providers.sender);
  const linkOf = async (kind: TokenKind, email: string, accountId = account.accountId) => {
    const whose =
      kind === 'reset'
        ? { userId: (await createUser(api.db, new Date(), { ...PERSON, accountId, email })).userId }
        : kind === 'invitation'
          ? ({ email, role: 'viewer' } as const)
          : {};
    return issueLink(api.db, new Date(), { accountId, kind, createdBy: 'system', ...whose });
  };
  let chat: Promise<TestChat> | undefined;
  const number = () => make('/whatsapp-numbers', { phone_number: freePhone(), ...providers.number }, 'whatsapp_number');
  return {
    account,
    userEmail,
    providers,
    lead,
    agent,
    async enrolled() {
      const { row, run } = await runRow();
      return { leadId: row.id, runId: run.id, agentId: run.agent_id };
    },
    async message(status: MessageStatus) {
      const { row, run } = await runRow();
      return (await addMessage(api.db, row, run, { status })).id;
    },
    async fileMessage() {
      const { row, run } = await runRow();
      const sender_id = await number();
      const details = JSON.stringify({
        attachments: [{ id: '1', type: 'image', mime_type: 'image/gif', file_name: null }],
      });
      return (await addMessage(api.db, row, run, { status: 'sent', channel: 'whatsapp', sender_id, details })).id;
    },
    draft: async () => {
      await sender();
      return make('/workflows', { name: 'Draft', cadence: { steps: [mailStep('Hello')] } }, 'workflow');
    },
    sender,
    template: () =>
      make(
        '/templates',
        { name: `Template ${newId()}`, channel: 'email', language: 'en', subject: 'Hello', text: 'Hi' },
        'template',
      ),
    number,
    campaign: () => make('/campaigns', { name: `Campaign ${newId()}` }, 'campaign'),
    readyCampaign: async () =>
      make('/campaigns', { name: `Campaign ${newId()}`, workflow_id: await agent() }, 'campaign'),
    conversionType: () => make('/conversion-types', { name: `Sale ${newId()}` }, 'conversion_type'),
    conversation: () => addChat(api, account),
    parked: async () => {
      const id = newId();
      const at = new Date();
      await api.db('outbox').insert({
        ...{ id, account_id: account.accountId, kind: 'cancel', workflow_id: `cadence/${id}`, args: '{}' },
        ...{ attempts: 20, next_at: at, parked_at: at, created_at: at },
      });
      return id;
    },
    delivered: async () => {
      const { row, run } = await runRow();
      const { id } = await addMessage(api.db, row, run, { status: 'sent' });
      await api.db('sandbox_deliveries').insert({
        ...{
          id: newId(),
          account_id: account.accountId,
          message_id: id,
          channel: 'email',
          to_address: 'a@example.com',
        },
        ...{ from_address: 'b@example.com', headers: '{}', created_at: new Date() },
      });
      return id;
    },
    leadChange: async () => {
      const body = { lead_ids: [await lead()], operation: 'add_tags', tags: ['hot'] };
      return (await account.request('post', '/lead-changes').send(body).expect(200)).body.lead_change.id as string;
    },
    cannedReply: async () => {
      const id = newId();
      const at = new Date();
      const made = { created_by: 'system', created_at: at, updated_at: at };
      await insertCannedReply(api.db, { id, account_id: account.accountId, channel: null, ...cannedReply(), ...made });
      return id;
    },
    view: async () => {
      const id = newId();
      const at = new Date();
      const layout = JSON.stringify({ query: {}, columns: [], sort: null });
      const whose = { account_id: account.accountId, user_id: id, shared: true };
      await insertView(api.db, {
        id,
        ...whose,
        resource: 'leads',
        name: 'All',
        layout,
        created_at: at,
        updated_at: at,
      });
      return id;
    },
    writer: async () => {
      const { id } = await leadRow();
      const now = new Date();
      await bumpEngagement(api.db, { id, accountId: account.accountId }, { counts: [], lastInboundAt: now });
      return id;
    },
    suppression: () => make('/suppressions', { channel: 'email', address: `${newId()}@example.com` }, 'suppression'),
    conversion: async () => {
      const conversion_type_id = await make('/conversion-types', { name: `Sale ${newId()}` }, 'conversion_type');
      return make('/conversions', { conversion_type_id, lead_id: await lead() }, 'conversion');
    },
    hook: () => make('/hooks', { provider: 'email' }, 'hook'),
    voiceAgent: () => make('/voice-agents', { name: 'Caller', ...providers.voiceAgent }, 'voice_agent'),
    model: () => make('/models', { key: `m-${newId()}`, ...MODEL }, 'model'),
    fullHook: () => addHook(account),
    metaHook: () => addHook(account, 'meta_cloud'),
    host: () => addHost(account),
    meetingType: () => addType(account),
    block: async () => addBlock(account, await addHost(account), DAY_OFF),
    connectedHost: async () => {
      const hostId = await addHost(account);
      await account.request('put', `/hosts/${hostId}/calendar`).send(CALENDAR).expect(200);
      return hostId;
    },
    feedPath: async () => {
      const answer = await account.request('post', `/hosts/${await addHost(account)}/calendar-feed`).expect(201);
      return new URL(answer.body.feed.url).pathname;
    },
    meetingPage: async () => {
      const { body } = await (await meetingWorld(api, account)).book().expect(201);
      const links = createMeetingLinks([TEST_SECRET], 'http://las.test');
      return new URL(links.urlFor(account.accountId, body.meeting.id as string)).pathname;
    },
    bookedMeeting: async () => (await (await meetingWorld(api, account)).book().expect(201)).body.meeting.id as string,
    recorded: async () => {
      const event = newId();
      const record = { title: 'Talk', starts_at: slotStart('10:00'), duration_minutes: 30, external_event_id: event };
      await account
        .request('post', '/meetings')
        .send({ ...record, lead_id: await lead() })
        .expect(201);
      return event;
    },
    hold: async () => {
      const { hostId, typeId } = await meetingWorld(api, account);
      return make(
        '/meetings/holds',
        { host_id: hostId, meeting_type_id: typeId, starts_at: slotStart('10:00') },
        'hold',
      );
    },
    slotRequest: async () => {
      const { hostId, typeId } = await meetingWorld(api, account);
      return { host_id: hostId, meeting_type_id: typeId, starts_at: slotStart('10:00') };
    },
    booking: async () => (await meetingWorld(api, account)).request(),
    tag: async () => {
      const answer = await account
        .request('put', '/leads/tags')
        .send({ lead_id: await lead(), tags: [`tag ${newId()}`] });
      return answer.body.tags[0].id as string;
    },
    waitingImport: async () => (await sendCsv(account, FILE).expect(202)).body.import.id as string,
    doneImport: async () => (await imported(api, account, FILE)).id as string,
    job: async () => (await account.request('post', '/background-jobs').send(JOB).expect(201)).body.data.id as string,
    cycle: async () => {
      const id = (await account.request('post', '/background-jobs').send(JOB).expect(201)).body.data.id;
      const { body } = await account.request('post', `/background-jobs/${id}/run`).expect(202);
      return `/background-jobs/${id}/cycles/${body.cycle_id}`;
    },
    task: async () => {
      const id = newId();
      const now = new Date();
      await insertTask(api.db, {
        ...{ id, account_id: account.accountId, lead_id: null, title: 'Call', status: 'open', due_at: null },
        ...{ assignee_id: null, source_kind: 'job', source_id: null, effect_key: null, version: 1 },
        ...{ completed_at: null, created_at: now, updated_at: now },
      });
      return id;
    },
    notification: async () => {
      const id = newId();
      await addNotificationLine(
        api.db,
        {
          ...{ id, account_id: account.accountId, user_id: newId(), channel: 'in_app', title: 'Job' },
          ...{ source_kind: 'job', source_id: null, effect_key: Buffer.from(id), status: 'delivered' },
          ...{ failure: null, read_at: null, created_at: new Date() },
        },
        { targetId: id, leadId: null, text: 'Look' },
      );
      return id;
    },
    secret: async () => {
      const name = `s${newId()}`;
      await account.request('put', `/secrets/${name}`).send({ value: 'a secret of the tests' }).expect(200);
      return name;
    },
    fn: () => make('/cloud-functions', { name: `Function ${newId()}`, source: SOURCE }, 'function'),
    fnRun: async () => {
      const id = await make('/cloud-functions', { name: `Function ${newId()}`, source: SOURCE }, 'function');
      const ctx = { lead_id: await lead() };
      const { body } = await account.request('post', `/cloud-functions/${id}/run`).send({ ctx }).expect(200);
      return body.run.id as string;
    },
    fnWithSecret: async () => {
      const id = await make('/cloud-functions', { name: `Function ${newId()}`, source: SOURCE }, 'function');
      await account
        .request('put', `/cloud-functions/${id}/secrets/token`)
        .send({ value: 'a token of tests' })
        .expect(200);
      return id;
    },
    person: async () => {
      const user = { ...PERSON, accountId: account.accountId, email: `${newId()}@example.com` };
      return (await createUser(api.db, new Date(), user)).userId;
    },
    /** A session of the user who asks, beside the one that is shown. */
    session: async () => {
      const [now, jti] = [new Date(), newId()];
      const user = await api.db('users').where({ email: userEmail }).first();
      const ids = { jti, user_id: user?.id ?? newId(), account_id: account.accountId };
      const times = { created_at: now, expires_at: new Date(now.getTime() + 3_600_000) };
      await insertSession(api.db, { ...ids, ...times });
      return jti;
    },
    note: async () => make(`/leads/${await lead()}/notes`, { text: 'She prefers mornings.' }, 'note'),
    key: async () => (await createApiKey(api.db, new Date(), { accountId: account.accountId })).keyId,
    invitation: async () => (await linkOf('invitation', `${newId()}@example.com`)).row.id,
    /** What a one-time link carries; the first one of an account is for one without users. */
    token: async (kind: TokenKind) => {
      const owner = kind === 'setup' ? (await createAccount(api.db, new Date(), { name: 'New' })).accountId : undefined;
      const { path } = await linkOf(kind, `${newId()}@example.com`, owner);
      return path.split('#')[1] ?? '';
    },
    document: async () => (await addDocument(account)).id,
    flaggedDocument: async () => (await indexed(api, account, (await addDocument(account, FLAGGED)).id)).id,
    widget: async () => (await addWidget(api, account)).id,
    /** The one chat of this world: its key is what the routes of pages are asked with. */
    chat: () => {
      chat ??= addWidget(api, account, OPEN_WIDGET).then((widget) => openChat(api, widget));
      return chat;
    },
    unsubscribePath: async () =>
      new URL(createUnsubscribeLinks([TEST_SECRET], 'http://las.test').urlFor(account.accountId, await lead()))
        .pathname,
  };
}

export type World = ReturnType<typeof createWorld>;
type Make = (world: World) => Promise<RouteRequest>;

const PUBLIC = '/api/public';
const INTERNAL = '/api/internal';
const WIDGET = '/api/widget/v1';
const at =
  (path: string, body?: unknown): Make =>
  async () => ({ path: PUBLIC + path, body });
const within =
  (path: string, body?: unknown): Make =>
  async () => ({ path: INTERNAL + path, body });
const one =
  (make: (world: World) => Promise<string>, path: (id: string) => string, body?: unknown): Make =>
  async (world) => ({ path: PUBLIC + path(await make(world)), body });

const ofLead = (rest = '', body?: unknown) =>
  one(
    (world) => world.lead(),
    (id) => `/leads/${id}${rest}`,
    body,
  );
const ofRun = (rest: string, body: object) =>
  one(
    async (world) => (await world.enrolled()).leadId,
    (id) => `/leads/${id}${rest}`,
    body,
  );
const resource = (make: (world: World) => Promise<string>, folder: string, body?: unknown) =>
  one(make, (id) => `/${folder}/${id}`, body);

/** How each operation is asked for something that it grants; every call makes rows of its own. */
export const ROUTE_REQUESTS: Record<string, Make> = {
  whoAmI: at('/me'),
  signIn: async ({ userEmail }) => ({ path: `${INTERNAL}/session`, body: { email: userEmail, password: PASSWORD } }),
  signOut: within('/session'),
  getSession: within('/session'),
  listSessions: within('/sessions'),
  endOtherSessions: within('/sessions'),
  endSession: async (world) => ({ path: `${INTERNAL}/sessions/${await world.session()}` }),
  getSetup: within('/setup'),
  setUp: async (world) => ({
    path: `${INTERNAL}/setup`,
    body: { token: await world.token('setup'), name: 'Olga', email: `${newId()}@example.com`, password: PASSWORD },
  }),
  listUsers: within('/users'),
  updateUser: async (world) => ({ path: `${INTERNAL}/users/${await world.person()}`, body: { name: 'Petra P.' } }),
  createPasswordReset: async (world) => ({ path: `${INTERNAL}/users/${await world.person()}/password-reset` }),
  completePasswordReset: async (world) => ({
    path: `${INTERNAL}/password-resets/complete`,
    body: { token: await world.token('reset'), password: PASSWORD },
  }),
  changePassword: within('/password', { current_password: PASSWORD, password: PASSWORD }),
  listInvitations: within('/invitations'),
  createInvitation: async () => ({
    path: `${INTERNAL}/invitations`,
    body: { email: `${newId()}@example.com`, role: 'viewer' },
  }),
  deleteInvitation: async (world) => ({ path: `${INTERNAL}/invitations/${await world.invitation()}` }),
  acceptInvitation: async (world) => ({
    path: `${INTERNAL}/invitations/accept`,
    body: { token: await world.token('invitation'), name: 'Petra', password: PASSWORD },
  }),
  getAccount: within('/account'),
  updateAccount: within('/account', { sending_note: null }),
  listKeys: within('/keys'),
  createKey: within('/keys', { name: 'Web form', preset: 'read_only' }),
  regenerateKey: async (world) => ({ path: `${INTERNAL}/keys/${await world.key()}/regenerate` }),
  deleteKey: async (world) => ({ path: `${INTERNAL}/keys/${await world.key()}` }),
  listAudit: at('/audit'),
  streamChanges: within('/stream?seconds=0'),
  getSummary: at('/reports/summary'),
  getReport: at('/reports/messages'),
  getWorkflowFunnel: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/funnel`,
  ),
  getWorkflowStats: one(
    (world) => world.agent(),
    (id) => `/workflows/stats?ids=${id}`,
  ),
  getSystem: within('/system'),
  retryInstruction: async (world) => ({ path: `${INTERNAL}/outbox/${await world.parked()}/retry` }),
  replyInSandbox: async (world) => ({
    path: `${INTERNAL}/sandbox/replies`,
    body: { message_id: await world.delivered(), kind: 'read' },
  }),
  listAttention: at('/attention'),
  dismissAttention: one(
    (world) => world.message('unknown'),
    (id) => `/attention/message_unknown/${id}/dismiss`,
  ),
  listLeadNotes: ofLead('/notes'),
  createLeadNote: ofLead('/notes', { text: 'She prefers mornings.' }),
  updateNote: resource((world) => world.note(), 'notes', { text: 'She prefers evenings.' }),
  deleteNote: resource((world) => world.note(), 'notes'),
  changeLeads: async (world) => ({
    path: `${PUBLIC}/lead-changes`,
    body: { lead_ids: [await world.lead()], operation: 'add_tags', tags: ['hot'] },
  }),
  listLeadChanges: at('/lead-changes'),
  getLeadChange: resource((world) => world.leadChange(), 'lead-changes'),
  undoLeadChange: one(
    (world) => world.leadChange(),
    (id) => `/lead-changes/${id}/undo`,
  ),
  queryLeads: at('/leads/query', { tags: ['hot'] }),
  countLeads: at('/leads/count'),
  listWorkflowVersions: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/versions`,
  ),
  getWorkflowVersion: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/versions/1`,
  ),
  planWorkflow: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/plan`,
    {},
  ),
  checkWorkflow: at('/workflows/check', { name: 'Follow up', cadence: { steps: [mailStep('Hello')] } }),
  wakeWorkflowRun: one(
    async (world) => (await world.enrolled()).runId,
    (id) => `/workflow-runs/${id}/wake`,
  ),
  createLead: async () => ({
    path: `${PUBLIC}/leads`,
    body: { first_name: 'Ana', email: `${newId()}@example.com` },
  }),
  listLeads: at('/leads'),
  getLead: ofLead(),
  updateLead: ofLead('', { company: 'Acme' }),
  deleteLead: ofLead(),
  eraseLead: ofLead('/erase'),
  getLeadHistory: ofLead('/history'),
  listLeadConsents: ofLead('/consents'),
  syncLeadTags: async (world) => ({
    path: `${PUBLIC}/leads/tags`,
    body: { lead_id: await world.lead(), tags: ['hot'] },
  }),
  listLeadTags: ofLead('/tags'),
  addLeadTags: async (world) => ({
    path: `${PUBLIC}/leads/${await world.lead()}/tags`,
    body: { tag_id: await world.tag() },
  }),
  listTags: at('/tags'),
  listEvents: at('/events'),
  importLeads: async () => ({ path: `${PUBLIC}/leads/import`, body: FILE, headers: { 'content-type': 'text/csv' } }),
  listImports: at('/imports'),
  getImport: resource((world) => world.waitingImport(), 'imports'),
  listImportErrors: one(
    (world) => world.waitingImport(),
    (id) => `/imports/${id}/errors`,
  ),
  cancelImport: one(
    (world) => world.waitingImport(),
    (id) => `/imports/${id}/cancel`,
  ),
  undoImport: one(
    (world) => world.doneImport(),
    (id) => `/imports/${id}/undo`,
  ),
  listWorkflows: at('/workflows'),
  createWorkflow: at('/workflows', { name: 'Follow up', cadence: { steps: [mailStep('Hello')] } }),
  getWorkflow: resource((world) => world.draft(), 'workflows'),
  updateWorkflow: resource((world) => world.draft(), 'workflows', { name: 'Renamed' }),
  deleteWorkflow: resource((world) => world.draft(), 'workflows'),
  publishWorkflow: one(
    (world) => world.draft(),
    (id) => `/workflows/${id}/publish`,
  ),
  simulateWorkflow: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/simulate`,
    { lead: { first_name: 'Ana', email: 'ana@example.com' } },
  ),
  listWorkflowRuns: at('/workflow-runs'),
  getWorkflowRun: resource(async (world) => (await world.enrolled()).runId, 'workflow-runs'),
  bulkWorkflowRuns: async (world) => ({
    path: `${PUBLIC}/workflow-runs/bulk`,
    body: { operation: 'pause', filter: { workflow_run_ids: [(await world.enrolled()).runId] } },
  }),
  getLeadNext: ofLead('/next'),
  listEmailSenders: at('/email-senders'),
  createEmailSender: at('/email-senders', { name: 'Sales', from_email: 'sales@example.com' }),
  getEmailSender: resource((world) => world.sender(), 'email-senders'),
  updateEmailSender: resource((world) => world.sender(), 'email-senders', { name: 'Renamed' }),
  deleteEmailSender: resource((world) => world.sender(), 'email-senders'),
  getMailbox: one(
    (world) => world.sender(),
    (id) => `/email-senders/${id}/mailbox`,
  ),
  setMailbox: one(
    (world) => world.sender(),
    (id) => `/email-senders/${id}/mailbox`,
    { host: 'imap.example.com', user: 'sales', password: 'a password' },
  ),
  deleteMailbox: one(
    (world) => world.sender(),
    (id) => `/email-senders/${id}/mailbox`,
  ),
  listTemplates: at('/templates'),
  createTemplate: async () => ({
    path: `${PUBLIC}/templates`,
    body: { name: `Template ${newId()}`, channel: 'email', language: 'en', subject: 'Hello', text: 'Hi' },
  }),
  getTemplate: resource((world) => world.template(), 'templates'),
  updateTemplate: resource((world) => world.template(), 'templates', { subject: 'Changed' }),
  deleteTemplate: resource((world) => world.template(), 'templates'),
  syncTemplates: async (world) => {
    await world.number();
    return { path: `${PUBLIC}/templates/sync`, body: {} };
  },
  listWidgets: at('/widgets'),
  createWidget: async (world) => ({
    path: `${PUBLIC}/widgets`,
    body: { name: 'Shop', workflow_id: await world.agent(), allowed_domains: ['shop.example.com'] },
  }),
  getWidget: resource((world) => world.widget(), 'widgets'),
  updateWidget: resource((world) => world.widget(), 'widgets', { quick_replies: ['Prices'] }),
  deleteWidget: resource((world) => world.widget(), 'widgets'),
  regenerateWidgetKey: one(
    (world) => world.widget(),
    (id) => `/widgets/${id}/regenerate-key`,
  ),
  regenerateIdentitySecret: one(
    (world) => world.widget(),
    (id) => `/widgets/${id}/regenerate-identity-secret`,
  ),
  getWidgetTelemetry: one(
    (world) => world.widget(),
    (id) => `/widgets/${id}/telemetry`,
  ),
  showWidgetFrame: async (world) => ({ path: `/widget/frame?key=${(await world.chat()).key}` }),
  getChatConfig: async () => ({ path: `${PUBLIC}/chat/config`, headers: { origin: SITE } }),
  getFrameConfig: async () => ({ path: `${WIDGET}/config` }),
  getPowChallenge: async (world) => {
    const { sessionId, headers } = await world.chat();
    return { path: `${WIDGET}/pow-challenge?purpose=turn&session_id=${sessionId}`, headers };
  },
  sendChatTurn: async (world) => {
    const { sessionId, headers } = await world.chat();
    return {
      path: `${WIDGET}/turn`,
      headers,
      body: { session_id: sessionId, turn_id: randomUUID(), text: 'Hello' },
    };
  },
  getPendingReplies: async (world) => {
    const { sessionId, headers } = await world.chat();
    return { path: `${WIDGET}/pending?session_id=${sessionId}`, headers };
  },
  submitVisitor: async (world) => {
    const { sessionId, headers } = await world.chat();
    return {
      path: `${WIDGET}/visitor`,
      headers,
      body: { session_id: sessionId, submission_id: randomUUID(), fields: { first_name: 'Ana' } },
    };
  },
  sendWidgetTelemetry: async () => ({
    path: `${WIDGET}/telemetry`,
    headers: { origin: SITE },
    body: { events: [{ type: 'load', ts: 1_767_225_600_000 }] },
  }),
  listKnowledgeDocuments: at('/knowledge/documents'),
  createKnowledgeDocument: at('/knowledge/documents', DOCUMENT),
  getKnowledgeDocument: resource((world) => world.document(), 'knowledge/documents'),
  replaceKnowledgeDocument: resource((world) => world.document(), 'knowledge/documents', CONTENT),
  deleteKnowledgeDocument: resource((world) => world.document(), 'knowledge/documents'),
  releaseKnowledgeDocument: one(
    (world) => world.flaggedDocument(),
    (id) => `/knowledge/documents/${id}/release`,
  ),
  listKnowledgeChunks: one(
    (world) => world.document(),
    (id) => `/knowledge/documents/${id}/chunks`,
  ),
  searchKnowledge: at('/knowledge/search', { query: 'How long is the guarantee?' }),
  listWhatsAppNumbers: at('/whatsapp-numbers'),
  createWhatsAppNumber: async ({ providers }) => ({
    path: `${PUBLIC}/whatsapp-numbers`,
    body: { phone_number: freePhone(), ...providers.number },
  }),
  getWhatsAppNumber: resource((world) => world.number(), 'whatsapp-numbers'),
  updateWhatsAppNumber: resource((world) => world.number(), 'whatsapp-numbers', { display_name: 'Renamed' }),
  deleteWhatsAppNumber: resource((world) => world.number(), 'whatsapp-numbers'),
  setWhatsAppNumberPhoto: one(
    (world) => world.number(),
    (id) => `/whatsapp-numbers/${id}/photo`,
    { image_url: 'https://example.com/photo.png' },
  ),
  listSuppressions: at('/suppressions'),
  createSuppression: async () => ({
    path: `${PUBLIC}/suppressions`,
    body: { channel: 'email', address: `${newId()}@example.com` },
  }),
  deleteSuppression: resource((world) => world.suppression(), 'suppressions'),
  listCampaigns: at('/campaigns'),
  createCampaign: at('/campaigns', { name: 'Spring' }),
  getCampaign: resource((world) => world.campaign(), 'campaigns'),
  updateCampaign: resource((world) => world.campaign(), 'campaigns', { name: 'Summer' }),
  deleteCampaign: resource((world) => world.campaign(), 'campaigns'),
  addCampaignLeads: async (world) => ({
    path: `${PUBLIC}/campaigns/${await world.campaign()}/leads`,
    body: { lead_ids: [await world.lead()] },
  }),
  startCampaign: one(
    (world) => world.readyCampaign(),
    (id) => `/campaigns/${id}/start`,
  ),
  pauseCampaign: async (world) => {
    const id = await world.readyCampaign();
    await world.account.request('post', `/campaigns/${id}/start`).expect(200);
    return { path: `${PUBLIC}/campaigns/${id}/pause` };
  },
  followTrackingLink: async (world) => {
    const links = createTrackingLinks([TEST_SECRET], 'http://las.test');
    return { path: new URL(links.openUrl(world.account.accountId, await world.message('sent'))).pathname };
  },
  listInbox: within('/inbox'),
  countInbox: within('/inbox/counts'),
  updateInboxEntry: async (world) => ({ path: `${INTERNAL}/inbox/${await world.writer()}`, body: { status: 'done' } }),
  tellPresence: async (world) => ({
    path: `${INTERNAL}/inbox/${await world.writer()}/presence`,
    body: { state: 'writing' },
  }),
  listCannedReplies: within('/canned-replies'),
  createCannedReply: async () => ({ path: `${INTERNAL}/canned-replies`, body: cannedReply() }),
  updateCannedReply: async (world) => ({
    path: `${INTERNAL}/canned-replies/${await world.cannedReply()}`,
    body: { title: 'Renamed' },
  }),
  deleteCannedReply: async (world) => ({ path: `${INTERNAL}/canned-replies/${await world.cannedReply()}` }),
  listViews: within('/views'),
  createView: within('/views', { resource: 'leads', name: 'Hot', query: { tags_any: 'hot' }, shared: true }),
  updateView: async (world) => ({ path: `${INTERNAL}/views/${await world.view()}`, body: { name: 'Renamed' } }),
  deleteView: async (world) => ({ path: `${INTERNAL}/views/${await world.view()}` }),
  listConversations: at('/conversations'),
  getConversation: resource((world) => world.conversation(), 'conversations'),
  listConversationMessages: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/messages`,
  ),
  writeInConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/messages`,
    { text: 'Hello, this is a person.' },
  ),
  takeOverConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/take-over`,
  ),
  giveBackConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/give-back`,
  ),
  closeConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/close`,
  ),
  converseWithWorkflow: one(
    (world) => world.agent(),
    (id) => `/workflows/${id}/converse`,
    { messages: [{ text: 'Hello, are you there?' }] },
  ),
  replayConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/replay`,
    {},
  ),
  getConversationTurn: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/turns/1`,
  ),
  listConversionTypes: at('/conversion-types'),
  createConversionType: async () => ({ path: `${PUBLIC}/conversion-types`, body: { name: `Sale ${newId()}` } }),
  getConversionType: resource((world) => world.conversionType(), 'conversion-types'),
  updateConversionType: resource((world) => world.conversionType(), 'conversion-types', { category: 'final' }),
  deleteConversionType: resource((world) => world.conversionType(), 'conversion-types'),
  listConversions: at('/conversions'),
  recordConversion: async (world) => ({
    path: `${PUBLIC}/conversions`,
    body: { conversion_type_id: await world.conversionType(), lead_id: await world.lead(), amount: 12.5 },
  }),
  getConversion: resource((world) => world.conversion(), 'conversions'),
  deleteConversion: resource((world) => world.conversion(), 'conversions'),
  sendMessage: async (world) => {
    await world.sender();
    const text = { channel: 'email', subject: 'Hello', content: 'Hi' };
    return { path: `${PUBLIC}/messages`, body: { lead_id: await world.lead(), ...text } };
  },
  renderMessage: at('/messages/render', {
    ...{ channel: 'email', subject: 'Hello {{ lead.first_name }}', content: 'Hi', lead: { first_name: 'Ana' } },
  }),
  listMessages: at('/messages'),
  getMessage: resource((world) => world.message('sent'), 'messages'),
  getMessageMedia: one(
    (world) => world.fileMessage(),
    (id) => `/messages/${id}/media`,
  ),
  cancelMessage: one(
    (world) => world.message('queued'),
    (id) => `/messages/${id}/cancel`,
  ),
  resolveMessage: one(
    (world) => world.message('unknown'),
    (id) => `/messages/${id}/resolve`,
    { as: 'sent' },
  ),
  listModels: at('/models'),
  createModel: async () => ({ path: `${PUBLIC}/models`, body: { key: `m-${newId()}`, ...MODEL } }),
  getModel: resource((world) => world.model(), 'models'),
  updateModel: resource((world) => world.model(), 'models', { name: 'Renamed' }),
  deleteModel: resource((world) => world.model(), 'models'),
  getModelUsage: at('/model-usage'),
  listVoiceAgents: at('/voice-agents'),
  createVoiceAgent: at('/voice-agents', { name: 'Caller' }),
  getVoiceAgent: resource((world) => world.voiceAgent(), 'voice-agents'),
  updateVoiceAgent: resource((world) => world.voiceAgent(), 'voice-agents', { name: 'Renamed' }),
  deleteVoiceAgent: resource((world) => world.voiceAgent(), 'voice-agents'),
  listHooks: at('/hooks'),
  createHook: at('/hooks', { provider: 'email' }),
  deleteHook: resource((world) => world.hook(), 'hooks'),
  receiveHook: async (world) => {
    const hook = await world.fullHook();
    const body = JSON.stringify({ event_id: newId(), type: 'something' });
    const headers = { 'content-type': 'application/json', 'x-signature': signHook(hook.secret, body, new Date()) };
    return { path: hook.path, body, headers };
  },
  verifyHookAddress: async (world) => {
    const { path, secret } = await world.metaHook();
    return { path: `${path}?hub.mode=subscribe&hub.challenge=7&hub.verify_token=${secret}` };
  },
  showUnsubscribe: async (world) => ({ path: await world.unsubscribePath() }),
  unsubscribeLead: async (world) => ({ path: await world.unsubscribePath() }),
  listSandboxDeliveries: async () => ({ path: '/api/internal/sandbox/deliveries' }),
  bookMeeting: async (world) => ({ path: `${PUBLIC}/meetings/book`, body: await world.booking() }),
  findSlots: one(
    (world) => world.meetingType(),
    (id) => `/meetings/availability?meeting_type_id=${id}`,
  ),
  holdSlot: async (world) => ({ path: `${PUBLIC}/meetings/holds`, body: await world.slotRequest() }),
  releaseHold: one(
    (world) => world.hold(),
    (id) => `/meeting-holds/${id}`,
  ),
  listMeetings: at('/meetings'),
  listLeadMeetings: ofLead('/meetings'),
  getMeeting: resource((world) => world.bookedMeeting(), 'meetings'),
  rescheduleMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/reschedule`,
    { starts_at: slotStart('11:00') },
  ),
  cancelMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/cancel`,
  ),
  confirmMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/confirm`,
  ),
  completeMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/complete`,
  ),
  noShowMeeting: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/no_show`,
  ),
  createMeeting: async (world) => ({
    path: `${PUBLIC}/meetings`,
    body: { lead_id: await world.lead(), title: 'Talk', starts_at: slotStart('10:00'), duration_minutes: 30 },
  }),
  listMeetingNotes: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/notes`,
  ),
  createMeetingNotes: async (world) => ({
    path: `${PUBLIC}/meeting-notes`,
    body: { calendar_event_id: await world.recorded(), notes: 'They agreed.' },
  }),
  listHosts: at('/hosts'),
  createHost: at('/hosts', { name: 'Hanna', email: 'hanna@example.com', timezone: 'Europe/Madrid' }),
  getHost: resource((world) => world.host(), 'hosts'),
  updateHost: resource((world) => world.host(), 'hosts', { name: 'Renamed' }),
  deleteHost: resource((world) => world.host(), 'hosts'),
  listAvailabilityBlocks: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/availability-blocks`,
  ),
  createAvailabilityBlock: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/availability-blocks`,
    DAY_OFF,
  ),
  updateAvailabilityBlock: resource((world) => world.block(), 'availability-blocks', { valid_to: '2030-01-02' }),
  deleteAvailabilityBlock: resource((world) => world.block(), 'availability-blocks'),
  getHostCalendar: one(
    (world) => world.connectedHost(),
    (id) => `/hosts/${id}/calendar`,
  ),
  connectHostCalendar: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar`,
    CALENDAR,
  ),
  disconnectHostCalendar: one(
    (world) => world.connectedHost(),
    (id) => `/hosts/${id}/calendar`,
  ),
  getHostFeed: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar.ics`,
  ),
  getInvite: one(
    (world) => world.bookedMeeting(),
    (id) => `/meetings/${id}/invite.ics`,
  ),
  createCalendarFeed: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar-feed`,
  ),
  deleteCalendarFeed: one(
    (world) => world.host(),
    (id) => `/hosts/${id}/calendar-feed`,
  ),
  showMeeting: async (world) => ({ path: await world.meetingPage() }),
  confirmMeetingAsLead: async (world) => ({ path: `${await world.meetingPage()}/confirm` }),
  cancelMeetingAsLead: async (world) => ({ path: `${await world.meetingPage()}/cancel` }),
  rescheduleMeetingAsLead: async (world) => ({
    path: `${await world.meetingPage()}/reschedule?at=${encodeURIComponent(slotStart('14:00'))}`,
  }),
  readCalendarFeed: async (world) => ({ path: await world.feedPath() }),
  listMeetingTypes: at('/meeting-types'),
  createMeetingType: at('/meeting-types', { name: 'Call', duration_minutes: 30 }),
  getMeetingType: resource((world) => world.meetingType(), 'meeting-types'),
  updateMeetingType: resource((world) => world.meetingType(), 'meeting-types', { name: 'Renamed' }),
  deleteMeetingType: resource((world) => world.meetingType(), 'meeting-types'),
  isLeadPaused: ofLead('/is_paused'),
  stopAutomation: async (world) => {
    const { leadId, runId } = await world.enrolled();
    return { path: `${PUBLIC}/leads/${leadId}/automation/stop`, body: { workflow_run_id: runId } };
  },
  resumeAutomation: async (world) => {
    const { leadId, runId } = await world.enrolled();
    return { path: `${PUBLIC}/leads/${leadId}/automation/resume`, body: { workflow_run_id: runId } };
  },
  createBackgroundJob: at('/background-jobs', JOB),
  listBackgroundJobs: at('/background-jobs'),
  getBackgroundJob: resource((world) => world.job(), 'background-jobs'),
  updateBackgroundJob: resource((world) => world.job(), 'background-jobs', { name: 'Renamed' }),
  deleteBackgroundJob: resource((world) => world.job(), 'background-jobs'),
  previewBackgroundJob: at('/background-jobs/preview', JOB),
  runBackgroundJob: one(
    (world) => world.job(),
    (id) => `/background-jobs/${id}/run`,
  ),
  listBackgroundJobCycles: one(
    (world) => world.job(),
    (id) => `/background-jobs/${id}/cycles`,
  ),
  getBackgroundJobCycle: one(
    (world) => world.cycle(),
    (path) => path,
  ),
  cancelBackgroundJobCycle: one(
    (world) => world.cycle(),
    (path) => `${path}/cancel`,
  ),
  createCloudFunction: at('/cloud-functions', { name: 'Score', source: SOURCE }),
  listCloudFunctions: at('/cloud-functions'),
  getCloudFunction: resource((world) => world.fn(), 'cloud-functions'),
  updateCloudFunction: resource((world) => world.fn(), 'cloud-functions', { name: 'Renamed' }),
  deleteCloudFunction: resource((world) => world.fn(), 'cloud-functions'),
  listCloudFunctionVersions: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/versions`,
  ),
  deployCloudFunction: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/deploy`,
  ),
  runCloudFunction: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/run`,
    { ctx: { lead: { id: 'one', first_name: 'Ana' } } },
  ),
  listCloudFunctionRuns: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/runs`,
  ),
  getCloudFunctionRun: one(
    (world) => world.fnRun(),
    (id) => `/cloud-functions/runs/${id}`,
  ),
  applyCloudFunctionRun: one(
    (world) => world.fnRun(),
    (id) => `/cloud-functions/runs/${id}/apply`,
  ),
  replayCloudFunctionRun: one(
    (world) => world.fnRun(),
    (id) => `/cloud-functions/runs/${id}/replay`,
  ),
  getScheduledFunctionsReference: at('/scheduled-functions/reference'),
  putFunctionSecret: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/secrets/token`,
    { value: 'a token of the tests' },
  ),
  listFunctionSecrets: one(
    (world) => world.fnWithSecret(),
    (id) => `/cloud-functions/${id}/secrets`,
  ),
  deleteFunctionSecret: one(
    (world) => world.fnWithSecret(),
    (id) => `/cloud-functions/${id}/secrets/token`,
  ),
  putFunctionSchedule: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/schedule`,
    { cron_expression: '0 9 * * *' },
  ),
  deleteFunctionSchedule: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/schedule`,
  ),
  listTasks: at('/tasks'),
  updateTask: resource((world) => world.task(), 'tasks', { status: 'done' }),
  listNotifications: at('/notifications'),
  readNotification: one(
    (world) => world.notification(),
    (id) => `/notifications/${id}/read`,
  ),
  putSecret: async () => ({ path: `${PUBLIC}/secrets/hook`, body: { value: 'a secret of the tests' } }),
  listSecrets: at('/secrets'),
  deleteSecret: one(
    (world) => world.secret(),
    (name) => `/secrets/${name}`,
  ),
  setLeadStatus: ofRun('/status', { status_key: 'new' }),
  assignWorkflow: async (world) => ({
    path: `${PUBLIC}/leads/${await world.lead()}/assign-workflow`,
    body: { workflow_id: await world.agent() },
  }),
};
