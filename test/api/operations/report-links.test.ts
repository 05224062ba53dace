import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { insertEvents } from '../../../db/events/events.js';
import type { LeadRow } from '../../../db/tables.js';
import { dayAfter, localDay } from '../../../domain/time/local-day.js';
import type { EventKind } from '../../../schemas/events/events.js';
import { createApiKey } from '../../../services/accounts/accounts.js';
import { recordNextTouches } from '../../../services/operations/record-touches.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';
import { addUser, type TestUser } from '../../support/users.js';

const DAY_MS = 86_400_000;
/** The clock is stopped, so that no day ends during the test. */
const START = new Date();
let now = START;
const api = useApi({}, { clock: { now: () => now } });
let account: TestAccount;
let owner: TestUser;
let lead: LeadRow;
let agentId: string;

/** Writes an event of a lead, and what it leads to in the report. */
async function record(type: EventKind, at: Date, data: object): Promise<void> {
  const origin = { kind: 'system', id: null } as const;
  await insertEvents(api.db, at, [
    { accountId: account.accountId, leadId: lead.id, type, data: data as Record<string, unknown>, origin },
  ]);
  while ((await recordNextTouches({ db: api.db, now })) > 0);
}

beforeAll(async () => {
  account = await api.account({ timezone: 'UTC' });
  owner = await addUser(api, account.accountId, 'owner');
  agentId = await addAgent(api, account);
  lead = await addLead(api.db, account.accountId, {
    owner_id: owner.userId,
    first_name: 'Zenobia',
    email: 'zenobia@example.com',
  });
  const run = await addRun(api.db, lead, agentId);
  const { id } = await addMessage(api.db, lead, run, { status: 'sent', step_key: 'hello', visit: 1 });
  const at = new Date(START.getTime() - 5 * DAY_MS);
  await record('message.sent', at, { message_id: id, channel: 'email' });
  await record('meeting.scheduled', new Date(at.getTime() + 60_000), {});
});

const create = (body: object = {}, by: Pick<TestUser, 'request'> = owner) =>
  by.request('post', '/report-links').send({ name: 'Board meeting', ...body });
const tokenOf = ({ url }: { url: string }) => url.split('#')[1] ?? '';
const open = (token: string) => supertest(api.app).post('/api/internal/report-links/open').send({ token });
const listed = async (id: string) =>
  (await owner.request('get', '/report-links').expect(200)).body.links.find((link: { id: string }) => link.id === id);

