import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { newId } from '../../runtime/ids.js';
import { createUser } from '../../services/accounts/accounts.js';
import { issueLink } from '../../services/accounts/links.js';
import { createAccountFixture } from './account-fixture.js';
import { mailStep } from './agent-requests.js';
import type { TestAccount, TestApi } from './api.js';
import { addChat } from './conversations.js';
import { sendCsv, workAll } from './imports.js';
import { addDocument, DOCUMENT, workDocument } from './knowledge.js';
import { addMeeting } from './meeting-rows.js';
import { addBlock } from './meetings.js';
import { addHook, addMessage, post } from './messaging.js';
import { PASSWORD } from './users.js';

/** The prefix of each mark: a word that nothing else contains. */
export const PREFIX = 'zqnoise';
/** The marks in an account's rows. Each of them is found in its own responses, or the search proves nothing. */
export const MARKS = [
  ...['account', 'keyname', 'firstname', 'lastname', 'mail', 'company', 'title', 'source', 'external'],
  ...[
    'metakey',
    'metavalue',
    'tag',
    'campaign',
    'campaignsource',
    'conversion',
    'conversionnote',
    'agent',
    'step',
    'text',
    'template',
  ],
  ...[
    'templatesubject',
    'templatetext',
    'voiceagent',
    'modelname',
    'numbername',
    'mailboxuser',
    'sender',
    'sendermail',
    'connectionmail',
    'suppressed',
    'suppressionreason',
  ],
  ...[
    'messagesubject',
    'messagetext',
    'file',
    'cell',
    'pausereason',
    'event',
    'deliverysubject',
    'deliverytext',
    'job',
    'function',
    'functionsource',
  ],
  ...['chattext'],
  ...['host', 'hostmail', 'meetingtype', 'question', 'calendaruser', 'meeting', 'meetingplace', 'noshow'],
  ...['note', 'widget', 'widgettext', 'widgetdomain', 'username', 'invited', 'webhook'],
  ...['document', 'documenttext', 'view', 'cannedreply', 'reportlink'],
] as const;
type Mark = (typeof MARKS)[number];
export const mark = (name: Mark): string => `${PREFIX}${name}`;
export const PHONE = '+34699887766';

/** The kind of an `{id}` by the folder of its path. */
export const KIND_OF: Record<string, string> = {
  leads: 'lead',
  workflows: 'agent',
  'workflow-runs': 'run',
  messages: 'message',
  imports: 'import',
  'email-senders': 'sender',
  connections: 'connection',
  'voice-agents': 'voice',
  models: 'model',
  templates: 'template',
  'whatsapp-numbers': 'number',
  campaigns: 'campaign',
  conversations: 'conversation',
  knowledge: 'document',
  conversions: 'conversion',
  'conversion-types': 'conversionType',
  'background-jobs': 'job',
  'cloud-functions': 'function',
  tasks: 'task',
  notifications: 'notification',
  hosts: 'host',
  'availability-blocks': 'block',
  'meeting-types': 'type',
  meetings: 'meeting',
  widgets: 'widget',
  webhooks: 'webhook',
  users: 'user',
  sessions: 'session',
  invitations: 'invitation',
  'user-mails': 'userMail',
  keys: 'key',
  'api-requests': 'apiRequest',
  'report-links': 'reportLink',
  notes: 'note',
  'lead-changes': 'leadChange',
  'inbound-events': 'inboundEvent',
  inbox: 'lead',
};

/**
 * Fills an account with rows that carry its marks: something of every kind, twice where lists are paged. Returns the
 * ids by what they are.
 */
