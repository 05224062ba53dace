import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import proto from '@temporalio/proto';
import { openWork } from '../../db/work.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import { newId } from '../../runtime/ids.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { createUser } from '../../services/accounts/accounts.js';
import { wakeBooking } from '../../services/instructions/meetings.js';
import { addSender, type DefinitionParts, publishAgent } from '../support/agents.js';
import { addEnrolledLeads } from '../support/jobs.js';
import { addDocument } from '../support/knowledge.js';
import { addHost, addMeeting, addMeetingType } from '../support/meeting-rows.js';
import { addHook, addLead, post } from '../support/messaging.js';
import { META_TOKEN, startMetaServer } from '../support/meta-server.js';
import { startModelServer } from '../support/model-server.js';
import { eventually, useService } from '../support/service.js';
import { addUser } from '../support/users.js';
import { startReceiver } from '../support/webhook-receiver.js';

// Not a test. Records new histories for a changed or new path. CONTRIBUTING explains how to run it.

const HISTORIES = path.resolve(import.meta.dirname, 'histories');
const meta = await startMetaServer();
const models = await startModelServer();
const service = useService({
  META_GRAPH_URL: meta.url,
  MODEL_PRIVATE_HOSTS: '127.0.0.1:*',
  WEBHOOK_PRIVATE_HOSTS: '127.0.0.1:*',
});
afterAll(() => Promise.all([meta.stop(), models.stop()]));

const mail = (subject: string, seconds = 0, more: object = {}): CadenceStepRequest => ({
  type: 'message',
  subject,
  content: 'Hello {{lead.first_name}}',
  delay: { type: 'after', amount: seconds, unit: 'seconds' },
  ...more,
});

const onReply = (on_reply: 'stop' | 'continue'): DefinitionParts => ({
  exit: completeDefinition({ name: 'Rules', cadence: { steps: [] }, exit: { on_reply } }, 'UTC').exit,
});

async function enrolled(steps: CadenceStepRequest[], rules: DefinitionParts = {}) {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  const agentId = await publishAgent(service.db, account.accountId, steps, rules);
  const { body } = await account
    .request('post', '/leads')
    .send({ first_name: 'Ada', email: `${newId()}@example.com`, workflow_id: agentId })
    .expect(201);
  const leadId = body.lead.id as string;
  const runId = body.workflow_run.id as string;
  const act = (verb: string, more: object = {}) =>
    account
      .request('post', `/leads/${leadId}/automation/${verb}`)
      .send({ workflow_id: agentId, ...more })
      .expect(200);
  const sent = (n: number) =>
    eventually(async () => {
      const row = await service.db('messages').where({ agent_run_id: runId, status: 'sent' }).count({ n: '*' }).first();
      return Number(row?.n) >= n ? true : undefined;
    });
  return { account, agentId, leadId, runId, act, sent };
}

async function record(name: string, workflowId: string, { finished = true } = {}): Promise<void> {
  const handle = service.client.workflow.getHandle(workflowId);
  // The instruction to start it leaves right after the commit.
  await eventually(() => handle.describe().catch(() => undefined));
  if (finished) await handle.result();
  const history = await eventually(async () => {
    const { events } = await handle.fetchHistory();
    return finished || events?.some((event) => event.timerStartedEventAttributes) ? { events } : undefined;
  });
  expect(history.events?.length).toBeGreaterThan(3);
  const { History } = proto.temporal.api.history.v1;
  const plain = History.toObject(History.fromObject(history), { longs: String, enums: String, bytes: String });
  // The recording machine is private.
  const text = JSON.stringify(plain, (key, value: unknown) => (key === 'identity' ? 'worker' : value));
  writeFileSync(path.join(HISTORIES, `${name}.json`), `${text.replaceAll(`@${hostname()}`, '@worker')}\n`);
}

const cadence = (name: string, runId: string, options?: { finished: boolean }) =>
  record(`cadence-${name}`, `cadence/${runId}`, options);

