import { URI } from 'otpauth';
import { challengeFor } from '../../api/accounts/second-factor-token.js';
import { recoveryHash } from '../../db/accounts/second-factors.js';
import { insertSession } from '../../db/accounts/sessions.js';
import { insertView } from '../../db/accounts/views.js';
import { insertCannedReply } from '../../db/conversations/canned-replies.js';
import { insertInboundEvent } from '../../db/inbound/hooks.js';
import { addNotificationLine } from '../../db/jobs/notifications.js';
import { insertTask } from '../../db/jobs/tasks.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { saveNoticeWebhook } from '../../db/messages/notices.js';
import type { TokenKind, UserMailRow, UserRow } from '../../db/tables.js';
import type { Config } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { MessageStatus } from '../../schemas/message-statuses.js';
import { createAccount, createApiKey, createUser } from '../../services/accounts/accounts.js';
import { issueLink } from '../../services/accounts/links.js';
import { makeRecoveryCodes, startTotp } from '../../services/accounts/second-factor.js';
import { createConfirmationLinks } from '../../services/leads/confirm-contact.js';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import { createUnsubscribeLinks } from '../../services/messages/mail-links.js';
import { mailStep, makeSender } from './agent-requests.js';
import { TEST_SECRET, type TestAccount, type TestApi } from './api.js';
import { addChat } from './conversations.js';
import { FILE, imported, sendCsv } from './imports.js';
import { addDocument, FLAGGED, indexed } from './knowledge.js';
import { addBlock, addHost, addType, createMeetingFixture, at as slotStart } from './meetings.js';
import { addAgent, addHook, addLead, addMessage, addRun } from './messaging.js';
import { addPasskey, newPasskey, passkeySignIn } from './passkeys.js';
import { WEBHOOK } from './requests/webhooks.js';
import { startedSignIn } from './sign-in.js';
import { PASSWORD } from './users.js';
import { addWidget, openChat, type TestChat } from './widgets.js';

export const JOB = { name: 'Job', steps: [{ action: { type: 'add_tag', params: { tags: ['seen'] } } }] };
export const SOURCE = 'export default async function (ctx, svc) { return { seen: ctx.lead_id ?? null }; }';
export const DAY_OFF = { kind: 'time_off', valid_from: '2030-01-01' };

/** A calendar that is never called, and neither is the tests' Temporal. */
export const CALENDAR = { provider: 'caldav', url: 'https://dav.example.com/', user: 'hugo', password: 'secret' };

/** A widget that takes what it is sent without a proof; proofs have tests of their own. */
const OPEN_WIDGET = {
  pow: { required: false },
  capture_form: { enabled: true, lead_creation_on_submit: true, fields: [{ key: 'first_name', label: 'Name' }] },
};

let phones = 0;
export const freePhone = (): string =>
  `+3460${String((Date.now() % 10_000_000) + ++phones)
    .padStart(7, '0')
    .slice(-7)}`;

/** The settings of the senders in addition to their names and addresses. */
export interface Providers {
  number: object;
  sender: object;
  voiceAgent: object;
}
/** A model that is never called. */
export const MODEL = { base_url: 'https://models.example.com/v1', model: 'tiny', api_key: 'sk-test' };

const SANDBOX: Providers = { number: { provider: 'sandbox' }, sender: {}, voiceAgent: {} };

export const cannedReply = () => ({ shortcut: `r${newId()}`, title: 'Prices', content: 'Hi {{ lead.first_name }}' });

const PERSON = { name: 'Petra', role: 'operator', password: PASSWORD } as const;

/** Inserts a mail to a user that is done with. */
async function insertUserMailOf(
  { db }: TestApi,
  { accountId }: TestAccount,
  email: string,
  columns: Pick<UserMailRow, 'kind' | 'status'> & Partial<UserMailRow>,
): Promise<string> {
  const user = await db('users').where({ email }).first();
  const now = new Date();
  const row: UserMailRow = {
    id: newId(),
    account_id: accountId,
    user_id: user?.id ?? newId(),
    lead_id: null,
    to_address: email,
    sender_id: newId(),
    content: null,
    failure: null,
    claim_no: 1,
    claimed_at: now,
    received_at: null,
    authentication: null,
    expires_at: new Date(now.getTime() + 3_600_000),
    created_at: now,
    ...columns,
  };
  await db('user_mails').insert(row);
  return row.id;
}

