import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { processInboundEvent } from '../../../services/inbound/process-event.js';
import { useApi } from '../../support/api.js';
import { APP_SECRET, inboundWhatsApp, nextWaId } from '../../support/inbound-whatsapp.js';
import { addHook, addLead, eventKinds, workInbound } from '../../support/messaging.js';
import { metaBody, metaSignature, postMeta, told, wamid, written } from '../../support/meta-webhooks.js';
import { workOn } from '../../support/work.js';

const api = useApi();
const fixture = inboundWhatsApp(api);

describe('the address given to Meta', () => {
  it('answers the challenge with the correct verify token, and no other', async () => {
    const account = await api.account();
    const made = await account.request('post', '/hooks').send({ provider: 'meta_cloud', secret: APP_SECRET });
    expect(made.status).toBe(201);
    const { url, verify_token: token } = made.body;
    const ask = (query: Record<string, string>) => supertest(api.app).get(new URL(url).pathname).query(query);
    const right = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': token };
    const answer = await ask(right);
    expect([answer.status, answer.text]).toEqual([200, '1158201444']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    for (const wrong of ['', 'x', APP_SECRET]) {
      const refused = await ask({ ...right, 'hub.verify_token': wrong });
      expect([refused.status, refused.body.code]).toEqual([401, 'INVALID_SIGNATURE']);
    }
    expect((await ask({ ...right, 'hub.mode': 'else' })).status).toBe(404);
    expect((await ask({ 'hub.mode': 'subscribe', 'hub.verify_token': token })).status).toBe(404);
    expect(
      (
        await supertest(api.app)
          .get(`/hooks/meta_cloud/${'x'.repeat(32)}`)
          .query(right)
      ).status,
    ).toBe(404);
  });

  it('takes no forged, unsigned, truncated or changed request, and such a one changes nothing', async () => {
    const { hook, accountId, waId } = await fixture();
    const text = JSON.stringify(metaBody(written({ from: waId, says: 'Hola' })));
    const post = (body: string, signature?: string) => {
      const request = supertest(api.app).post(hook.path).set('Content-Type', 'application/json');
      return (signature ? request.set('X-Hub-Signature-256', signature) : request).send(body);
    };
    const right = metaSignature(APP_SECRET, text);
    for (const [body, signature, reason] of [
      [text, undefined, 'missing'],
      [text, 'sha256=abc', 'malformed'],
      [text, metaSignature('another secret', text), 'mismatch'],
      [text.slice(0, -20), right, 'mismatch'],
      [text.replace('Hola', 'hola'), right, 'mismatch'],
    ] as const) {
      const answer = await post(body, signature);
      expect([answer.status, answer.body.code, answer.body.details.reason]).toEqual([401, 'INVALID_SIGNATURE', reason]);
    }
    expect(await api.db('inbound_events').where({ account_id: accountId })).toHaveLength(0);
    expect((await post(text, right)).status).toBe(200);
  });

  it('answers 400 for a signed body that is no webhook', async () => {
    const { hook } = await fixture();
    for (const body of ['', 'nonsense', '[]', '{}', '{"entry":1}', '"x"']) {
      expect((await postMeta(api, hook, body)).status).toBe(400);
    }
    const strange = {
      entry: [null, { changes: [null, { field: 7, value: 'x' }, { field: 'messages', value: null }] }],
    };
    expect((await postMeta(api, hook, strange)).status).toBe(200);
  });
});

describe('a batch', () => {
  it('stores each of its messages and statuses as an event of its own, once in whatever batches they come', async () => {
    const { hook, accountId, waId, wamid: sent } = await fixture();
    const hello = { from: waId, id: wamid(), says: 'Hola' };
    const bye = { from: waId, id: wamid(), says: 'Adiós' };
    const entry = [
      ...metaBody(written(hello)).entry,
      ...metaBody(told({ id: sent, status: 'delivered' }, { id: sent, status: 'read' })).entry,
    ];
    const stored = () => api.db('inbound_events').where({ account_id: accountId }).orderBy('id').select('type');
    const first = await postMeta(api, hook, { object: 'whatsapp_business_account', entry });
    expect(first.body).toEqual({ success: true, duplicate: false });
    expect((await stored()).map(({ type }) => type)).toEqual([
      'whatsapp.message',
      'whatsapp.status',
      'whatsapp.status',
    ]);
    const again = await postMeta(api, hook, metaBody(written(hello, bye)));
    expect(again.body.duplicate).toBe(false);
    expect(await stored()).toHaveLength(4);
    expect((await postMeta(api, hook, metaBody(written(bye)))).body.duplicate).toBe(true);
  });
});

describe('a message from a lead', () => {
  it('is kept, counted, told, opens the 24 hour window and lets the exit rule act', async () => {
    const { receive, work, read, waId, wamid: sent, message } = await fixture({ exit: { on_reply: 'stop' } });
    await receive(written({ from: waId, says: 'Me interesa', answers: sent }));
    expect(await work()).toEqual(['reply']);
    const [received] = await read.received();
    expect(received).toMatchObject({
      channel: 'whatsapp',
      type: 'text',
      content: 'Me interesa',
      status: 'received',
      in_reply_to: message.id,
      to_address: '+15550783881',
    });
    expect(await read.engagement()).toMatchObject({ inbound_count: 1, last_channel: 'whatsapp' });
    const expires = (await read.engagement())!.whatsapp_window_expires_at!.getTime();
    expect(Math.abs(expires - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect(await read.events()).toEqual(['message.delivered', 'message.received', 'workflow_run.stopped']);
    expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'replied' });
    expect((await read.message()).status).toBe('delivered');
  });

  it('pauses the run for a person where its agent says pause, and nothing where it says continue', async () => {
    const paused = await fixture({ exit: { on_reply: 'pause' } });
    const going = await fixture({ exit: { on_reply: 'continue' } });
    for (const { receive, work, waId } of [paused, going]) {
      await receive(written({ from: waId, says: 'Cuénteme' }));
      await work();
    }
    expect(await paused.read.run()).toMatchObject({ human_takeover: true, cadence_state: 'paused' });
    expect(await going.read.run()).toMatchObject({ human_takeover: false, open_slot: 1 });
  });

  it('can be of any kind: files are stored by their ID and a reaction is shown with its message', async () => {
    const { receive, work, read, waId, wamid: sent, account, lead } = await fixture({ exit: { on_reply: 'continue' } });
    const says = [
      { type: 'image', image: { id: '1003383421387256', mime_type: 'image/jpeg', sha256: 'x', caption: 'Mira' } },
      { type: 'button', button: { text: 'Sí', payload: 'yes' } },
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'Mañana' } } },
      { type: 'reaction', reaction: { message_id: sent, emoji: '👍' } },
      { type: 'location', location: { latitude: 40.4, longitude: -3.7, name: 'Sol' } },
      { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }] },
      { type: 'something_new', something_new: { deep: [1] } },
    ];
    for (const each of says) await receive(written({ from: waId, says: each }));
    await work();
    const received = await read.received();
    expect(received.map(({ type, content }) => [type, content])).toEqual([
      ['image', 'Mira'],
      ['button', 'Sí'],
      ['interactive', 'Mañana'],
      ['reaction', '👍'],
      ['location', 'Sol, 40.4, -3.7'],
      ['unsupported', 'Unsupported message'],
      ['something_new', 'Unsupported message (something new)'],
    ]);
    const { body } = await account.request('get', `/leads/${lead.id}/history?types=message`);
    expect(body.history[0]).toMatchObject({ id: (await read.message()).id, reaction: '👍' });
    expect(body.history[1].attachments).toEqual([
      { id: '1003383421387256', type: 'image', mime_type: 'image/jpeg', file_name: null },
    ]);
  });

  it('finds numbers that WhatsApp spells otherwise', async () => {
    const { receive, work, read, accountId } = await fixture();
    const local = nextWaId().slice(-8);
    const spellings = [
      [`+5255${local}`, `52155${local}`],
      [`+54911${local}`, `54911${local}`],
      [`+55119${local}`, `5511${local}`],
    ] as const;
    const leads = [];
    for (const [phone, waId] of spellings) {
      leads.push(await addLead(api.db, accountId, { phone }));
      await receive(written({ from: waId, says: 'Hola' }));
    }
    await work();
    expect((await read.received()).map(({ lead_id }) => lead_id)).toEqual(leads.map(({ id }) => id));
  });
});

