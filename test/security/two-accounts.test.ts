import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { insertEvents } from '../../db/events.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { createUser } from '../../services/accounts.js';
import { mailStep } from '../support/agent-requests.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { type HttpCaller, inParallel, listen } from '../support/http.js';
import { sendCsv, workAll } from '../support/imports.js';
import { addMeeting } from '../support/meeting-rows.js';
import { addBlock } from '../support/meetings.js';
import { addHook, addLead, addMessage, addRun, post } from '../support/messaging.js';
import { createWorld, PASSWORD, ROUTE_REQUESTS } from '../support/route-requests.js';

const api = useApi();
const reads = routes({ config: testConfig() } as ApiDependencies)
  .map(({ contract }) => contract)
  .filter(({ method, auth }) => method === 'get' && auth !== 'none');

const PREFIX = 'zqnoise';
/** What the other account's rows are full of; each of them is found in its own answers, or the search proves nothing. */
const MARKS = [
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
    'numbername',
    'mailboxuser',
    'sender',
    'sendermail',
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
  ...['host', 'hostmail', 'meetingtype', 'question', 'calendaruser', 'meeting', 'meetingplace', 'noshow'],
] as const;
type Mark = (typeof MARKS)[number];
const mark = (name: Mark): string => `${PREFIX}${name}`;
const PHONE = '+34699887766';

let http: HttpCaller;
let mine: TestAccount;
let theirs: TestAccount;
let cookies: { mine: string; theirs: string };
/** Ids of the other account's rows, by what they are. */
const ids: Record<string, string> = {};
const cursors: string[] = [];

async function signedIn(account: TestAccount): Promise<string> {
  const email = `${newId()}@example.com`;
  await createUser(api.db, new Date(), {
    accountId: account.accountId,
    email,
    name: 'User',
    role: 'owner',
    password: PASSWORD,
  });
  const answer = await http.ask({ method: 'post', path: '/api/internal/session', body: { email, password: PASSWORD } });
  return String(answer.headers['set-cookie']).split(';')[0] as string;
}

const created = async (path: string, body: object, name: string): Promise<string> =>
  (await theirs.request('post', path).send(body).expect(201)).body[name].id;

