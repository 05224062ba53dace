import { describe, expect, it } from '@jest/globals';
import type { LeadRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { addNumber, addSender, addWhatsAppTemplate, openWindow, publishAgent } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addLead, addMessage, eventKinds } from '../../support/messaging.js';

const api = useApi();
const HOUR_MS = 3_600_000;

async function setUp(columns: Partial<LeadRow> = {}) {
  const account = await api.account();
  const senderId = await addSender(api.db, account.accountId);
  const number = await addNumber(api.db, account.accountId);
  const lead = await addLead(api.db, account.accountId, { phone: '+34600111222', ...columns });
  const send = (body: object) => account.request('post', '/messages').send({ lead_id: lead.id, ...body });
  return { account, lead, senderId, number, send };
}

/** The beginning of a day from today on, in UTC. */
const midnight = (days: number) => new Date(Math.floor(Date.now() / (24 * HOUR_MS) + days) * 24 * HOUR_MS);

const MAIL = { channel: 'email', subject: 'Hello', content: 'Hi {{ lead.first_name }}' };
const TEXT = { channel: 'whatsapp', content: 'Hi there' };
const FROM_LEAD = { direction: 'inbound', status: 'received', subject: 'Roof' } as const;
const agentOf = (account: TestAccount, parts: object = {}, window?: object) =>
  publishAgent(api.db, account.accountId, [{ type: 'message', subject: 'x', content: 'y' }], {
    ...parts,
    ...(window ? { cadence: { steps: [], window } } : {}),
  } as never);

