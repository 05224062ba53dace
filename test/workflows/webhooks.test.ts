import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestAccount } from '../support/api.js';
import { eventually, useService } from '../support/service.js';
import { startReceiver } from '../support/webhook-receiver.js';
import { addEvents } from '../support/webhooks.js';

const service = useService({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1:*' });
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hanging: Awaited<ReturnType<typeof startReceiver>>;
let account: TestAccount;

beforeAll(async () => {
  [receiver, hanging] = await Promise.all([startReceiver(), startReceiver()]);
});
afterAll(async () => {
  await Promise.all([receiver.close(), hanging.close()]);
});
beforeEach(async () => {
  receiver.clear();
  account = await service.account();
});

const addWebhook = async (url: string) =>
  (
    await account
      .request('post', '/webhooks')
      .send({ url, events: ['lead.*'] })
      .expect(201)
  ).body.webhook.id as string;
const workflowOf = (id: string) => service.client.workflow.getHandle(`webhook-endpoint/${id}`);
const received = (count: number) =>
  eventually(async () => (receiver.received.length >= count ? receiver.received : undefined));

describe('the workflow of a webhook', () => {
  it('starts with an event, ends when nothing is left, and starts again with the next', async () => {
    const id = await addWebhook(receiver.url);
    await account.request('post', '/leads').send({ first_name: 'Ana' }).expect(201);
    const [first] = await received(1);
    expect(first?.payload).toMatchObject({ type: 'lead.created', sequence: 1, webhook_id: id });
    expect(await workflowOf(id).result()).toEqual({ status: 'idle' });
    const { runId, raw } = await workflowOf(id).describe();
    expect(JSON.stringify(raw.executionConfig)).toContain('userMetadata');
    await account.request('post', '/leads').send({ first_name: 'Bea' }).expect(201);
    await received(2);
    expect(await workflowOf(id).result()).toEqual({ status: 'idle' });
    expect((await workflowOf(id).describe()).runId).not.toBe(runId);
    expect(receiver.received.map(({ payload }) => payload.sequence)).toEqual([1, 2]);
  });

  it('delivers on time while the receiver of another webhook hangs', async () => {
    hanging.answer(() => new Promise(() => undefined));
    const stuck = await addWebhook(hanging.url);
    await addWebhook(receiver.url);
    await addEvents(
      service.db,
      account.accountId,
      Array.from({ length: 50 }, () => ({})),
    );
    await received(50);
    const { body } = await account.request('get', `/webhooks/${stuck}`).expect(200);
    expect(body.webhook).toMatchObject({ is_active: true, last_success_at: null });
    await account.request('delete', `/webhooks/${stuck}`).expect(204);
  });

  it('delivers a test and a replay while it waits for a retry', async () => {
    const id = await addWebhook(receiver.url);
    receiver.answer(({ payload }) => (payload.test ? 200 : 500));
    await account.request('post', '/leads').send({ first_name: 'Ana' }).expect(201);
    await received(1);
    await account.request('post', `/webhooks/${id}/test`).expect(202);
    await received(2);
    receiver.answer(() => 200);
    const [failed] = receiver.received;
    await account.request('post', `/webhooks/deliveries/${failed?.id}/replay`).expect(202);
    const all = await received(3);
    expect(all[2]).toMatchObject({ id: failed?.id, payload: { sequence: 1 } });
    expect(await workflowOf(id).result()).toEqual({ status: 'idle' });
  });
});
