import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { addNumber, addSender } from '../../support/agents.js';
import { useApi } from '../../support/api.js';
import { addHook, addLead, post, workInbound } from '../../support/messaging.js';

const api = useApi();

async function createFixture() {
  const account = await api.account();
  const hook = await addHook(account);
  const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
  const reply = async (text: string) => {
    const event = {
      event_id: newId(),
      type: 'reply',
      message_id: `<${newId()}@x.org>`,
      from: lead.email,
      subject: 'Re: Hello',
      text,
    };
    await post(api, hook, event).expect(200);
    return workInbound(api.db, account.accountId);
  };
  const log = async (query = '') =>
    (await account.request('get', `/leads/${lead.id}/consents${query}`).expect(200)).body;
  const sent = () => api.db('messages').where({ lead_id: lead.id, direction: 'outbound' }).orderBy('id');
  return { account, lead, reply, log, sent };
}

describe('GET /leads/{id}/consents', () => {
  it('tells every change of every channel, newest first, with where it came from', async () => {
    const { account, lead, reply, log } = await createFixture();
    expect((await log()).consents).toEqual([]);
    await account
      .request('patch', `/leads/${lead.id}`)
      .send({ consent: { whatsapp: 'opted_in' } })
      .expect(200);
    await reply('Stop');
    await reply('START');
    expect((await log()).consents).toMatchObject([
      { channel: 'email', state: 'opted_in', source: 'reply' },
      { channel: 'email', state: 'opted_out', source: 'reply' },
      { channel: 'whatsapp', state: 'opted_in', source: 'api' },
    ]);
    expect((await log('?channel=whatsapp')).consents).toHaveLength(1);
    const first = await log('?limit=2');
    expect(first.pagination).toMatchObject({ limit: 2, has_more: true });
    const rest = await log(`?limit=2&cursor=${first.pagination.next_cursor}`);
    expect([...first.consents, ...rest.consents]).toEqual((await log()).consents);
  });

  it('400: names a channel that is none', async () => {
    const { account, lead } = await createFixture();
    const answer = await account.request('get', `/leads/${lead.id}/consents?channel=fax`);
    expect([answer.status, answer.body.field]).toEqual([400, '/channel']);
  });

  it('404 and 410: no lead of another account, none that was erased', async () => {
    const { account, lead } = await createFixture();
    const other = await api.account();
    const answer = await other.request('get', `/leads/${lead.id}/consents`);
    expect([answer.status, answer.body.code]).toEqual([404, 'LEAD_NOT_FOUND']);
    await account.request('post', `/leads/${lead.id}/erase`).send({}).expect(200);
    expect((await account.request('get', `/leads/${lead.id}/consents`)).status).toBe(410);
    expect(await api.db('consent_log').where({ lead_id: lead.id })).toEqual([]);
  });
});

describe('STOP by email', () => {
  it.each([
    ['Unsubscribe', 'No recibirás más mensajes'],
    ['Baja', 'No recibirás más mensajes'],
    ['Sair', 'Você não receberá mais mensagens'],
    ['Désabonner', 'Vous ne recevrez plus'],
    ['Abmelden', 'Sie erhalten hier keine Nachrichten mehr'],
    ['Disiscrivimi', 'Non riceverai più'],
    ['Afmelden', 'U krijgt hier geen berichten meer'],
  ])(
    '%s is confirmed once, in its own language or the lead’s, though nothing else may leave any more',
    async (word, words) => {
      const { account, lead, reply, sent } = await createFixture();
      await addSender(api.db, account.accountId);
      await addNumber(api.db, account.accountId);
      expect(await reply(word)).toEqual(['opt_out']);
      await reply(word);
      await reply(`${word}!`);
      expect(await sent()).toMatchObject([
        {
          channel: 'email',
          subject: 'Re: Hello',
          content: expect.stringContaining(words),
          status: 'queued',
          to_address: lead.email,
        },
      ]);
      const body = { lead_id: lead.id, channel: 'email', subject: 'Again', content: 'Hello' };
      expect((await account.request('post', '/messages').send(body)).body.code).toMatch(/LEAD_OPTED_OUT|SUPPRESSED/);
      await reply('start');
      await account.request('post', '/messages').send(body).expect(202);
      await reply(word);
      expect(await sent()).toHaveLength(3);
    },
  );

  it('has its effect though there is no sender to confirm it', async () => {
    const { account, lead, reply, sent } = await createFixture();
    expect(await reply('STOP')).toEqual(['opt_out']);
    expect(await sent()).toEqual([]);
    expect((await account.request('get', `/leads/${lead.id}`)).body.lead.consent.email).toBe('opted_out');
  });
});

describe('POST /leads/{id}/consents', () => {
  it('201: records each decision with its source and evidence, also one that is the current one', async () => {
    const { account, lead, log } = await createFixture();
    const record = (body: object) => account.request('post', `/leads/${lead.id}/consents`).send(body);
    const note = 'Signed on 3 March, in the binder of the Seville office.';
    const signed = { channel: 'email', state: 'opted_in', source: 'contract', note };
    const { body } = await record(signed).expect(201);
    expect(body.consent).toMatchObject(signed);
    await record({ channel: 'email', state: 'opted_in', source: 'phone' }).expect(201);
    await record({ channel: 'email', state: 'opted_out', source: 'in_person' }).expect(201);
    expect((await log()).consents).toMatchObject([
      { state: 'opted_out', source: 'in_person', note: null },
      { state: 'opted_in', source: 'phone', note: null },
      signed,
    ]);
    const answer = await account.request('get', `/leads/${lead.id}`).expect(200);
    expect(answer.body.lead.consent.email).toBe('opted_out');
    const events = await api
      .db('events')
      .where({ lead_id: lead.id })
      .whereIn('type', ['lead.opted_in', 'lead.opted_out']);
    expect(events).toHaveLength(2);
  });

  it('400: names the field that is missing or not one of its values', async () => {
    const { account, lead } = await createFixture();
    const given = { channel: 'email', state: 'opted_in', source: 'phone' };
    for (const [field, value] of [
      ['source', 'api'],
      ['source', undefined],
      ['state', 'unknown'],
      ['channel', 'fax'],
    ] as const) {
      const answer = await account.request('post', `/leads/${lead.id}/consents`).send({ ...given, [field]: value });
      expect([answer.status, answer.body.field]).toEqual([400, `/${field}`]);
    }
  });
});