describe('a link to the report', () => {
  it('shows what the API counts with its filters, and no leads', async () => {
    const filters = { workflow_id: agentId, owner_id: owner.userId, channel: 'email', group: 'step' };
    const { body } = await create({ ...filters, last_days: 30 }).expect(201);
    const shared = (await open(tokenOf(body)).expect(200)).body;
    const to = localDay(now, 'UTC');
    const query = new URLSearchParams({ ...filters, from: dayAfter(to, -29), to });
    const { success: _, ...report } = (await owner.request('get', `/reports/performance?${query}`).expect(200)).body;
    expect(shared.report).toEqual(report);
    expect(shared.report.now).toMatchObject({ sent: 1, met: 1 });
    expect(shared.filters).toEqual({
      workflow_name: report.rows[0].workflow_name,
      owner_name: 'User',
      sender_name: null,
      channel: 'email',
    });
    const text = JSON.stringify(shared);
    for (const secret of [lead.id, 'Zenobia', 'zenobia@example.com']) expect(text).not.toContain(secret);
  });

  it('moves with time, or keeps its fixed days', async () => {
    const moving = (await create({ last_days: 3 }).expect(201)).body;
    const to = localDay(START, 'UTC');
    const fixed = (await create({ from: dayAfter(to, -6), to }).expect(201)).body;
    expect((await open(tokenOf(moving)).expect(200)).body.report.now.sent).toBe(0);
    now = new Date(START.getTime() + 10 * DAY_MS);
    try {
      expect((await open(tokenOf(moving)).expect(200)).body.report.to).toBe(dayAfter(to, 10));
      expect((await open(tokenOf(fixed)).expect(200)).body.report).toMatchObject({ to, now: { sent: 1 } });
    } finally {
      now = START;
    }
  });

  it('keeps only a hash of its token, and shows it once', async () => {
    const { body } = await create().expect(201);
    const token = tokenOf(body);
    const row = await api.db('report_links').where({ id: body.link.id }).first();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(await listed(body.link.id))).not.toContain(token);
  });

  it('is listed with its creator and its openings', async () => {
    const { body } = await create().expect(201);
    expect(body.link).toMatchObject({
      status: 'active',
      created_by: `user:${owner.userId}`,
      created_by_name: 'User',
      expires_at: new Date(START.getTime() + 90 * DAY_MS).toISOString(),
      last_opened_at: null,
      openings: 0,
    });
    await open(tokenOf(body)).expect(200);
    await open(tokenOf(body)).expect(200);
    expect(await listed(body.link.id)).toMatchObject({ openings: 2, last_opened_at: START.toISOString() });
  });

  it('answers alike whether it is unknown, expired, revoked, or its creator may no longer share', async () => {
    const unknown = await open('unknown').expect(404);
    const of = ({ body }: { body: Record<string, unknown> }) => ({ ...body, request_id: null });
    const revoked = (await create().expect(201)).body;
    await owner.request('delete', `/report-links/${revoked.link.id}`).expect(204);
    const leaving = await addUser(api, account.accountId, 'admin');
    const suspended = (await create({}, leaving).expect(201)).body;
    await owner.request('patch', `/users/${leaving.userId}`).send({ role: 'viewer' }).expect(200);
    const expired = (await create({ expires_in_days: 1 }).expect(201)).body;
    await api.db('report_links').where({ id: expired.link.id }).update({ expires_at: START });
    for (const body of [revoked, suspended, expired]) {
      expect(of(await open(tokenOf(body)).expect(404))).toEqual(of(unknown));
    }
    expect((await listed(expired.link.id)).status).toBe('expired');
    expect((await listed(suspended.link.id)).status).toBe('suspended');
    expect(await listed(revoked.link.id)).toBeUndefined();
  });

  it('stops when its creator is deactivated, and never expires if asked to', async () => {
    const leaving = await addUser(api, account.accountId, 'admin');
    const { body } = await create({ expires_in_days: null }, leaving).expect(201);
    expect(body.link.expires_at).toBeNull();
    await open(tokenOf(body)).expect(200);
    await owner.request('patch', `/users/${leaving.userId}`).send({ disabled: true }).expect(200);
    await open(tokenOf(body)).expect(404);
  });

  it('can be created by those who may share and read reports only', async () => {
    for (const role of ['operator', 'viewer'] as const) {
      await create({}, await addUser(api, account.accountId, role)).expect(403);
    }
    const scopes = ['reports:write'] as const;
    const key = await createApiKey(api.db, now, { accountId: account.accountId, scopes: [...scopes] });
    await supertest(api.app)
      .post('/api/public/report-links')
      .set('X-API-Key', key.apiKey)
      .send({ name: 'PerformanceReport' })
      .expect(403);
  });

  it.each([
    [{ last_days: 7, from: '2030-01-01', to: '2030-01-02' }, '/last_days'],
    [{ from: '2030-01-01' }, '/to'],
    [{ from: '2030-01-02', to: '2030-01-01' }, '/from'],
  ])('needs one period: %j', async (period, field) => {
    expect((await create(period).expect(400)).body.field).toBe(field);
  });

  it('opens a limited number of times a minute for each address, and not from other sites', async () => {
    const { body } = await create().expect(201);
    const site = await open(tokenOf(body)).set('Origin', 'https://elsewhere.example.com').expect(403);
    expect(site.body.code).toBe('CROSS_SITE_REQUEST');
    let status = 200;
    for (let n = 0; n < 100 && status !== 429; n += 1) status = (await open('unknown')).status;
    expect(status).toBe(429);
  });

  it('leads to a page that no search engine lists, no frame shows and no other site learns of', async () => {
    const { headers, text } = await supertest(api.app).get('/shared').set('Accept', 'text/html').expect(200);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|frame-src|worker-src/);
    expect(text).toContain('<meta name="robots" content="noindex">');
  });
});
