import { describe, expect, it } from '@jest/globals';
import { insertSuppression } from '../../db/leads/suppressions.js';
import type { MeetingRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import type { Hold } from '../../domain/facts.js';
import { advanceBooking } from '../../services/meetings/advance-booking.js';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import { recordNotice } from '../../services/meetings/notices.js';
import { advanceMessage, type ClaimedMessage, recordMessageOutcome } from '../../services/messages/advance.js';
import { readRequest } from '../../services/messages/request.js';
import type { SendDependencies } from '../../services/messages/send.js';
import { addNumber, addSender, openWindow } from '../support/agents.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { addHost, addMeeting, addMeetingType } from '../support/meeting-rows.js';
import { addLead, eventKinds } from '../support/messaging.js';

const DAY_MS = 86_400_000;
const api = useApi();
const meetingLinks = createMeetingLinks([TEST_SECRET], 'http://las.test');

async function createFixture({
  per_day = null,
  reminders = [],
}: {
  per_day?: number | null;
  reminders?: object[];
} = {}) {
  const { accountId } = await api.account();
  const senderId = await addSender(api.db, accountId);
  await api.db('email_senders').where({ account_id: accountId }).update({ per_day });
  const host = await addHost(api.db, accountId);
  const type = await addMeetingType(api.db, accountId, { reminders: JSON.stringify(reminders) });
  await addNumber(api.db, accountId);
  return {
    senderId,
    async meeting() {
      const lead = await addLead(api.db, accountId, { phone: '+34600111222' });
      const startsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3 * DAY_MS);
      return addMeeting(api.db, lead, { host_id: host.id, meeting_type_id: type.id, starts_at: startsAt });
    },
    /** Looks at a meeting, and has its mail accepted where one is due. */
    async look(meetingId: string, now: Date, held?: Hold) {
      const found = await api.db.transaction((tx) =>
        advanceBooking(openWork(tx, now), meetingId, { meetingLinks, heldBack: async () => held }),
      );
      if (found.kind === 'send') {
        const outcome = { kind: 'accepted' as const, providerMessageId: found.send.messageId };
        await api.db.transaction((tx) => recordNotice(openWork(tx, now), found.send, outcome));
      }
      return found;
    },
    noticesOf: (meetingId: string) => api.db('meeting_notices').where({ meeting_id: meetingId }),
    messageOf: async (meetingId: string) => {
      const notice = (await api.db('meeting_notices').where({ meeting_id: meetingId }).first())!;
      return { ...(await api.db('messages').where({ id: notice.message_id! }).first()), attempts: notice.attempts };
    },
  };
}

/** A meeting whose WhatsApp reminder was handed over and has not left. */
async function reminded() {
  const made = await createFixture({ reminders: [{ minutes_before: 60, channel: 'whatsapp' }] });
  const meeting = await made.meeting();
  const due = new Date(meeting.starts_at.getTime() - 3_600_000);
  await openWindow(api.db, { id: meeting.lead_id, account_id: meeting.account_id }, due);
  expect((await made.look(meeting.id, new Date())).kind).toBe('send');
  await made.look(meeting.id, due);
  const change = (changes: Partial<MeetingRow>) => api.db('meetings').where({ id: meeting.id }).update(changes);
  const reminders = () =>
    api.db('messages').where({ lead_id: meeting.lead_id, channel: 'whatsapp' }).orderBy('id').pluck('status');
  expect(await reminders()).toEqual(['queued']);
  return { ...made, meeting, due, change, reminders };
}