/** Fills the other account: something of every kind, twice where lists are paged. */
async function fill(): Promise<void> {
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
  const sender = { name: mark('sender'), from_email: `${mark('sendermail')}@example.com` };
  ids.sender = await created('/email-senders', sender, 'email_sender');
  await created('/email-senders', sender, 'email_sender');
  const voice = { name: mark('voiceagent') };
  ids.voice = await created('/voice-agents', voice, 'voice_agent');
  await created('/voice-agents', voice, 'voice_agent');
  const mailbox = { host: 'imap.example.com', user: mark('mailboxuser'), password: 'x' };
  await theirs.request('put', `/email-senders/${ids.sender}/mailbox`).send(mailbox).expect(200);
  const number = { provider: 'sandbox', display_name: mark('numbername') };
  ids.number = await created('/whatsapp-numbers', { ...number, phone_number: '+34699887701' }, 'whatsapp_number');
  await created('/whatsapp-numbers', { ...number, phone_number: '+34699887702' }, 'whatsapp_number');
  const template = { channel: 'email', language: 'en', subject: mark('templatesubject'), text: mark('templatetext') };
  ids.template = await created('/templates', { name: mark('template'), ...template }, 'template');
  await created('/templates', { name: `${mark('template')} 2`, ...template }, 'template');
  ids.campaign = await created('/campaigns', { name: mark('campaign'), source: mark('campaignsource') }, 'campaign');
  await created('/campaigns', { name: mark('campaign') }, 'campaign');
  const suppression = { channel: 'email', reason: mark('suppressionreason') };
  const address = `${mark('suppressed')}@example.com`;
  ids.suppression = await created('/suppressions', { ...suppression, address }, 'suppression');
  await created('/suppressions', { ...suppression, address: `2.${address}` }, 'suppression');
  ids.hook = (await theirs.request('post', '/hooks').send({ provider: 'email' }).expect(201)).body.hook.id;
  await post(api, await addHook(theirs), { event_id: newId(), type: 'something', text: mark('event') });
  const steps = [mailStep(mark('step'), { content: mark('text') })];
  ids.agent = await created('/workflows', { name: mark('agent'), cadence: { steps } }, 'workflow');
  await created('/workflows', { name: mark('agent'), cadence: { steps } }, 'workflow');
  await theirs.request('post', `/workflows/${ids.agent}/publish`).expect(201);

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
  const their = createWorld(api, theirs, '');
  [ids.task, ids.notification] = [await their.task(), await their.notification()];
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
  const again = { ...person, external_id: `${mark('external')} 2`, workflow_id: ids.agent };
  await theirs.request('post', '/leads').send(again).expect(201);
  await theirs
    .request('post', `/leads/${ids.lead}/automation/stop`)
    .send({ workflow_run_id: ids.run, reason: mark('pausereason') })
    .expect(200);
  ids.conversionType = await created('/conversion-types', { name: mark('conversion') }, 'conversion_type');
  ids.file = await createWorld(api, theirs, '').fileMessage();
  await created('/conversion-types', { name: `${mark('conversion')} 2` }, 'conversion_type');
  const conversion = { conversion_type_id: ids.conversionType, lead_id: ids.lead, notes: mark('conversionnote') };
  ids.conversion = await created('/conversions', conversion, 'conversion');
  await created('/conversions', conversion, 'conversion');
  const leadRow = await api.db('leads').where({ id: ids.lead }).first();
  ids.meeting = (await addMeeting(api.db, leadRow, { title: mark('meeting'), host_id: ids.host as string })).id;
  const run = await api.db('agent_runs').where({ id: ids.run }).first();
  const texts = { subject: mark('messagesubject'), content: mark('messagetext'), status: 'sent' };
  ids.message = (await addMessage(api.db, leadRow, run, texts)).id;
  await addMessage(api.db, leadRow, null, texts);
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
}

/** The same kinds of rows, without marks. */
async function fillMine(): Promise<Record<string, string>> {
  const world = createWorld(api, mine, '');
  const lead = await addLead(api.db, mine.accountId, { first_name: 'Ana' });
  const agent = await world.agent();
  const run = await addRun(api.db, lead, agent);
  const message = await addMessage(api.db, lead, run, { status: 'sent' });
  await world.tag();
  return {
    leads: lead.id,
    workflows: agent,
    'workflow-runs': run.id,
    messages: message.id,
    imports: await world.doneImport(),
    'email-senders': await world.sender(),
    'voice-agents': await world.voiceAgent(),
    templates: await world.template(),
    'whatsapp-numbers': await world.number(),
    campaigns: await world.campaign(),
    conversions: await world.conversion(),
    'conversion-types': await world.conversionType(),
    'background-jobs': await world.job(),
    'cloud-functions': await world.fn(),
    hosts: await world.connectedHost(),
    'meeting-types': await world.meetingType(),
    meetings: await world.bookedMeeting(),
  };
}

const authOf = (contract: Contract, who: 'mine' | 'theirs'): Record<string, string> =>
  contract.auth === 'user' ? { cookie: cookies[who] } : { 'x-api-key': (who === 'mine' ? mine : theirs).apiKey };

const ask = (contract: Contract, who: 'mine' | 'theirs', path: string, headers: Record<string, string> = {}) =>
  http.ask({ method: 'get', path, headers: { ...authOf(contract, who), ...headers } });

const folderOf = (path: string) => path.split('/')[3] as string;
const KIND_OF: Record<string, string> = {
  leads: 'lead',
  workflows: 'agent',
  'workflow-runs': 'run',
  messages: 'message',
  imports: 'import',
  'email-senders': 'sender',
  'voice-agents': 'voice',
  templates: 'template',
  'whatsapp-numbers': 'number',
  campaigns: 'campaign',
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
};
/** The query that a read can't do without. */
const neededBy = ({ operationId }: Contract): string =>
  operationId === 'findSlots' ? `?meeting_type_id=${ids.type}` : '';
