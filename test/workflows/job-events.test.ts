import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { createJobActivities } from '../../activities/background-jobs.js';
import { newId } from '../../runtime/ids.js';
import { createLanes } from '../../runtime/lanes.js';
import type { Logger } from '../../runtime/logger.js';
import { createSafeFetch, type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { createUser } from '../../services/accounts/accounts.js';
import { attemptDelivery } from '../../services/jobs/webhook-delivery.js';
import { webhookHeaders } from '../../services/webhooks/signing.js';
import { addSender, publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount } from '../support/api.js';
import { readAnew } from '../support/event-reader.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { eventually, useService } from '../support/service.js';
import { workOn } from '../support/work.js';

const service = useService();
const TAG = { type: 'add_tag', params: { tags: ['seen'] } };
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 30, unit: 'days' as const } }];

async function createFixture(leads = 1) {
  const account = await service.account();
  const agentId = await publishAgent(service.db, account.accountId, STEPS);
  const rows = await addEnrolledLeads(service.db, account.accountId, agentId, leads);
  return { account, agentId, rows, lead: rows[0]?.id as string };
}

const makeJob = async (account: TestAccount, body: object): Promise<string> =>
  (await account.request('post', '/background-jobs').send(body).expect(201)).body.data.id;

const eventJob = (account: TestAccount, event: object, action: object = TAG) =>
  makeJob(account, { trigger_type: 'event', event, steps: [{ action }] });

const cycles = (account: TestAccount, id: string, count: number) =>
  eventually(async () => {
    const { body } = await account.request('get', `/background-jobs/${id}/cycles`).expect(200);
    const done = body.data.filter((cycle: { ended_at: string | null }) => cycle.ended_at !== null);
    return done.length >= count ? done : undefined;
  });

const patch = (account: TestAccount, lead: string, metadata: object) =>
  account.request('patch', `/leads/${lead}`).send({ metadata }).expect(200);

