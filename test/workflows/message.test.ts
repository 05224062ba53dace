import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { wakeMessage } from '../../services/instructions/messages.js';
import { addNumber, addSender, addWhatsAppTemplate, openWindow } from '../support/agents.js';
import { addLead } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';

const service = useService();

async function setUp() {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  await addNumber(service.db, account.accountId);
  const lead = await addLead(service.db, account.accountId, { phone: '+34600111222' });
  const send = async (body: object): Promise<string> =>
    (
      await account
        .request('post', '/messages')
        .send({ lead_id: lead.id, ...body })
        .expect(202)
    ).body.message_id;
  const reached = (id: string, status: string) =>
    eventually(async () => {
      const { message } = (await account.request('get', `/messages/${id}`)).body;
      return message.status === status ? message : undefined;
    });
  const handle = (id: string) => service.client.workflow.getHandle(`message/${id}`);
  const ended = (id: string) => service.resultOf(`message/${id}`);
  const deliveries = () => service.db('sandbox_deliveries').where({ account_id: account.accountId }).orderBy('id');
  return { account, lead, send, reached, handle, ended, deliveries };
}

const MAIL = { channel: 'email', subject: 'Hello', content: 'Hi' };

describe('messageWorkflow', () => {
  it('sends a queued email once, with the link that ends further mails', async () => {
    const { lead, send, reached, ended, deliveries } = await setUp();
    const id = await send(MAIL);
    expect(await ended(id)).toEqual({ status: 'sent' });
    expect(await reached(id, 'sent')).toMatchObject({ provider: 'sandbox', hold_reason: null });
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ message_id: id, channel: 'email', to_address: lead.email, body_text: 'Hi' });
    expect(delivery!.headers).toContain('List-Unsubscribe');
    const engagement = await service.db('lead_engagement').where({ lead_id: lead.id }).first();
    expect(engagement).toMatchObject({ outbound_count: 1, last_channel: 'email' });
  });

  it('sends WhatsApp texts and templates', async () => {
    const { account, lead, send, ended, deliveries } = await setUp();
    await openWindow(service.db, lead);
    const template = await addWhatsAppTemplate(service.db, account.accountId);
    const text = await send({ channel: 'whatsapp', content: 'Hi there' });
    expect(await ended(text)).toEqual({ status: 'sent' });
    const offer = await send({ channel: 'whatsapp', template_id: template.id, variables: { 1: '€5' } });
    expect(await ended(offer)).toEqual({ status: 'sent' });
    expect(await deliveries()).toMatchObject([
      { channel: 'whatsapp', to_address: '+34600111222', from_address: '+34600000001', body_text: 'Hi there' },
      { channel: 'whatsapp', body_text: 'Hello Ada, your offer of €5 is ready.\n\nExample Ltd' },
    ]);
    const { history } = (await account.request('get', `/leads/${lead.id}/history?channel=whatsapp`)).body;
    expect(history.map((item: { content?: string }) => item.content)).toContain('Hi there');
  });

  it('waits for send_at, and ends without sending when the message is cancelled before', async () => {
    const { account, send, handle, ended, deliveries } = await setUp();
    const id = await send({ ...MAIL, send_at: new Date(Date.now() + 3_600_000).toISOString() });
    await eventually(() =>
      handle(id)
        .describe()
        .catch(() => undefined),
    );
    await account.request('post', `/messages/${id}/cancel`).send({}).expect(200);
    expect(await ended(id)).toEqual({ status: 'cancelled' });
    expect(await deliveries()).toEqual([]);
  });

  it('does not send to a lead that opted out while the message waited', async () => {
    const { account, lead, send, ended, deliveries, reached } = await setUp();
    const id = await send({ ...MAIL, send_at: new Date(Date.now() + 3_600_000).toISOString() });
    await account
      .request('patch', `/leads/${lead.id}`)
      .send({ consent: { email: 'opted_out' } })
      .expect(200);
    // Its hour is over sooner than on the clock.
    const now = new Date();
    await service.db('outgoing_messages').where({ message_id: id }).update({ due_at: now });
    const pending = await service.db.transaction(async (tx) => {
      const work = openWork(tx, now);
      await wakeMessage(work, { id, account_id: account.accountId, lead_id: lead.id }, 'test');
      return work.instructions();
    });
    service.dispatcher.offer(pending);
    expect(await ended(id)).toEqual({ status: 'cancelled' });
    expect((await reached(id, 'cancelled')).failure.code).toBe('LEAD_OPTED_OUT');
    expect(await deliveries()).toEqual([]);
  });

  it('carries ids only: neither addresses nor texts reach Temporal', async () => {
    const { send, handle, ended } = await setUp();
    const id = await send({ ...MAIL, content: 'needle text' });
    await ended(id);
    const history = Buffer.from(JSON.stringify(await handle(id).fetchHistory())).toString();
    const payloads = [...history.matchAll(/"data":"([^"]+)"/g)].map(([, data]) => Buffer.from(data ?? '', 'base64'));
    expect(payloads.length).toBeGreaterThan(0);
    expect(history + payloads.join('\n')).not.toContain('needle');
  });
});
