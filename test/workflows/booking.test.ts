import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import type { LeadRow, MeetingRow } from '../../db/tables.js';
import { openWork } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { wakeBooking } from '../../services/instructions/meetings.js';
import { noShowMeeting } from '../../services/meetings/change-status.js';
import { rescheduleMeeting } from '../../services/meetings/reschedule.js';
import { addSender, openWindow } from '../support/agents.js';
import { addHost, addMeeting, addMeetingType } from '../support/meeting-rows.js';
import { addLead, eventKinds } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';

const service = useService();

async function createFixture(
  columns: Partial<MeetingRow> = {},
  reminders: object[] = [],
  leadColumns: Partial<LeadRow> = {},
) {
  const { db } = service;
  const account = await service.account();
  await addSender(db, account.accountId);
  const host = await addHost(db, account.accountId);
  const type = await addMeetingType(db, account.accountId, { reminders: JSON.stringify(reminders) });
  const lead = await addLead(db, account.accountId, leadColumns);
  const meeting = await addMeeting(db, lead, { host_id: host.id, meeting_type_id: type.id, ...columns });
  /** Has the workflow look, as the change that is made in the same transaction would. */
  const change = async (changes: Partial<MeetingRow>) => {
    const pending = await db.transaction(async (tx) => {
      const work = openWork(tx, new Date());
      if (Object.keys(changes).length > 0) await tx('meetings').where({ id: meeting.id }).update(changes);
      await wakeBooking(work, meeting, 'changed');
      return work.instructions();
    });
    service.dispatcher.offer(pending);
    await service.dispatcher.idle();
  };
  const mails = () => db('sandbox_deliveries').where({ account_id: account.accountId }).orderBy('id');
  const mail = (n: number) => eventually(async () => (await mails())[n]);
  const handle = service.client.workflow.getHandle(`booking/${meeting.id}`);
  const ended = () => service.resultOf(handle.workflowId);
  /** Moves the meeting so that what is said an hour before it is due after `seconds`. */
  const move = async (seconds: number): Promise<Date> => {
    const now = new Date();
    const startsAt = new Date(Math.ceil(now.getTime() / 1000 + seconds) * 1000 + 3_600_000);
    const endsAt = new Date(startsAt.getTime() + 1_800_000);
    await change({ starts_at: startsAt, ends_at: endsAt, rescheduled_at: now, sequence: 1 });
    return startsAt;
  };
  await change({});
  return { account, host, lead, meeting, change, move, mail, mails, handle, ended };
}

const calendarOf = (text: string) => {
  const root = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const event = root.getFirstSubcomponent('vevent') as ICAL.Component;
  return {
    method: root.getFirstPropertyValue('method'),
    uid: event.getFirstPropertyValue('uid'),
    sequence: event.getFirstPropertyValue('sequence'),
    start: new ICAL.Event(event).startDate.toJSDate(),
    organizer: String(event.getFirstPropertyValue('organizer')),
  };
};

const eventData = async (leadId: string, type: string): Promise<Record<string, unknown>[]> =>
  (await service.db('events').where({ lead_id: leadId, type }).orderBy('id')).map(({ data }) => JSON.parse(data));

