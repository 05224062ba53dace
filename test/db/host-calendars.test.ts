import { describe, expect, it } from '@jest/globals';
import { CalendarFault } from '../../providers/calendar/provider.js';
import { newId } from '../../runtime/ids.js';
import { listAttention } from '../../services/operations/attention.js';
import { useApi } from '../support/api.js';
import { NEW, OLD, refusedLogin, useCalendarFixture } from '../support/calendar-fixture.js';
import { addMeeting } from '../support/meeting-rows.js';
import { addHost, at, nextMonday } from '../support/meetings.js';
import { addLead } from '../support/messaging.js';

const api = useApi();
const createFixture = useCalendarFixture(api);
const DAY_MS = 86_400_000;
/** The same entry at another time of its day. */
const movedTo = (text: string, from: string, to: string) => text.replaceAll(`T${from}`, `T${to}`);

describe('a host’s calendar that is changed for another one', () => {
  it('gets every meeting ahead, and the old server nothing any more', async () => {
    const { connect, booked, hostCalendar, row, failures, account, busy } = await createFixture();
    await connect();
    const [first, second] = [await booked(), await booked({ starts_at: at('12:00') })];
    hostCalendar.objects.set(
      `${OLD.url}private.ics`,
      hostCalendar.objects.get(`${OLD.url}${first}.ics`)?.replaceAll(first, 'private') ?? '',
    );
    await connect();
    expect(await busy()).toEqual([at('10:00')]);
    hostCalendar.calls.length = 0;
    await connect(NEW);
    expect(await busy()).toEqual([]);
    for (const id of [first, second]) {
      expect(await row(id)).toMatchObject({ sync_status: 'synced', external_calendar_id: NEW.url });
      expect(hostCalendar.objects.has(`${NEW.url}${id}.ics`)).toBe(true);
    }
    await account.request('post', `/meetings/${first}/cancel`).send({}).expect(200);
    await hostCalendar.follow(first);
    expect(hostCalendar.objects.has(`${NEW.url}${first}.ics`)).toBe(false);
    expect(hostCalendar.calls.filter(({ target }) => target.startsWith('https://old.'))).toEqual([]);
    expect(await failures()).toBe(0);
  });

  it('forgets a call to the old server that ends only after the change', async () => {
    const { connect, hostCalendar, row, account, hostId, lead } = await createFixture();
    await connect();
    const meeting = await addMeeting(api.db, lead, { host_id: hostId, invite_lead: false, sync_status: 'pending' });
    hostCalendar.during = () => account.request('put', `/hosts/${hostId}/calendar`).send(NEW).expect(200);
    await hostCalendar.follow(meeting.id);
    expect([...hostCalendar.objects.keys()]).toEqual([`${OLD.url}${meeting.id}.ics`, `${NEW.url}${meeting.id}.ics`]);
    expect(await row(meeting.id)).toMatchObject({ sync_status: 'synced', external_calendar_id: NEW.url });
  });
});

