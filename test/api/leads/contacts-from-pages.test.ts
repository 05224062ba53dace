import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { LeadRow } from '../../../db/tables.js';
import { openWork } from '../../../db/work.js';
import { advanceRun } from '../../../services/cadence/advance-run.js';
import { createMailLinks } from '../../../services/messages/mail-links.js';
import { queueMessage } from '../../../services/messages/queue.js';
import { addSender } from '../../support/agents.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { type ChatFixture, EASY, useChatFixtures } from '../../support/chat-fixture.js';
import { eventually } from '../../support/eventually.js';
import { inboundWhatsApp } from '../../support/inbound-whatsapp.js';
import { written } from '../../support/meta-webhooks.js';
import { addWidget, proofFor } from '../../support/widgets.js';

const api = useApi({ TRUST_PROXY: '1' });
const { createFixture: fixture, nextAddress, rowsOf } = useChatFixtures(api);

const contactOf = (
  of: Pick<ChatFixture, 'widget'>,
  fields: object,
  address = nextAddress(),
  headers: Record<string, string> = {},
) =>
  supertest(api.app)
    .post('/api/public/leads')
    .set({ 'X-API-Key': of.widget.key, 'X-Forwarded-For': address, ...headers })
    .send({ first_name: 'Kim', ...fields });

const proven = async (of: ChatFixture) => {
  const { id, number } = await proofFor(api, of.chat, 'visitor');
  return { 'X-Widget-Proof': `${id}.${number}` };
};

describe('a page with the key of a widget', () => {
  it('creates a few contacts without a proof, and as many as an address may with one', async () => {
    const of = await fixture({ ...EASY, request_contact: true });
    const from = (n: number, headers = {}) => contactOf(of, {}, `2001:db8::${n + 1}`, headers);
    const codes: unknown[] = [];
    for (let n = 0; n < 4; n += 1) codes.push((await from(n)).body.code ?? 'created');
    expect(codes).toEqual(['created', 'created', 'created', 'POW_REQUIRED']);
    for (let n = 0; n < 7; n += 1) expect((await from(n, await proven(of))).status).toBe(201);
    const refused = await from(1, await proven(of));
    expect(refused.body.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await contactOf(of, {}, '192.0.2.7')).status).toBe(201);
  });

  it('needs a proof for more than thirty contacts in five minutes, from however many addresses', async () => {
    const of = await fixture({ ...EASY, request_contact: true });
    for (let n = 0; n < 30; n += 1) expect((await contactOf(of, {})).status).toBe(201);
    expect((await contactOf(of, {})).body.code).toBe('POW_REQUIRED');
    expect((await contactOf(of, {}, nextAddress(), await proven(of))).status).toBe(201);
  });

  it('uses a proof once, and none of another widget', async () => {
    const [of, other] = [await fixture({ ...EASY, request_contact: true }), await fixture()];
    const proof = await proven(of);
    expect((await contactOf(of, {}, nextAddress(), proof)).status).toBe(201);
    expect((await contactOf(of, {}, nextAddress(), proof)).body.code).toBe('POW_REPLAYED');
    expect((await contactOf(of, {}, nextAddress(), await proven(other))).body.code).toBe('POW_INVALID');
    expect(await rowsOf('leads', of)).toHaveLength(1);
  });

  it('creates no more contacts a day than the widget takes', async () => {
    const of = await fixture({ request_contact: true, pow: { required: false }, limits: { turns_per_day: 2 } });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await contactOf(of, {})).status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  const withLimit = async (perMinute: number) => {
    const account = await api.account();
    const widget = await addWidget(api, account, { request_contact: true, pow: { required: false } });
    await api.db('api_keys').where({ public_key: widget.key }).update({ rate_limit: perMinute });
    return { account, widget };
  };
  const statusFrom = async (of: Pick<ChatFixture, 'widget'>, address: string) =>
    (await contactOf(of, {}, address)).status;
  const statusesFrom = async (of: Pick<ChatFixture, 'widget'>, addresses: string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await statusFrom(of, address));
    return statuses;
  };

  it('uses up the requests of its own address alone, and of the key only together with many others', async () => {
    const of = await withLimit(2);
    // Whenever the minute ends within this, it ends once.
    const own = await statusesFrom(of, Array<string>(6).fill('192.0.2.1'));
    expect([...new Set(own)]).toEqual([201, 429]);
    expect(await statusFrom(of, '192.0.2.2')).toBe(201);
    const others = await statusesFrom(
      of,
      Array.from({ length: 42 }, (_, n) => `198.51.100.${200 + n}`),
    );
    expect(others.slice(0, 15)).toEqual(Array(15).fill(201));
    expect(others).toContain(429);
  });

  it('reads that its key was revoked, also where its address was at the limit', async () => {
    const of = await withLimit(1);
    const answers = [await contactOf(of, {}, '192.0.2.1'), await contactOf(of, {}, '192.0.2.1')];
    expect(answers.map(({ headers }) => headers['access-control-allow-origin'])).toEqual(['*', '*']);
    await of.account.request('delete', `/widgets/${of.widget.id}`).expect(204);
    const refused = await eventually(async () => {
      const answer = await contactOf(of, {}, '192.0.2.1');
      return answer.status === 401 ? answer : undefined;
    });
    expect([refused.body.code, refused.headers['access-control-allow-origin']]).toEqual(['INVALID_API_KEY', '*']);
  });

  it('can’t have a lead greeted by a link', async () => {
    const of = await fixture({ request_contact: true });
    const names = ['Win at https://evil.example', 'www.evil.example', 'evil.example/x', 'Prize: evil.com'];
    for (const first_name of names) {
      const answer = await contactOf(of, { first_name });
      expect([answer.status, answer.body.field]).toEqual([400, '/first_name']);
    }
    for (const last_name of ['St.John', 'J.R. Smith', 'O’Neill-Com']) {
      expect((await contactOf(of, { last_name })).status).toBe(201);
    }
  });

  it.each([
    ['the ID of another system, by which a signed visitor would be found', 'email', { external_id: 'user-42' }],
    ['an opt-out, which would suppress the address of someone else', 'none', { consent: { email: 'opted_out' } }],
    ['an opt-in, which the contact gives by the link', 'email', { consent: { email: 'opted_in' } }],
  ])('can’t give %s', async (_what, contact_confirmation, fields) => {
    const of = await fixture({ request_contact: true, contact_confirmation });
    const answer = await contactOf(of, { email: 'kim@example.com', ...fields });
    expect([answer.status, answer.body.field]).toEqual([400, `/${Object.keys(fields)[0]}`]);
    expect(await rowsOf('suppressions', of)).toEqual([]);
  });
});