describe('bookingWorkflow', () => {
  it('invites, tells a new time and a cancellation, each once, as one entry with rising numbers', async () => {
    const { meeting, host, lead, change, move, mail, mails, ended } = await createFixture();
    const invitation = await mail(0);
    expect(invitation).toMatchObject({ to_address: lead.email, subject: 'Invitation: Demo of the product' });
    expect(invitation.from_address).toContain('sales@example.com');
    expect(JSON.parse(invitation.headers)['Reply-To']).toBe(host.email);
    expect(invitation.body_text).toContain('http://las.test/m/');
    expect(calendarOf(invitation.calendar!)).toEqual({
      method: 'REQUEST',
      uid: meeting.id,
      sequence: 0,
      start: meeting.starts_at,
      organizer: `mailto:${host.email}`,
    });
    await change({});
    const startsAt = await move(86_400);
    const update = await mail(1);
    expect([update.subject, calendarOf(update.calendar!)]).toEqual([
      'New time: Demo of the product',
      { method: 'REQUEST', uid: meeting.id, sequence: 1, start: startsAt, organizer: `mailto:${host.email}` },
    ]);
    await change({ status: 'cancelled', cancelled_at: new Date(), sequence: 2 });
    const cancellation = await mail(2);
    expect([cancellation.subject, calendarOf(cancellation.calendar!).method]).toEqual([
      'Cancelled: Demo of the product',
      'CANCEL',
    ]);
    expect(await ended()).toEqual({ outcome: 'cancelled' });
    expect(await mails()).toHaveLength(3);
    expect((await eventKinds(service.db, lead.id)).filter((kind) => kind === 'message.sent')).toHaveLength(3);
    expect(await service.db('meetings').where({ id: meeting.id }).first()).toMatchObject({ invitation_status: 'sent' });
    expect(await service.db('messages').where({ lead_id: lead.id }).orderBy('id').select('type', 'status')).toEqual([
      { type: 'meeting_invitation', status: 'sent' },
      { type: 'meeting_update', status: 'sent' },
      { type: 'meeting_cancellation', status: 'sent' },
    ]);
  });

  it('has a new host invite under an id of its own, once the former invitation is taken back', async () => {
    const { account, host, lead, meeting, mail, mails, change } = await createFixture({ attendee_name: 'Ada' });
    const other = await addHost(service.db, account.accountId, { name: 'Otto', email: 'otto@example.com' });
    await mail(0);
    const busy = new Date(meeting.starts_at.getTime() + 86_400_000);
    const hand = async (from: { id: string }, day: number) => {
      const starts_at = new Date(busy.getTime() + day * 86_400_000);
      await addMeeting(service.db, lead, { host_id: from.id, starts_at, booking_workflow_id: null });
      const moved = await service.db.transaction(async (tx) => {
        const work = openWork(tx, new Date());
        const result = await rescheduleMeeting(work, {
          accountId: account.accountId,
          meetingId: meeting.id,
          origin: { kind: 'api', id: null },
          startsAt: starts_at.toISOString(),
          timezone: null,
          reason: null,
          keepHost: false,
          allowOutside: true,
        });
        return { result, pending: work.instructions() };
      });
      service.dispatcher.offer(moved.pending);
      expect(moved.result).toMatchObject({ outcome: 'done', changed: true });
      return starts_at;
    };
    const told = async (n: number) => {
      const { subject, calendar, to_address } = await mail(n);
      return { subject, to_address, ...calendarOf(calendar!) };
    };
    const former = { organizer: `mailto:${host.email}`, uid: meeting.id };
    const next = { organizer: 'mailto:otto@example.com', uid: `${meeting.id}-1` };
    const mine = { to_address: lead.email };
    const start = await hand(host, 0);
    expect(await told(1)).toEqual({
      ...mine,
      ...former,
      subject: 'New host: Demo of the product',
      method: 'CANCEL',
      sequence: 1,
      start: meeting.starts_at,
    });
    expect(await told(2)).toEqual({
      ...mine,
      ...next,
      subject: 'New time: Demo of the product',
      method: 'REQUEST',
      sequence: 1,
      start,
    });
    const back = await hand(other, 1);
    expect(await told(3)).toMatchObject({ ...next, method: 'CANCEL', sequence: 2, start });
    expect(await told(4)).toMatchObject({
      organizer: former.organizer,
      uid: `${meeting.id}-2`,
      method: 'REQUEST',
      sequence: 2,
      start: back,
    });
    await change({ status: 'cancelled', cancelled_at: new Date(), sequence: 3 });
    expect(await told(5)).toMatchObject({ uid: `${meeting.id}-2`, method: 'CANCEL', sequence: 3 });
    expect(await mails()).toHaveLength(6);
    const row = (await service.db('meetings').where({ id: meeting.id }).first())!;
    expect(JSON.parse(row.former_hosts!)).toMatchObject([{ host_id: host.id }, { host_id: other.id, name: 'Otto' }]);
    const data = await eventData(lead.id, 'meeting.rescheduled');
    expect(data.map(({ previous_host_id, host_id }) => [previous_host_id, host_id])).toEqual([
      [host.id, other.id],
      [other.id, host.id],
    ]);
  });

  it('reminds in time, and by the new time after a move', async () => {
    const reminders = [{ minutes_before: 60, channel: 'email', template_id: null }];
    const { meeting, lead, change, move, mail, handle, ended } = await createFixture({}, reminders);
    await mail(0);
    const soon = await move(2);
    expect((await mail(1)).subject).toBe('New time: Demo of the product');
    const reminder = await mail(2);
    expect([reminder.subject, reminder.calendar]).toEqual(['Reminder: Demo of the product', null]);
    expect(reminder.created_at.getTime()).toBeGreaterThanOrEqual(soon.getTime() - 3_600_000);
    await eventually(async () =>
      (await eventKinds(service.db, lead.id)).includes('meeting.reminder_sent') ? true : undefined,
    );
    // A machine that is slow may come to a reminder when it is due; the end of the meeting is waited for in any case.
    await eventually(async () => {
      const { events } = await handle.fetchHistory();
      return events?.some((event) => event.timerStartedEventAttributes) || undefined;
    });
    await change({ status: 'completed', settled_at: new Date() });
    expect(await ended()).toEqual({ outcome: 'completed' });
    expect(await service.db('meeting_notices').where({ meeting_id: meeting.id })).toHaveLength(3);
  });

  it('writes to a lead that did not come, once it is noted', async () => {
    const starts_at = new Date(Date.now() - 3_600_000);
    const { account, lead, meeting, mail, mails } = await createFixture({ starts_at });
    const noShow = { accountId: account.accountId, meetingId: meeting.id, origin: { kind: 'api', id: null } as const };
    const note = () =>
      service.db.transaction(async (tx) => {
        const work = openWork(tx, new Date());
        await noShowMeeting(work, { ...noShow, reason: null });
        return work.instructions();
      });
    service.dispatcher.offer(await note());
    expect(await mail(0)).toMatchObject({ to_address: lead.email, subject: 'We missed you: Demo of the product' });
    service.dispatcher.offer(await note());
    await service.dispatcher.idle();
    expect(await mails()).toHaveLength(1);
  });

  it('hands a WhatsApp reminder over as a message of its own, and passes it over where there is no number', async () => {
    const reminders = [{ minutes_before: 60, channel: 'whatsapp' }];
    const without = await createFixture({}, reminders);
    const withNumber = await createFixture({}, reminders, { phone: '+34600111222' });
    const now = new Date();
    await service.db('whatsapp_numbers').insert({
      id: newId(),
      account_id: withNumber.account.accountId,
      phone_number: '+34600999888',
      provider: 'sandbox',
      status: 'connected',
      quality_rating: 'GREEN',
      throughput_per_second: 80,
      is_default: true,
      created_at: now,
      updated_at: now,
    });
    await openWindow(service.db, { id: withNumber.lead.id, account_id: withNumber.account.accountId }, now);
    // Moved once all is there, so that no reminder is due before its booking or its number.
    for (const { move } of [without, withNumber]) await move(1);
    const reminderOf = ({ meeting }: typeof without) =>
      eventually(() =>
        service
          .db('meeting_notices')
          .where({ meeting_id: meeting.id })
          .where('notice_key', 'like', 'reminder/%')
          .first(),
      );
    expect(await reminderOf(without)).toMatchObject({ skipped: 'channel_not_configured', message_id: null });
    const { message_id } = await reminderOf(withNumber);
    const message = await eventually(() => service.db('messages').where({ id: message_id!, status: 'sent' }).first());
    expect(message).toMatchObject({ channel: 'whatsapp', to_address: '+34600111222' });
    expect(message.content).toContain('http://las.test/m/');
    expect(await eventKinds(service.db, withNumber.lead.id)).toContain('meeting.reminder_sent');
  });

  it('writes nothing to the lead of a silent booking, and passes over leads that opted out', async () => {
    const silent = await createFixture({ invite_lead: false });
    const out = await createFixture({}, [], { consent_email: 'opted_out' });
    await eventually(() => service.db('meeting_notices').where({ meeting_id: out.meeting.id }).first());
    for (const { change, ended } of [silent, out]) {
      await change({ status: 'cancelled', cancelled_at: new Date() });
      await ended();
    }
    expect(await silent.mails()).toEqual([]);
    expect(await out.mails()).toEqual([]);
    expect(await service.db('meeting_notices').where({ meeting_id: out.meeting.id })).toMatchObject([
      { notice_key: 'invitation', skipped: 'opted_out', message_id: null },
    ]);
  });

  it('carries ids only: no names, addresses or titles reach Temporal', async () => {
    const { change, mail, handle, ended } = await createFixture({
      title: 'needle title',
      attendee_name: 'needle name',
    });
    await mail(0);
    await change({ status: 'cancelled', cancelled_at: new Date() });
    await ended();
    const history = Buffer.from(JSON.stringify(await handle.fetchHistory())).toString();
    const payloads = [...history.matchAll(/"data":"([^"]+)"/g)].map(([, data]) => Buffer.from(data ?? '', 'base64'));
    expect(payloads.length).toBeGreaterThan(0);
    expect(history + payloads.join('\n')).not.toContain('needle');
  });
});
