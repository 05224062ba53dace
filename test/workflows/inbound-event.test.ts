import { describe, expect, it } from '@jest/globals';
import { retryParked } from '../../db/outbox.js';
import { inboundWorkflowId } from '../../domain/flow/ids.js';
import { newId } from '../../runtime/ids.js';
import { parkEvent } from '../../services/inbound/process-event.js';
import { addHook, addLead, addMessage, post } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';
import { workOn } from '../support/work.js';

const service = useService();

/** The handle of the workflow of the account's one event, once the event was worked. */
async function worked(accountId: string) {
  const row = await eventually(() =>
    service.db('inbound_events').where({ account_id: accountId }).whereNotNull('processed_at').first(),
  );
  return service.client.workflow.getHandle(inboundWorkflowId(row.id));
}

describe('inboundEventWorkflow', () => {
  it('processes an accepted event: the lead’s reply is a message, and the run ends with the outcome', async () => {
    const account = await service.account();
    const hook = await addHook(account);
    const lead = await addLead(service.db, account.accountId);
    const message = await addMessage(service.db, lead, null, { status: 'unknown' });
    const event = { event_id: newId(), type: 'reply', in_reply_to: `<${message.id}@example.com>`, text: 'Yes!' };
    expect((await post(service, hook, event)).status).toBe(200);
    expect((await post(service, hook, event)).status).toBe(200);
    const handle = await worked(account.accountId);
    expect(await handle.result()).toEqual({ outcome: 'reply' });
    const received = await service.db('messages').where({ lead_id: lead.id, direction: 'inbound' });
    expect(received).toMatchObject([{ content: 'Yes!', in_reply_to: message.id }]);
    expect((await service.db('messages').where({ id: message.id }).first())!.status).toBe('sent');
  });

  it('processes a parked event again on an operator’s request', async () => {
    const account = await service.account();
    const hook = await addHook(account);
    await post(service, hook, { event_id: newId(), type: 'reply', from: `${newId()}@example.com`, text: 'Yes' });
    const handle = await worked(account.accountId);
    await handle.result();
    const { runId: first } = await handle.describe();
    const { id } = (await service.db('inbound_events').where({ account_id: account.accountId }).first())!;
    await service.db('inbound_events').where({ id }).update({ processed_at: null, outcome: null });
    expect(await parkEvent(workOn(service.db), id, 'SyntaxError')).toBe(true);
    const { id: parked } = (await service
      .db('outbox')
      .where({ workflow_id: inboundWorkflowId(id) })
      .first())!;
    expect(await retryParked(service.db, new Date(), parked)).toBe(true);
    await worked(account.accountId);
    expect((await handle.describe()).runId).not.toBe(first);
    expect(await service.db('inbound_events').where({ id }).first()).toMatchObject({ outcome: 'unmatched' });
    expect(await parkEvent(workOn(service.db), id, 'SyntaxError')).toBe(false);
  });

  it('carries ids only: neither addresses nor texts reach Temporal', async () => {
    const account = await service.account();
    const hook = await addHook(account);
    const lead = await addLead(service.db, account.accountId, { email: `needle-${newId()}@example.com` });
    await post(service, hook, { event_id: 'needle-event', type: 'reply', from: lead.email, text: 'needle text' });
    const handle = await worked(account.accountId);
    await handle.result();
    const history = Buffer.from(JSON.stringify(await handle.fetchHistory())).toString();
    const payloads = [...history.matchAll(/"data":"([^"]+)"/g)].map(([, data]) => Buffer.from(data ?? '', 'base64'));
    expect(payloads.length).toBeGreaterThan(0);
    expect(history + payloads.join('\n')).not.toContain('needle');
  });
});