describe('POST /messages', () => {
  describe('202', () => {
    it('takes an email as it is: queued, its workflow asked for, its event told', async () => {
      const { account, lead, senderId, send } = await setUp();
      const { body, status } = await send(MAIL);
      expect(status).toBe(202);
      expect(body).toMatchObject({
        success: true,
        channel: 'email',
        type: 'text',
        status: 'queued',
        held_by: null,
        provider_message_id: null,
        call_id: null,
        call_status: null,
      });
      expect(Date.parse(body.estimated_send_at)).toBeLessThanOrEqual(Date.now());
      const { message } = (await account.request('get', `/messages/${body.message_id}`).expect(200)).body;
      expect(message).toMatchObject({
        status: 'queued',
        to: lead.email,
        subject: 'Hello',
        content: 'Hi {{ lead.first_name }}',
        email_sender_id: senderId,
        whatsapp_number_id: null,
        workflow_run_id: null,
      });
      expect(await eventKinds(api.db, lead.id)).toEqual(['message.queued']);
      expect(await api.db('events').where({ id: body.activity_id }).first()).toMatchObject({ type: 'message.queued' });
      expect(api.dispatched.find((item) => item.workflowId === `message/${body.message_id}`)).toMatchObject({
        kind: 'workflow',
        args: { workflow: 'messageWorkflow', input: { messageId: body.message_id } },
      });
    });

    it('takes an answer to what the lead wrote there, and none to anything else', async () => {
      const { account, lead, send } = await setUp();
      const [ours, theirs] = [await addMessage(api.db, lead, null), await addMessage(api.db, lead, null, FROM_LEAD)];
      const other = await addMessage(api.db, await addLead(api.db, account.accountId), null, FROM_LEAD);
      const answer = (in_reply_to: string) => send({ channel: 'email', content: 'Gladly.', in_reply_to });
      const { body } = await answer(theirs.id).expect(202);
      const { message } = (await account.request('get', `/messages/${body.message_id}`).expect(200)).body;
      expect(message.subject).toBe('Re: Roof');
      for (const { id } of [ours, other]) {
        expect((await answer(id).expect(400)).body).toMatchObject({ field: '/in_reply_to' });
      }
      expect((await send({ ...TEXT, in_reply_to: theirs.id }).expect(400)).body.field).toBe('/in_reply_to');
      expect((await answer(newId()).expect(404)).body.code).toBe('MESSAGE_NOT_FOUND');
    });

    it('takes WhatsApp text within 24 hours of the lead’s last message, and a template at any time', async () => {
      const { account, lead, number, send } = await setUp();
      const template = await addWhatsAppTemplate(api.db, account.accountId);
      const offer = { channel: 'whatsapp', template_id: template.id, variables: { 1: '€5' } };
      const sent = await send(offer).expect(202);
      expect(sent.body).toMatchObject({ type: 'template', status: 'queued' });
      const { message } = (await account.request('get', `/messages/${sent.body.message_id}`)).body;
      expect(message).toMatchObject({
        whatsapp_number_id: number.id,
        email_sender_id: null,
        to: lead.phone,
        message_type: 'template',
        content: 'Hello Ada, your offer of €5 is ready.\n\nExample Ltd',
      });
      const { name, language } = template;
      await send({ channel: 'whatsapp', template_name: name, language, variables: { 1: '€5' } }).expect(202);
      const parameters = [
        { type: 'text', text: 'Ada', parameter_name: 'first_name' },
        { type: 'text', text: '€5' },
      ];
      const inMetaForm = { channel: 'whatsapp', template_id: template.id, components: [{ type: 'body', parameters }] };
      await send(inMetaForm).expect(202);
      await openWindow(api.db, lead);
      expect((await send(TEXT).expect(202)).body).toMatchObject({ type: 'text', status: 'queued' });
    });

    it('keeps a message until send_at', async () => {
      const { send } = await setUp();
      const send_at = new Date(Date.now() + 5 * HOUR_MS).toISOString();
      const { body } = await send({ ...MAIL, send_at }).expect(202);
      expect(body).toMatchObject({ status: 'queued', held_by: null, estimated_send_at: send_at });
    });

    it('keeps it until then also where its sender has nothing left to send today', async () => {
      const { senderId, send } = await setUp();
      await api.db('email_senders').where({ id: senderId }).update({ per_day: 1 });
      await api
        .db('sender_usage')
        .insert([0, 1].map((days) => ({ sender_id: senderId, bucket: 'day', starts_at: midnight(days), n: 1 })));
      const send_at = new Date(midnight(7).getTime() + 9 * HOUR_MS);
      const { body } = await send({ ...MAIL, send_at: send_at.toISOString() }).expect(202);
      expect(body).toMatchObject({ status: 'queued', held_by: null, estimated_send_at: send_at.toISOString() });
      expect(await api.db('outgoing_messages').where({ message_id: body.message_id })).toMatchObject([
        { due_at: send_at },
      ]);
      expect((await send(MAIL).expect(202)).body).toMatchObject({ status: 'held', held_by: 'sender_throttle' });
    });

    it('holds it outside the window only where that is asked for', async () => {
      const { account, send } = await setUp();
      const inThreeDays = midnight(3).toLocaleString('en', { weekday: 'short', timeZone: 'UTC' }).toLowerCase();
      const closed = { timezone: 'UTC', days: { [inThreeDays]: [['09:00', '09:01']] } };
      const workflow_id = await agentOf(account, {}, closed);
      expect((await send({ ...MAIL, workflow_id }).expect(202)).body.status).toBe('queued');
      const { body } = await send({ ...MAIL, workflow_id, respect_window: true }).expect(202);
      expect(body).toMatchObject({ status: 'held', held_by: 'outside_window' });
      expect(new Date(body.estimated_send_at).toISOString()).toMatch(/T09:00:00.000Z$/);
    });

    it('holds it for the caps of the workflow, and says until when', async () => {
      const { account, lead, send } = await setUp();
      const workflow_id = await agentOf(account, { limits: { per_lead: { min_gap_minutes: 60 } } });
      const now = new Date();
      const { body: first } = await send({ ...MAIL, workflow_id }).expect(202);
      await api.db('messages').where({ id: first.message_id }).update({ status: 'sent', sent_at: now });
      const { body } = await send({ ...MAIL, workflow_id }).expect(202);
      expect(body).toMatchObject({ status: 'held', held_by: 'frequency_cap' });
      expect(body.estimated_send_at).toBe(new Date(now.getTime() + HOUR_MS).toISOString());
      const { message } = (await account.request('get', `/messages/${body.message_id}`)).body;
      expect(message).toMatchObject({ hold_reason: 'frequency_cap', hold_until: body.estimated_send_at });
      expect(message.lead_id).toBe(lead.id);
    });

    it('answers a repeated idempotency_key with the first message, as the header does', async () => {
      const { lead, send } = await setUp();
      const idempotency_key = newId();
      const first = await send({ ...MAIL, idempotency_key }).expect(202);
      const again = await send({ ...MAIL, idempotency_key }).expect(202);
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
      const other = await send({ ...MAIL, subject: 'Other', idempotency_key });
      expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      expect(await api.db('messages').where({ lead_id: lead.id }).count({ n: '*' })).toEqual([{ n: 1 }]);
    });
  });

  describe('400', () => {
    const value = { type: 'text', text: 'x' };
    const button = {
      type: 'button',
      sub_type: 'quick_reply',
      index: '0',
      parameters: [{ type: 'payload', payload: 'p' }],
    };
    it.each<[string, object, string]>([
      ['values that are a text', { type: 'body', parameters: 'x' }, '/components/0/parameters'],
      ['values that only count like some', { type: 'body', parameters: { length: 1 } }, '/components/0/parameters'],
      ['no values', { type: 'body', parameters: [] }, '/components/0/parameters'],
      ['a value that is nothing', { type: 'body', parameters: [null] }, '/components/0/parameters/0'],
      ['a value without words', { type: 'body', parameters: [{ type: 'text' }] }, '/components/0/parameters/0/text'],
      ['empty words', { type: 'body', parameters: [{ ...value, text: '' }] }, '/components/0/parameters/0/text'],
      [
        'words as a picture',
        { type: 'body', parameters: [{ ...value, type: 'image' }] },
        '/components/0/parameters/0/type',
      ],
      ['an unknown key', { type: 'body', parameters: [value], colour: 'red' }, '/components/0/colour'],
      ['an unknown part', { type: 'carousel', parameters: [value] }, '/components/0/type'],
      ['a button of no place', { ...button, index: undefined }, '/components/0/index'],
      ['a button of an odd place', { ...button, index: '10' }, '/components/0/index'],
      ['a button of no kind', { ...button, sub_type: undefined }, '/components/0/sub_type'],
    ])('components with %s', async (_what, component, field) => {
      const { account, send } = await setUp();
      const { id: template_id } = await addWhatsAppTemplate(api.db, account.accountId);
      const { status, body } = await send({ channel: 'whatsapp', template_id, components: [component] });
      expect([status, body.code, body.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    });

    it.each([
      ['an email without text', { channel: 'email', subject: 'Hello' }, '/content'],
      ['an email without subject', { channel: 'email', content: 'Hi' }, '/subject'],
      ['a WhatsApp message without text', { channel: 'whatsapp' }, '/content'],
      ['text next to a template', { ...TEXT, template_id: newId() }, '/content'],
      ['a call without words', { channel: 'call' }, '/begin_message'],
      ['a call with a template', { channel: 'call', template_id: newId() }, '/template_id'],
      ['a template named twice', { channel: 'whatsapp', template_id: newId(), template_name: 'a' }, '/template_name'],
      ['a template name without language', { channel: 'whatsapp', template_name: 'a' }, '/language'],
      ['an unknown channel', { ...MAIL, channel: 'pigeon' }, '/channel'],
      ['an unknown key', { ...MAIL, colour: 'red' }, '/colour'],
      ['a date beyond all bounds', { ...MAIL, send_at: '1999-01-01T00:00:00Z' }, '/send_at'],
    ])('names the field of %s', async (_what, body, field) => {
      const { send } = await setUp();
      const answer = await send(body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    });

    it('refuses an idempotency_key that differs from the header', async () => {
      const { send } = await setUp();
      const answer = await send({ ...MAIL, idempotency_key: 'one' }).set('Idempotency-Key', 'two');
      expect([answer.status, answer.body.field]).toEqual([400, '/idempotency_key']);
    });
  });

  it('403: a call also needs the scope calls:trigger', async () => {
    const account = await api.account({ scopes: ['messages:send'] });
    const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
    const body = { lead_id: lead.id, channel: 'call', begin_message: 'Hello' };
    const answer = await account.request('post', '/messages').send(body);
    expect([answer.status, answer.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(answer.body.details.required_scopes).toContain('calls:trigger');
  });

  it('404: leads, workflows and templates that are unknown or foreign', async () => {
    const { send } = await setUp();
    const foreign = await setUp();
    const template = await addWhatsAppTemplate(api.db, foreign.account.accountId);
    const codeOf = async (body: object) => {
      const answer = await send(body);
      return [answer.status, answer.body.code];
    };
    expect(await codeOf({ ...MAIL, lead_id: newId() })).toEqual([404, 'LEAD_NOT_FOUND']);
    expect(await codeOf({ ...MAIL, lead_id: foreign.lead.id })).toEqual([404, 'LEAD_NOT_FOUND']);
    expect(await codeOf({ ...MAIL, workflow_id: newId() })).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    const byId = { channel: 'whatsapp', template_id: template.id };
    expect(await codeOf(byId)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    const byName = { channel: 'whatsapp', template_name: template.name, language: 'en' };
    expect(await codeOf(byName)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    expect(await codeOf({ ...byId, channel: 'email' })).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('410: an erased lead', async () => {
    const { account, lead, send } = await setUp();
    await account.request('post', `/leads/${lead.id}/erase`).send({}).expect(200);
    expect((await send(MAIL)).status).toBe(410);
  });

  describe('422', () => {
    const refusal = async (
      send: (body: object) => PromiseLike<{ status: number; body: { code: string } }>,
      body: object,
    ) => {
      const answer = await send(body);
      return [answer.status, answer.body.code];
    };

    it('CHANNEL_NOT_CONFIGURED if the account has no sender for it', async () => {
      const account = await api.account();
      const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
      for (const body of [MAIL, TEXT, { channel: 'call', begin_message: 'Hello' }]) {
        const answer = await account.request('post', '/messages').send({ lead_id: lead.id, ...body });
        expect([answer.status, answer.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
      }
    });

    it('LEAD_MISSING_EMAIL and LEAD_MISSING_PHONE', async () => {
      const { send } = await setUp({ email: null, phone: null });
      expect(await refusal(send, MAIL)).toEqual([422, 'LEAD_MISSING_EMAIL']);
      expect(await refusal(send, TEXT)).toEqual([422, 'LEAD_MISSING_PHONE']);
    });

    it('LEAD_OPTED_OUT of this channel, and only of this one', async () => {
      const { send } = await setUp({ consent_whatsapp: 'opted_out' });
      expect(await refusal(send, TEXT)).toEqual([422, 'LEAD_OPTED_OUT']);
      expect((await send(MAIL)).status).toBe(202);
    });

    it('SUPPRESSED', async () => {
      const { account, lead, send } = await setUp();
      const suppression = { channel: 'email', address: lead.email };
      await account.request('post', '/suppressions').send(suppression).expect(201);
      expect(await refusal(send, MAIL)).toEqual([422, 'SUPPRESSED']);
    });

    it('WINDOW_CLOSED for free text: never opened, over, or over by the time it is to be sent', async () => {
      const { lead, send } = await setUp();
      expect(await refusal(send, TEXT)).toEqual([422, 'WINDOW_CLOSED']);
      await openWindow(api.db, lead, new Date(Date.now() - 25 * HOUR_MS));
      expect(await refusal(send, TEXT)).toEqual([422, 'WINDOW_CLOSED']);
      await openWindow(api.db, lead);
      const send_at = new Date(Date.now() + 30 * HOUR_MS).toISOString();
      expect(await refusal(send, { ...TEXT, send_at })).toEqual([422, 'WINDOW_CLOSED']);
    });

    it('TEMPLATE_NOT_APPROVED', async () => {
      const { account, send } = await setUp();
      for (const status of ['PENDING', 'REJECTED'] as const) {
        const { id } = await addWhatsAppTemplate(api.db, account.accountId, { status });
        const body = { channel: 'whatsapp', template_id: id, variables: { 1: 'x' } };
        expect(await refusal(send, body)).toEqual([422, 'TEMPLATE_NOT_APPROVED']);
      }
    });

    it('TEMPLATE_VARIABLES_MISMATCH for values that are missing, too few or too many', async () => {
      const { account, send } = await setUp();
      const { id: template_id } = await addWhatsAppTemplate(api.db, account.accountId);
      const offer = { channel: 'whatsapp', template_id };
      const value = { type: 'text', text: 'x' };
      for (const body of [
        offer,
        { ...offer, variables: { 1: ' ' } },
        { ...offer, components: [{ type: 'body', parameters: [value] }] },
        { ...offer, components: [{ type: 'body', parameters: [value, value, value] }] },
        {
          ...offer,
          components: [
            { type: 'header', parameters: [value] },
            { type: 'body', parameters: [value, value] },
          ],
        },
      ]) {
        expect(await refusal(send, body)).toEqual([422, 'TEMPLATE_VARIABLES_MISMATCH']);
      }
    });

    it('TEMPLATE_VARIABLES_MISMATCH for values of another kind, in a place the template has not, or given twice', async () => {
      const { account, send } = await setUp();
      const parts = [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'For {{1}}' },
        { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy' }] },
      ];
      const { id: template_id } = await addWhatsAppTemplate(api.db, account.accountId, {
        components: JSON.stringify(parts),
      });
      const link = 'https://example.com/a.png';
      const header = { type: 'header', parameters: [{ type: 'image', image: { link } }] };
      const body = {
        type: 'body',
        parameters: [{ type: 'currency', currency: { fallback_value: '€5', code: 'EUR', amount_1000: 5000 } }],
      };
      const button = {
        type: 'button',
        sub_type: 'copy_code',
        index: '0',
        parameters: [{ type: 'coupon_code', coupon_code: 'A5' }],
      };
      const offer = { channel: 'whatsapp', template_id };
      for (const components of [
        [{ ...header, parameters: [{ type: 'video', video: { link } }] }, body, button],
        [{ ...header, parameters: [{ type: 'image', image: {} }] }, body, button],
        [header, { ...body, parameters: [{ type: 'text', text: ' ' }] }, button],
        [header, body, { ...button, parameters: [{ type: 'text', text: 'A5' }] }],
        [header, body, { ...button, index: '1' }],
        [header, body, button, button],
      ]) {
        expect(await refusal(send, { ...offer, components })).toEqual([422, 'TEMPLATE_VARIABLES_MISMATCH']);
      }
      const sent = await send({ ...offer, components: [header, body, button] }).expect(202);
      const { message } = (await account.request('get', `/messages/${sent.body.message_id}`)).body;
      expect(message.content).toBe('For €5');
    });

    it('FREQUENCY_CAPPED only where no slot frees within 7 days', async () => {
      const { account, lead, send } = await setUp();
      const capped = (days: number) => agentOf(account, { limits: { per_lead: { min_gap_minutes: days * 1440 } } });
      const { body: first } = await send(MAIL).expect(202);
      await api.db('messages').where({ id: first.message_id }).update({ status: 'sent', sent_at: new Date() });
      expect(await refusal(send, { ...MAIL, workflow_id: await capped(9) })).toEqual([422, 'FREQUENCY_CAPPED']);
      expect((await send({ ...MAIL, workflow_id: await capped(6) })).body.status).toBe('held');
      expect(await api.db('messages').where({ lead_id: lead.id }).count({ n: '*' })).toEqual([{ n: 2 }]);
    });
  });

  it('a message that has not left can be cancelled', async () => {
    const { account, send } = await setUp();
    const send_at = new Date(Date.now() + HOUR_MS).toISOString();
    const { message_id } = (await send({ ...MAIL, send_at })).body;
    const { body } = await account.request('post', `/messages/${message_id}/cancel`).send({}).expect(200);
    expect(body.message.status).toBe('cancelled');
    const woken = api.dispatched.filter((item) => item.workflowId === `message/${message_id}`);
    expect(woken.at(-1)?.args).toMatchObject({ wake: 'cancelled' });
  });
});