describe('an unknown person', () => {
  it('becomes one lead with fifty messages in the order of their coming, though all are worked at once', async () => {
    const account = await api.account();
    const hook = await addHook(account, 'meta_cloud', APP_SECRET);
    const waId = nextWaId();
    const texts = Array.from({ length: 50 }, (_, n) => `Mensaje ${n}`);
    for (const says of texts) {
      expect((await postMeta(api, hook, metaBody(written({ from: waId, says, name: 'Luz' })))).status).toBe(200);
    }
    const rows = await api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id', 'desc');
    const outcomes = await Promise.all(rows.map(({ id }) => processInboundEvent(workOn(api.db), id)));
    expect(outcomes).toEqual(texts.map(() => 'reply'));
    const leads = await api.db('leads').where({ account_id: account.accountId });
    expect(leads).toMatchObject([{ first_name: 'Luz', phone: `+${waId}`, source: 'whatsapp' }]);
    const { body } = await account.request('get', `/leads/${leads[0]!.id}/history?types=message&limit=200`);
    expect(body.history.map(({ content }: { content: string }) => content)).toEqual(texts);
    expect(await eventKinds(api.db, leads[0]!.id)).toEqual(['lead.created', ...texts.map(() => 'message.received')]);
  });

  it('becomes a lead though no numbering plan knows the number', async () => {
    const account = await api.account();
    const hook = await addHook(account, 'meta_cloud', APP_SECRET);
    for (const says of ['one', 'two']) await postMeta(api, hook, metaBody(written({ from: '99912345', says })));
    expect(await workInbound(api.db, account.accountId)).toEqual(['reply', 'reply']);
    const leads = await api.db('leads').where({ account_id: account.accountId });
    expect(leads).toMatchObject([{ phone: null, external_id: Buffer.from('whatsapp:+99912345') }]);
  });
});