const theirPath = ({ path, operationId }: Contract) =>
  path
    .replace('{id}', (operationId === 'getMessageMedia' ? ids.file : ids[KIND_OF[folderOf(path)] as string]) as string)
    .replace('{cycle_id}', String(ids.cycle))
    .replace('{run_id}', String(ids.functionRun));

let own: Record<string, string>;

beforeAll(async () => {
  http = await listen(api.app);
  mine = await api.account();
  theirs = await api.account();
  await fill();
  own = await fillMine();
  cookies = { mine: await signedIn(mine), theirs: await signedIn(theirs) };
}, 60_000);
afterAll(() => http.close());

/** What of the other account stands in a text. */
const leaks = (text: string): string[] => {
  const low = text.toLowerCase();
  return [PREFIX, PHONE, PHONE.slice(1), ...Object.values(ids)].filter((each) => low.includes(each));
};

describe('two accounts side by side', () => {
  it('the other one sees its own marks, all of them', async () => {
    const seen = new Set<string>();
    for (const contract of reads) {
      const forms: [string, Record<string, string>][] = [[neededBy(contract), {}]];
      if (contract.query?.properties.limit) forms.push(['?limit=1', {}]);
      for (const accept of Object.keys(contract.answerTypes ?? {})) forms.push(['', { accept }]);
      for (const [query, headers] of forms) {
        const { status, text } = await ask(contract, 'theirs', theirPath(contract) + query, headers);
        expect([contract.operationId, status]).toEqual([contract.operationId, 200]);
        for (const name of MARKS) if (text.toLowerCase().includes(mark(name))) seen.add(name);
        const next = /"next_cursor":"([^"]+)"/.exec(text)?.[1];
        if (next) cursors.push(next);
      }
    }
    expect(MARKS.filter((name) => !seen.has(name))).toEqual([]);
    expect(MARKS.length).toBeGreaterThanOrEqual(25);
    expect(cursors.length).toBeGreaterThanOrEqual(10);
  });

  it('no read of ours shows any of it, whatever of theirs it is asked with', async () => {
    const values = [
      ...Object.values(ids),
      `${mark('mail')}@example.com`,
      `${mark('suppressed')}@example.com`,
      PHONE,
      ...(['firstname', 'tag', 'source', 'company'] as const).map(mark),
    ];
    const paths: [Contract, string][] = [];
    for (const contract of reads) {
      const path = contract.path.includes('{id}')
        ? contract.path.replace('{id}', own[folderOf(contract.path)] as string)
        : contract.path;
      paths.push([contract, path]);
      if (contract.path.includes('{id}')) paths.push([contract, theirPath(contract)]);
      for (const [name, schema] of Object.entries(contract.query?.properties ?? {})) {
        const { type, format, enum: named } = schema as { type?: string; format?: string; enum?: string[] };
        const isText = type === 'string' && format !== 'date-time' && name !== 'cursor';
        const choices = named ?? (isText ? values : [ids.lead as string]);
        for (const value of choices) paths.push([contract, `${path}?${name}=${encodeURIComponent(value)}`]);
      }
    }
    const hits: string[] = [];
    const statuses: Record<number, number> = {};
    await inParallel(paths, 12, async ([contract, path]) => {
      const answer = await ask(contract, 'mine', path);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status >= 500) hits.push(`${path}: ${answer.status}`);
      const found = leaks(answer.text + JSON.stringify(answer.headers));
      if (found.length > 0) hits.push(`${path}: ${found.join(', ')}`);
    });
    expect(hits).toEqual([]);
    expect(paths.length).toBeGreaterThanOrEqual(500);
    expect(statuses[200]).toBeGreaterThanOrEqual(200);
  }, 60_000);

  it('their cursors don’t widen a list of ours', async () => {
    const pages = reads.filter(({ path, query }) => query?.properties.cursor && !path.includes('{id}'));
    expect(pages.length).toBeGreaterThanOrEqual(10);
    for (const contract of pages) {
      for (const cursor of cursors) {
        const answer = await ask(contract, 'mine', `${contract.path}?cursor=${cursor}&limit=200`);
        expect([200, 400]).toContain(answer.status);
        expect(leaks(answer.text)).toEqual([]);
      }
    }
  });

  it('exports, pages for machines and pages for people show nothing of it', async () => {
    const errors = reads.find(({ operationId }) => operationId === 'listImportErrors') as Contract;
    const csv = { accept: 'text/csv' };
    const theirExport = await ask(errors, 'theirs', theirPath(errors), csv);
    expect(leaks(theirExport.text)).toContain(PREFIX);
    const texts = [await ask(errors, 'mine', theirPath(errors), csv)];
    for (const path of ['/metrics', '/openapi.json', '/docs', '/', '/healthz', '/readyz']) {
      texts.push(await http.ask({ method: 'get', path }));
    }
    expect(texts.flatMap(({ text }) => leaks(text))).toEqual([]);
  });

  it('no write of ours finds, changes or is hindered by what is theirs', async () => {
    const before = await rowsOf(theirs.accountId);
    const write = (
      method: 'post' | 'put' | 'patch',
      path: string,
      body: object,
      headers: Record<string, string> = {},
    ) => mine.request(method, path).set(headers).send(body);
    const same = {
      first_name: 'Ana',
      email: `${mark('mail')}@example.com`,
      phone: PHONE,
      external_id: mark('external'),
      on_duplicate: 'reject',
    };
    // The key and the body of a request of theirs: it is a new request all the same.
    const lead = await write('post', '/leads', same, { 'Idempotency-Key': 'one key of two' });
    expect(lead.status).toBe(201);
    expect(lead.headers['idempotent-replayed']).toBeUndefined();
    expect(lead.body).toMatchObject({ deduplicated: false, warnings: [] });
    expect(lead.body.lead.id).not.toBe(ids.lead);
    await mine.request('delete', `/leads/${lead.body.lead.id}`).expect(204);
    expect((await write('put', '/leads/tags', { email: same.email, tags: ['x'] })).status).toBe(404);
    const template = { name: mark('template'), channel: 'email', language: 'en', subject: 'S', text: 'T' };
    expect((await write('post', '/templates', template)).status).toBe(201);
    const suppression = { channel: 'email', address: `${mark('suppressed')}@example.com` };
    expect((await write('post', '/suppressions', suppression)).status).toBe(201);
    const filter = { cadence_state: ['pending', 'waiting', 'paused', 'held'] };
    for (const operation of ['stop', 'pause', 'resume']) {
      const bulk = await write('post', '/workflow-runs/bulk', { operation, filter });
      expect(leaks(bulk.text)).toEqual([]);
    }
    for (const contract of routes({ config: testConfig() } as ApiDependencies).map((route) => route.contract)) {
      if (contract.method === 'get' || !contract.path.includes('{id}')) continue;
      const make = ROUTE_REQUESTS[contract.operationId];
      const request = await make?.(createWorld(api, mine, ''));
      const kind = KIND_OF[folderOf(contract.path)] ?? folderOf(contract.path).slice(0, -1);
      const answer = await http.ask({
        method: contract.method,
        path: contract.path.replace('{id}', ids[kind] as string),
        headers: { ...request?.headers, 'x-api-key': mine.apiKey },
        body: request?.body,
      });
      expect([contract.operationId, answer.status]).toEqual([contract.operationId, 404]);
    }
    expect(await rowsOf(theirs.accountId)).toEqual(before);
  }, 60_000);
});

/** Every row of an account, but for what counts requests. */
async function rowsOf(accountId: string): Promise<Record<string, unknown[]>> {
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
