import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { addSender } from '../support/agents.js';
import type { TestApi } from '../support/api.js';
import { at, createMeetingFixture } from '../support/meetings.js';
import { pythonWithCalendars, type Radicale, startRadicale } from '../support/radicale.js';
import { eventually, useService } from '../support/service.js';

const service = useService({ CALENDAR_ALLOW_PRIVATE: 'true' });
let radicale: Radicale;

beforeAll(async () => {
  radicale = await startRadicale();
}, 120_000);
afterAll(() => radicale.stop());

async function createFixture() {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  const fixture = await createMeetingFixture(service as unknown as TestApi, account);
  const connection = { provider: 'caldav', url: radicale.url, user: radicale.user, password: radicale.password };
  const calendar = () => account.request('get', `/hosts/${fixture.hostId}/calendar`);
  return {
    account,
    ...fixture,
    calendar,
    /** Connects the calendar, or has it looked at again. */
    async connect() {
      await account.request('put', `/hosts/${fixture.hostId}/calendar`).send(connection).expect(200);
      return eventually(async () => {
        const { body } = await calendar();
        return body.calendar.status === 'pending' ? undefined : body.calendar;
      });
    },
    async book(more: object = {}) {
      const { body } = await account
        .request('post', '/meetings/book')
        .send(fixture.request({ invite_lead: false, ...more }));
      return body.meeting as { id: string; starts_at: string };
    },
    status: (id: string, wanted: string) =>
      eventually(async () => {
        const row = (await service.db('meetings').where({ id }).first())!;
        return row.sync_status === wanted ? row : undefined;
      }),
  };
}

const entry = (id: string) => radicale.ask('GET', `/${radicale.user}/diary/${id}.ics`);
const busyEvent = (uid: string, startsAt: string, minutes = 60) => {
  const stamp = (time: DateTime) => time.toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'");
  const start = DateTime.fromISO(startsAt);
  return radicale.ask(
    'PUT',
    `/${radicale.user}/diary/${uid}.ics`,
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:${stamp(start)}\r\nDTEND:${stamp(start.plus({ minutes }))}\r\nSUMMARY:Private\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  );
};

describe('a host’s calendar over CalDAV', () => {
  it('gets what is booked, keeps its own busy times from being booked, and tells what its owner changed', async () => {
    const { connect, book, status, request, account, hostId } = await createFixture();
    const [moved, deleted] = [await book(), await book({ starts_at: at('14:00') })];
    await busyEvent('private', at('11:00'));
    expect(await connect()).toMatchObject({ status: 'connected', calendar_url: radicale.calendarUrl, error: null });
    await Promise.all([moved, deleted].map(({ id }) => status(id, 'synced')));
    expect((await entry(moved.id)).text).toContain('SUMMARY:Discovery call with');

    const busy = await service.db('busy_times').where({ host_id: hostId });
    expect(busy.map(({ starts_at }) => (starts_at as Date).toISOString())).toEqual([at('11:00')]);
    const refused = await account.request('post', '/meetings/book').send(request({ starts_at: at('11:30') }));
    expect([refused.status, refused.body.conflicts?.[0]?.type]).toEqual([409, 'calendar_busy']);
    expect(refused.text).not.toContain('Private');

    const text = (await entry(moved.id)).text.replace(/T100000/g, 'T120000').replace(/T103000/g, 'T123000');
    await radicale.ask('PUT', `/${radicale.user}/diary/${moved.id}.ics`, text);
    await radicale.ask('DELETE', `/${radicale.user}/diary/${deleted.id}.ics`);
    await connect();
    await status(moved.id, 'out_of_date');
    await status(deleted.id, 'deleted_remotely');
    const events = await service.db('events').where({ account_id: account.accountId, type: 'meeting.sync_failed' });
    expect(events.map(({ data }) => JSON.parse(data).reason).sort()).toEqual(['deleted_remotely', 'out_of_date']);
    expect((await service.db('meetings').where({ id: moved.id }).first())!.starts_at.toISOString()).toBe(
      moved.starts_at,
    );
    await connect();
    await Promise.all([moved, deleted].map(({ id }) => status(id, 'synced')));
    expect((await entry(moved.id)).text).toContain('T100000');
    expect((await entry(deleted.id)).status).toBe(200);
  }, 60_000);

  it('is down without a booking being lost: it says so, and what was missed is written when it is back', async () => {
    const { connect, book, status, account } = await createFixture();
    await connect();
    await radicale.stop();
    const meeting = await book({ starts_at: at('15:00') });
    const row = await status(meeting.id, 'failed');
    expect(row.status).toBe('scheduled');
    expect(row.sync_error).toBeTruthy();
    await eventually(() =>
      service.db('events').where({ account_id: account.accountId, type: 'meeting.sync_failed' }).first(),
    );
    expect((await connect()).status).toBe('failed');
    await radicale.start();
    expect((await connect()).status).toBe('connected');
    await status(meeting.id, 'synced');
    expect((await entry(meeting.id)).status).toBe(200);
  }, 60_000);

  it('says what is wrong with a password that is refused', async () => {
    const { account, hostId, calendar } = await createFixture();
    await account
      .request('put', `/hosts/${hostId}/calendar`)
      .send({ provider: 'caldav', url: radicale.url, user: radicale.user, password: 'wrong' })
      .expect(200);
    const { error } = await eventually(async () => {
      const { body } = await calendar();
      return body.calendar.status === 'failed' ? body.calendar : undefined;
    });
    expect(error).toMatch(/^auth_failed/);
  }, 60_000);
});

describe('an invitation', () => {
  it('reads the same in Python’s icalendar: the lead’s mail program sees what was booked', async () => {
    const { account, request, lead } = await createFixture();
    const wish = request({ invite_lead: true, confirm: true, timezone: 'America/New_York', title: 'Demo, “ñ”; 1' });
    const { body } = await account.request('post', '/meetings/book').send(wish).expect(201);
    const mail = await eventually(() =>
      service.db('sandbox_deliveries').where({ account_id: account.accountId }).whereNotNull('calendar').first(),
    );
    const script = [
      'import sys, json, icalendar',
      'c = icalendar.Calendar.from_ical(sys.stdin.buffer.read())',
      'e = c.walk("VEVENT")[0]',
      'print(json.dumps([str(c["METHOD"]), str(e["UID"]), str(e["SUMMARY"]), e["SEQUENCE"], e["DTSTART"].dt.isoformat(), str(e["ATTENDEE"]).lower(), len(c.walk("VTIMEZONE"))]))',
    ].join('\n');
    const parsed = spawnSync(pythonWithCalendars(), ['-c', script], { input: mail.calendar!, encoding: 'utf8' });
    expect(parsed.stderr).toBe('');
    const start = DateTime.fromISO(body.meeting.starts_at, { zone: 'America/New_York' });
    expect(JSON.parse(parsed.stdout)).toEqual([
      'REQUEST',
      body.meeting.id,
      'Demo, “ñ”; 1',
      0,
      start.toISO({ suppressMilliseconds: true }),
      `mailto:${lead.email}`,
      1,
    ]);
  }, 60_000);
});
