import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addBlock, addHost, addType, at, meetingTools } from '../../support/meetings.js';
import { addLead, eventKinds } from '../../support/messaging.js';

const api = useApi();
const { createFixture: fixture, cellsOf, wakesOf } = meetingTools(api);

describe('the life of a meeting', () => {
  it('goes from scheduled over confirmed to completed, and tells of each step once', async () => {
    const { book, post, lead } = await fixture();
    const { id } = (await book()).body.meeting;
    const confirmed = await post(`/meetings/${id}/confirm`);
    expect(confirmed.body).toMatchObject({
      success: true,
      changed: true,
      meeting: {
        status: 'confirmed',
        confirmed_by_lead: true,
        host_name: 'Hanna Host',
        meeting_type: 'Discovery call',
      },
    });
    expect((await post(`/meetings/${id}/confirm`)).body.changed).toBe(false);
    const held = await post(`/meetings/${id}/complete`, { outcome_notes: 'Went well' });
    expect(held.body.meeting).toMatchObject({ status: 'completed', outcome_notes: 'Went well' });
    const corrected = await post(`/meetings/${id}/no_show`, { reason: 'Wrong one' });
    expect(corrected.body.meeting).toMatchObject({ status: 'no_show', no_show_reason: 'Wrong one' });
    const kinds = ['meeting.scheduled', 'meeting.confirmed', 'meeting.completed', 'meeting.no_show'];
    expect(await eventKinds(api.db, lead.id)).toEqual(kinds);
    expect(wakesOf(id)).toEqual([undefined, ...kinds.slice(1)]);
  });

  it('corrects what was settled for seven days only', async () => {
    const { book, post } = await fixture();
    const { id } = (await book()).body.meeting;
    await post(`/meetings/${id}/complete`);
    await api
      .db('meetings')
      .where({ id })
      .update({ settled_at: new Date(Date.now() - 8 * 86_400_000) });
    const late = await post(`/meetings/${id}/no_show`);
    expect([late.status, late.body.code]).toEqual([409, 'MEETING_NOT_MODIFIABLE']);
  });

  it('refuses what its status does not allow, and finds only what is the account’s own', async () => {
    const { book, post } = await fixture();
    const { id } = (await book()).body.meeting;
    await post(`/meetings/${id}/cancel`, { reason: 'Ill' });
    for (const verb of ['confirm', 'complete', 'no_show']) {
      const answer = await post(`/meetings/${id}/${verb}`);
      expect([answer.status, answer.body.code]).toEqual([409, 'MEETING_NOT_MODIFIABLE']);
    }
    const moved = await post(`/meetings/${id}/reschedule`, { starts_at: at('12:00') });
    expect([moved.status, moved.body.code]).toEqual([409, 'MEETING_NOT_MODIFIABLE']);
    expect((await post(`/meetings/${id}/cancel`)).body).toMatchObject({ changed: false });
    expect((await post(`/meetings/${newId()}/cancel`)).body.code).toBe('MEETING_NOT_FOUND');
    const other = await api.account();
    expect((await other.request('get', `/meetings/${id}`)).body.code).toBe('MEETING_NOT_FOUND');
  });

  it('a cancelled slot can be booked again under a new key; the old key shows the cancelled meeting', async () => {
    const { book, post } = await fixture();
    const first = await book({ idempotency_key: 'old' });
    const { id } = first.body.meeting;
    expect(await cellsOf(id)).toBe(6);
    const cancelled = await post(`/meetings/${id}/cancel`, { reason: 'Ill', notify_lead: false });
    expect(cancelled.body.meeting).toMatchObject({ status: 'cancelled', cancellation_reason: 'Ill' });
    expect(cancelled.body.meeting.cancelled_at).not.toBeNull();
    expect(await cellsOf(id)).toBe(0);
    const again = await book({ idempotency_key: 'new' });
    expect(again.status).toBe(201);
    const replayed = await book({ idempotency_key: 'old' });
    expect([replayed.status, replayed.body.meeting.id, replayed.body.meeting.status]).toEqual([200, id, 'cancelled']);
  });

  it('reports when a cancellation notifies no one, although that was requested', async () => {
    const { account, book, post } = await fixture();
    const cancelled = async (more: object, body: object) => {
      const { id } = (await book(more)).body.meeting;
      return (await post(`/meetings/${id}/cancel`, body)).body.warnings;
    };
    expect(await cancelled({}, { notify_lead: true })).toEqual(['lead_not_told']);
    const silent = (await addLead(api.db, account.accountId, { email: null, phone: '+34600111333' })).id;
    expect(await cancelled({ lead_id: silent, confirm: true }, { notify_lead: true })).toEqual(['lead_not_told']);
    expect(await cancelled({}, {})).toEqual([]);
    expect(await cancelled({ confirm: true }, { notify_lead: false })).toEqual([]);
    const { id } = (await book({ confirm: true, starts_at: at('12:00') })).body.meeting;
    await api.db('meetings').where({ id }).update({ invitation_status: 'sent' });
    expect((await post(`/meetings/${id}/cancel`, { notify_lead: true })).body.warnings).toEqual([]);
    expect((await post(`/meetings/${id}/cancel`, { notify_lead: true })).body).toMatchObject({
      changed: false,
      warnings: [],
    });
  });

  it('ends when its lead goes away, and its time is free', async () => {
    const { account, book, lead, newLead } = await fixture();
    const { id } = (await book()).body.meeting;
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    const row = await api.db('meetings').where({ id }).first();
    expect(row).toMatchObject({ status: 'cancelled', attendee_name: null, attendee_email: null, title: '' });
    expect((await book({ lead_id: await newLead() })).status).toBe(201);
    expect((await book({ starts_at: at('12:00') })).status).toBe(410);
  });
});