describe('an event job', () => {
  it('acts on the lead of an event that passes its filter', async () => {
    const { account, lead } = await createFixture(2);
    const filter = [{ field: 'metadata.budget', operator: 'changed_to', value: 5 }];
    const id = await eventJob(account, { kinds: ['lead.updated'], filter });
    await patch(account, lead, { budget: 4 });
    await patch(account, lead, { budget: 5 });
    const [cycle, ...others] = await cycles(account, id, 1);
    expect(others).toEqual([]);
    expect(cycle).toMatchObject({ trigger_type: 'event', evaluated: 1, acted: 1 });
    const { body } = await account.request('get', `/background-jobs/${id}/cycles/${cycle.id}`).expect(200);
    expect(body.data.leads[0].lead_id).toBe(lead);
  });

  it('acts on a lead whose only run ended with the event', async () => {
    const { account, agentId, lead } = await createFixture();
    const out = await eventJob(account, { kinds: ['lead.opted_out'] });
    const stopped = await makeJob(account, {
      trigger_type: 'event',
      event: { kinds: ['workflow_run.stopped'] },
      steps: [{ action: { type: 'add_tag', params: { tags: ['left'] } } }],
      lead_filters: [{ workflow_id: agentId, status_keys: ['new'] }],
    });
    const changed = await eventJob(account, { kinds: ['lead.updated'] });
    const opt = (consent: object) => account.request('patch', `/leads/${lead}`).send({ consent }).expect(200);
    await opt({ email: 'opted_out' });
    for (const id of [out, stopped])
      expect((await cycles(account, id, 1))[0]).toMatchObject({ evaluated: 1, acted: 1 });
    await patch(account, lead, { budget: 1 });
    const later = (await cycles(account, changed, 1)).at(-1);
    expect(later).toMatchObject({ evaluated: 0, skipped: { no_match: 1 } });
  });

  it('acts on what a value was before the event', async () => {
    const { account, lead } = await createFixture();
    await account
      .request('patch', `/leads/${lead}`)
      .send({ company: 'Old', metadata: { plan: { size: 1 } } })
      .expect(200);
    await service.db('lead_variables').insert({
      lead_id: lead,
      account_id: account.accountId,
      field_key: 'colour',
      value: '"red"',
      value_text: 'red',
      confidence: 1,
      updated_at: new Date(),
    });
    const from = (kind: string, field: string, value: unknown) =>
      eventJob(account, { kinds: [kind], filter: [{ field, operator: 'changed_from', value }] });
    const jobs = [
      await from('lead.updated', 'lead.company', 'Old'),
      await from('lead.updated', 'metadata.plan.size', 1),
      await from('lead.field_captured', 'field.colour', 'red'),
      await from('lead.opted_in', 'consent.email', 'unknown'),
      await from('lead.tags_changed', 'tag', 'seen'),
    ];
    const paint = { type: 'set_field', params: { key: 'colour', value: 'blue' } };
    await eventJob(account, { kinds: ['lead.updated'] }, paint);
    const change = { company: 'New', metadata: { plan: { size: 2 } }, tags: ['seen'], consent: { email: 'opted_in' } };
    await account.request('patch', `/leads/${lead}`).send(change).expect(200);
    await account.request('patch', `/leads/${lead}`).send({ tags: [] }).expect(200);
    for (const id of jobs) expect(await cycles(account, id, 1)).toHaveLength(1);
  });

  it('is not fired by its own doing, and chains end after five', async () => {
    const { account, lead } = await createFixture();
    const own = await eventJob(
      account,
      { kinds: ['lead.updated'] },
      { type: 'set_metadata', params: { values: { a: '{{now}}' } } },
    );
    const other = await eventJob(
      account,
      { kinds: ['lead.updated'] },
      { type: 'set_metadata', params: { values: { b: '{{now}}' } } },
    );
    await patch(account, lead, { start: 1 });
    await cycles(account, own, 3);
    const depths = await eventually(async () => {
      const rows = await service.db('job_cycles').whereIn('job_id', [own, other]).select('origin_depth', 'ended_at');
      const deep = rows.filter((row) => row.origin_depth === 4);
      const waiting = await service.db('job_events').where({ lead_id: lead, status: 'queued' }).first('event_id');
      if (deep.length === 0 || waiting || rows.some((row) => !row.ended_at)) return undefined;
      return rows.map((row) => row.origin_depth);
    });
    expect(Math.max(...depths)).toBe(4);
  });

  it('waits until a lead was quiet, and then acts once', async () => {
    const { account, lead } = await createFixture();
    const id = await eventJob(account, { kinds: ['lead.updated'], debounce_seconds: 5 });
    for (const n of [1, 2, 3]) await patch(account, lead, { n });
    await cycles(account, id, 1);
    const rows = await service.db('job_events').where({ job_id: id }).orderBy('event_id').select('status');
    expect(rows.map((row) => row.status)).toEqual(['superseded', 'superseded', 'taken']);
  });

  it('takes one of two events that were written at once for the last', async () => {
    const { account, lead } = await createFixture();
    const id = await eventJob(account, { kinds: ['lead.updated'], debounce_seconds: 5 });
    const at = new Date();
    const event = { account_id: account.accountId, type: 'lead.updated', lead_id: lead, data: '{}' };
    await service
      .db('events')
      .insert([newId(), newId()].map((eventId) => ({ ...event, id: eventId, origin_kind: 'api', created_at: at })));
    await cycles(account, id, 1);
    const rows = await service.db('job_events').where({ job_id: id }).orderBy('event_id').select('status');
    expect(rows.map((row) => row.status)).toEqual(['superseded', 'taken']);
  });

  it('keeps events that come while a cycle is open for the next one', async () => {
    const { account, lead } = await createFixture();
    const id = await eventJob(account, { kinds: ['lead.updated'] });
    await service.db('background_jobs').where({ id }).update({ open_cycle_id: id });
    await patch(account, lead, { n: 1 });
    await eventually(async () => (await service.db('job_events').where({ job_id: id, status: 'queued' })).at(0));
    await service.db('background_jobs').where({ id }).update({ open_cycle_id: null });
    expect(await cycles(account, id, 1)).toHaveLength(1);
  });

  it('hears of events that were written before their transaction ended late', async () => {
    const { account, lead } = await createFixture();
    const id = await eventJob(account, { kinds: ['lead.updated'] });
    const slow = await service.db.transaction();
    await slow('events').insert({
      id: newId(),
      account_id: account.accountId,
      type: 'lead.updated',
      lead_id: lead,
      data: '{}',
      origin_kind: 'api',
      created_at: new Date(),
    });
    try {
      await patch(account, lead, { n: 1 });
      await cycles(account, id, 1);
      await slow.commit();
    } finally {
      if (!slow.isCompleted()) await slow.rollback();
    }
    expect(await cycles(account, id, 2)).toHaveLength(2);
  });
});

