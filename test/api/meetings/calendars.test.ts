import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import supertest from 'supertest';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addMeeting, addHost as hostRow } from '../../support/meeting-rows.js';
import { addHost, createMeetingFixture } from '../../support/meetings.js';
import { addLead } from '../../support/messaging.js';

const api = useApi();
const CALENDAR = { provider: 'caldav', url: 'https://dav.example.com/', user: 'hugo', password: 'hunter2' };

const connect = (account: TestAccount, hostId: string, body: object = CALENDAR) =>
  account.request('put', `/hosts/${hostId}/calendar`).send(body);

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));

/** A host with three meetings: one long ago, one ahead, one cancelled. */
async function hostWithMeetings(account: TestAccount) {
  const host = await hostRow(api.db, account.accountId, { name: 'Hugo "H" Host' });
  const lead = await addLead(api.db, account.accountId);
  const ahead = await addMeeting(api.db, lead, { host_id: host.id });
  await addMeeting(api.db, lead, { host_id: host.id, starts_at: new Date(Date.now() - 90 * 86_400_000) });
  await addMeeting(api.db, lead, { host_id: host.id, status: 'cancelled' });
  return { host, lead, ahead };
}

describe('PUT /hosts/{id}/calendar', () => {
  it('keeps the password sealed, never answers it, and has the calendar looked at', async () => {
    const account = await api.account();
    const hostId = await addHost(account);
    const answer = await connect(account, hostId);
    expect(answer.status).toBe(200);
    expect(answer.body.calendar).toMatchObject({ host_id: hostId, status: 'pending', url: CALENDAR.url, user: 'hugo' });
    expect(answer.text).not.toContain('hunter2');
    const row = (await api.db('calendar_connections').where({ host_id: hostId }).first())!;
    expect(row.password).toMatch(/^v1\./);
    expect(api.dispatched.at(-1)).toMatchObject({
      workflowId: `calendar-sync/${hostId}`,
      args: { workflow: 'calendarSyncWorkflow', input: { hostId } },
    });
  });

  it('takes a change without the password only while it goes to the same server and user', async () => {
    const account = await api.account();
    const hostId = await addHost(account);
    const { password: _password, ...rest } = CALENDAR;
    expect((await connect(account, hostId, rest)).body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/password' });
    await connect(account, hostId).expect(200);
    await connect(account, hostId, rest).expect(200);
    for (const change of [{ url: 'https://other.example.com/' }, { user: 'other' }]) {
      const answer = await connect(account, hostId, { ...rest, ...change });
      expect([answer.status, answer.body.field]).toEqual([400, '/password']);
    }
  });

  it('refuses addresses without TLS or with a password inside, and names the field', async () => {
    const account = await api.account();
    const hostId = await addHost(account);
    for (const url of ['http://dav.example.com/', 'https://a:b@dav.example.com/', 'file:///etc/passwd', 'no address']) {
      const answer = await connect(account, hostId, { ...CALENDAR, url });
      expect([answer.status, answer.body.field]).toEqual([400, '/url']);
    }
    expect((await connect(account, hostId, { ...CALENDAR, provider: 'exchange' })).body.field).toBe('/provider');
    expect((await connect(account, hostId, { ...CALENDAR, provider: 'google' })).body.field).toBe('/url');
  });

  it('marks what lies ahead as to be written, and makes meetings stand alone again when it goes', async () => {
    const account = await api.account();
    const { host, ahead } = await hostWithMeetings(account);
    const statusOf = async () => (await api.db('meetings').where({ id: ahead.id }).first())!.sync_status;
    await connect(account, host.id).expect(200);
    expect(await statusOf()).toBe('pending');
    await account.request('delete', `/hosts/${host.id}/calendar`).expect(204);
    expect(await statusOf()).toBe('not_connected');
    const gone = await account.request('get', `/hosts/${host.id}/calendar`);
    expect([gone.status, gone.body.code]).toEqual([404, 'CALENDAR_NOT_CONNECTED']);
  });

  it('leaves nothing behind of a host who is taken away', async () => {
    const account = await api.account();
    const { host, ahead } = await hostWithMeetings(account);
    await connect(account, host.id).expect(200);
    await account.request('post', `/hosts/${host.id}/calendar-feed`).expect(201);
    await api.db('calendar_entries').insert({
      meeting_id: ahead.id,
      account_id: account.accountId,
      host_id: host.id,
      attempts: 0,
      updated_at: new Date(),
    });
    await account.request('post', `/meetings/${ahead.id}/cancel`).send({}).expect(200);
    await api.db('meetings').where({ host_id: host.id }).update({ status: 'cancelled' });
    await account.request('delete', `/hosts/${host.id}`).expect(204);
    for (const table of ['calendar_connections', 'calendar_entries', 'calendar_feeds', 'busy_times']) {
      expect([table, await api.db(table).where({ host_id: host.id })]).toEqual([table, []]);
    }
  });

  it('answers 404 for a host of another account', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const hostId = await addHost(theirs);
    await connect(theirs, hostId).expect(200);
    expect((await connect(mine, hostId)).body.code).toBe('HOST_NOT_FOUND');
    for (const method of ['get', 'delete'] as const) {
      expect((await mine.request(method, `/hosts/${hostId}/calendar`)).body.code).toBe('HOST_NOT_FOUND');
    }
  });

  it('makes later bookings of the host say that they are still to be written', async () => {
    const account = await api.account();
    const fixture = await createMeetingFixture(api, account);
    await connect(account, fixture.hostId).expect(200);
    const { body } = await fixture.book().expect(201);
    expect(body.provider_sync).toMatchObject({ status: 'pending', provider: 'caldav' });
    expect([body.operations.calendar, body.warnings.includes('calendar_sync_pending')]).toEqual(['queued', true]);
    expect(body.meeting.organizer_connection_type).toBe('caldav_password');
  });
});

