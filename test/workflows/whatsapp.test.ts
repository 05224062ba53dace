import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { wakeMessage } from '../../services/instructions/messages.js';
import { addWhatsAppTemplate, publishAgent } from '../support/agents.js';
import { addHook } from '../support/messaging.js';
import { META_TOKEN, startMetaServer } from '../support/meta-server.js';
import { PHONE_NUMBER_ID, written } from '../support/meta-webhooks.js';
import { eventually, useService } from '../support/service.js';

const meta = await startMetaServer();
const service = useService({ META_GRAPH_URL: meta.url });
const APP_SECRET = 'the-secret-of-the-app-at-meta';
let origin = '';
let close: () => Promise<unknown>;

beforeAll(async () => {
  const server = service.app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  meta.state.statuses = () => [];
});
afterAll(async () => {
  await meta.quiet();
  expect(meta.violations).toEqual([]);
  await close();
  await meta.stop();
});

const OFFER = (template_id: string): CadenceStepRequest[] => [
  { type: 'message', channel: 'whatsapp', template_id, variables: { 1: '€5' } },
  { type: 'wait', delay: { type: 'after', amount: 7, unit: 'days' } },
];

async function enrolled() {
  const account = await service.account({ country: 'ES' });
  const hook = await addHook(account, 'meta_cloud', APP_SECRET);
  meta.subscribe({ url: `${origin}${hook.path}`, secret: APP_SECRET });
  const number = {
    phone_number: '+15550783881',
    provider: 'meta_cloud',
    provider_phone_number_id: PHONE_NUMBER_ID,
    access_token: META_TOKEN,
  };
  await account.request('post', '/whatsapp-numbers').send(number).expect(201);
  const { id: templateId } = await addWhatsAppTemplate(service.db, account.accountId);
  const workflow_id = await publishAgent(service.db, account.accountId, OFFER(templateId));
  const lead = { first_name: 'Ada', phone: '+34600111222', workflow_id };
  const made = (await account.request('post', '/leads').send(lead).expect(201)).body;
  const leadId = made.lead.id as string;
  const messages = async () => {
    const { body } = await account.request('get', `/leads/${leadId}/history?types=message`).expect(200);
    return body.history as Record<string, unknown>[];
  };
  const reached = (count: number, last: object) =>
    eventually(async () => {
      const found = await messages();
      const matches = Object.entries(last).every(([key, value]) => found.at(-1)?.[key] === value);
      return found.length === count && matches ? found : undefined;
    });
  return { account, leadId, runId: made.workflow_run.id as string, messages, reached };
}

/** Returns the causes that woke the run, in the order of Temporal's history. */
async function toldTheRun(runId: string): Promise<unknown[]> {
  const { events } = await service.client.workflow.getHandle(`cadence/${runId}`).fetchHistory();
  return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
    signal ? [JSON.parse(Buffer.from(signal.input?.payloads?.[0]?.data ?? []).toString() || 'null')] : [],
  );
}

describe('a conversation on WhatsApp', () => {
  it('is reported by webhooks out of order and duplicated, answered with a file and by a person, and ended by STOP', async () => {
    meta.state.statuses = () => ['read', 'delivered', 'sent'];
    const { account, leadId, runId, reached } = await enrolled();
    const [sent] = await reached(1, { status: 'read' });
    expect(sent).toMatchObject({ message_type: 'template', direction: 'outbound', status: 'read' });
    await meta.quiet();
    await eventually(async () => {
      const open = await service
        .db('inbound_events')
        .where({ account_id: account.accountId })
        .whereNull('processed_at')
        .first('id');
      return open ? undefined : true;
    });
    const kinds = (await service.db('events').where({ lead_id: leadId }).select('type')).map(({ type }) => type);
    for (const kind of ['message.sent', 'message.delivered', 'message.read']) {
      expect(kinds.filter((each) => each === kind)).toHaveLength(1);
    }
    const image = { id: '1003383421387256', mime_type: 'image/jpeg', sha256: 'x', caption: 'My house' };
    await meta.webhook(written({ from: '34600111222', says: { type: 'image', image } }), { times: 3 });
    const answered = await reached(2, { message_type: 'image' });
    expect(answered[1]).toMatchObject({ direction: 'inbound', content: 'My house', attachments: [{ type: 'image' }] });
    const run = () => service.db('agent_runs').where({ id: runId }).first();
    expect(await run()).toMatchObject({ human_takeover: true, open_slot: 1 });
    await account
      .request('post', '/messages')
      .send({ lead_id: leadId, channel: 'whatsapp', content: 'What a house!' })
      .expect(202);
    await reached(3, { content: 'What a house!', status: 'read' });
    await meta.webhook(written({ from: '34600111222', says: 'STOP' }), { times: 2 });
    await eventually(async () => ((await run())!.stop_reason === 'opted_out' ? true : undefined));
    // One confirmation follows the word; nothing else does.
    const all = await reached(5, { direction: 'outbound', status: 'read' });
    expect(all.map(({ direction, message_type }) => `${direction} ${message_type}`)).toEqual([
      ...['outbound template', 'inbound image', 'outbound text', 'inbound text', 'outbound text'],
    ]);
    const told = await eventually(async () => {
      const signals = await toldTheRun(runId);
      return signals.length > 1 ? signals : undefined;
    });
    expect(told).toEqual([{ reason: 'paused' }, { reason: 'opted_out' }]);
  });

  it('continues when Meta rejects a message late for its limits: the message is sent again, once', async () => {
    let takes = 0;
    meta.state.statuses = () => {
      takes += 1;
      return takes === 1 ? ['sent', 'failed:131056'] : ['sent', 'delivered'];
    };
    const { account, leadId, reached } = await enrolled();
    await reached(1, { status: 'held' });
    const message = (await service.db('messages').where({ lead_id: leadId }).first())!;
    expect(message).toMatchObject({ hold_reason: 'provider_backoff', failure_code: 'rate_limited' });
    const { events } = (await account.request('get', `/events?lead_id=${leadId}&types=cadence.held`).expect(200)).body;
    expect(events[0].data).toMatchObject({ message_id: message.id, code: 'rate_limited' });
    const handle = service.client.workflow.getHandle(`message/${message.id}`);
    const open = await eventually(() => handle.describe().catch(() => undefined));
    expect(open.status.name).toBe('RUNNING');
    // Its minute is over sooner than on the clock.
    const now = new Date();
    await service.db('outgoing_messages').where({ message_id: message.id }).update({ due_at: now });
    await service.db.transaction((tx) => wakeMessage(openWork(tx, now), message, 'test'));
    const [sent] = await reached(1, { status: 'delivered' });
    expect(sent).toMatchObject({ status: 'delivered' });
    expect(await handle.result()).toMatchObject({ status: expect.stringMatching(/sent|delivered/) });
    expect(meta.timesTaken(message.id)).toBe(2);
  });
});