describe('an event that did not pass a filter', () => {
  /** Reads the events of the last minute again, as a process does now and then, and one that was just started. */
  const readAgain = (accountId: string) => readAnew(service.db, accountId);

  it('fires no job when its lead starts to match it', async () => {
    const { account, lead } = await createFixture();
    const filter = [{ field: 'metadata.budget', operator: 'changed_to', value: 5 }];
    const id = await eventJob(account, { kinds: ['lead.updated'], filter });
    for (const budget of [4, 5]) {
      await patch(account, lead, { budget });
      await readAgain(account.accountId);
    }
    await cycles(account, id, 1);
    await readAgain(account.accountId);
    const fired = await service.db('job_events').where({ job_id: id }).whereIn('status', ['queued', 'taken']);
    expect(fired).toHaveLength(1);
    expect(await cycles(account, id, 1)).toMatchObject([{ evaluated: 1, acted: 1 }]);
  });

  it('runs no function when its lead starts to match it', async () => {
    const { account, lead } = await createFixture();
    const { body } = await account
      .request('post', '/cloud-functions')
      .send({
        name: 'Worker',
        source: 'export default async function () { return 1; }',
        event: { kinds: ['lead.tags_changed'], filter: [{ field: 'tag', operator: 'contains', value: 'vip' }] },
      })
      .expect(201);
    for (const tags of [['new'], ['new', 'vip']]) {
      await account.request('put', '/leads/tags').send({ lead_id: lead, tags }).expect(200);
      await readAgain(account.accountId);
    }
    await readAgain(account.accountId);
    const events = await service.db('events').where({ lead_id: lead, type: 'lead.tags_changed' }).orderBy('seq');
    expect(events).toHaveLength(2);
    const runs = await service.db('function_runs').where({ function_id: body.function.id });
    expect(runs.map(({ ctx }) => JSON.parse(ctx).event_id)).toEqual([events[1]!.id]);
  });

  it('is forgotten once it is not read again', async () => {
    const { account, lead } = await createFixture();
    const filter = [{ field: 'metadata.budget', operator: 'changed_to', value: 5 }];
    const id = await eventJob(account, { kinds: ['lead.updated'], filter });
    await patch(account, lead, { budget: 4 });
    await readAgain(account.accountId);
    expect(await service.db('job_events').where({ job_id: id })).toHaveLength(1);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await service.db('events').where({ lead_id: lead }).update({ created_at: hourAgo });
    await service.db('job_events').where({ job_id: id }).update({ created_at: hourAgo, due_at: hourAgo });
    await readAgain(account.accountId);
    expect(await service.db('job_events').where({ job_id: id })).toEqual([]);
  });
});

describe('what jobs leave to people', () => {
  it('one digest a cycle and step, tasks for each lead', async () => {
    const { account } = await createFixture(3);
    await addSender(service.db, account.accountId);
    const user = await createUser(service.db, new Date(), {
      accountId: account.accountId,
      email: `${newId()}@example.com`,
      name: 'Ana',
      role: 'owner',
      password: 'a long password of the tests',
    });
    const tell = { role: 'owner', text: 'Look at {{lead.first_name}}' };
    const id = await makeJob(account, {
      name: 'Look',
      steps: [
        { action: { type: 'notify_user', params: tell } },
        { action: { type: 'notify_user', params: { ...tell, channel: 'email' } } },
        { action: { type: 'create_task', params: { title: 'Call {{lead.first_name}}', due_in_hours: 1 } } },
      ],
    });
    await account.request('post', `/background-jobs/${id}/run`).expect(202);
    await cycles(account, id, 1);
    const { notifications } = (await account.request('get', '/notifications').expect(200)).body;
    expect(notifications).toHaveLength(2);
    for (const one of notifications) {
      expect(one).toMatchObject({ title: 'Look', background_job_id: id, read_at: null });
      expect(one.lines.map((line: { text: string }) => line.text)).toEqual([
        'Look at Lead 0',
        'Look at Lead 1',
        'Look at Lead 2',
      ]);
    }
    expect(JSON.stringify(user)).toContain(notifications[0].user_id);
    const mails = await eventually(async () => {
      const rows = await service.db('sandbox_deliveries').where({ account_id: account.accountId });
      return rows.length > 0 ? rows : undefined;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]!.body_text).toContain('- Look at Lead 1');
    await account.request('post', `/notifications/${notifications[0].id}/read`).expect(200);
    expect((await account.request('get', '/notifications').query({ unread: 'true' })).body.notifications).toHaveLength(
      1,
    );

    const { tasks } = (await account.request('get', '/tasks').query({ status: 'open' }).expect(200)).body;
    expect(tasks).toHaveLength(3);
    const made = (await account.request('get', '/events').query({ types: 'task.created' }).expect(200)).body.events;
    expect(made.map(({ data }: { data: { task_id: string } }) => data.task_id).sort()).toEqual(
      tasks.map((task: { id: string }) => task.id).sort(),
    );
    const done = await account.request('patch', `/tasks/${tasks[0].id}`).send({ status: 'done' }).expect(200);
    expect(done.body.task).toMatchObject({ status: 'done', completed_at: expect.any(String), background_job_id: id });
    const nobody = await account.request('patch', `/tasks/${tasks[0].id}`).send({ assignee_id: newId() }).expect(400);
    expect(nobody.body.field).toBe('/assignee_id');
  });
});

