import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDependencies } from '../../api/dependencies.js';
import { routes } from '../../api/routes.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import { createUser } from '../../services/accounts/accounts.js';
import { createAccountFixture } from '../support/account-fixture.js';
import { OPERATOR, type TestAccount, testConfig, useApi } from '../support/api.js';
import { type HttpCaller, inParallel, listen } from '../support/http.js';
import { fillMarked, KIND_OF, MARKS, mark, PHONE, PREFIX, rowsOf } from '../support/marked-account.js';
import { addLead, addMessage, addRun } from '../support/messaging.js';
import { ROUTE_REQUESTS } from '../support/route-requests.js';
import { PASSWORD } from '../support/users.js';

const api = useApi();
const reads = routes({ config: testConfig() } as ApiDependencies)
  .map(({ contract }) => contract)
  // What pages call has no ids of others in it; its sessions and tickets have tests of their own.
  .filter(({ method, auth }) => method === 'get' && auth !== 'none' && auth !== 'widget')
  // What never ends has a test of its own.
  .filter(({ operationId }) => operationId !== 'streamChanges');

let http: HttpCaller;
let mine: TestAccount;
let theirs: TestAccount;
let cookies: { mine: string; theirs: string };
/** Ids of the other account's rows, by what they are. */
let ids: Record<string, string>;
const cursors: string[] = [];

async function signedIn(account: TestAccount, email = `${newId()}@example.com`): Promise<string> {
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

/** The same kinds of rows, without marks. */
async function fillMine(): Promise<Record<string, string>> {
  const fixture = createAccountFixture(api, mine, '');
  const lead = await addLead(api.db, mine.accountId, { first_name: 'Ana' });
  const agent = await fixture.agent();
  const run = await addRun(api.db, lead, agent);
  const message = await addMessage(api.db, lead, run, { status: 'sent' });
  await fixture.tag();
  return {
    leads: lead.id,
    workflows: agent,
    'workflow-runs': run.id,
    messages: message.id,
    imports: await fixture.doneImport(),
    'email-senders': await fixture.sender(),
    models: await fixture.model(),
    connections: await fixture.connection(),
    'voice-agents': await fixture.voiceAgent(),
    templates: await fixture.template(),
    'whatsapp-numbers': await fixture.number(),
    campaigns: await fixture.campaign(),
    conversations: await fixture.conversation(),
    conversions: await fixture.conversion(),
    'conversion-types': await fixture.conversionType(),
    'background-jobs': await fixture.job(),
    'cloud-functions': await fixture.fn(),
    hosts: await fixture.connectedHost(),
    'meeting-types': await fixture.meetingType(),
    meetings: await fixture.bookedMeeting(),
    widgets: await fixture.widget(),
    knowledge: await fixture.document(),
    'lead-changes': await fixture.leadChange(),
  };
}

const authOf = (contract: Contract, who: 'mine' | 'theirs'): Record<string, string> =>
  contract.auth === 'user' ? { cookie: cookies[who] } : { 'x-api-key': (who === 'mine' ? mine : theirs).apiKey };

const ask = (contract: Contract, who: 'mine' | 'theirs', path: string, headers: Record<string, string> = {}) =>
  http.ask({ method: 'get', path, headers: { ...authOf(contract, who), ...headers } });

const folderOf = (path: string) => path.split('/')[3] as string;
/** The query that a read can't do without. */
const neededBy = ({ operationId }: Contract): string => {
  const queries: Record<string, string> = {
    findSlots: `?meeting_type_id=${ids.type}`,
    getWorkflowStats: `?ids=${ids.agent}`,
    countLackingLeads: '?variables=lead.company',
    listPipelineLeads: '?status_key=new',
  };
  return queries[operationId] ?? '';
};
/** The kind of an `{id}` where the folder doesn't determine it. */
const KINDS: Record<string, string> = {
  getWebhookDelivery: 'webhookDelivery',
  replayWebhookDelivery: 'webhookDelivery',
  getMessageMedia: 'file',
  getTestMessage: 'testMail',
};
function theirId({ path, operationId }: Contract): string {
  const id = ids[KINDS[operationId] ?? KIND_OF[folderOf(path)] ?? ''];
  if (id === undefined) throw new Error(`test/support/marked-account.ts makes nothing for ${path}.`);
  return id;
}
const theirPath = (contract: Contract) =>
  contract.path
    .replace('{id}', () => theirId(contract))
    .replace('{cycle_id}', String(ids.cycle))
    .replace('{run_id}', String(ids.functionRun))
    .replace('{no}', '1')
    .replace('{report}', 'messages')
    .replace('{version}', '1');

let own: Record<string, string>;

beforeAll(async () => {
  http = await listen(api.app);
  mine = await api.account();
  theirs = await api.account();
  ids = await fillMarked(api, theirs);
  own = await fillMine();
  const email = `${newId()}@example.com`;
  cookies = { mine: await signedIn(mine), theirs: await signedIn(theirs, email) };
  ids.testMail = await createAccountFixture(api, theirs, email).testMail();
});
afterAll(() => http.close());

/** Lists the data of the other account in a text. */
const leaks = (text: string): string[] => {
  const low = text.toLowerCase();
  return [PREFIX, PHONE, PHONE.slice(1), ...Object.values(ids)].filter((each) => low.includes(each));
};

describe('two accounts side by side', () => {
  it('the other one sees its own marks, all of them', async () => {
    const seen = new Set<string>();
    for (const contract of reads) {
      const needed = neededBy(contract);
      const forms: [string, Record<string, string>][] = [[needed, {}]];
      if (contract.query?.properties.limit) forms.push([needed ? `${needed}&limit=1` : '?limit=1', {}]);
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
        // The response repeats requested names, whichever account they belong to.
        const choices = name === 'variables' ? ['lead.company'] : (named ?? (isText ? values : [ids.lead as string]));
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
  });

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
      texts.push(await http.ask({ method: 'get', path, headers: OPERATOR }));
    }
    expect(texts.flatMap(({ text }) => leaks(text))).toEqual([]);
  });

  it('no write of ours finds, changes or is hindered by what is theirs', async () => {
    const before = await rowsOf(api, theirs.accountId);
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
      const request = await make?.(createAccountFixture(api, mine, ''));
      const kind = KIND_OF[folderOf(contract.path)] ?? folderOf(contract.path).slice(0, -1);
      const answer = await http.ask({
        method: contract.method,
        path: contract.path.replace('{id}', ids[kind] as string),
        headers: { ...request?.headers, ...authOf(contract, 'mine'), 'x-requested-with': 'test' },
        body: request?.body,
      });
      expect([contract.operationId, answer.status]).toEqual([contract.operationId, 404]);
    }
    expect(await rowsOf(api, theirs.accountId)).toEqual(before);
  });
});
