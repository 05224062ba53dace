import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../../db/work.js';
import { newId } from '../../../runtime/ids.js';
import { advanceBooking } from '../../../services/meetings/advance-booking.js';
import { createMeetingLinks } from '../../../services/meetings/meeting-links.js';
import { addSender } from '../../support/agents.js';
import { TEST_SECRET, type TestAccount, useApi } from '../../support/api.js';
import { claimedRun } from '../../support/claims.js';
import { addHost, addMeeting, addMeetingType } from '../../support/meeting-rows.js';
import { addHook, addLead, post, workInbound } from '../../support/messaging.js';

const api = useApi();
const DAY_MS = 86_400_000;
const HELD = { status: 'held', hold_reason: 'provider_backoff', hold_until: new Date(Date.now() + DAY_MS) } as const;

const messageOf = async (account: TestAccount, id: string) =>
  (await account.request('get', `/messages/${id}`).expect(200)).body.message;

/** A message of its own that its sender's limit holds. */
async function heldMessage() {
  const account = await api.account();
  const senderId = await addSender(api.db, account.accountId);
  await api.db('email_senders').where({ id: senderId }).update({ per_day: 1 });
  const lead = await addLead(api.db, account.accountId);
  const send = async () => {
    const ask = { lead_id: lead.id, channel: 'email', subject: 'Hello', content: 'Hi' };
    return (await account.request('post', '/messages').send(ask).expect(202)).body.message_id as string;
  };
  const id = await send();
  await api.db('messages').where({ id }).update(HELD);
  return { account, lead, id };
}

describe('a held message that never leaves tells of no hold any more', () => {
  it('once its lead is deleted', async () => {
    const { account, lead, id } = await heldMessage();
    await account.request('delete', `/leads/${lead.id}`).expect(204);
    expect(await messageOf(account, id)).toMatchObject({ status: 'cancelled', hold_reason: null, hold_until: null });
  });

  it('once its enrolment is stopped', async () => {
    const { account, runId, messageId } = await claimedRun(api);
    await api.db('messages').where({ id: messageId }).update(HELD);
    const ids = { filter: { workflow_run_ids: [runId] } };
    await account
      .request('post', '/workflow-runs/bulk')
      .send({ operation: 'stop', ...ids })
      .expect(200);
    expect(await messageOf(account, messageId)).toMatchObject({
      status: 'cancelled',
      hold_reason: null,
      hold_until: null,
    });
  });

  it('once what it tells of has begun', async () => {
    const account = await api.account();
    const senderId = await addSender(api.db, account.accountId);
    await api.db('email_senders').where({ id: senderId }).update({ per_day: 1 });
    const host = await addHost(api.db, account.accountId);
    const type = await addMeetingType(api.db, account.accountId);
    const lead = await addLead(api.db, account.accountId);
    const starts_at = new Date(Date.now() + 2 * DAY_MS);
    const { id } = await addMeeting(api.db, lead, { host_id: host.id, meeting_type_id: type.id, starts_at });
    const until = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const look = (now: Date) =>
      api.db.transaction((tx) =>
        advanceBooking(openWork(tx, now), id, {
          meetingLinks: createMeetingLinks([TEST_SECRET], 'http://las.test'),
          heldBack: async () => ({ reason: 'provider_backoff', until, detail: 'It fails.' }),
        }),
      );
    await look(new Date());
    const message_id = (await api.db('meeting_notices').where({ meeting_id: id }).first())?.message_id ?? '';
    expect((await messageOf(account, message_id)).hold_reason).toBe('provider_backoff');
    await look(starts_at);
    expect(await messageOf(account, message_id)).toMatchObject({
      status: 'cancelled',
      hold_reason: null,
      hold_until: null,
    });
  });

  it('once its provider tells that it had arrived all the same', async () => {
    const { account, messageId } = await claimedRun(api);
    const hook = await addHook(account);
    await api.db('messages').where({ id: messageId }).update(HELD);
    const told = { event_id: newId(), type: 'delivered', message_id: `<${messageId}@example.com>` };
    await post(api, hook, told);
    await workInbound(api.db, account.accountId);
    expect(await messageOf(account, messageId)).toMatchObject({
      status: 'delivered',
      hold_reason: null,
      hold_until: null,
    });
  });
});