export async function fillMarked(api: TestApi, theirs: TestAccount, prefix = PREFIX): Promise<Record<string, string>> {
  const mark = (name: Mark) => `${prefix}${name}`;
  const ids: Record<string, string> = {};
  await api.requestLog.flush();
  const created = async (path: string, body: object, name: string): Promise<string> =>
    (await theirs.request('post', path).send(body).expect(201)).body[name].id;
  ids.account = theirs.accountId;
  ids.key = theirs.keyId;
  await api
    .db('accounts')
    .where({ id: theirs.accountId })
    .update({ name: mark('account') });
  await api
    .db('api_keys')
    .where({ id: theirs.keyId })
    .update({ name: mark('keyname') });
  const user = {
    accountId: theirs.accountId,
    email: `${mark('username')}.${newId()}@example.com`,
    name: mark('username'),
  };
  ids.user = (await createUser(api.db, new Date(), { ...user, role: 'viewer', password: PASSWORD })).userId;
  const ofUser = createAccountFixture(api, theirs, user.email);
  ids.session = await ofUser.session();
  ids.userMail = await ofUser.failedMail();
  await ofUser.failedMail();
  const invited = { email: `${mark('invited')}@example.com`, role: 'viewer', createdBy: 'system' } as const;
  ids.invitation = (
    await issueLink(api.db, new Date(), { accountId: theirs.accountId, kind: 'invitation', ...invited })
  ).row.id;
  const sender = { name: mark('sender'), from_email: `${mark('sendermail')}@example.com` };
  ids.sender = await created('/email-senders', sender, 'email_sender');
  await created('/email-senders', sender, 'email_sender');
  const connection = { provider: 'microsoft', purposes: ['send_mail', 'calendars'] };
  ids.connection = await created('/connections', connection, 'connection');
  await created('/connections', connection, 'connection');
  await api
    .db('connections')
    .where({ account_id: theirs.accountId })
    .update({ email: `${mark('connectionmail')}@example.com` });
  const voice = { name: mark('voiceagent') };
  ids.voice = await created('/voice-agents', voice, 'voice_agent');
  await created('/voice-agents', voice, 'voice_agent');
  const model = { name: mark('modelname'), base_url: 'https://models.example.com/v1', model: 'tiny' };
  ids.model = await created('/models', { ...model, key: 'one' }, 'model');
  await created('/models', { ...model, key: 'two' }, 'model');
  const mailbox = { host: 'imap.example.com', user: mark('mailboxuser'), password: 'x' };
  await theirs.request('put', `/email-senders/${ids.sender}/mailbox`).send(mailbox).expect(200);
  const number = { provider: 'sandbox', display_name: mark('numbername') };
  ids.number = await created('/whatsapp-numbers', { ...number, phone_number: '+34699887701' }, 'whatsapp_number');
  await created('/whatsapp-numbers', { ...number, phone_number: '+34699887702' }, 'whatsapp_number');
  const atTwilio = {
    provider: 'twilio',
    account_sid: `AC${'0'.repeat(32)}`,
    auth_token: newId(),
    display_name: mark('numbername'),
  };
  await created('/whatsapp-numbers', { ...atTwilio, phone_number: '+34699887703' }, 'whatsapp_number');
  const template = { channel: 'email', language: 'en', subject: mark('templatesubject'), text: mark('templatetext') };
  ids.template = await created('/templates', { name: mark('template'), ...template }, 'template');
  await created('/templates', { name: `${mark('template')} 2`, ...template }, 'template');
  ids.campaign = await created('/campaigns', { name: mark('campaign'), source: mark('campaignsource') }, 'campaign');
  await created('/campaigns', { name: mark('campaign') }, 'campaign');
  const suppression = { channel: 'email', reason: mark('suppressionreason') };
  const address = `${mark('suppressed')}@example.com`;
  ids.suppression = await created('/suppressions', { ...suppression, address }, 'suppression');
  await created('/suppressions', { ...suppression, address: `2.${address}` }, 'suppression');
  const webhook = { url: 'https://hooks.example.com/las', description: mark('webhook'), events: ['import.completed'] };
  ids.webhook = await created('/webhooks', webhook, 'webhook');
  await created('/webhooks', webhook, 'webhook');
  for (const _each of [1, 2]) {
    const tested = await theirs.request('post', `/webhooks/${ids.webhook}/test`).expect(202);
    ids.webhookDelivery = tested.body.delivery.id;
  }
  ids.hook = (await theirs.request('post', '/hooks').send({ provider: 'email' }).expect(201)).body.hook.id;
  await post(api, await addHook(theirs), { event_id: newId(), type: 'something', text: mark('event') });
  const steps = [mailStep(mark('step'), { content: mark('text') })];
  ids.agent = await created('/workflows', { name: mark('agent'), cadence: { steps } }, 'workflow');
  await created('/workflows', { name: mark('agent'), cadence: { steps } }, 'workflow');
  await theirs.request('post', `/workflows/${ids.agent}/publish`).expect(201);

  const widget = {
    name: mark('widget'),
    workflow_id: ids.agent,
    allowed_domains: [`${mark('widgetdomain')}.example.com`],
    opening_message: mark('widgettext'),
  };
  ids.widget = await created('/widgets', widget, 'widget');
  await created('/widgets', widget, 'widget');
  const document = { ...DOCUMENT, title: mark('document'), content: mark('documenttext') };
  for (let n = 0; n < 2; n += 1) {
    ids.document = (await addDocument(theirs, document)).id;
    await workDocument(api, ids.document as string);
  }

  const job = { name: mark('job'), steps: [{ action: { type: 'add_tag', params: { tags: [mark('tag')] } } }] };
  ids.job = (await theirs.request('post', '/background-jobs').send(job).expect(201)).body.data.id;
  await theirs.request('post', '/background-jobs').send(job).expect(201);
  const fn = { name: mark('function'), source: `export default () => '${mark('functionsource')}';` };
  ids.function = await created('/cloud-functions', fn, 'function');
  await created('/cloud-functions', fn, 'function');
  await theirs.request('put', `/cloud-functions/${ids.function}/secrets/token`).send({ value: 'x' }).expect(200);
  const ctx = { sample_label: mark('function'), lead: { first_name: mark('firstname') } };
  for (const _each of [1, 2]) {
    const ran = await theirs.request('post', `/cloud-functions/${ids.function}/run`).send({ ctx }).expect(200);
    ids.functionRun = ran.body.run.id;
  }
  const host = { name: mark('host'), email: `${mark('hostmail')}@example.com`, timezone: 'UTC' };
  ids.host = await created('/hosts', host, 'host');
  await created('/hosts', host, 'host');
  const calendar = { provider: 'caldav', url: 'https://dav.example.com/', user: mark('calendaruser'), password: 'x' };
  await theirs.request('put', `/hosts/${ids.host}/calendar`).send(calendar).expect(200);
  ids.block = await addBlock(theirs, ids.host, { kind: 'time_off', valid_from: '2030-01-01' });
  const questions = [{ key: 'q', label: mark('question') }];
  const type = { name: mark('meetingtype'), duration_minutes: 30, questions };
  ids.type = await created('/meeting-types', type, 'meeting_type');
  await created('/meeting-types', type, 'meeting_type');
  const their = createAccountFixture(api, theirs, '');
  [ids.task, ids.notification] = [await their.task(), await their.notification()];
  ids.inboundEvent = await their.inboundEvent();
  await theirs.request('put', '/secrets/theirs').send({ value: 'a secret of the other' }).expect(200);
  ids.cycle = (await theirs.request('post', `/background-jobs/${ids.job}/run`).expect(202)).body.cycle_id;

  const person = {
    first_name: mark('firstname'),
    last_name: mark('lastname'),
    email: `${mark('mail')}@example.com`,
    phone: PHONE,
    company: mark('company'),
    title: mark('title'),
    source: mark('source'),
    external_id: mark('external'),
    metadata: { [mark('metakey')]: mark('metavalue') },
    tags: [mark('tag'), `${mark('tag')} 2`],
    campaign_id: ids.campaign,
    workflow_id: ids.agent,
  };
  const lead = await theirs.request('post', '/leads').set('Idempotency-Key', 'one key of two').send(person).expect(201);
  ids.lead = lead.body.lead.id;
  ids.run = lead.body.workflow_run.id;
  ids.tag = lead.body.lead.tags[0].id;
  ids.note = await created(`/leads/${ids.lead}/notes`, { text: mark('note') }, 'note');
  const again = { ...person, external_id: `${mark('external')} 2`, workflow_id: ids.agent };
  await theirs.request('post', '/leads').send(again).expect(201);
  await theirs
    .request('post', `/leads/${ids.lead}/automation/stop`)
    .send({ workflow_run_id: ids.run, reason: mark('pausereason') })
    .expect(200);
  ids.conversation = await addChat(api, theirs, mark('chattext'));
  await addChat(api, theirs, mark('chattext'));
  ids.conversionType = await created('/conversion-types', { name: mark('conversion') }, 'conversion_type');
  ids.file = await createAccountFixture(api, theirs, '').fileMessage();
  await created('/conversion-types', { name: `${mark('conversion')} 2` }, 'conversion_type');
  const conversion = { conversion_type_id: ids.conversionType, lead_id: ids.lead, notes: mark('conversionnote') };
  ids.conversion = await created('/conversions', conversion, 'conversion');
  await created('/conversions', conversion, 'conversion');
  const leadRow = await api.db('leads').where({ id: ids.lead }).first();
  ids.meeting = (await addMeeting(api.db, leadRow!, { title: mark('meeting'), host_id: ids.host as string })).id;
  const run = await api.db('agent_runs').where({ id: ids.run }).first();
  const texts = { subject: mark('messagesubject'), content: mark('messagetext'), status: 'sent' as const };
  ids.message = (await addMessage(api.db, leadRow!, run!, texts)).id;
  await addMessage(api.db, leadRow!, null, texts);
  await insertEvents(api.db, new Date(), [
    {
      accountId: theirs.accountId,
      type: 'lead.updated',
      leadId: ids.lead,
      data: { note: mark('event') },
      origin: { kind: 'api', id: theirs.keyId },
    },
  ]);
  const meeting = { lead_id: ids.lead, title: mark('meeting'), duration_minutes: 30 };
  const place = { location_details: mark('meetingplace'), external_event_id: 'one event of two' };
  ids.recorded = await created('/meetings', { ...meeting, ...place, starts_at: '2030-01-01T10:00:00Z' }, 'meeting');
  await created('/meetings', { ...meeting, starts_at: '2030-01-01T11:00:00Z' }, 'meeting');
  await theirs
    .request('post', `/meetings/${ids.recorded}/no_show`)
    .send({ reason: mark('noshow') })
    .expect(200);
  const file = `first_name,email\n${mark('cell')},not an address\n${mark('cell')},nor this\n`;
  const sent = await sendCsv(theirs, file, { file_name: `${mark('file')}.csv` }).expect(202);
  ids.import = sent.body.import.id;
  await workAll(api, ids.import as string);
  await sendCsv(theirs, file, { file_name: `${mark('file')}.csv` }).expect(202);
  for (const _each of [1, 2]) {
    await api.db('sandbox_deliveries').insert({
      id: newId(),
      account_id: theirs.accountId,
      message_id: newId(),
      channel: 'email',
      to_address: `${mark('mail')}@example.com`,
      from_address: `${mark('sendermail')}@example.com`,
      subject: mark('deliverysubject'),
      body_text: mark('deliverytext'),
      headers: '{}',
      created_at: new Date(),
    });
  }
  ids.reportLink = await created('/report-links', { name: mark('reportlink') }, 'link');
  await created('/report-links', { name: mark('reportlink') }, 'link');
  const at = new Date();
  const made = { account_id: theirs.accountId, created_at: at, updated_at: at };
  for (const _each of [1, 2]) {
    const change = { lead_ids: [ids.lead], operation: 'add_tags', tags: [`changed ${_each}`] };
    const changed = await theirs.request('post', '/lead-changes').send(change).expect(200);
    ids.leadChange = changed.body.lead_change.id;
    const layout = JSON.stringify({ query: { q: mark('view') }, columns: [], sort: null });
    const shown = { user_id: ids.user ?? '', resource: 'leads', name: mark('view'), layout, shared: true };
    await api.db('views').insert({ id: newId(), ...shown, ...made });
    const reply = { shortcut: `r${_each}`, title: mark('cannedreply'), content: 'Hi', channel: null };
    await api.db('canned_replies').insert({ id: newId(), ...reply, created_by: 'system', ...made });
  }
  const about = { id: ids.lead ?? '', accountId: theirs.accountId };
  await bumpEngagement(api.db, about, { counts: [], lastInboundAt: at, lastChannel: 'email' });
  await api.requestLog.flush();
  ids.apiRequest = (await api.db('api_requests').where({ account_id: theirs.accountId }).first('id'))?.id ?? '';
  return ids;
}

/** Every row of an account, but for what counts requests. */
export async function rowsOf(api: TestApi, accountId: string): Promise<Record<string, unknown[]>> {
  const [tables] = await api.db.raw(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND column_name = 'account_id'`,
  );
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables as { name: string }[]) {
    if (name === 'api_keys') continue;
    const found = await api.db(name).where({ account_id: accountId });
    rows[name] = found.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}
