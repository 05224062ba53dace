import { describe, expect, it } from '@jest/globals';
import type { Hold } from '../../domain/facts.js';
import { advanceBooking } from '../../services/booking-run.js';
import { createMeetingLinks } from '../../services/meeting-links.js';
import { recordNotice } from '../../services/meeting-notices.js';
import { addSender } from '../support/agents.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { addHost, addMeeting, addMeetingType } from '../support/meeting-rows.js';
import { addLead, eventKinds } from '../support/messaging.js';

const DAY_MS = 86_400_000;
const api = useApi();
const meetingLinks = createMeetingLinks([TEST_SECRET], 'http://las.test');

async function scene({ per_day = null }: { per_day?: number | null } = {}) {
  const { accountId } = await api.account();
  const senderId = await addSender(api.db, accountId);
  await api.db('email_senders').where({ account_id: accountId }).update({ per_day });
  const host = await addHost(api.db, accountId);
  const type = await addMeetingType(api.db, accountId);
  return {
    senderId,
    async meeting() {
      const lead = await addLead(api.db, accountId);
      const startsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3 * DAY_MS);
      return addMeeting(api.db, lead, { host_id: host.id, meeting_type_id: type.id, starts_at: startsAt });
    },
    /** Looks at a meeting, and has its mail accepted where one is due. */
    async look(meetingId: string, now: Date, held?: Hold) {
      const found = await api.db.transaction((tx) =>
        advanceBooking(tx, now, meetingId, { meetingLinks, heldBack: async () => held }),
      );
      if (found.kind === 'send') {
        const outcome = { kind: 'accepted' as const, providerMessageId: found.send.messageId };
        await api.db.transaction((tx) => recordNotice(tx, now, found.send, outcome));
      }
      return found;
    },
    messageOf: async (meetingId: string) => {
      const notice = await api.db('meeting_notices').where({ meeting_id: meetingId }).first();
      return { ...(await api.db('messages').where({ id: notice.message_id }).first()), attempts: notice.attempts };
    },
  };
}

describe('an invitation', () => {
  it('that can’t be sent any more is told of, unless the booking said so', async () => {
    const { look, meeting } = await scene();
    for (const [invitation_status, after, events] of [
      ['queued', 'failed', ['message.failed']],
      ['none', 'none', []],
    ] as const) {
      const { id, lead_id } = await meeting();
      await api.db('meetings').where({ id }).update({ invitation_status });
      await api.db('leads').where({ id: lead_id }).update({ consent_email: 'opted_out' });
      expect((await look(id, new Date())).kind).toBe('waiting');
      expect(await api.db('meetings').where({ id }).first()).toMatchObject({ invitation_status: after });
      expect(await eventKinds(api.db, lead_id)).toEqual(events);
    }
  });

  it('waits where its sender may send no more today, and leaves the day after', async () => {
    const { look, meeting, messageOf } = await scene({ per_day: 1 });
    const [first, second] = [await meeting(), await meeting()];
    const now = new Date();
    expect((await look(first.id, now)).kind).toBe('send');
    const waits = await look(second.id, now);
    expect(waits.kind).toBe('waiting');
    const held = await messageOf(second.id);
    expect(held).toMatchObject({ status: 'queued', hold_reason: 'sender_throttle', claim_no: 0, attempts: 0 });
    expect(waits).toMatchObject({ sleepUntil: held.hold_until.toISOString() });
    expect(await api.db('meetings').where({ id: second.id }).first()).toMatchObject({ invitation_status: 'none' });
    expect((await look(second.id, held.hold_until)).kind).toBe('send');
    expect(await messageOf(second.id)).toMatchObject({ status: 'sent', hold_reason: null, claim_no: 1, attempts: 1 });
  });

  it('waits while its sender’s provider fails, for as long as it takes', async () => {
    const { look, meeting, messageOf } = await scene();
    const { id } = await meeting();
    let now = new Date();
    for (let turn = 0; turn < 60; turn += 1) {
      const until = new Date(now.getTime() + 600_000);
      const hold: Hold = { reason: 'provider_backoff', until: until.toISOString(), detail: 'It fails.' };
      expect(await look(id, now, hold)).toMatchObject({ kind: 'waiting', sleepUntil: until.toISOString() });
      now = until;
    }
    expect(await messageOf(id)).toMatchObject({ status: 'queued', hold_reason: 'provider_backoff', attempts: 0 });
    expect((await look(id, now)).kind).toBe('send');
    expect(await messageOf(id)).toMatchObject({ status: 'sent', attempts: 1 });
  });
});