describe('GET /hosts/{id}/calendar.ics', () => {
  it('lists future meetings, without cancelled or long past ones, and invites no one', async () => {
    const account = await api.account();
    const { host, lead, ahead } = await hostWithMeetings(account);
    const answer = await account.request('get', `/hosts/${host.id}/calendar.ics`).expect(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(eventsOf(answer.text).map(({ uid }) => uid)).toEqual([ahead.id]);
    expect(answer.text).not.toContain('ATTENDEE');
    expect(answer.text).not.toContain(lead.email);
  });

  it('answers 404 for a host of another account', async () => {
    const hostId = await addHost(await api.account());
    const answer = await (await api.account()).request('get', `/hosts/${hostId}/calendar.ics`);
    expect([answer.status, answer.body.code]).toEqual([404, 'HOST_NOT_FOUND']);
  });
});

describe('GET /meetings/{id}/invite.ics', () => {
  it('is the invitation, and the cancellation once the meeting is cancelled', async () => {
    const account = await api.account();
    const { ahead, lead } = await hostWithMeetings(account);
    const path = `/meetings/${ahead.id}/invite.ics`;
    const invite = await account.request('get', path).expect(200);
    expect(invite.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(invite.text).toContain('METHOD:REQUEST');
    expect(invite.text.replace(/\r\n /g, '').toLowerCase()).toContain(`mailto:${lead.email}`);
    await api.db('meetings').where({ id: ahead.id }).update({ status: 'cancelled' });
    expect((await account.request('get', path)).text).toContain('METHOD:CANCEL');
  });

  it('answers 404 for another account and for no meeting', async () => {
    const { ahead } = await hostWithMeetings(await api.account());
    const account = await api.account();
    for (const id of [ahead.id, newId(), 'x']) {
      const answer = await account.request('get', `/meetings/${id}/invite.ics`);
      expect([answer.status, answer.body.code]).toEqual([404, 'MEETING_NOT_FOUND']);
    }
  });
});

describe('GET /calendar/{token}.ics', () => {
  const pathOf = async (account: TestAccount, hostId: string) => {
    const made = await account.request('post', `/hosts/${hostId}/calendar-feed`).expect(201);
    return new URL(made.body.feed.url).pathname;
  };

  it('needs no key, and returns 304 to a client with the current feed', async () => {
    const account = await api.account();
    const { host, ahead } = await hostWithMeetings(account);
    const path = await pathOf(account, host.id);
    const first = await supertest(api.app).get(path).expect(200);
    expect(eventsOf(first.text).map(({ uid }) => uid)).toEqual([ahead.id]);
    const etag = String(first.headers.etag);
    await supertest(api.app).get(path).set('If-None-Match', etag).expect(304);
    await supertest(api.app).get(path).set('If-None-Match', `"x", W/${etag}`).expect(304);
    await api.db('meetings').where({ id: ahead.id }).update({ title: 'Another title' });
    expect((await supertest(api.app).get(path).set('If-None-Match', etag)).status).toBe(200);
  });

  it('ends when another address is made, while its host is not active, and when it is taken back', async () => {
    const account = await api.account();
    const { host } = await hostWithMeetings(account);
    const [first, second] = [await pathOf(account, host.id), await pathOf(account, host.id)];
    await supertest(api.app).get(first).expect(404);
    await supertest(api.app).get(second).expect(200);
    await account.request('patch', `/hosts/${host.id}`).send({ is_active: false }).expect(200);
    await supertest(api.app).get(second).expect(404);
    await account.request('patch', `/hosts/${host.id}`).send({ is_active: true }).expect(200);
    await supertest(api.app).get(second).expect(200);
    await account.request('delete', `/hosts/${host.id}/calendar-feed`).expect(204);
    await supertest(api.app).get(second).expect(404);
  });

  it('is stored as a hash, so that a reader of the database can not subscribe', async () => {
    const account = await api.account();
    const { host } = await hostWithMeetings(account);
    const token = (await pathOf(account, host.id)).slice('/calendar/'.length, -'.ics'.length);
    const row = await api.db('calendar_feeds').where({ host_id: host.id }).first();
    expect(JSON.stringify(row)).not.toContain(token);
    for (const wrong of ['x', `${token}x`, token.slice(1), '%00']) {
      await supertest(api.app).get(`/calendar/${wrong}.ics`).expect(404);
    }
  });
});