/** Makes what requests are about, in one account. */
export function createAccountFixture(api: TestApi, account: TestAccount, userEmail: string, providers = SANDBOX) {
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
  const connection = async () => {
    const asked = { provider: 'microsoft', purposes: ['send_mail'] };
    const { body } = await account.request('post', '/connections').send(asked).expect(201);
    return { id: body.connection.id as string, url: body.authorize_url as string };
  };
  const shareReport = async () =>
    (await account.request('post', '/report-links').send({ name: 'For the board' }).expect(201)).body;
  let chat: Promise<TestChat> | undefined;
  const caller = async () => {
    const user = await api.db('users').where({ email: userEmail }).first();
    return { id: user?.id ?? newId(), accountId: account.accountId };
  };
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
    /** Inserts a scheduled message of a chat. */
    plannedMessage: async (chat: string) => {
      const body = { text: 'Hello, this is a person.', send_at: new Date(Date.now() + 86_400_000).toISOString() };
      return (await account.request('post', `/conversations/${chat}/messages`).send(body).expect(201)).body.message.id;
    },
    parked: async () => {
      const id = newId();
      const at = new Date();
      await api.db('outbox').insert({
        id,
        account_id: account.accountId,
        kind: 'cancel',
        workflow_id: `cadence/${id}`,
        args: '{}',
        attempts: 20,
        next_at: at,
        parked_at: at,
        created_at: at,
      });
      return id;
    },
    inboundEvent: async () => {
      const event = { accountId: account.accountId, provider: 'email', eventId: newId(), type: 'reply' } as const;
      return (await insertInboundEvent(api.db, new Date(), { ...event, payload: '{}' })) ?? '';
    },
    delivered: async () => {
      const { row, run } = await runRow();
      const { id } = await addMessage(api.db, row, run, { status: 'sent' });
      await api.db('sandbox_deliveries').insert({
        id: newId(),
        account_id: account.accountId,
        message_id: id,
        channel: 'email',
        to_address: 'a@example.com',
        from_address: 'b@example.com',
        headers: '{}',
        created_at: new Date(),
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
    webhook: () => make('/webhooks', WEBHOOK, 'webhook'),
    webhookDelivery: async () => {
      const id = await make('/webhooks', WEBHOOK, 'webhook');
      const { body } = await account.request('post', `/webhooks/${id}/test`).expect(202);
      return body.delivery.id as string;
    },
    connection: async () => (await connection()).id,
    calendarConnection: () => make('/connections', { provider: 'google', purposes: ['calendars'] }, 'connection'),
    connectLink: async () => new URL((await connection()).url).pathname,
    signIn: async () => startedSignIn(api, (await connection()).id),
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
      const { body } = await (await createMeetingFixture(api, account)).book().expect(201);
      const links = createMeetingLinks([TEST_SECRET], 'http://las.test');
      return new URL(links.urlFor(account.accountId, body.meeting.id as string)).pathname;
    },
    bookedMeeting: async () =>
      (await (await createMeetingFixture(api, account)).book().expect(201)).body.meeting.id as string,
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
      const { hostId, typeId } = await createMeetingFixture(api, account);
      return make(
        '/meetings/holds',
        { host_id: hostId, meeting_type_id: typeId, starts_at: slotStart('10:00') },
        'hold',
      );
    },
    slotRequest: async () => {
      const { hostId, typeId } = await createMeetingFixture(api, account);
      return { host_id: hostId, meeting_type_id: typeId, starts_at: slotStart('10:00') };
    },
    booking: async () => (await createMeetingFixture(api, account)).request(),
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
        id,
        account_id: account.accountId,
        lead_id: null,
        title: 'Call',
        status: 'open',
        due_at: null,
        assignee_id: null,
        source_kind: 'job',
        source_id: null,
        effect_key: null,
        version: 1,
        completed_at: null,
        created_at: now,
        updated_at: now,
      });
      return id;
    },
    notification: async () => {
      const id = newId();
      await addNotificationLine(
        api.db,
        {
          id,
          account_id: account.accountId,
          user_id: newId(),
          channel: 'in_app',
          title: 'Job',
          source_kind: 'job',
          source_id: null,
          effect_key: Buffer.from(id),
          status: 'delivered',
          failure: null,
          read_at: null,
          created_at: new Date(),
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
    /** A recovery code of the calling user. */
    async recoveryCode(): Promise<string> {
      const user = await api.db('users').where({ email: userEmail }).first();
      const code = newId();
      const hash = recoveryHash(code.replaceAll('-', ''));
      await api.db('recovery_codes').insert({ user_id: user?.id ?? newId(), code_hash: hash, used_at: null });
      return code;
    },
    /** The code that a new authenticator app of the calling user shows in half a minute. */
    async codeOfNewApp(): Promise<string> {
      const found = await api.db('users').where({ email: userEmail }).first();
      const user = found ?? { id: newId(), account_id: account.accountId, email: userEmail };
      const box = createSecretBox([TEST_SECRET]);
      const { uri } = await startTotp(api.db, new Date(), { user, box, issuer: 'Tests' });
      return URI.parse(uri).generate({ timestamp: Date.now() + 30_000 });
    },
    /** A sign-in of someone whose second factor is missing. */
    async challenge(): Promise<{ token: string; code: string }> {
      const person = { ...PERSON, accountId: account.accountId, email: `${newId()}@example.com` };
      const { userId } = await createUser(api.db, new Date(), person);
      const [code = ''] = await makeRecoveryCodes(api.db, userId);
      const user = (await api.db('users').where({ id: userId }).first()) as UserRow;
      return {
        token: challengeFor({ LAS_SECRET: TEST_SECRET, LAS_PREVIOUS_SECRETS: '' } as Config, user, new Date()).token,
        code,
      };
    },
    /** A passkey of the calling user. */
    passkey: async () => (await addPasskey(api.db, await caller())).id,
    /** What the browser of the calling user's oldest session answers to the options for a new passkey. */
    async newPasskey() {
      const user = await caller();
      const session = await api
        .db('sessions')
        .where({ user_id: user.id })
        .whereNull('revoked_at')
        .where('expires_at', '>', new Date())
        .orderBy('jti')
        .first();
      return newPasskey(api.db, user, session?.jti ?? newId());
    },
    /** A sign-in with a passkey of someone else in the account. */
    async passkeySignIn() {
      const person = { ...PERSON, accountId: account.accountId, email: `${newId()}@example.com` };
      const { userId } = await createUser(api.db, new Date(), person);
      return passkeySignIn(api.db, { id: userId, accountId: account.accountId });
    },
    /** Another session of the calling user. */
    session: async () => {
      const [now, jti] = [new Date(), newId()];
      const user = await api.db('users').where({ email: userEmail }).first();
      const ids = { jti, user_id: user?.id ?? newId(), account_id: account.accountId };
      const times = { created_at: now, expires_at: new Date(now.getTime() + 3_600_000) };
      await insertSession(api.db, { ...ids, ...times });
      return jti;
    },
    testMail: () => insertUserMailOf(api, account, userEmail, { kind: 'test', status: 'delivered' }),
    /** Fails to send the calling user an email that can be sent again. */
    failedMail: () => {
      const id = newId();
      const text = JSON.stringify({ subject: 'Reconnect', text: 'Sign in again.', html: null });
      const content = createSecretBox([TEST_SECRET]).seal(text, `user_mails/${id}/content`);
      return insertUserMailOf(api, account, userEmail, { id, kind: 'connection_lost', status: 'failed', content });
    },
    /** Gives the calling user a webhook of Slack. */
    async noticeWebhook(): Promise<void> {
      const user = await api.db('users').where({ email: userEmail }).first();
      await saveNoticeWebhook(api.db, {
        user_id: user?.id ?? newId(),
        channel: 'slack',
        account_id: account.accountId,
        url: 'sealed',
        host: 'hooks.slack.com',
        disabled_at: null,
        failure: null,
        created_at: new Date(),
      });
    },
    note: async () => make(`/leads/${await lead()}/notes`, { text: 'She prefers mornings.' }, 'note'),
    reportLink: async () => (await shareReport()).link.id,
    reportLinkToken: async () => String((await shareReport()).url).split('#')[1] ?? '',
    apiRequest: async () => {
      // A full log takes no request.
      await api.requestLog.flush();
      const listed = await account.request('get', '/tags');
      await api.requestLog.flush();
      return String(listed.headers['x-request-id']);
    },
    key: async () => (await createApiKey(api.db, new Date(), { accountId: account.accountId })).keyId,
    invitation: async () => (await linkOf('invitation', `${newId()}@example.com`)).row.id,
    /** Returns a one-time token. The first one of an account is for one without users. */
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
    async confirmationPath() {
      const links = createConfirmationLinks([TEST_SECRET], 'http://las.test');
      const { id, email } = await leadRow();
      return new URL(links.urlFor({ account_id: account.accountId, id, email: email ?? '' }, 'en', new Date()))
        .pathname;
    },
  };
}

export type AccountFixture = ReturnType<typeof createAccountFixture>;
