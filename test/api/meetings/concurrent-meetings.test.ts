import { describe, expect, it } from '@jest/globals';
import { lockMeetingById } from '../../../db/meetings/meeting-parties.js';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { OLD, useCalendarFixture } from '../../support/calendar-fixture.js';
import { concurrently } from '../../support/concurrent.js';
import { addBlock, addHost, at, meetingTools } from '../../support/meetings.js';
import { addMessage } from '../../support/messaging.js';

const api = useApi();
const { createFixture } = meetingTools(api);
const createCalendarFixture = useCalendarFixture(api);

describe('a meeting that is given to another host while it is moved', () => {
  it('goes by that host’s time, and takes it', async () => {
    const { account, book, post, newLead } = await createFixture();
    const { meeting } = (await book().expect(201)).body;
    const host_id = await addHost(account, { name: 'Otto Other', email: 'otto@example.com' });
    await book({ host_id, lead_id: await newLead(), starts_at: at('15:00') }).expect(201);
    const given = (starts_at: string) =>
      concurrently(
        api.db,
        async (tx) => {
          await tx('meeting_slots').where({ meeting_id: meeting.id }).update({ host_id });
          await tx('meetings').where({ id: meeting.id }).update({ host_id });
        },
        async () => (await post(`/meetings/${meeting.id}/reschedule`, { starts_at })).body,
      );
    expect((await given(at('15:00'))).code).toBe('SLOT_CONFLICT');
    await api.db('meeting_slots').where({ meeting_id: meeting.id }).update({ host_id: meeting.host_id });
    await api.db('meetings').where({ id: meeting.id }).update({ host_id: meeting.host_id });
    expect((await given(at('16:00'))).meeting).toMatchObject({ host_id, starts_at: at('16:00') });
    const cells = await api.db('meeting_slots').where({ meeting_id: meeting.id }).pluck('host_id');
    expect(new Set(cells)).toEqual(new Set([host_id]));
  });
});

describe('hours that are changed twice at once', () => {
  it('end after they begin, whichever change is the second', async () => {
    const { account, hostId } = await createFixture();
    const hours = { kind: 'weekly', weekdays: ['mon'], starts: '09:00', ends: '17:00' };
    const id = await addBlock(account, hostId, hours);
    const answer = await concurrently(
      api.db,
      (tx) => tx('availability_blocks').where({ id }).update({ starts: '13:00' }),
      async () => account.request('patch', `/availability-blocks/${id}`).send({ ends: '12:00' }),
    );
    expect([answer.status, answer.body.field]).toEqual([400, '/ends']);
  });
});

describe('a meeting type', () => {
  it('lists no host who is being deleted, because the meeting would have no host', async () => {
    const { account, hostId, post } = await createFixture();
    const type = { name: 'Visit', duration_minutes: 30, hosts: [{ host_id: hostId }] };
    const answer = await concurrently(
      api.db,
      (tx) => tx('hosts').where({ id: hostId }).delete(),
      async () => post('/meeting-types', type),
    );
    expect(answer.body.code).toBe('HOST_NOT_FOUND');
    expect(await api.db('meeting_type_hosts').where({ account_id: account.accountId })).toEqual([]);
  });
});

describe('what was said in a meeting', () => {
  it('is not kept once its lead is erased, nor while it is', async () => {
    const { account, lead, post } = await createFixture();
    const external_event_id = newId();
    const recorded = { title: 'M', starts_at: at('15:00'), duration_minutes: 30, external_event_id };
    await post('/meetings', { ...recorded, lead_id: lead.id }).expect(201);
    const note = { calendar_event_id: external_event_id, notes: 'Kept for nobody' };
    const meanwhileErased = await concurrently(
      api.db,
      (tx) => tx('leads').where({ id: lead.id }).update({ erased_at: new Date() }),
      async () => post('/meeting-notes', note),
    );
    expect(meanwhileErased.body.code).toBe('LEAD_ERASED');
    await api.db('leads').where({ id: lead.id }).update({ erased_at: null });
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    expect((await post('/meeting-notes', note)).body.code).toBe('LEAD_ERASED');
    expect(await api.db('meeting_notes').where({ lead_id: lead.id })).toEqual([]);
  });
});

describe('a mail about a meeting that is claimed while its lead is erased', () => {
  it('keeps nothing of the lead, though the meeting was cancelled before', async () => {
    const { account, lead, book, post } = await createFixture();
    const { meeting } = (await book().expect(201)).body;
    await post(`/meetings/${meeting.id}/cancel`).expect(200);
    const erased = await concurrently(
      api.db,
      (tx) => lockMeetingById(tx, meeting.id),
      async () => account.request('post', `/leads/${lead.id}/erase`),
      (tx) => addMessage(tx, lead, null, { type: 'meeting_cancellation', status: 'sent' }),
    );
    expect(erased.status).toBe(200);
    const kept = await api.db('messages').where({ lead_id: lead.id });
    expect(kept.map(({ to_address, content }) => [to_address, content])).toEqual([[null, null]]);
  });
});

describe('an entry that is gone from its host’s calendar', () => {
  it('ignores a meeting that is being changed, because its entry is written again', async () => {
    const { connect, hostCalendar: fixture, row, failures, booked, hostId } = await createCalendarFixture();
    await connect();
    const id = await booked();
    fixture.objects.delete(`${OLD.url}${id}.ics`);
    await concurrently(
      api.db,
      (tx) => tx('meetings').where({ id }).update({ sync_status: 'pending' }),
      () => fixture.look(hostId),
    );
    expect([(await row(id)).sync_status, await failures()]).toEqual(['pending', 0]);
    await api.db('meetings').where({ id }).update({ sync_status: 'synced' });
    await fixture.look(hostId);
    expect([(await row(id)).sync_status, await failures()]).toEqual(['deleted_remotely', 1]);
  });
});