describe('a meeting in its host’s calendar', () => {
  it('is in no calendar once a host without one has taken it over', async () => {
    const { connect, booked, hostCalendar, row, account, hostId } = await createFixture();
    await connect();
    const id = await booked();
    const other = await addHost(account, { name: 'Other', email: 'other@example.com' });
    await booked({ lead_id: (await addLead(api.db, account.accountId)).id, starts_at: at('15:00') });
    const move = { starts_at: at('15:00'), keep_host: false };
    const moved = await account.request('post', `/meetings/${id}/reschedule`).send(move).expect(200);
    expect(moved.body.meeting).toMatchObject({
      host_id: other,
      former_hosts: [{ host_id: hostId, host_name: 'Hanna Host' }],
    });
    const nowhere = {
      sync_status: 'not_connected',
      organizer_connection_type: 'none',
      external_calendar_provider: 'internal',
      external_event_id: null,
      external_calendar_id: null,
    };
    expect(moved.body.meeting).toMatchObject(nowhere);
    await hostCalendar.follow(id);
    expect(hostCalendar.objects.has(`${OLD.url}${id}.ics`)).toBe(false);
    expect(await row(id)).toMatchObject({ ...nowhere, host_id: other, sync_error: null });
  });

  it('goes from one host’s calendar to the other’s', async () => {
    const { connect, booked, hostCalendar, row, account } = await createFixture();
    await connect();
    const other = await addHost(account, { name: 'Other', email: 'other@example.com' });
    await connect(NEW, other);
    const id = await booked();
    await booked({ lead_id: (await addLead(api.db, account.accountId)).id, starts_at: at('15:00') });
    const move = { starts_at: at('15:00'), keep_host: false };
    const moved = await account.request('post', `/meetings/${id}/reschedule`).send(move).expect(200);
    expect(moved.body.meeting).toMatchObject({ host_id: other, sync_status: 'pending', external_event_id: null });
    await hostCalendar.follow(id);
    expect([...hostCalendar.objects.keys()].filter((href) => href.includes(id))).toEqual([`${NEW.url}${id}.ics`]);
    expect(await row(id)).toMatchObject({ sync_status: 'synced', external_calendar_id: NEW.url });
  });

  /** A meeting that another host took over, whose former host's calendar fails. */
  async function takenOver(down: CalendarFault) {
    const { connect, booked, hostCalendar, row, account, failures } = await createFixture();
    await connect();
    const other = await addHost(account, { name: 'Other', email: 'other@example.com' });
    await connect(NEW, other);
    const id = await booked();
    await booked({ lead_id: (await addLead(api.db, account.accountId)).id, starts_at: at('15:00') });
    Object.assign(hostCalendar, { down, downAt: OLD.url });
    const move = { starts_at: at('15:00'), keep_host: false };
    await account.request('post', `/meetings/${id}/reschedule`).send(move).expect(200);
    /** Has the next try come at once. */
    const again = async () => {
      await api.db('calendar_entries').where({ meeting_id: id }).update({ next_at: null });
      await hostCalendar.follow(id);
    };
    await hostCalendar.follow(id);
    return { again, failures, meeting: () => row(id), stands: () => hostCalendar.objects.has(`${NEW.url}${id}.ics`) };
  }

  it('reaches its next host’s even if the former one’s rejects every sign-in', async () => {
    const { failures, meeting, stands } = await takenOver(refusedLogin());
    expect([stands(), await failures()]).toEqual([true, 1]);
    expect(await meeting()).toMatchObject({ sync_status: 'synced', sync_error: null, external_calendar_id: NEW.url });
  });

  it('reaches its next host’s after five tries at the former one’s, which does not answer', async () => {
    const down = new CalendarFault('unreachable', 'No answer.');
    const { again, failures, meeting, stands } = await takenOver(down);
    for (let tries = 2; tries < 5; tries += 1) await again();
    expect([stands(), (await meeting()).sync_status]).toEqual([false, 'failed']);
    await again();
    expect([stands(), (await meeting()).sync_status, await failures()]).toEqual([true, 'synced', 1]);
  });

  it('is written while the account sends nothing: only the mail waits', async () => {
    const { connect, hostCalendar, row, account, lead, hostId } = await createFixture();
    await connect();
    await api.db('accounts').where({ id: account.accountId }).update({ sending_enabled: false });
    const { id } = await addMeeting(api.db, lead, { host_id: hostId, sync_status: 'pending' });
    const waits = await hostCalendar.follow(id);
    expect(waits).toMatchObject({ plan: { action: 'sending is switched off' } });
    expect(hostCalendar.objects.has(`${OLD.url}${id}.ics`)).toBe(true);
    expect((await row(id)).sync_status).toBe('synced');
    expect(await api.db('messages').where({ account_id: account.accountId })).toEqual([]);
  });

  it('gets there however many lie ahead of a calendar that is connected', async () => {
    const { hostCalendar, account, lead, hostId } = await createFixture();
    const first = await addMeeting(api.db, lead, { host_id: hostId, invite_lead: false });
    const more = Array.from({ length: 500 }, () => newId()).map((id) => ({
      ...first,
      id,
      booking_workflow_id: `booking/${id}`,
    }));
    await api.db('meetings').insert(more);
    await account.request('put', `/hosts/${hostId}/calendar`).send(OLD).expect(200);
    await hostCalendar.look(hostId);
    const woken = await api
      .db('outbox')
      .where({ account_id: account.accountId })
      .where('args', 'like', '%the calendar answers%')
      .pluck('workflow_id');
    expect(new Set(woken)).toEqual(new Set([first, ...more].map(({ id }) => `booking/${id}`)));
  });

  it('has no event id there any more once it is cancelled', async () => {
    const { connect, booked, hostCalendar, row, account } = await createFixture();
    await connect();
    const id = await booked();
    await account.request('post', `/meetings/${id}/cancel`).send({}).expect(200);
    await hostCalendar.follow(id);
    expect(await row(id)).toMatchObject({
      status: 'cancelled',
      sync_status: 'synced',
      external_event_id: null,
      external_calendar_id: null,
    });
  });
});