describe('a meeting that is over, but not marked as completed', () => {
  it('keeps neither its host nor its type from being removed', async () => {
    const { account, book, hostId, typeId } = await fixture();
    const { id } = (await book()).body.meeting;
    const remove = (path: string) => account.request('delete', path);
    for (const path of [`/hosts/${hostId}`, `/meeting-types/${typeId}`]) {
      expect((await remove(path)).body.code).toBe('IN_USE');
    }
    const now = Date.now();
    const past = { starts_at: new Date(now - 7_200_000), ends_at: new Date(now - 5_400_000) };
    await api.db('meetings').where({ id }).update(past);
    for (const path of [`/hosts/${hostId}`, `/meeting-types/${typeId}`]) await remove(path).expect(204);
  });

  it('is not cancelled when its lead goes away, and forgets an erased one all the same', async () => {
    const { account, book, lead } = await fixture();
    const { id } = (await book()).body.meeting;
    const now = Date.now();
    const past = { starts_at: new Date(now - 7_200_000), ends_at: new Date(now - 5_400_000) };
    await api.db('meetings').where({ id }).update(past);
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    expect(await api.db('meetings').where({ id }).first()).toMatchObject({
      status: 'scheduled',
      cancelled_at: null,
      attendee_name: null,
      attendee_email: null,
      title: '',
    });
    expect(await eventKinds(api.db, lead.id)).not.toContain('meeting.cancelled');
  });
});