describe('an invitation', () => {
  it('that can’t be sent any more is reported, unless the booking reported it', async () => {
    const { look, meeting } = await createFixture();
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

  it('goes to no address that is suppressed, and to the lead’s own where that one is not', async () => {
    const { look, meeting, messageOf, noticesOf } = await createFixture();
    const suppress = ({ account_id: accountId }: MeetingRow, address: string | null) =>
      insertSuppression(api.db, new Date(), { accountId, channel: 'email', address: address ?? '', reason: 'bounce' });
    const booked = await meeting();
    const { id } = booked;
    await suppress(booked, booked.attendee_email);
    await api.db('leads').where({ id: booked.lead_id }).update({ email: 'corrected@example.com' });
    expect(await look(id, new Date())).toMatchObject({
      send: { prepared: { email: { to: { address: 'corrected@example.com' } } } },
    });
    expect(await messageOf(id)).toMatchObject({ status: 'sent', to_address: 'corrected@example.com' });

    const other = await meeting();
    await suppress(other, other.attendee_email);
    expect((await look(other.id, new Date())).kind).toBe('waiting');
    expect(await noticesOf(other.id)).toMatchObject([{ skipped: 'suppressed' }]);

    const moved = await meeting();
    await api.db('leads').where({ id: moved.lead_id }).update({ email: 'returned@example.com' });
    await suppress(moved, 'returned@example.com');
    expect(await look(moved.id, new Date())).toMatchObject({
      send: { prepared: { email: { to: { address: moved.attendee_email } } } },
    });
  });

  it('waits where its sender may send no more today, and leaves the day after', async () => {
    const { look, meeting, messageOf } = await createFixture({ per_day: 1 });
    const [first, second] = [await meeting(), await meeting()];
    const now = new Date();
    expect((await look(first.id, now)).kind).toBe('send');
    const waits = await look(second.id, now);
    expect(waits.kind).toBe('waiting');
    const held = await messageOf(second.id);
    expect(held).toMatchObject({ status: 'queued', hold_reason: 'sender_throttle', claim_no: 0, attempts: 0 });
    expect(waits).toMatchObject({ sleepUntil: held.hold_until!.toISOString() });
    expect(await api.db('meetings').where({ id: second.id }).first()).toMatchObject({ invitation_status: 'none' });
    expect((await look(second.id, held.hold_until!)).kind).toBe('send');
    expect(await messageOf(second.id)).toMatchObject({ status: 'sent', hold_reason: null, claim_no: 1, attempts: 1 });
  });

  it('waits while its sender’s provider fails, for as long as it takes', async () => {
    const { look, meeting, messageOf } = await createFixture();
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

describe('a notice that waits', () => {
  it('is taken back by email once the meeting is cancelled', async () => {
    const { look, meeting, messageOf, noticesOf } = await createFixture({ per_day: 1 });
    const [first, second] = [await meeting(), await meeting()];
    const now = new Date();
    await look(first.id, now);
    expect((await look(second.id, now)).kind).toBe('waiting');
    await api.db('meetings').where({ id: second.id }).update({ status: 'cancelled', cancelled_at: now });
    expect((await look(second.id, now)).kind).toBe('ended');
    expect(await messageOf(second.id)).toMatchObject({ status: 'cancelled', hold_reason: null, hold_until: null });
    expect(await noticesOf(second.id)).toMatchObject([{ notice_key: 'invitation', skipped: 'overtaken' }]);
  });

  it('is reverted on WhatsApp, too, and written again for a meeting that was moved there and back', async () => {
    const { look, meeting, due, change, reminders } = await reminded();
    const known = new Date(due.getTime() - 2_000);
    const away = new Date(meeting.starts_at.getTime() + DAY_MS);
    await change({ starts_at: away, rescheduled_at: known });
    await look(meeting.id, due);
    expect(await reminders()).toEqual(['cancelled']);
    await change({ starts_at: meeting.starts_at, rescheduled_at: new Date(known.getTime() + 1_000) });
    await look(meeting.id, due);
    await look(meeting.id, due);
    expect(await reminders()).toEqual(['cancelled', 'queued']);
    await change({ status: 'cancelled', cancelled_at: due });
    await look(meeting.id, due);
    expect(await reminders()).toEqual(['cancelled', 'cancelled']);
  });

  it('is taken back, too, when it was on its way at the cancellation and its provider refuses it for now', async () => {
    const { look, meeting, due, change, reminders } = await reminded();
    const { id } = (await api.db('messages').where({ lead_id: meeting.lead_id, channel: 'whatsapp' }).first())!;
    await api.db('messages').where({ id }).update({ status: 'sending', claim_no: 1, claimed_at: due });
    await change({ status: 'cancelled', cancelled_at: due });
    await look(meeting.id, due);
    expect(await reminders()).toEqual(['sending']);
    const message = await api.db('messages').where({ id }).first();
    const request = readRequest((await api.db('outgoing_messages').where({ message_id: id }).first())!);
    const claimed = {
      messageId: id,
      claimNo: 1,
      claimedAt: due,
      accountId: meeting.account_id,
      leadId: meeting.lead_id,
      message,
      request,
      sentBefore: false,
      tryOf: id,
      prepared: { channel: 'whatsapp', sender: { id: message?.sender_id } },
    } as ClaimedMessage;
    const refusal = { kind: 'refused_retry', code: 'busy', message: 'Later.' } as const;
    await api.db.transaction((tx) => recordMessageOutcome(openWork(tx, due), claimed, refusal));
    expect(await reminders()).toEqual(['held']);
    const woken = await api.db('outbox').where({ workflow_id: `booking/${meeting.id}` });
    expect(woken.map(({ args }) => JSON.parse(args).wake)).toEqual(['a reminder is refused']);
    await look(meeting.id, due);
    expect(await reminders()).toEqual(['cancelled']);
  });

  it('does not leave by WhatsApp once the meeting has begun', async () => {
    const { meeting, reminders } = await reminded();
    const { id } = (await api.db('messages').where({ lead_id: meeting.lead_id, channel: 'whatsapp' }).first())!;
    const found = await api.db.transaction((tx) =>
      advanceMessage(openWork(tx, meeting.starts_at), id, {} as SendDependencies),
    );
    expect(found).toEqual({ closed: true, status: 'cancelled' });
    expect(await api.db('messages').where({ id }).first()).toMatchObject({ failure_code: 'too_late' });
    expect(await reminders()).toEqual(['cancelled']);
  });
});

describe('a notice whose process said nothing more', () => {
  const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

  it('waits while it may still leave by email, and is unknown from then on', async () => {
    const { look, meeting, messageOf } = await createFixture();
    const { id } = await meeting();
    const now = new Date();
    expect((await look(id, now)).kind).toBe('send');
    const message = await messageOf(id);
    await api.db('messages').where({ id: message.id }).update({ status: 'sending', sent_at: null, provider: 'smtp' });
    const until = later(message.claimed_at!, 14_000);
    expect(await look(id, later(now, 6_000))).toMatchObject({ kind: 'waiting', sleepUntil: until.toISOString() });
    expect(await messageOf(id)).toMatchObject({ status: 'sending', claim_no: 1 });
    await look(id, until);
    expect(await messageOf(id)).toMatchObject({ status: 'unknown', claim_no: 2 });
  });

  it('waits while it may still leave by WhatsApp, and is unknown from then on', async () => {
    const { meeting, due } = await reminded();
    const { id } = (await api.db('messages').where({ lead_id: meeting.lead_id, channel: 'whatsapp' }).first())!;
    const claim = { status: 'sending', claim_no: 1, claimed_at: due, provider: 'meta_cloud' } as const;
    await api.db('messages').where({ id }).update(claim);
    const lookAt = (now: Date) =>
      api.db.transaction((tx) => advanceMessage(openWork(tx, now), id, {} as SendDependencies));
    const until = later(due, 14_000);
    expect(await lookAt(later(due, 6_000))).toMatchObject({ closed: false, plan: { sleepUntil: until.toISOString() } });
    expect(await api.db('messages').where({ id }).first()).toMatchObject({ status: 'sending', claim_no: 1 });
    expect(await lookAt(until)).toMatchObject({ closed: false, plan: { sleepUntil: null } });
    expect(await api.db('messages').where({ id }).first()).toMatchObject({ status: 'unknown', claim_no: 2 });
  });
});