describe('reading a host’s calendar', () => {
  it('ignores an entry that is written during the read', async () => {
    const { connect, hostCalendar, booked, row, failures, busy, account, hostId } = await createFixture();
    await connect();
    const moved = await booked();
    let late = '';
    hostCalendar.during = async () => {
      late = await booked({ starts_at: at('12:00') });
      await account
        .request('post', `/meetings/${moved}/reschedule`)
        .send({ starts_at: at('14:00') })
        .expect(200);
      await hostCalendar.follow(moved);
    };
    await hostCalendar.look(hostId);
    expect([(await row(late)).sync_status, (await row(moved)).sync_status]).toEqual(['synced', 'synced']);
    expect([await failures(), await busy()]).toEqual([0, []]);
  });

  it('reaches as far as a meeting type may offer', async () => {
    const { connect, hostCalendar, row, failures, busy, lead, hostId, booked } = await createFixture();
    const far = new Date(nextMonday().getTime() + 91 * 7 * DAY_MS);
    const meeting = await addMeeting(api.db, lead, { host_id: hostId, invite_lead: false, starts_at: far });
    await connect();
    expect((await row(meeting.id)).sync_status).toBe('synced');
    const near = await booked();
    const own = hostCalendar.objects.get(`${OLD.url}${meeting.id}.ics`) ?? '';
    hostCalendar.objects.set(`${OLD.url}private.ics`, own.replaceAll(meeting.id, 'private'));
    await hostCalendar.look(hostId);
    expect([(await row(meeting.id)).sync_status, (await row(near)).sync_status]).toEqual(['synced', 'synced']);
    expect([await failures(), await busy()]).toEqual([0, [far.toISOString()]]);
  });

  it('keeps the time free to which the owner moved a meeting, until its own calendar is written again', async () => {
    const { connect, hostCalendar, row, busy, hostId, booked, book, newLead } = await createFixture();
    await connect();
    const [moved, deleted] = [await booked(), await booked({ starts_at: at('12:00') })];
    const href = `${OLD.url}${moved}.ics`;
    const written = hostCalendar.objects.get(href) ?? '';
    hostCalendar.objects.set(href, movedTo(movedTo(written, '100000', '150000'), '103000', '153000'));
    hostCalendar.objects.delete(`${OLD.url}${deleted}.ics`);
    await hostCalendar.look(hostId);
    expect([(await row(moved)).sync_status, (await row(deleted)).sync_status]).toEqual([
      'out_of_date',
      'deleted_remotely',
    ]);
    expect(await busy()).toEqual([at('15:00')]);
    const refused = await book({ lead_id: await newLead(), starts_at: at('15:00') });
    expect([refused.status, refused.body.conflicts?.[0]?.type]).toEqual([409, 'calendar_busy']);

    const { password: _password, ...same } = OLD;
    await connect(same);
    expect([(await row(moved)).sync_status, (await row(deleted)).sync_status]).toEqual(['synced', 'synced']);
    expect([hostCalendar.objects.get(href), hostCalendar.objects.has(`${OLD.url}${deleted}.ics`)]).toEqual([
      written,
      true,
    ]);
    await hostCalendar.look(hostId);
    expect(await busy()).toEqual([]);
  });

  it('does not keep a meeting from being moved to where its owner put it', async () => {
    const { connect, hostCalendar, row, busy, hostId, account, booked } = await createFixture();
    await connect();
    const id = await booked();
    const href = `${OLD.url}${id}.ics`;
    hostCalendar.objects.set(
      href,
      movedTo(movedTo(hostCalendar.objects.get(href) ?? '', '100000', '150000'), '103000', '153000'),
    );
    await hostCalendar.look(hostId);
    await account
      .request('post', `/meetings/${id}/reschedule`)
      .send({ starts_at: at('15:00') })
      .expect(200);
    await hostCalendar.follow(id);
    await hostCalendar.look(hostId);
    expect([(await row(id)).sync_status, await busy()]).toEqual(['synced', []]);
  });
});

