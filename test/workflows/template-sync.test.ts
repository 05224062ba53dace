import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { templateSyncWorkflowId } from '../../domain/flow/ids.js';
import { listAttention } from '../../services/operations/attention.js';
import { publishAgent } from '../support/agents.js';
import { addHook } from '../support/messaging.js';
import { META_TOKEN, startMetaServer, type TemplateAtMeta } from '../support/meta-server.js';
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
  meta.templates.length = 0;
  Object.assign(meta.state, { refuseCalls: undefined, decide: () => 'PENDING', number: { ...meta.state.number } });
});
afterAll(async () => {
  expect(meta.violations).toEqual([]);
  await close();
  await meta.stop();
});

const BODY = [{ type: 'BODY', text: 'Hello {{1}}' }];
const atMeta = (name: string, status: string, more: Partial<TemplateAtMeta> = {}): TemplateAtMeta => ({
  id: `m-${name}`,
  name,
  language: 'en',
  status,
  category: 'UTILITY',
  components: BODY,
  ...more,
});
let phones = 0;

/** An account with a number at Meta, whose first look at Meta is over. */
async function setUp() {
  phones += 1;
  const account = await service.account({ country: 'ES' });
  const hook = await addHook(account, 'meta_cloud', APP_SECRET);
  meta.subscribe({ url: `${origin}${hook.path}`, secret: APP_SECRET });
  const number = {
    phone_number: `+3460000${String(1000 + phones)}`,
    provider: 'meta_cloud',
    provider_phone_number_id: '100',
    waba_id: '200',
    access_token: META_TOKEN,
  };
  const made = (await account.request('post', '/whatsapp-numbers').send(number).expect(201)).body.whatsapp_number;
  const templates = async (): Promise<Record<string, string>> => {
    const { body } = await account.request('get', '/templates?limit=200').expect(200);
    return Object.fromEntries(body.templates.map(({ name, status }: Record<string, string>) => [name, status]));
  };
  const template = async (name: string) => {
    const { body } = await account.request('get', '/templates?limit=200').expect(200);
    return body.templates.find((each: { name: string }) => each.name === name);
  };
  const settled = (wanted: Record<string, string>) =>
    eventually(async () => {
      const found = await templates();
      return Object.entries(wanted).every(([name, status]) => found[name] === status) ? found : undefined;
    });
  const handle = service.client.workflow.getHandle(templateSyncWorkflowId(made.id));
  /** Requests a look and waits for its end. */
  const sync = async () => {
    await account.request('post', '/templates/sync').send({}).expect(202);
    return eventually(async () => {
      const open = await service.db('outbox').where({ account_id: account.accountId }).first('id');
      if (open) return undefined;
      const { status } = await handle.describe().catch(() => ({ status: undefined }));
      return status?.name === 'COMPLETED' ? handle.result() : undefined;
    });
  };
  const changes = async () =>
    (
      await service
        .db('events')
        .where({ account_id: account.accountId, type: 'template.status_changed' })
        .orderBy('seq')
    ).map(({ data }: { data: string }) => JSON.parse(data) as Record<string, unknown>);
  return { account, numberId: made.id as string, templates, template, settled, sync, changes };
}