describe('a contact that a page created', () => {
  const DAYS_MS = 2 * 86_400_000;
  const deps = async (of: ChatFixture) => {
    const row = (await api.db('email_senders').where({ account_id: of.account.accountId }).first())!;
    return {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: async () => ({ channel: 'email' as const, row }),
      heldBack: async () => undefined,
    };
  };
  const withSender = async (more: object = {}) => {
    const of = await fixture({ request_contact: true, ...more });
    await addSender(api.db, of.account.accountId, 2525);
    return of;
  };
  const create = async (of: ChatFixture, fields: object = {}, headers: Record<string, string> = {}) => {
    const contact = { email: 'kim@example.com', phone: '+34600123456', workflow_id: of.widget.agentId, ...fields };
    const { body } = await contactOf(of, contact, nextAddress(), headers).expect(201);
    return (await api.db('leads').where({ id: body.lead.id }).first())!;
  };
  const mailsOf = (of: ChatFixture) => rowsOf('messages', of).orderBy('id');
  const linkIn = (content: string | null | undefined) => /\/c\/\S+/.exec(content ?? '')?.[0] ?? '';
  /** Advances the lead's cadence two days later. */
  const advance = async (of: ChatFixture, lead: LeadRow) => {
    const run = (await api.db('agent_runs').where({ lead_id: lead.id }).first())!;
    const dependencies = await deps(of);
    return api.db.transaction((tx) =>
      advanceRun(openWork(tx, new Date(Date.now() + DAYS_MS)), run.id, dependencies).then(async (advanced) => ({
        advanced,
        hold: (await tx('agent_runs').where({ id: run.id }).first())?.hold_reason,
      })),
    );
  };

  it('receives one mail with a link, and no message of a cadence until the person confirmed', async () => {
    const of = await withSender();
    const lead = await create(of, {}, { 'Accept-Language': 'es-MX,es;q=0.9' });
    const [mail, ...others] = await mailsOf(of);
    expect([mail?.to_address, mail?.subject, others]).toEqual([
      'kim@example.com',
      'Confirma tu dirección de correo',
      [],
    ]);
    const held = await advance(of, lead);
    expect([held.hold, 'send' in held.advanced]).toEqual(['consent_missing', false]);

    const link = linkIn(mail?.content);
    for (let n = 0; n < 2; n += 1) {
      const page = await supertest(api.app).get(link).expect(200);
      expect(page.text).toContain('k***@example.com');
    }
    expect((await api.db('leads').where({ id: lead.id }).first())?.consent_email).toBe('unknown');
    for (let n = 0; n < 2; n += 1) {
      expect((await supertest(api.app).post(link).expect(200)).text).toContain('está confirmada');
    }
    expect(await rowsOf('consent_log', of)).toMatchObject([
      { channel: 'email', state: 'opted_in', source: 'confirmation_link' },
    ]);
    expect('send' in (await advance(of, lead)).advanced).toBe(true);
    expect((await api.db('leads').where({ id: lead.id }).first())?.consent_call).toBe('unknown');
  });

  it('receives one mail a day however often strangers enter the address, and confirms all of them', async () => {
    const of = await withSender();
    const leads = [await create(of), await create(of)];
    const mails = await mailsOf(of);
    expect(mails).toHaveLength(1);
    await supertest(api.app).post(linkIn(mails[0]?.content)).expect(200);
    const confirmed = await api.db('leads').whereIn(
      'id',
      leads.map(({ id }) => id),
    );
    expect(confirmed.map(({ consent_email }) => consent_email)).toEqual(['opted_in', 'opted_in']);
  });

  it('isn’t opted in again by an old link after an opt-out, nor by one of another address', async () => {
    const of = await withSender();
    const [first] = [await create(of)];
    const [mail] = await mailsOf(of);
    const link = linkIn(mail?.content);
    await of.account
      .request('patch', `/leads/${first.id}`)
      .send({ consent: { email: 'opted_out' } })
      .expect(200);
    expect((await supertest(api.app).post(link)).status).toBe(404);
    const cut = await supertest(api.app).post(`${link}x`).set('Accept-Language', 'ar').expect(404);
    expect(cut.text).toContain('<html lang="ar" dir="rtl">');
    const second = await create(of, { email: 'lee@example.com' });
    const [, other] = await mailsOf(of);
    await of.account.request('patch', `/leads/${second.id}`).send({ email: 'victim@example.com' }).expect(200);
    expect((await supertest(api.app).post(linkIn(other?.content))).status).toBe(404);
    const consents = await rowsOf('leads', of).orderBy('id').pluck('consent_email');
    expect(consents).toEqual(['opted_out', 'unknown']);
  });

  it('is written to on WhatsApp once it wrote there first, and by mail only after the link', async () => {
    const of = await inboundWhatsApp(api)();
    await api.db('leads').where({ id: of.lead.id }).update({ needs_opt_in: true, phone_typed: true });
    await of.receive(written({ from: of.waId, says: 'Hello' }));
    await of.work();
    const lead = await of.read.lead();
    expect([lead?.consent_whatsapp, lead?.consent_email]).toEqual(['opted_in', 'unknown']);
  });

  it.each([
    ['a job', 'job', 'consent_missing'],
    ['a person or an integration', 'api', null],
  ] as const)('isn’t written to by %s: %s', async (_who, kind, reason) => {
    const of = await withSender();
    const lead = await create(of);
    const request = {
      accountId: lead.account_id,
      leadId: lead.id,
      agentId: null,
      channel: 'email' as const,
      content: { template_id: null, subject: 'Hi', content: 'Hi', html: null, begin_message: null, variables: {} },
      respectWindow: false,
      respectCaps: false,
      origin: { kind, id: null },
    };
    const queued = await api.db.transaction((tx) => queueMessage(openWork(tx, new Date()), request));
    expect(queued.outcome === 'queued' && (queued.hold?.reason ?? null)).toBe(reason);
  });

  it('is written to like any lead where the widget asks for no confirmation', async () => {
    const of = await withSender({ contact_confirmation: 'none' });
    const lead = await create(of);
    expect(await mailsOf(of)).toEqual([]);
    expect('send' in (await advance(of, lead)).advanced).toBe(true);
  });
});