describe('recording', () => {
  it('cadences', async () => {
    const three = await enrolled([mail('One'), mail('Two', 1), mail('Three', 1)]);
    await cadence('three-mails', three.runId);

    const later = await enrolled([mail('One', 3)]);
    await cadence('first-mail-later', later.runId);

    const asleep = await enrolled([mail('One'), mail('Two', 86_400)]);
    await asleep.sent(1);
    await cadence('asleep', asleep.runId, { finished: false });

    const paused = await enrolled([mail('One'), mail('Two', 2)]);
    await paused.sent(1);
    await paused.act('stop');
    await paused.act('resume');
    await paused.act('resume', { resume_cadence: true });
    await cadence('paused-and-resumed', paused.runId);

    const wakes = await enrolled([mail('One', 3), mail('Two', 1)]);
    for (let n = 0; n < 5; n += 1) {
      await wakes.act('stop');
      await wakes.act('resume', { resume_cadence: true });
    }
    await cadence('many-wakes', wakes.runId);

    let early: Awaited<ReturnType<typeof enrolled>> | undefined;
    await service.replaceWorkers(async () => {
      early = await enrolled([mail('One', 4)]);
      await service.dispatcher.idle();
      await early.act('stop');
      await early.act('resume', { resume_cadence: true });
      await service.dispatcher.idle();
    });
    await cadence('woken-before-its-first-task', early?.runId ?? '');

    const moved = await enrolled([mail('One'), mail('Two', 3_600)]);
    await moved.sent(1);
    const other = await publishAgent(service.db, moved.account.accountId, [mail('Else')]);
    await moved.account
      .request('post', `/leads/${moved.leadId}/assign-workflow`)
      .send({ workflow_id: other, from_workflow_id: moved.agentId })
      .expect(201);
    await cadence('moved-elsewhere', moved.runId);

    const steps: CadenceStepRequest[] = [
      { key: 'tag', type: 'set', actions: [{ type: 'add_tag', params: { tags: ['seen'] } }] },
      { key: 'short', type: 'wait', delay: { type: 'after', amount: 1, unit: 'seconds' } },
      {
        key: 'reply',
        type: 'wait_until',
        any: ['message.received'],
        timeout: { type: 'after', amount: 1, unit: 'seconds' },
      },
      { key: 'way', type: 'branch', conditions: [], else: 'end' },
      mail('Last'),
      { key: 'end', type: 'exit', reason: 'done' },
    ];
    await cadence('every-kind-of-step', (await enrolled(steps)).runId);

    const poison = await enrolled([mail('One', 0, { content: '{{ "x" | no_such_filter }}' })]);
    await cadence('failed', poison.runId);

    const erased = await enrolled([mail('One'), mail('Two', 3_600)]);
    await erased.sent(1);
    await erased.account.request('delete', `/leads/${erased.leadId}`).expect(204);
    await cadence('lead-deleted', erased.runId);
  });

  it('a document, which is indexed and deleted', async () => {
    const account = await service.account();
    const { id } = await addDocument(account);
    await record('document-indexed', `knowledge/${id}`);
    await account.request('delete', `/knowledge/documents/${id}`).expect(204);
    await eventually(async () =>
      (await service.db('knowledge_documents').where({ id }).first('id')) ? undefined : true,
    );
    await record('document-deleted', `knowledge/${id}`);
  });

  it('an erasure, which waits and searches', async () => {
    const account = await service.account();
    const { body } = await account.request('post', '/leads').send({ first_name: 'Ada', email: 'ada@example.com' });
    await account.request('post', `/leads/${body.lead.id}/erase`).expect(200);
    const { id } = (await service.db('erasures').where({ lead_id: body.lead.id }).first('id'))!;
    const handle = service.client.workflow.getHandle(`erasure/${id}`);
    await eventually(async () => {
      const { events } = await handle.fetchHistory().catch(() => ({ events: [] }));
      return events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes) || undefined;
    });
    await service
      .db('erasures')
      .where({ id })
      .update({ search_from: new Date(0) });
    await handle.signal('wake', { reason: 'test' });
    await record('erasure', `erasure/${id}`);
  });

  it('an import, taken back', async () => {
    const account = await service.account();
    const rows = Array.from({ length: 700 }, (_, n) => `Ada,ada${n}@example.com`).join('\n');
    const { body } = await account
      .request('post', '/leads/import')
      .set('Content-Type', 'text/csv')
      .send(`first_name,email\n${rows}\n`)
      .expect(202);
    const { id } = body.import as { id: string };
    await record('import-rows', `import/${id}`);
    await account.request('post', `/imports/${id}/undo`).expect(202);
    await record('import-undo', `import/${id}/undo`);
  });

  it('a background job’s cycle, on request and on schedule, with something put off and a webhook', async () => {
    const account = await service.account();
    const wait = { type: 'wait' as const, delay: { type: 'after' as const, amount: 30, unit: 'days' as const } };
    const agentId = await publishAgent(service.db, account.accountId, [wait]);
    await addEnrolledLeads(service.db, account.accountId, agentId, 60);
    const later = { type: 'add_note', params: { text: 'Later' }, delay_seconds: 1 };
    const made = async (body: object): Promise<string> =>
      (await account.request('post', '/background-jobs').send(body).expect(201)).body.data.id;
    const cycleOf = (id: string) =>
      eventually(async () => service.db('job_cycles').where({ job_id: id }).whereNotNull('ended_at').first());
    const id = await made({ steps: [{ action: later }], max_leads_per_cycle: 60 });
    await account.request('post', `/background-jobs/${id}/run`).expect(202);
    await record('job-cycle-put-off', (await cycleOf(id)).workflow_id);

    const webhook = { type: 'call_webhook', params: { url: 'https://127.0.0.1/hook' } };
    const timed = await made({ cron_expression: '@yearly', steps: [{ action: webhook }], max_leads_per_cycle: 1 });
    const schedule = service.client.schedule.getHandle(`background-job/${timed}`);
    await eventually(() => schedule.describe().catch(() => undefined));
    await schedule.trigger('ALLOW_ALL');
    await record('job-cycle-on-schedule', (await cycleOf(timed)).workflow_id);
    const delivery = (await service.db('job_deliveries').where({ job_id: timed }).first())!;
    await record('webhook-refused', `webhook/${delivery.id}`);
    await account.request('delete', `/background-jobs/${timed}`).expect(204);
  });

  it('an event from a provider', async () => {
    const account = await service.account();
    const hook = await addHook(account);
    await post(service, hook, { event_id: newId(), type: 'reply', from: 'a@example.com', text: 'Hi' });
    const row = (await service.db('inbound_events').where({ account_id: account.accountId }).first())!;
    await record('inbound-event', `inbound/${row.id}`);
  });

  it('a call of the sandbox', async () => {
    const account = await service.account({ country: 'ES' });
    await account.request('post', '/voice-agents').send({ name: 'Eva' }).expect(201);
    const lead = await addLead(service.db, account.accountId, { phone: '+34600111255' });
    const ask = { lead_id: lead.id, channel: 'call', begin_message: 'Hello there' };
    const { body } = await account.request('post', '/messages').send(ask).expect(202);
    await record('sandbox-call', `sandbox-call/${body.message_id}`);
  });

  it('a digest that a cadence makes', async () => {
    const tell = { type: 'notify_user' as const, params: { role: 'owner', channel: 'email' as const, text: 'Look' } };
    const steps: CadenceStepRequest[] = [
      { type: 'set', actions: [tell] },
      { type: 'wait', delay: { type: 'after', amount: 1, unit: 'days' } },
    ];
    const account = await service.account();
    await addSender(service.db, account.accountId);
    await createUser(service.db, new Date(), {
      accountId: account.accountId,
      name: 'Ana',
      role: 'owner',
      password: 'a long password of the tests',
      email: `${newId()}@example.com`,
    });
    const workflow_id = await publishAgent(service.db, account.accountId, steps);
    const lead = { first_name: 'Ada', email: `${newId()}@example.com`, workflow_id };
    await account.request('post', '/leads').send(lead).expect(201);
    const row = await eventually(() => service.db('notifications').where({ account_id: account.accountId }).first());
    await record('digest', `digest/${row.id}`);
  });

  it('an email to a user of the account', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const user = await addUser(service, account.accountId);
    const text = { channel: 'email', subject: 'Hello', content: 'Hi', lead: { first_name: 'Ada' } };
    const { body } = await user.request('post', '/messages/test').send(text).expect(202);
    await record('user-mail', `user-mail/${body.test.id}`);
  });

  it('a message of its own', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const { body: lead } = await account
      .request('post', '/leads')
      .send({ first_name: 'Ada', email: `${newId()}@example.com` });
    const send_at = new Date(Date.now() + 1_000).toISOString();
    const message = { lead_id: lead.lead.id, channel: 'email', subject: 'Hello', content: 'Hi', send_at };
    const { body } = await account.request('post', '/messages').send(message).expect(202);
    await record('message', `message/${body.message_id}`);
  });

  it('a booking that is moved, reminded of and cancelled, and a calendar', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const host = await addHost(service.db, account.accountId);
    const reminders = JSON.stringify([{ minutes_before: 60, channel: 'email', template_id: null }]);
    const type = await addMeetingType(service.db, account.accountId, { reminders });
    const lead = await addLead(service.db, account.accountId);
    const meeting = await addMeeting(service.db, lead, { host_id: host.id, meeting_type_id: type.id });
    const change = async (changes: object) => {
      const pending = await service.db.transaction(async (tx) => {
        const work = openWork(tx, new Date());
        await tx('meetings').where({ id: meeting.id }).update(changes);
        await wakeBooking(work, meeting, 'changed');
        return work.instructions();
      });
      service.dispatcher.offer(pending);
    };
    const mails = (n: number) =>
      eventually(async () => (await service.db('sandbox_deliveries').where({ account_id: account.accountId }))[n - 1]);
    await change({ updated_at: new Date() });
    await mails(1);
    const soon = new Date(Date.now() + 3_603_000);
    await change({ starts_at: soon, ends_at: new Date(soon.getTime() + 1_800_000), rescheduled_at: new Date() });
    await mails(3);
    await change({ status: 'cancelled', cancelled_at: new Date() });
    await record('booking-moved-and-cancelled', `booking/${meeting.id}`);

    await account
      .request('put', `/hosts/${host.id}/calendar`)
      .send({ provider: 'caldav', url: 'https://127.0.0.1/', user: 'hugo', password: 'secret' })
      .expect(200);
    await eventually(() => service.db('calendar_connections').where({ host_id: host.id, status: 'failed' }).first());
    await account.request('delete', `/hosts/${host.id}/calendar`).expect(204);
    await record('calendar-disconnected', `calendar-sync/${host.id}`);
  });

  it('cadences that answers, people and limits change', async () => {
    const reply = async (from: Awaited<ReturnType<typeof enrolled>>) => {
      const hook = await addHook(from.account);
      const { email } = (await service.db('leads').where({ id: from.leadId }).first('email'))!;
      await post(service, hook, { event_id: newId(), type: 'reply', from: email, text: 'Yes, call me' });
    };
    const ended = (runId: string) =>
      eventually(async () => {
        const run = (await service.db('agent_runs').where({ id: runId }).first('ended_at'))!;
        return run.ended_at ? true : undefined;
      });

    const stopped = await enrolled([mail('One'), mail('Two', 3_600)], onReply('stop'));
    await stopped.sent(1);
    await reply(stopped);
    await cadence('stopped-by-a-reply', stopped.runId);

    const waited = await enrolled(
      [
        mail('One'),
        { type: 'wait_until', any: ['message.received'], timeout: { type: 'after', amount: 1, unit: 'days' } },
        mail('Thanks'),
      ],
      onReply('continue'),
    );
    await waited.sent(1);
    await reply(waited);
    await cadence('waited-for-a-reply', waited.runId);

    const goal = await enrolled(
      [mail('One'), { key: 'goal', type: 'goal', any: ['message.received'] }, mail('Two', 3_600), mail('Three', 3_600)],
      onReply('continue'),
    );
    await goal.sent(1);
    await reply(goal);
    await goal.act('stop');
    await cadence('goal-and-paused', goal.runId, { finished: false });

    const split = await enrolled([
      {
        key: 'way',
        type: 'split',
        arms: [
          { key: 'a', weight: 1, next: 'last' },
          { key: 'b', weight: 1 },
        ],
      },
      { type: 'wait', delay: { type: 'after', amount: 1, unit: 'seconds' } },
      mail('Last', 0, { key: 'last' }),
    ]);
    await cadence('split', split.runId);

    const held = await enrolled([mail('One'), mail('Two')], { limits: { per_lead: { per_day: 1 } } });
    await held.sent(1);
    await eventually(() => service.db('agent_runs').where({ id: held.runId, cadence_state: 'held' }).first('id'));
    await cadence('held-by-a-limit', held.runId, { finished: false });
    const ids = { filter: { workflow_run_ids: [held.runId] } };
    await held.account
      .request('post', '/workflow-runs/bulk')
      .send({ operation: 'stop', ...ids })
      .expect(200);
    await ended(held.runId);
    await cadence('held-then-stopped-in-bulk', held.runId);

    const optedOut = await enrolled([mail('One'), mail('Two', 3_600)]);
    await optedOut.sent(1);
    await optedOut.account
      .request('patch', `/leads/${optedOut.leadId}`)
      .send({ consent: { email: 'opted_out' } })
      .expect(200);
    await cadence('opted-out', optedOut.runId);
  });

  it('a webhook that retries an event', async () => {
    const account = await service.account();
    const receiver = await startReceiver();
    receiver.answer(() => 500);
    const sent = { url: receiver.url, events: ['lead.created'] };
    const { webhook } = (await account.request('post', '/webhooks').send(sent).expect(201)).body;
    await account.request('post', '/leads').send({ first_name: 'Ada' }).expect(201);
    const [failed] = await eventually(async () => (receiver.received.length > 0 ? receiver.received : undefined));
    receiver.answer(() => 200);
    await account.request('post', `/webhooks/deliveries/${failed?.id}/replay`).expect(202);
    await eventually(async () => (receiver.received.length > 1 ? true : undefined));
    await service.resultOf(`webhook-endpoint/${webhook.id}`);
    await record('webhook-retried', `webhook-endpoint/${webhook.id}`);
    await receiver.close();
  });

  it('a campaign that is joined later', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const workflow_id = await publishAgent(service.db, account.accountId, [mail('One', 86_400)]);
    const { campaign } = (await account.request('post', '/campaigns').send({ name: 'Spring', workflow_id }).expect(201))
      .body;
    const join = async (count: number, enrolled: number) => {
      const lead_ids = await Promise.all(
        Array.from({ length: count }, async () => (await addLead(service.db, account.accountId)).id),
      );
      await account.request('post', `/campaigns/${campaign.id}/leads`).send({ lead_ids }).expect(200);
      if (enrolled === 0) await account.request('post', `/campaigns/${campaign.id}/start`).expect(200);
      await eventually(async () => {
        const { body } = await account.request('get', `/campaigns/${campaign.id}`);
        return body.campaign.counters.enrolled === enrolled + count ? true : undefined;
      });
    };
    await join(120, 0);
    await record('campaign-started', `campaign/${campaign.id}`);
    await join(2, 120);
    await record('campaign-joined-later', `campaign/${campaign.id}`);
  });

  it('functions, run by request and by the clock', async () => {
    const account = await service.account();
    const workflowId = await publishAgent(service.db, account.accountId, [
      { type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } },
    ]);
    const [lead] = await addEnrolledLeads(service.db, account.accountId, workflowId, 30);
    const source = "export default async function (ctx, svc) { await svc.tags.add(ctx.lead_id, ['seen']); }";
    const { body } = await account.request('post', '/cloud-functions').send({ name: 'Tag', source }).expect(201);
    const id = body.function.id as string;
    const made = await account.request('post', `/cloud-functions/${id}/run`).send({ ctx: { lead_id: lead?.id } });
    await record('function-run-dry', `function-run/${made.body.run.id}`);
    await account
      .request('put', `/cloud-functions/${id}/schedule`)
      .send({ cron_expression: '@yearly', leads_query: { where: [] }, max_leads: 30 })
      .expect(200);
    const schedule = service.client.schedule.getHandle(`function-schedule/${id}`);
    await eventually(() => schedule.describe().catch(() => undefined));
    await schedule.trigger('ALLOW_ALL');
    const fired = await eventually(async () => (await schedule.describe()).info.recentActions[0]);
    await record('function-fire-on-schedule', fired.action.workflow.workflowId);
    await account.request('delete', `/cloud-functions/${id}/schedule`).expect(204);
  });

  it('a conversation that waits for more before it is answered', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const ai = { enabled: true, debounce_seconds: { email: 2 } };
    const steps = [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }];
    const made = await account
      .request('post', '/workflows')
      .send({ name: 'Talks', cadence: { steps }, ai })
      .expect(201);
    await account.request('post', `/workflows/${made.body.workflow.id}/publish`).send({}).expect(201);
    const lead = await addLead(service.db, account.accountId);
    const hook = await addHook(account);
    const mail = { type: 'reply', from: lead.email, subject: 'Hello', text: 'Hello' };
    for (const n of [1, 2]) await post(service, hook, { ...mail, event_id: `evt-${n}` }).expect(200);
    const conversation = await eventually(() =>
      service.db('conversations').where({ account_id: account.accountId }).first(),
    );
    await record('conversation-answered', `conversation/${conversation.id}`);
  });

  it.each([
    ['in a while', 1, 'conversation-thought'],
    ['at once', 0, 'conversation-thought-at-once'],
  ])(
    'a conversation that a model answers %s',
    async (_when, email, name) => {
      const account = await service.account();
      await addSender(service.db, account.accountId);
      models.play([{ text: 'Hello, how can I help you?' }]);
      const model = { key: 'tiny', base_url: models.url, model: 'tiny-1' };
      await account.request('post', '/models').send(model).expect(201);
      const ai = { enabled: true, model: 'tiny', debounce_seconds: { email } };
      const steps = [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }];
      const made = await account
        .request('post', '/workflows')
        .send({ name: 'Talks', cadence: { steps }, ai })
        .expect(201);
      await account.request('post', `/workflows/${made.body.workflow.id}/publish`).send({}).expect(201);
      const lead = await addLead(service.db, account.accountId);
      const hook = await addHook(account);
      const mail = { type: 'reply', from: lead.email, subject: 'Hello', text: 'Hello', event_id: 'evt-1' };
      await post(service, hook, mail).expect(200);
      const conversation = await eventually(() =>
        service.db('conversations').where({ account_id: account.accountId }).first(),
      );
      await record(name, `conversation/${conversation.id}`);
    },
    60_000,
  );

  it('a look at Meta’s templates', async () => {
    const account = await service.account({ country: 'ES' });
    const number = {
      phone_number: '+34600111222',
      provider: 'meta_cloud',
      provider_phone_number_id: '100',
      waba_id: '200',
      access_token: META_TOKEN,
    };
    const { body } = await account.request('post', '/whatsapp-numbers').send(number).expect(201);
    await record('template-sync', `template-sync/${body.whatsapp_number.id}`);
  });

  it('messages that are held and cancelled, and an import that is cancelled', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const lead = await addLead(service.db, account.accountId);
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const message = { lead_id: lead.id, channel: 'email', subject: 'Hello', content: 'Hi', send_at };
    const { body } = await account.request('post', '/messages').send(message).expect(202);
    await record('message-waiting', `message/${body.message_id}`, { finished: false });
    await account.request('post', `/messages/${body.message_id}/cancel`).expect(200);
    await record('message-cancelled', `message/${body.message_id}`);

    const rows = Array.from({ length: 3_000 }, (_, n) => `Ada,bea${n}@example.com`).join('\n');
    const made = await account
      .request('post', '/leads/import')
      .set('Content-Type', 'text/csv')
      .send(`first_name,email\n${rows}\n`)
      .expect(202);
    await account.request('post', `/imports/${made.body.import.id}/cancel`).expect(200);
    await record('import-cancelled', `import/${made.body.import.id}`);
  });
});