describe('STOP', () => {
  it.each(['STOP', 'baja', 'Parar!', 'Sair', 'Arrêt', 'Stopp'])(
    '%s opts the lead out of WhatsApp only and stops the run; START takes it up again',
    async (word) => {
      const { receive, work, read, waId, lead } = await fixture({ exit: { on_reply: 'continue' } });
      await receive(written({ from: waId, says: word }));
      expect(await work()).toEqual(['opt_out']);
      expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_out', consent_email: 'unknown' });
      expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'opted_out' });
      await receive(written({ from: waId, says: 'START' }));
      expect(await work()).toEqual(['opt_in']);
      expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_in' });
      const log = await api.db('consent_log').where({ lead_id: lead.id }).orderBy('id');
      expect(log.map(({ channel, state, source }) => [channel, state, source])).toEqual([
        ['whatsapp', 'opted_out', 'reply'],
        ['whatsapp', 'opted_in', 'reply'],
      ]);
    },
  );
});

describe('the confirmation of an opt-out', () => {
  it('goes out once, from the number that was written to, though nothing else does', async () => {
    const { account, receive, work, waId, lead } = await fixture();
    const add = (phone_number: string) =>
      account.request('post', '/whatsapp-numbers').send({ phone_number, provider: 'sandbox' }).expect(201);
    await add('+34910000001');
    const { id } = (await add('+15550783881')).body.whatsapp_number;
    for (const says of ['Baja', 'BAJA', 'stop']) await receive(written({ from: waId, says }));
    expect(await work()).toEqual(['opt_out', 'opt_out', 'opt_out']);
    const sent = await api.db('messages').where({ lead_id: lead.id, direction: 'outbound', agent_run_id: null });
    expect(sent).toMatchObject([
      { channel: 'whatsapp', sender_id: id, content: expect.stringContaining('No recibirás') },
    ]);
  });
});
