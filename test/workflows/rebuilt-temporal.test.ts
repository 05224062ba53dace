import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { wakeBooking } from '../../services/instructions/meetings.js';
import { rebuildOthers } from '../../services/operations/rebuild-others.js';
import { applyCallWebhook } from '../../services/rules/effects/call-webhook.js';
import { addSender, publishAgent } from '../support/agents.js';
import { addHost, addMeeting, addMeetingType } from '../support/meeting-rows.js';
import { addLead } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';
import { workOn } from '../support/work.js';

const service = useService();

describe('what Temporal has lost', () => {
  it('is there again after `rebuild-runs`: schedules, bookings, campaigns and requests to be made', async () => {
    const { db, client } = service;
    const account = await service.account();
    const { accountId } = account;
    await addSender(db, accountId);
    const agentId = await publishAgent(db, accountId, [
      { type: 'message', subject: 'Hi', content: 'Hello', delay: { type: 'after', amount: 3, unit: 'days' } },
    ]);
    const job = await account
      .request('post', '/background-jobs')
      .send({
        trigger_type: 'cron',
        cron_expression: '0 9 * * *',
        steps: [{ action: { type: 'add_note', params: { text: 'x' } } }],
      })
      .expect(201);
    const { campaign } = (
      await account
        .request('post', '/campaigns')
        .send({
          name: 'Spring',
          workflow_id: agentId,
          starts_at: new Date(Date.now() + 86_400_000).toISOString(),
        })
        .expect(201)
    ).body;
    await account.request('post', `/campaigns/${campaign.id}/start`).expect(200);
    const lead = await addLead(db, accountId);
    const host = await addHost(db, accountId);
    const reminders = JSON.stringify([{ minutes_before: 60, channel: 'email', template_id: null }]);
    const type = await addMeetingType(db, accountId, { reminders });
    const meeting = await addMeeting(db, lead, { host_id: host.id, meeting_type_id: type.id });
    await db.transaction(async (tx) => {
      const now = new Date();
      await wakeBooking(openWork(tx, now), meeting, 'made');
      const source = { kind: 'job' as const, id: job.body.data.id, executionId: job.body.data.id };
      const params = { url: 'https://nowhere.invalid/', body: '{}', headers: {}, secret_name: null, timeout_ms: 2_000 };
      const target = { account: { id: accountId }, leadId: lead.id } as never;
      const effect = { type: 'call_webhook', params, idempotency_key: `rebuilt/${lead.id}` } as never;
      await applyCallWebhook(openWork(tx, now), target, effect, source as never);
    });
    // From its first attempt on it waits for the next one.
    const delivery = await eventually(() =>
      db('job_deliveries').where({ account_id: accountId, status: 'queued' }).where('attempts', '>', 0).first(),
    );
    const ids = [`booking/${meeting.id}`, `campaign/${campaign.id}`, `webhook/${delivery.id}`];
    /** Returns when the present run of a workflow began; undefined while there is none. */
    const begunAs = async (id: string) =>
      client.workflow
        .getHandle(id)
        .describe()
        .then(({ runId }) => runId)
        .catch(() => undefined);
    const schedules = async () => {
      const found: string[] = [];
      for await (const { scheduleId } of client.schedule.list()) {
        if (scheduleId.includes(job.body.data.id)) found.push(scheduleId);
      }
      return found.length > 0 ? found : undefined;
    };
    const [scheduleId = ''] = await eventually(schedules);
    const first = new Map<string, string>();
    for (const id of ids) first.set(id, await eventually(() => begunAs(id)));

    await client.schedule.getHandle(scheduleId).delete();
    for (const id of ids) {
      const workflowExecution = { workflowId: id };
      await client.workflowService.deleteWorkflowExecution({ namespace: client.options.namespace, workflowExecution });
      await eventually(async () => ((await begunAs(id)) === undefined ? true : undefined));
    }

    for (let times = 0; times < 2; times += 1) {
      expect(await rebuildOthers(workOn(db), accountId)).toMatchObject({
        job_schedules: 1,
        bookings: 1,
        campaigns: 1,
        deliveries: 1,
      });
      await eventually(async () => ((await db('outbox').where({ account_id: accountId })).length ? undefined : true));
      await expect(client.schedule.getHandle(scheduleId).describe()).resolves.toMatchObject({ scheduleId });
      for (const id of ids) expect([id, await begunAs(id)]).toEqual([id, expect.any(String)]);
      for (const id of ids) expect(await begunAs(id)).not.toBe(first.get(id));
    }
  });
});
