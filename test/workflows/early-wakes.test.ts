import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import { completeDefinition } from '../../domain/cadence/complete.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { enrollLeads } from '../../services/agent-runs/enroll.js';
import { wakeMessage } from '../../services/instructions/messages.js';
import { addSender, publishAgent } from '../support/agents.js';
import { addLead } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';

const service = useService();

const ends = (workflowId: string) =>
  eventually(async () => {
    const { status } = await service.client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING' ? undefined : status.name;
  });

describe('what happens after a run was started and before a worker took up its first task', () => {
  it('is seen by a cadence that waits for it', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const hour = { type: 'after' as const, amount: 1, unit: 'hours' as const };
    const steps: CadenceStepRequest[] = [
      { key: 'reply', type: 'wait_until', any: ['message.received'], timeout: hour },
      { key: 'thanks', type: 'message', subject: 'Thanks', content: 'Hello' },
    ];
    const { exit } = completeDefinition({ name: 'Test', cadence: { steps } }, 'UTC');
    const rules = { exit: { ...exit, on_reply: 'continue' as const } };
    const agentId = await publishAgent(service.db, account.accountId, steps, rules);
    let runId = '';
    await service.replaceWorkers(async () => {
      const { body } = await account
        .request('post', '/leads')
        .send({ first_name: 'Ada', email: 'ada@example.com', workflow_id: agentId })
        .expect(201);
      runId = body.workflow_run.id;
      await service.dispatcher.idle();
      await service.reply(account.accountId, body.lead.id);
      await service.dispatcher.idle();
    });
    expect(await ends(`cadence/${runId}`)).toBe('COMPLETED');
    const sent = await service.db('sandbox_deliveries').where({ account_id: account.accountId }).pluck('subject');
    expect(sent).toEqual(['Thanks']);
  });

  it('is seen by a message that waits for its time', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const lead = await addLead(service.db, account.accountId, { email: 'ada@example.com' });
    let messageId = '';
    await service.replaceWorkers(async () => {
      const { body } = await account
        .request('post', '/messages')
        .send({
          lead_id: lead.id,
          channel: 'email',
          subject: 'Later',
          content: 'Hello',
          send_at: new Date(Date.now() + 3_600_000).toISOString(),
        })
        .expect(202);
      messageId = body.message_id;
      await service.dispatcher.idle();
      const now = new Date();
      await service.db('outgoing_messages').where({ message_id: messageId }).update({ due_at: now });
      const pending = await service.db.transaction(async (tx) => {
        const work = openWork(tx, now);
        await wakeMessage(work, { id: messageId, account_id: account.accountId, lead_id: lead.id }, 'test');
        return work.instructions();
      });
      service.dispatcher.offer(pending);
      await service.dispatcher.idle();
    });
    expect(await ends(`message/${messageId}`)).toBe('COMPLETED');
    expect(await service.db('sandbox_deliveries').where({ account_id: account.accountId })).toHaveLength(1);
  });
});

describe('a run that ends before Temporal has heard of it', () => {
  it('leaves no workflow that waits for its next step', async () => {
    const account = await service.account();
    const { accountId } = account;
    await addSender(service.db, accountId);
    const delay = { type: 'after' as const, amount: 30, unit: 'days' as const };
    const steps: CadenceStepRequest[] = [{ key: 'later', type: 'wait', delay }];
    const { exit } = completeDefinition({ name: 'Test', cadence: { steps } }, 'UTC');
    const rules = { exit: { ...exit, on_reply: 'stop' as const } };
    const agentId = await publishAgent(service.db, accountId, steps, rules);
    const lead = await addLead(service.db, accountId, { email: 'ada@example.com' });
    const { runId, instructions } = await service.db.transaction(async (tx) => {
      const work = openWork(tx, new Date());
      const [enrolled] = await enrollLeads(work, {
        accountId,
        accountTimezone: 'UTC',
        agentId,
        origin: { kind: 'api', id: 'test' },
        leads: [{ lead }],
      });
      // The process that wrote it hasn't sent it yet, and neither has the relay.
      await tx('outbox').update({ next_at: new Date(Date.now() + 3_600_000) });
      return { runId: enrolled?.outcome === 'enrolled' ? enrolled.run.id : '', instructions: work.instructions() };
    });
    await service.reply(accountId, lead.id);
    expect(await service.db('agent_runs').where({ id: runId }).first()).toMatchObject({ open_slot: null });
    await service.dispatcher.idle();
    service.dispatcher.offer(instructions);
    await service.dispatcher.idle();
    expect(await ends(`cadence/${runId}`)).toBe('COMPLETED');
  });
});