describe('POST /meetings/{id}/reschedule', () => {
  it('schedules it again: the first start is kept, the lead has to confirm again, the old time is free', async () => {
    const { book, post, newLead } = await fixture();
    const { id } = (await book()).body.meeting;
    await post(`/meetings/${id}/confirm`);
    const moved = await post(`/meetings/${id}/reschedule`, { starts_at: at('10:15'), reason: 'Later' });
    expect(moved.body).toMatchObject({
      changed: true,
      meeting: {
        status: 'scheduled',
        confirmed_by_lead: false,
        starts_at: at('10:15'),
        ends_at: at('10:45'),
        original_starts_at: at('10:00'),
        reschedule_reason: 'Later',
      },
    });
    await post(`/meetings/${id}/reschedule`, { starts_at: at('14:00') });
    const read = await post(`/meetings/${id}/reschedule`, { starts_at: at('14:00') });
    expect(read.body).toMatchObject({ changed: false, meeting: { original_starts_at: at('10:00') } });
    expect((await api.db('meetings').where({ id }).first())!.sequence).toBe(2);
    expect((await book({ lead_id: await newLead(), starts_at: at('10:00') })).status).toBe(201);
    expect((await book({ lead_id: await newLead(), starts_at: at('14:00') })).status).toBe(409);
  });

  it('refuses a taken slot with alternatives, the past, and a date that is none', async () => {
    const { book, post, newLead } = await fixture();
    const { id } = (await book()).body.meeting;
    await book({ lead_id: await newLead(), starts_at: at('12:00') });
    const taken = await post(`/meetings/${id}/reschedule`, { starts_at: at('12:10') });
    expect([taken.status, taken.body.code, taken.body.success]).toEqual([409, 'SLOT_CONFLICT', false]);
    expect(taken.body.alternatives.length).toBeGreaterThan(0);
    expect(await cellsOf(id)).toBe(6);
    const past = await post(`/meetings/${id}/reschedule`, { starts_at: '2020-01-01T10:00:00Z' });
    expect([past.status, past.body.code]).toEqual([422, 'START_IN_PAST']);
    const none = await post(`/meetings/${id}/reschedule`, { starts_at: '2030-02-30T10:00:00Z' });
    expect([none.status, none.body.code]).toEqual([400, 'INVALID_DATE']);
  });

  it('keeps its host unless another may take it over', async () => {
    const { account, book, post, newLead } = await fixture();
    const other = await addHost(account, { name: 'Otto', email: 'otto@example.com' });
    const { id, host_id } = (await book()).body.meeting;
    await book({ lead_id: await newLead(), starts_at: at('12:00') });
    expect((await post(`/meetings/${id}/reschedule`, { starts_at: at('12:00') })).status).toBe(409);
    const handed = await post(`/meetings/${id}/reschedule`, { starts_at: at('12:00'), keep_host: false });
    expect(handed.body.meeting).toMatchObject({ host_id: other, organizer_email: 'otto@example.com' });
    expect(host_id).not.toBe(other);
  });

  it('hands a meeting to the host whom its type puts first', async () => {
    const { account, book, post, hostId, newLead } = await fixture();
    const [third, first, second] = [await addHost(account), await addHost(account), await addHost(account)];
    const hosts = [
      { host_id: hostId },
      { host_id: third, priority: 1, weight: 9 },
      { host_id: first, priority: 2, weight: 2 },
      { host_id: second, priority: 2, weight: 1 },
    ];
    const meeting_type_id = await addType(account, { assignment: 'fixed', hosts });
    const order = [first, second, third];
    for (const [n, expected] of order.entries()) {
      const { id } = (await book({ meeting_type_id, starts_at: at(`1${n}:00`) })).body.meeting;
      if (n === 0) await book({ meeting_type_id, starts_at: at('15:00'), lead_id: await newLead() });
      const handed = await post(`/meetings/${id}/reschedule`, { starts_at: at('15:00'), keep_host: false });
      expect(handed.body.meeting.host_id).toBe(expected);
    }
  });

  it('leaves none with a host who is not active any more', async () => {
    const { account, book, post, hostId } = await fixture();
    const other = await addHost(account, { name: 'Otto' });
    const { id } = (await book()).body.meeting;
    await account.request('patch', `/hosts/${hostId}`).send({ is_active: false }).expect(200);
    const kept = await post(`/meetings/${id}/reschedule`, { starts_at: at('12:00') });
    expect([kept.status, kept.body.code]).toEqual([409, 'OUTSIDE_AVAILABILITY']);
    const handed = await post(`/meetings/${id}/reschedule`, { starts_at: at('12:00'), keep_host: false });
    expect(handed.body.meeting.host_id).toBe(other);
  });

  it('is done once for a key in the body', async () => {
    const { book, post } = await fixture();
    const { id } = (await book()).body.meeting;
    const body = { starts_at: at('12:00'), idempotency_key: 'move' };
    const first = await post(`/meetings/${id}/reschedule`, body);
    await post(`/meetings/${id}/reschedule`, { starts_at: at('15:00') });
    const again = await post(`/meetings/${id}/reschedule`, body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const other = await post(`/meetings/${id}/reschedule`, { ...body, starts_at: at('13:00') });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('lists of meetings', () => {
  it('show a lead’s meetings by status, with the names next to the IDs', async () => {
    const { account, book, post, lead } = await fixture();
    const first = (await book()).body.meeting.id;
    const second = (await book({ starts_at: at('12:00') })).body.meeting.id;
    await post(`/meetings/${first}/cancel`);
    const of = async (query = '') =>
      (await account.request('get', `/leads/${lead.id}/meetings${query}`).expect(200)).body.meetings.map(
        ({ id }: { id: string }) => id,
      );
    expect(await of()).toEqual([second, first]);
    expect(await of('?status=cancelled,no_show')).toEqual([first]);
    expect(await of('?location_type=phone')).toEqual([]);
    expect((await account.request('get', `/leads/${lead.id}/meetings?status=gone`)).status).toBe(400);
    const all = await account.request('get', `/meetings?from=${at('11:00')}&to=${at('13:00')}&limit=1`);
    expect(all.body.meetings).toMatchObject([{ id: second, host_name: 'Hanna Host' }]);
    const [leadId] = [lead.id];
    expect((await account.request('get', '/leads?has_meeting=true')).body.leads).toMatchObject([{ id: leadId }]);
    const free = await addLead(api.db, account.accountId);
    expect((await account.request('get', '/leads?has_meeting=false')).body.leads).toMatchObject([{ id: free.id }]);
  });
});

describe('free slots and holds', () => {
  const slotsOf = async (account: Awaited<ReturnType<typeof api.account>>, query: string) =>
    (await account.request('get', `/meetings/availability?${query}`).expect(200)).body.slots;

  it('are the hours of the host less what is taken, on the clock that was asked for', async () => {
    const { account, book, hostId, typeId } = await fixture({ type: { slot_interval_minutes: 60 } });
    await addBlock(account, hostId, { kind: 'weekly', weekdays: ['mon'], starts: '09:00', ends: '12:00' });
    await addBlock(account, hostId, { kind: 'time_off', weekdays: ['mon'], starts: '11:00', ends: '11:30' });
    await book();
    const day = at('').slice(0, 10);
    const slots = await slotsOf(account, `meeting_type_id=${typeId}&from=${day}&to=${day}&timezone=Europe/Madrid`);
    expect(slots.map(({ starts_at }: { starts_at: string }) => starts_at)).toEqual([at('09:00')]);
    expect(slots[0].local_start).toMatch(/T1[01]:00:00\+0[12]:00$/);
    expect(slots[0]).toMatchObject({ host_id: hostId, host_ids: [hostId], host_name: 'Hanna Host' });
    const long = await account.request('get', `/meetings/availability?meeting_type_id=${typeId}&to=${at('10:00', 40)}`);
    expect([long.status, long.body.field]).toEqual([400, '/to']);
  });

  it('go to the host whose turn it is, or whom the lead knows', async () => {
    const { account, book, hostId, typeId, lead } = await fixture();
    const other = await addHost(account, { name: 'Otto' });
    await book();
    const query = `meeting_type_id=${typeId}&from=${at('14:00')}&to=${at('14:01')}`;
    expect((await slotsOf(account, query))[0]).toMatchObject({ host_id: other, host_ids: [other, hostId] });
    expect((await slotsOf(account, `${query}&lead_id=${lead.id}`))[0].host_id).toBe(hostId);
    expect((await slotsOf(account, `${query}&host_id=${hostId}`))[0].host_ids).toEqual([hostId]);
  });

  it('a hold keeps others out until it ends, and lets its holder in', async () => {
    const { post, book, hostId, typeId, newLead } = await fixture();
    const hold = { host_id: hostId, meeting_type_id: typeId, starts_at: at('10:00') };
    const held = await post('/meetings/holds', { ...hold, ttl_seconds: 60 });
    expect(held.status).toBe(201);
    const { id } = held.body.hold;
    expect((await post('/meetings/holds', hold)).body.code).toBe('SLOT_CONFLICT');
    const others = await book();
    expect([others.status, others.body.conflicts[0].type]).toEqual([409, 'hold']);
    expect((await book({ hold_id: newId() })).status).toBe(409);
    expect((await book({ hold_id: id })).status).toBe(201);
    expect(await api.db('slot_holds').where({ id })).toEqual([]);
    const next = { ...hold, starts_at: at('12:00') };
    const second = (await post('/meetings/holds', next)).body.hold.id;
    await api.db('slot_holds').where({ id: second }).update({ expires_at: new Date() });
    expect((await book({ lead_id: await newLead(), starts_at: at('12:00') })).status).toBe(201);
  });

  it('a hold keeps what it promised: the notice of then, and its place in the day', async () => {
    const notice = { minimum_notice_minutes: 60 * 24 * 3 };
    const { post, book, hostId, typeId, newLead } = await fixture({ host: { max_per_day: 1 }, type: notice });
    const hold = { host_id: hostId, meeting_type_id: typeId, starts_at: at('10:00') };
    const { id } = (await post('/meetings/holds', hold).expect(201)).body.hold;
    const full = await book({ lead_id: await newLead(), starts_at: at('15:00') });
    expect([full.status, full.body.code]).toEqual([409, 'HOST_DAILY_LIMIT']);
    // The notice ran out a minute ago; the hold is older.
    const late = { minimum_notice_minutes: Math.ceil((Date.parse(at('10:00')) - Date.now()) / 60_000) + 1 };
    await api
      .db('slot_holds')
      .where({ id })
      .update({ created_at: new Date(Date.now() - 120_000) });
    await api.db('meeting_types').where({ id: typeId }).update(late);
    expect((await book()).status).toBe(409);
    expect((await book({ hold_id: id })).status).toBe(201);
  });

  it('a hold that is none of this slot is named, and not used up', async () => {
    const { account, post, book, hostId, typeId, newLead } = await fixture();
    const hold = { host_id: hostId, meeting_type_id: typeId, starts_at: at('10:00') };
    const { id } = (await post('/meetings/holds', hold).expect(201)).body.hold;
    const longer = await addType(account, { duration_minutes: 60 });
    for (const more of [
      { hold_id: id, starts_at: at('12:00') },
      { hold_id: id, starts_at: at('12:00'), meeting_type_id: longer },
      { hold_id: id, host_id: await addHost(account, { name: 'Otto' }) },
      { hold_id: newId(), starts_at: at('12:00') },
    ]) {
      const answer = await book(more);
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([404, 'HOLD_NOT_FOUND', '/hold_id']);
    }
    const other = await book({ hold_id: id, meeting_type_id: longer });
    expect([other.status, other.body.conflicts[0]]).toMatchObject([409, { type: 'hold', id }]);
    expect((await book({ hold_id: id, lead_id: await newLead() })).status).toBe(201);
  });

  it('a hold can be let go, by its own account only', async () => {
    const { account, post, book, hostId, typeId } = await fixture();
    const held = await post('/meetings/holds', { host_id: hostId, meeting_type_id: typeId, starts_at: at('10:00') });
    const path = `/meeting-holds/${held.body.hold.id}`;
    expect((await (await api.account()).request('delete', path)).body.code).toBe('HOLD_NOT_FOUND');
    expect((await account.request('delete', path)).status).toBe(204);
    expect((await book()).status).toBe(201);
  });
});
