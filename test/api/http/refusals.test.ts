import { afterAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { LeadRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../../runtime/safe-fetch.js';
import { ERROR_CODES, type ErrorCode } from '../../../schemas/error-codes.js';
import { addNumber, addSender, addWhatsAppTemplate, publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { createMeetingFixture } from '../../support/meetings.js';
import { addAgent, addLead, addMessage, addRun } from '../../support/messaging.js';
import { META_TOKEN, startMetaServer } from '../../support/meta-server.js';

const meta = await startMetaServer();
/** Answers for the web: the path says how. */
const images: SafeFetch = Object.assign(
  async (url: string) => {
    const path = new URL(url).pathname;
    if (path === '/large') throw new SafeFetchError('TOO_LARGE', 'Too large.');
    if (path === '/gone') return { status: 404, headers: {}, body: Buffer.alloc(0), url };
    return { status: 200, headers: {}, body: Buffer.from('a page'), url };
  },
  { close: createSafeFetch().close },
);
const api = useApi({ META_GRAPH_URL: meta.url, GOOGLE_CLIENT_ID: '' }, { images });
afterAll(async () => {
  expect(meta.violations).toEqual([]);
  await meta.stop();
});

/** Every code that the table of codes gives the status 422. */
type Refusal = {
  [C in ErrorCode]: (typeof ERROR_CODES)[C][0] extends 422 ? C : never;
}[ErrorCode];

type Ask = (account: TestAccount) => Promise<Response>;
const MAIL = { channel: 'email', subject: 'Hello', content: 'Hi' };
const TEXT = { channel: 'whatsapp', content: 'Hi' };

/** A message to a lead with these columns, of an account that has a sender for each channel. */
const message =
  (body: object, columns: Partial<LeadRow> = {}): Ask =>
  async (account) => {
    await addSender(api.db, account.accountId);
    await addNumber(api.db, account.accountId);
    const lead = await addLead(api.db, account.accountId, { phone: '+34600111222', ...columns });
    return account.request('post', '/messages').send({ lead_id: lead.id, ...body });
  };

const templated =
  (columns: object, more: object): Ask =>
  async (account) => {
    const { id: template_id } = await addWhatsAppTemplate(api.db, account.accountId, columns);
    return message({ channel: 'whatsapp', template_id, ...more })(account);
  };

const atMeta = (): Parameters<typeof addNumber>[2] => ({ provider: 'meta_cloud', provider_phone_number_id: '100' });

const photo =
  (path: string): Ask =>
  async (account) => {
    const number = { phone_number: '+34600000002', provider: 'meta_cloud', provider_phone_number_id: '100' };
    const made = await account.request('post', '/whatsapp-numbers').send({ ...number, access_token: META_TOKEN });
    const image_url = `https://images.example.com${path}`;
    return account.request('patch', `/whatsapp-numbers/${made.body.whatsapp_number.id}/photo`).send({ image_url });
  };

/** The way to reach each: the list is complete, or this file doesn't compile. */
const REACHED: Record<Refusal, Ask> = {
  IDEMPOTENCY_KEY_REUSED: async (account) => {
    const create = (first_name: string) =>
      account.request('post', '/leads').set('Idempotency-Key', 'once').send({ first_name });
    await create('Ada').expect(201);
    return create('Eva');
  },
  CONFIRMATION_REQUIRED: async (account) => (await createMeetingFixture(api, account)).book({ invite_lead: true }),
  START_IN_PAST: async (account) =>
    (await createMeetingFixture(api, account)).book({ starts_at: '2020-01-01T10:00:00Z' }),
  CHANNEL_NOT_CONFIGURED: async (account) => {
    const lead = await addLead(api.db, account.accountId);
    return account.request('post', '/messages').send({ lead_id: lead.id, ...MAIL });
  },
  PROVIDER_NOT_CONFIGURED: (account) =>
    account.request('post', '/connections').send({ provider: 'google', purposes: ['send_mail'] }),
  CONNECTION_LACKS_CALENDARS: async (account) => {
    const create = { provider: 'microsoft', purposes: ['send_mail'] };
    const { body } = await account.request('post', '/connections').send(create).expect(201);
    return account.request('get', `/connections/${body.connection.id}/calendars`);
  },
  LEAD_MISSING_PHONE: message(TEXT, { phone: null }),
  LEAD_MISSING_EMAIL: message(MAIL, { email: null }),
  LEAD_OPTED_OUT: message(TEXT, { consent_whatsapp: 'opted_out' }),
  SUPPRESSED: async (account) => {
    const address = `${newId()}@example.com`;
    await account.request('post', '/suppressions').send({ channel: 'email', address }).expect(201);
    return message(MAIL, { email: address })(account);
  },
  WINDOW_CLOSED: message(TEXT),
  TEMPLATE_NOT_APPROVED: templated({ status: 'PENDING' }, { variables: { 1: 'x' } }),
  TEMPLATE_VARIABLES_MISMATCH: templated({}, {}),
  FREQUENCY_CAPPED: async (account) => {
    const limits = { per_lead: { min_gap_minutes: 9 * 1440 } };
    const steps = [{ type: 'message' as const, subject: 'x', content: 'y' }];
    const workflow_id = await publishAgent(api.db, account.accountId, steps, { limits });
    await addSender(api.db, account.accountId);
    const lead = await addLead(api.db, account.accountId);
    await addMessage(api.db, lead, null, { status: 'sent', sent_at: new Date() });
    return account.request('post', '/messages').send({ lead_id: lead.id, workflow_id, ...MAIL });
  },
  IMAGE_UNREACHABLE: photo('/gone'),
  IMAGE_TYPE: photo('/page'),
  IMAGE_TOO_LARGE: photo('/large'),
  MEDIA_TOO_LARGE: async (account) => {
    const number = await addNumber(api.db, account.accountId, atMeta());
    await account.request('patch', `/whatsapp-numbers/${number.id}`).send({ access_token: META_TOKEN }).expect(200);
    meta.state.fileSize = 33 * 1024 * 1024;
    const id = meta.keepFile({ bytes: Buffer.from('x'), mimeType: 'image/png', phoneNumberId: '100' });
    const lead = await addLead(api.db, account.accountId);
    const details = JSON.stringify({ attachments: [{ id, type: 'image', mime_type: null, file_name: null }] });
    const row = await addMessage(api.db, lead, null, { channel: 'whatsapp', sender_id: number.id, details });
    return account.request('get', `/messages/${row.id}/media`);
  },
  AMBIGUOUS_RUN: async (account) => {
    const lead = await addLead(api.db, account.accountId);
    for (let runs = 0; runs < 2; runs += 1) await addRun(api.db, lead, await addAgent(api, account));
    return account.request('post', `/leads/${lead.id}/status`).send({ status_key: 'contacted' });
  },
};

describe('each refusal with 422', () => {
  it.each(Object.entries(REACHED))('%s is reached and says so in the shape of every error', async (code, ask) => {
    const answer = await ask(await api.account({ country: 'ES' }));
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    const { error, message: words, request_id } = answer.body;
    expect([typeof error, typeof words, typeof request_id]).toEqual(['string', 'string', 'string']);
    expect(words.length).toBeGreaterThan(0);
  });

  it('is one of those that the table of codes names', () => {
    const named = Object.entries(ERROR_CODES).flatMap(([code, [status]]) => (status === 422 ? [code] : []));
    expect(Object.keys(REACHED).sort()).toEqual(named.sort());
  });
});
