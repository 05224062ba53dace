import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallResult } from '../../domain/agent/turn-input.js';
import { newId } from '../../runtime/ids.js';
import { addNumber, addSender } from '../support/agents.js';
import { addDocument } from '../support/knowledge.js';
import { addBlock, addHost, addType } from '../support/meetings.js';
import { addHook, post } from '../support/messaging.js';
import { metaBody, PHONE_NUMBER_ID, postMeta, written } from '../support/meta-webhooks.js';
import { type ModelServer, startModelServer } from '../support/model-server.js';
import { eventually, useService } from '../support/service.js';

const service = useService({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' });
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());

const PHONE = '34600111222';
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
type Channel = 'whatsapp' | 'email';

/** The calls that a model is scripted to make where the scripted agent acts without any. */
const MODEL = [
  { tool_calls: [{ name: 'search_knowledge', arguments: { query: 'guarantee on panels' } }] },
  { text: 'The guarantee on panels lasts 25 years [1]. How many square metres is your roof?' },
  {
    tool_calls: [
      { name: 'capture_field', arguments: { key: 'roof_area', value: 80, confidence: 0.9, evidence: '80 m2' } },
      { name: 'get_availability', arguments: {} },
    ],
  },
  { text: 'Thank you. Which of these times suits you?' },
  { tool_calls: [{ name: 'book_meeting', arguments: { slot_id: 'slot:1' } }] },
  { text: 'You are booked. See you then!' },
];

/** Creates an account with a document, a host, and an agent that answers on both channels. */
async function cast(model: boolean) {
  const account = await service.account({ timezone: 'Europe/Madrid', country: 'ES' });
  const { accountId, request } = account;
  await addSender(service.db, accountId);
  await addNumber(service.db, accountId, { provider_phone_number_id: PHONE_NUMBER_ID });
  if (model) {
    await request('post', '/models').send({ key: 'tiny', base_url: server.url, model: 'tiny-1' }).expect(201);
    server.play(MODEL);
  }
  const document = await addDocument(account);
  await eventually(async () => {
    const row = await service.db('knowledge_documents').where({ id: document.id }).first('status');
    return row?.status === 'ready' ? true : undefined;
  });
  const hostId = await addHost(account, { name: 'Marta', email: 'marta@example.com', timezone: 'UTC' });
  const block = { kind: 'weekly', weekdays: DAYS, starts: '00:00', ends: '23:30', timezone: 'UTC' };
  await addBlock(account, hostId, block);
  const meeting_type = await addType(account, { name: 'Call', duration_minutes: 30, minimum_notice_minutes: 60 });
  const agent = {
    name: 'Solar',
    fields: [
      {
        key: 'roof_area',
        label: 'Roof',
        type: 'number',
        required: true,
        extract_hint: 'm2',
        ask_prompt: 'How many square metres is your roof?',
      },
    ],
    cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
    ai: {
      enabled: true,
      meeting_type,
      debounce_seconds: { email: 0, whatsapp: 0 },
      tools: ['capture_field', 'search_knowledge', 'get_availability', 'book_meeting', 'request_human'],
      ...(model ? { model: 'tiny' } : {}),
    },
  };
  const made = await request('post', '/workflows').send(agent).expect(201);
  const workflowId: string = made.body.workflow.id;
  await request('post', `/workflows/${workflowId}/publish`).send({}).expect(201);
  return { account, workflowId };
}

/** A person who writes on a channel. Providers report each message twice. */
async function personOn(channel: Channel, { account, workflowId }: Awaited<ReturnType<typeof cast>>) {
  if (channel === 'whatsapp') {
    const hook = await addHook(account, 'meta_cloud', 'the-secret-of-the-app-at-meta');
    return async (says: string) => {
      const body = metaBody(written({ from: PHONE, name: 'Ana Ruiz', says }));
      for (const _time of [1, 2]) await postMeta(service, hook, body).expect(200);
    };
  }
  const lead = { first_name: 'Ana', email: `${newId()}@example.com`, workflow_id: workflowId };
  await account.request('post', '/leads').send(lead).expect(201);
  const hook = await addHook(account);
  return async (text: string) => {
    const ids = { event_id: newId(), message_id: `<${newId()}@example.com>` };
    const body = { ...ids, type: 'reply', from: lead.email, subject: 'Panels', text };
    for (const _time of [1, 2]) await post(service, hook, body).expect(200);
  };
}

interface Said {
  role: string;
  text: string;
}

describe.each<[Channel, 'by rules' | 'with a model']>([
  ['whatsapp', 'by rules'],
  ['whatsapp', 'with a model'],
  ['email', 'by rules'],
  ['email', 'with a model'],
])('a person who writes on %s to an agent that answers %s', (channel, how) => {
  it('is answered from a document, offered times, booked after a person was there, and told each thing once', async () => {
    const stage = await cast(how === 'with a model');
    const { account } = stage;
    const { accountId, request } = account;
    const say = await personOn(channel, stage);
    const conversation = async () => (await service.db('conversations').where({ account_id: accountId }).first())!;
    const messages = async (): Promise<Said[]> => {
      const { id } = await conversation();
      return (await request('get', `/conversations/${id}/messages`).expect(200)).body.messages;
    };
    /** The conversation once so much was said in it, nothing is due and all of it has left. */
    const quiet = (count: number) =>
      eventually(async () => {
        const row = await conversation();
        if (!row || row.next_seq !== count + 1 || row.due_at !== null) return undefined;
        const waits = { account_id: accountId, direction: 'outbound' };
        const waiting = await service.db('messages').where(waits).whereNotIn('status', ['sent', 'delivered', 'read']);
        return waiting.length === 0 ? messages() : undefined;
      });

    await say('Hello, how long is the guarantee on the panels?');
    const [, first] = await quiet(2);
    expect(first?.text).toContain('25 years');
    // Numbers of sources mean nothing on these channels; the record of the turn names them.
    expect(first?.text).not.toContain('[1]');
    await say('The roof has 80 m2');
    const offered = (await quiet(4)).at(-1);
    expect(offered?.text).toMatch(/\d{1,2}:\d\d/);

    const at = `/conversations/${(await conversation()).id}`;
    await request('post', `${at}/take-over`).send({}).expect(200);
    // Asked of the person, who answers it: nothing of it is left for the agent, and no reason to call one again.
    await say('Is there a real person I can talk to?');
    await quiet(5);
    await request('post', `${at}/messages`).send({ text: 'Marta here. Pick what suits you.' }).expect(201);
    await request('post', `${at}/give-back`).send({}).expect(200);
    // The first one may come too close while this runs.
    await say('The second one, please');
    const all = await quiet(8);
    expect(all.map(({ role }) => role)).toEqual(['user', 'bot', 'user', 'bot', 'user', 'agent', 'user', 'bot']);

    const row = await conversation();
    expect(row).toMatchObject({ handler: 'agent', status: 'open', owed: false, channel });
    const leads = await service.db('leads').where({ account_id: accountId });
    expect(leads).toMatchObject([{ id: row.lead_id }]);
    expect(await service.db('lead_variables').where({ account_id: accountId })).toMatchObject([
      { field_key: 'roof_area', value: '80' },
    ]);
    const meetings = await service.db('meetings').where({ account_id: accountId });
    expect(meetings).toMatchObject([{ lead_id: row.lead_id, status: 'scheduled' }]);

    const turns = await service.db('agent_turns').where({ conversation_id: row.id }).orderBy('turn_no');
    expect(turns.map(({ status, reason }) => [status, reason])).toEqual([
      ...[
        ['answered', null],
        ['answered', null],
        ['silent', 'taken_over'],
        ['answered', null],
      ],
    ]);
    const [asked, told, , chosen] = turns.map(({ calls }) => JSON.parse(calls) as CallResult[]);
    expect(asked).toMatchObject([{ call: { tool: 'search_knowledge' }, sources: [{ n: 1, title: 'Guarantee' }] }]);
    expect(told).toMatchObject([
      { call: { tool: 'capture_field', key: 'roof_area', evidence: expect.stringContaining('80 m2') }, refused: null },
      { call: { tool: 'get_availability' }, refused: null },
    ]);
    expect(chosen).toMatchObject([{ call: { tool: 'book_meeting' }, refused: null }]);

    // Each message was sent, and only once.
    const sent = await service.db('sandbox_deliveries').where({ account_id: accountId, channel }).orderBy('id');
    const ids = await service
      .db('conversation_messages')
      .where({ conversation_id: row.id })
      .whereIn('role', ['bot', 'agent'])
      .orderBy('seq')
      .pluck('message_id');
    expect(sent.filter(({ message_id }) => ids.includes(message_id)).map(({ body_text }) => body_text)).toEqual(
      all.filter(({ role }) => role !== 'user').map(({ text }) => text),
    );
  });
});
