import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { addSender, publishAgent } from '../support/agents.js';
import { otlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.js';
import { eventually, useService } from '../support/service.js';

const receiver = await otlpReceiver();
afterAll(() => receiver.close());
const service = useService({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret%20one',
  META_GRAPH_URL: 'http://127.0.0.1:9/v23.0',
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const ASKING = [
  ['http POST', 'RunActivity:attemptWebhook'],
  ['http GET', 'RunActivity:runFunction'],
  ['http GET', 'RunActivity:syncTemplates'],
];

async function createLead() {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  const agent = await publishAgent(service.db, account.accountId, [
    { key: 'one', type: 'message', channel: 'email', subject: 'Hello {{lead.first_name}}', content: 'Hi' },
  ]);
  const { body } = await account
    .request('post', '/leads')
    .set('traceparent', `00-${TRACE}-00f067aa0ba902b7-01`)
    .send({ first_name: 'Wilhelmina', email: 'wilhelmina@private.example', phone: '+34600111222', workflow_id: agent })
    .expect(201);
  const runId = body.workflow_run.id as string;
  await service.resultOf(`cadence/${runId}`);
  return { runId };
}

/** The names from a span up to the request that began its trace. */
function wayOf(span: ReceivedSpan): string[] {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [span.name, ...wayOf(parent)] : [span.name];
}

describe('traces', () => {
  it('run from the request through outbox, workflow and activity to the call of the provider', async () => {
    await createLead();
    const sent = await eventually(async () =>
      receiver.spans.find(({ name, traceId }) => name === 'provider email' && traceId === TRACE),
    );
    const way = await eventually(async () => {
      const names = wayOf(sent);
      return names.at(-1) === 'createLead' ? names : undefined;
    });
    expect(way).toEqual([
      'provider email',
      'RunActivity:advanceCadence',
      'StartActivity:advanceCadence',
      'RunWorkflow:cadenceWorkflow',
      'StartWorkflow:cadenceWorkflow',
      'createLead',
    ]);
    expect(sent).toMatchObject({
      traceId: TRACE,
      attributes: { 'las.channel': 'email', 'las.provider': 'sandbox', 'las.outcome': 'accepted' },
    });
    expect(receiver.headers[0]).toMatchObject({ 'x-key': 'secret one' });
  });

  it('show the requests of webhooks, functions and template syncs in the activity that makes them', async () => {
    const account = await service.account({ country: 'ES' });
    const url = 'https://receiver.example/wilhelmina?key=key-of-the-receiver';
    const webhook = { type: 'call_webhook' as const, params: { url } };
    const workflow_id = await publishAgent(service.db, account.accountId, [{ type: 'set', actions: [webhook] }]);
    await account
      .request('post', '/leads')
      .send({ first_name: 'Ana', email: 'ana@example.com', workflow_id })
      .expect(201);
    const source = `export default async (ctx, svc) => svc.http.fetch('${url}', { timeout_ms: 1000 }).catch(() => 'refused')`;
    const fn = await account
      .request('post', '/cloud-functions')
      .send({ name: 'Asks', source, allowed_hosts: ['receiver.example'] })
      .expect(201);
    await account.request('post', `/cloud-functions/${fn.body.function.id}/run`).send({ ctx: {} }).expect(200);
    const number = { phone_number: '+34600999888', provider: 'meta_cloud', provider_phone_number_id: '100' };
    await account
      .request('post', '/whatsapp-numbers')
      .send({ ...number, waba_id: '200', access_token: 'the-token-of-the-number' })
      .expect(201);
    const asked = await eventually(async () => {
      const ways = receiver.spans.filter(({ name }) => name.startsWith('http ')).map((span) => wayOf(span).slice(0, 2));
      const found = ASKING.filter((way) => ways.some((other) => isDeepStrictEqual(other, way)));
      return found.length === ASKING.length ? found : undefined;
    });
    expect(asked).toEqual(ASKING);
    const all = receiver.spans.map(({ whole }) => whole).join('\n');
    expect(all).not.toMatch(/key-of-the-receiver|the-token-of-the-number|receiver\.example/);
  });

  it('tell nothing about a person', () => {
    const all = receiver.spans.map(({ whole }) => whole).join('\n');
    expect(all).not.toMatch(/wilhelmina|private\.example|34600111222/i);
  });
});

describe('where none are exported', () => {
  it('workers run a bundle that knows nothing of them', () => {
    const knows = (name: string) =>
      readFileSync(path.resolve(import.meta.dirname, '../../dist', name), 'utf8').includes(
        'class OpenTelemetryInboundInterceptor',
      );
    expect(knows('workflow-bundle.js')).toBe(false);
    expect(knows('workflow-bundle-traced.js')).toBe(true);
  });
});