describe('templateSyncWorkflow', () => {
  it('takes over all of Meta’s templates, page by page, with what Meta makes of each', async () => {
    const states = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'IN_APPEAL'];
    meta.templates.push(...states.map((status, n) => atMeta(`t_${n}`, status)));
    Object.assign(meta.templates[2] as object, { rejected_reason: 'INVALID_FORMAT' });
    const { settled, template } = await setUp();
    await settled({
      t_0: 'APPROVED',
      t_1: 'PENDING',
      t_2: 'REJECTED',
      t_3: 'PENDING',
      t_4: 'REJECTED',
      t_5: 'PENDING',
    });
    expect(await template('t_2')).toMatchObject({ rejected_reason: 'INVALID_FORMAT', components: BODY });
    expect((await template('t_0')).variables).toEqual([{ name: '1', position: 1, component: 'body' }]);
  });

  it('hands a new one in, and follows what Meta decides later', async () => {
    const { account, settled, template, changes } = await setUp();
    const offer = { name: 'offer', channel: 'whatsapp', language: 'en', category: 'MARKETING', components: BODY };
    await account.request('post', '/templates').send(offer).expect(201);
    await eventually(async () => (meta.templates.length === 1 ? true : undefined));
    await eventually(async () => {
      const row = (await service.db('templates').where({ account_id: account.accountId }).first())!;
      return row.provider_template_id === null ? undefined : true;
    });
    expect(meta.templates[0]).toMatchObject({ name: 'offer', category: 'MARKETING', components: BODY });
    expect((await template('offer')).status).toBe('PENDING');
    expect(await meta.decide('offer', 'APPROVED')).toEqual([200]);
    await settled({ offer: 'APPROVED' });
    await meta.decide('offer', 'REJECTED', 'TAG_CONTENT_MISMATCH');
    await settled({ offer: 'REJECTED' });
    expect((await template('offer')).rejected_reason).toBe('TAG_CONTENT_MISMATCH');
    expect((await changes()).map(({ previous_status, status }) => [previous_status, status])).toEqual([
      ['PENDING', 'APPROVED'],
      ['APPROVED', 'REJECTED'],
    ]);
  });

  it('rejects one that Meta refuses to take, with Meta’s words', async () => {
    const { account, settled, template } = await setUp();
    await eventually(async () => (meta.requests.length > 0 ? true : undefined));
    meta.state.decide = () => 100;
    const offer = { name: 'refused', channel: 'whatsapp', language: 'en', category: 'MARKETING', components: BODY };
    await account.request('post', '/templates').send(offer).expect(201);
    await settled({ refused: 'REJECTED' });
    expect((await template('refused')).rejected_reason).toContain('Error 100');
  });

  it('takes one that Meta has no more for deleted, and tells each change once', async () => {
    meta.templates.push(atMeta('stays', 'APPROVED'), atMeta('goes', 'APPROVED'), atMeta('turns', 'PENDING'));
    const { settled, sync, template, changes } = await setUp();
    await settled({ stays: 'APPROVED', goes: 'APPROVED', turns: 'PENDING' });
    meta.templates.splice(1, 1);
    Object.assign(meta.templates[1] as object, { status: 'APPROVED' });
    expect(await sync()).toMatchObject({ templates: 2, refused: null });
    await settled({ stays: 'APPROVED', goes: 'REJECTED', turns: 'APPROVED' });
    expect((await template('goes')).rejected_reason).toMatch(/deleted/);
    expect(await sync()).toMatchObject({ templates: 2, changed: 0 });
    expect((await changes()).map(({ previous_status, status }) => `${previous_status} ${status}`).sort()).toEqual([
      'APPROVED REJECTED',
      'PENDING APPROVED',
    ]);
  });

  it('leaves everything as it was while Meta refuses to tell', async () => {
    meta.templates.push(atMeta('stays', 'APPROVED'));
    const { settled, sync, templates } = await setUp();
    await settled({ stays: 'APPROVED' });
    meta.state.refuseCalls = { code: 190, status: 401 };
    expect(await sync()).toMatchObject({ refused: '190', changed: 0 });
    expect(await templates()).toEqual({ stays: 'APPROVED' });
  });

  it('shows that Meta rejected the request, and when, on the number and on the attention list', async () => {
    const { account, numberId, sync } = await setUp();
    const looked = async () =>
      (await account.request('get', `/whatsapp-numbers/${numberId}`).expect(200)).body.whatsapp_number.template_sync;
    const waiting = async () => (await listAttention(service.db, new Date(), account.accountId)).map(({ id }) => id);
    await sync();
    expect(await looked()).toEqual({ status: 'succeeded', at: expect.any(String), error: null });
    expect(await waiting()).toEqual([]);
    meta.state.refuseCalls = { code: 190, status: 401 };
    await sync();
    const failed = await looked();
    expect(failed).toMatchObject({ status: 'failed', error: { code: '190', message: expect.stringContaining('190') } });
    expect(Date.now() - Date.parse(failed.at)).toBeLessThan(60_000);
    expect(await waiting()).toEqual([numberId]);
    meta.state.refuseCalls = undefined;
    await sync();
    expect(await looked()).toMatchObject({ status: 'succeeded', error: null });
    expect(await waiting()).toEqual([]);
  });

  it('sends what waited for a template as soon as Meta has approved it', async () => {
    meta.templates.push(atMeta('awaited', 'PENDING'));
    const { account, settled } = await setUp();
    await settled({ awaited: 'PENDING' });
    const { id } = (await service
      .db('templates')
      .where({ account_id: account.accountId, name: 'awaited' })
      .first('id'))!;
    const step = { type: 'message', channel: 'whatsapp', template_id: id, variables: { 1: 'Ada' } } as const;
    const workflow_id = await publishAgent(service.db, account.accountId, [step]);
    const lead = { first_name: 'Ada', phone: '+34600111222', workflow_id };
    const { body } = await account.request('post', '/leads').send(lead).expect(201);
    const run = () => service.db('agent_runs').where({ id: body.workflow_run.id }).first();
    await eventually(async () => ((await run())!.hold_reason === 'template_pending' ? true : undefined));
    await meta.decide('awaited', 'APPROVED');
    await eventually(async () => ((await run())!.run_status === 'completed' ? true : undefined));
    expect(meta.taken.filter(({ body: sent }) => sent.type === 'template')).toHaveLength(1);
  });

  it('brings quality, limit and state of the number up to date, and tells of the change', async () => {
    meta.templates.push(atMeta('stays', 'APPROVED'));
    const { account, numberId, settled, sync } = await setUp();
    await settled({ stays: 'APPROVED' });
    meta.state.number = {
      ...meta.state.number,
      quality_rating: 'RED',
      status: 'FLAGGED',
      messaging_limit_tier: 'TIER_250',
      throughput: { level: 'HIGH' },
    };
    await sync();
    const { whatsapp_number: number } = (await account.request('get', `/whatsapp-numbers/${numberId}`).expect(200))
      .body;
    expect(number).toMatchObject({ quality_rating: 'RED', status: 'flagged', messaging_limit: 'TIER_250' });
    expect(number.throughput_per_second).toBe(1_000);
    expect(number.profile).toMatchObject({ about: 'Open from nine to six' });
    const events = await service
      .db('events')
      .where({ account_id: account.accountId, type: 'whatsapp_number.quality_changed' })
      .orderBy('seq', 'desc');
    expect(JSON.parse(events[0]!.data)).toMatchObject({ previous_quality_rating: 'GREEN', quality_rating: 'RED' });
    meta.state.number = {
      ...meta.state.number,
      quality_rating: 'GREEN',
      status: 'CONNECTED',
      messaging_limit_tier: 'TIER_1K',
      throughput: { level: 'STANDARD' },
    };
  });
});