describe('call_webhook', () => {
  let server: Server;
  let url: string;
  const seen: { headers: Record<string, unknown>; body: string }[] = [];
  const answers = [503, 200];
  beforeAll(async () => {
    server = createServer((req, res) => {
      let body = '';
      req.on('data', (chunk) => {
        body += chunk;
      });
      req.on('end', () => {
        seen.push({ headers: req.headers, body });
        res.writeHead(answers[seen.length - 1] ?? 200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('is delivered by a workflow of its own, signed, under one id until it is taken', async () => {
    const { account, lead } = await createFixture();
    await account.request('put', '/secrets/hook').send({ value: 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==' }).expect(200);
    const { secrets } = (await account.request('get', '/secrets').expect(200)).body;
    expect(secrets).toEqual([{ name: 'hook', created_at: expect.any(String), updated_at: expect.any(String) }]);
    const params = { url: 'https://127.0.0.1/hook', secret_name: 'hook', body: { lead: '{{lead.id}}' } };
    const id = await makeJob(account, { steps: [{ action: { type: 'call_webhook', params } }] });
    await account.request('post', `/background-jobs/${id}/run`).expect(202);
    await cycles(account, id, 1);
    // The address is our own machine's: the workflow refuses it at once.
    const refused = await eventually(async () =>
      service.db('job_deliveries').where({ job_id: id, status: 'failed' }).first(),
    );
    expect(refused.failure).toContain('public address');
    await service.client.workflow.getHandle(`webhook/${refused.id}`).result();
    const { events } = await service.client.workflow.getHandle(`webhook/${refused.id}`).fetchHistory();
    const calls = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes?.taskQueue?.name ?? []);
    // Calls to addresses that hang hold up nothing but each other.
    expect(calls).toEqual([expect.stringMatching(/-webhooks$/)]);

    await service
      .db('job_deliveries')
      .where({ id: refused.id })
      .update({
        status: 'queued',
        request: JSON.stringify({ ...JSON.parse(refused.request), url }),
      });
    const fetch = createSafeFetch({ allowPrivate: true, allowHttp: true });
    const box = createSecretBox([TEST_SECRET]);
    const lanes = createLanes();
    const attempt = () => attemptDelivery({ db: service.db, fetch, lanes, box, now: new Date() }, refused.id, false);
    expect(await attempt()).toEqual({ outcome: 'retry', status: 503 });
    expect(await attempt()).toEqual({ outcome: 'delivered', status: 200 });
    await fetch.close();
    expect(seen).toHaveLength(2);
    for (const { headers, body } of seen) {
      expect(JSON.parse(body)).toEqual({ lead });
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(headers).toMatchObject(
        webhookHeaders(refused.id, at, body, [{ secret: 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==' }]),
      );
    }
    await account.request('delete', '/secrets/hook').expect(204);
    await account.request('delete', '/secrets/hook').expect(404);
  });

  const box = createSecretBox([TEST_SECRET]);
  const now = new Date();
  const silent = () => Promise.reject(new SafeFetchError('TIMEOUT', 'It took too long.'));
  const request = JSON.stringify({ url: 'https://x.invalid', headers: {}, body: '{}', secret_name: null });
  async function addDelivery(accountId: string): Promise<string> {
    const id = newId();
    const [job_id, cycle_id, effect_key] = [newId(), newId(), Buffer.from(id)];
    const row = { id, account_id: accountId, job_id, cycle_id, effect_key, request, attempts: 0 };
    await service.db('job_deliveries').insert({ ...row, status: 'queued', created_at: now, updated_at: now });
    return id;
  }

  it('is made four times at once at an address that hangs; the others wait for their turn without a slot', async () => {
    const ends: (() => void)[] = [];
    const fetch = () => new Promise((_, reject) => ends.push(() => void silent().catch(reject)));
    const { attemptWebhook } = createJobActivities({
      ...workOn(service.db),
      logger: { warn: () => undefined } as unknown as Logger,
      box,
      webhooks: fetch as unknown as SafeFetch,
    });
    const mine = await service.account();
    const ids = await Promise.all(Array.from({ length: 20 }, () => addDelivery(mine.accountId)));
    const attempt = (deliveryId: string) => attemptWebhook({ deliveryId, last: false }).catch((error) => error);
    const attempts = ids.map(attempt);
    const waits = await eventually(async () => {
      const told = await Promise.all(attempts.map((one) => Promise.race([one, null])));
      const turnedAway = told.filter((one) => one instanceof ApplicationFailure);
      return turnedAway.length === 16 && ends.length === 4 ? turnedAway : undefined;
    });
    for (const { type, nextRetryDelay, category } of waits) {
      expect({ type, category }).toEqual({ type: 'WaitsForItsTurn', category: 'BENIGN' });
      expect(nextRetryDelay).toBeGreaterThan(0);
    }
    expect(await service.db('job_deliveries').whereIn('id', ids).where('attempts', '>', 0)).toEqual([]);

    const other = attempt(await addDelivery((await service.account()).accountId));
    await eventually(async () => (ends.length === 5 ? true : undefined));
    for (const end of ends) end();
    const made = (await Promise.all([...attempts, other])).filter((one) => !(one instanceof ApplicationFailure));
    expect(made).toEqual(Array.from({ length: 5 }, () => ({ outcome: 'retry', status: null })));
  });

  /** A delivery, and an attempt at it during which its row changes before the address answers. */
  async function overtaken(changes: object, answer: () => Promise<{ status: number }>) {
    const { accountId } = await service.account();
    const id = await addDelivery(accountId);
    const find = () => service.db('job_deliveries').where({ id }).first('status', 'request', 'attempts');
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      await service.db('job_deliveries').where({ id }).update(changes);
      return answer();
    };
    const attempt = (last: boolean) =>
      attemptDelivery(
        { db: service.db, fetch: fetch as unknown as SafeFetch, lanes: createLanes(), box, now },
        id,
        last,
      );
    return { attempt, find, calls: () => calls };
  }
  const broken = async () => ({ status: 500, headers: {} });

  it('stays erased where its lead is erased while the address is asked, and is not asked for again', async () => {
    const { attempt, find, calls } = await overtaken({ status: 'erased', request: '{}' }, broken);
    expect(await attempt(false)).toEqual({ outcome: 'failed', status: null });
    expect(await find()).toMatchObject({ status: 'erased', request: '{}' });
    expect(await attempt(false)).toEqual({ outcome: 'failed', status: null });
    expect(calls()).toBe(1);
  });

  it.each([false, true])('stays delivered if a repetition succeeded in between (last attempt: %s)', async (last) => {
    const delivered = { status: 'delivered', attempts: 1, response_status: 200 };
    const { attempt, find, calls } = await overtaken(delivered, silent);
    expect(await attempt(last)).toEqual({ outcome: 'delivered', status: 200 });
    expect(await find()).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await attempt(last)).toEqual({ outcome: 'delivered', status: 200 });
    expect(calls()).toBe(1);
  });

  it('is delivered where a repeat that failed was noted while the address took it', async () => {
    const { attempt, find } = await overtaken({ attempts: 1, response_status: 503 }, async () => ({
      status: 200,
      headers: {},
    }));
    expect(await attempt(false)).toEqual({ outcome: 'delivered', status: 200 });
    expect(await find()).toMatchObject({ status: 'delivered' });
  });

  it('waits for its next attempt where a repeat was noted before, and this one is not', async () => {
    const { attempt, find } = await overtaken({ attempts: 1, response_status: 503 }, silent);
    expect(await attempt(false)).toEqual({ outcome: 'retry', status: 503 });
    expect(await find()).toMatchObject({ status: 'queued', attempts: 1 });
  });
});