describe('a calendar that is slow or odd', () => {
  it('is not waited for by a booking while it is searched for, and gets the meeting once it is found', async () => {
    const { hostCalendar, row, account, hostId, booked } = await createFixture();
    await account.request('put', `/hosts/${hostId}/calendar`).send(OLD).expect(200);
    const found = Promise.withResolvers<void>();
    hostCalendar.searching = found.promise;
    const id = await booked();
    expect(await row(id)).toMatchObject({
      status: 'scheduled',
      sync_status: 'failed',
      sync_error: "The calendar couldn't be found in time.",
    });
    found.resolve();
    await hostCalendar.look(hostId);
    await hostCalendar.follow(id);
    expect(await row(id)).toMatchObject({ sync_status: 'synced', sync_error: null });
  });
});

describe('a calendar that can not be read any more', () => {
  it('is reported once, appears on the attention list with the meetings that differ in it, and warns bookings', async () => {
    const { connect, hostCalendar, booked, book, newLead, account, hostId } = await createFixture();
    await connect();
    const [deleted, unwritten] = [await booked(), await booked({ starts_at: at('12:00') })];
    hostCalendar.objects.delete(`${OLD.url}${deleted}.ics`);
    await hostCalendar.look(hostId);
    hostCalendar.down = refusedLogin();
    await hostCalendar.look(hostId);
    await hostCalendar.look(hostId);
    await account
      .request('post', `/meetings/${unwritten}/reschedule`)
      .send({ starts_at: at('14:00') })
      .expect(200);
    await hostCalendar.follow(unwritten);
    const events = async () =>
      (await api.db('events').where({ account_id: account.accountId, type: 'calendar.sync_failed' })).map(({ data }) =>
        JSON.parse(data),
      );
    expect(await events()).toEqual([{ host_id: hostId, reason: 'auth_failed' }]);
    const attention = async () =>
      (await listAttention(api.db, new Date(), account.accountId)).map(({ id, detail }) => [id, detail]);
    expect(await attention()).toEqual([
      [hostId, 'auth_failed: The calendar server rejected the user name or password.'],
      [deleted, 'deleted_remotely'],
      [unwritten, 'failed: The calendar server rejected the user name or password.'],
    ]);
    const warned = await book({ lead_id: await newLead(), starts_at: at('16:00') }).expect(201);
    expect(warned.body.warnings).toContain('calendar_sync_failed');

    hostCalendar.down = undefined;
    await connect();
    expect([await attention(), (await events()).length]).toEqual([[], 1]);
    const calm = await book({ lead_id: await newLead(), starts_at: at('17:00') });
    expect([calm.status, calm.body.warnings.includes('calendar_sync_failed')]).toEqual([201, false]);
  });
});
