import { describe, expect, it } from '@jest/globals';
import type { CalendarEntryProblem } from '../../schemas/meetings/calendars.js';
import { listAttention } from '../../services/operations/attention.js';
import { useApi } from '../support/api.js';
import { OLD, useCalendarFixture } from '../support/calendar-fixture.js';
import { addHost, at } from '../support/meetings.js';

const api = useApi();
const createFixture = useCalendarFixture(api);
const MINUTE_MS = 60_000;

const stamp = (time: string, days = 0) => `${at(time, days).slice(0, 19).replace(/[-:]/g, '')}Z`;
const entry = (uid: string, ...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${uid}!`, ...lines, 'END:VEVENT', 'END:VCALENDAR'].join(
    '\r\n',
  );
const hour = (uid: string, time: string, ...lines: string[]) =>
  entry(uid, `DTSTART:${stamp(time)}`, 'DURATION:PT1H', ...lines);

/** A connected calendar, into which entries can be put and which is then looked at. */
async function calendar() {
  const setup = await createFixture();
  await setup.connect();
  const { hostCalendar, account, hostId } = setup;
  return {
    ...setup,
    put: (uid: string, data: string) => hostCalendar.objects.set(`${OLD.url}${uid}.ics`, data),
    async look() {
      await hostCalendar.look(hostId);
      return setup.account.request('get', `/hosts/${hostId}/calendar`).then(({ body }) => body.calendar);
    },
    attention: async (now = new Date()) =>
      (await listAttention(api.db, now, account.accountId)).map(({ kind }) => kind),
  };
}

describe('an entry that can’t be read', () => {
  it('blocks what can be read of it, is listed by name and needs attention, and every other entry counts', async () => {
    const { put, look, busy, attention, account, hostCalendar: fixture } = await calendar();
    put('good', hour('good', '09:00'));
    const odd: Record<string, string> = {
      'empty-exdate': hour('empty-exdate', '10:00', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;TZID=Europe/Berlin:'),
      'no-start': entry('no-start', 'DURATION:PT1H'),
      'no-frequency': hour('no-frequency', '12:00', 'RRULE:INTERVAL=2'),
      'odd-until': hour('odd-until', '13:00', 'RRULE:FREQ=DAILY;UNTIL=someday'),
      'empty-duration': entry('empty-duration', `DTSTART:${stamp('14:00')}`, 'DURATION:'),
      'odd-month': hour('odd-month', '15:00', 'RRULE:FREQ=MONTHLY;BYYEARDAY=100'),
      'odd-week': hour('odd-week', '16:00', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3'),
      'never-again': hour('never-again', '17:00', 'RRULE:FREQ=DAILY;COUNT=0'),
      'at-once-again': hour('at-once-again', '18:00', 'RRULE:FREQ=DAILY;INTERVAL=0'),
      backwards: entry('backwards', `DTSTART:${stamp('19:00')}`, `DTEND:${stamp('18:00')}`),
      'odd-zone': hour('odd-zone', '20:00').replace(/DTSTART:(\w+)Z/, 'DTSTART;TZID=Middle-earth/Shire:$1'),
    };
    for (const [uid, data] of Object.entries(odd)) put(uid, data);
    put('no-calendar', 'BEGIN:VCARD');
    put('later', hour('later', '21:00'));
    const found = await look();
    expect(found).toMatchObject({ status: 'incomplete', error: expect.stringContaining('12 entries') });
    const listed: CalendarEntryProblem[] = found.entries_with_problems;
    expect(listed.map(({ summary }) => summary)).toEqual([...Object.keys(odd).map((uid) => `${uid}!`), null]);
    expect(listed.map(({ reason }) => reason).filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
    expect(listed.at(-1)?.href).toBe(`${OLD.url}no-calendar.ics`);
    const hours = ['09', '10', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21'].map((each) =>
      at(`${each}:00`),
    );
    expect((await busy()).sort()).toEqual([...hours, at('10:00', 1)].sort());
    const [item] = (await account.request('get', '/attention?kinds=calendar_incomplete').expect(200)).body.attention;
    expect(item).toMatchObject({
      subject: { type: 'host' },
      detail: expect.stringContaining('“empty-exdate!”: EXDATE is empty.'),
    });
    for (const uid of Object.keys(odd)) put(uid, hour(uid, '10:00'));
    fixture.objects.delete(`${OLD.url}no-calendar.ics`);
    expect(await look()).toMatchObject({ status: 'connected', error: null, entries_with_problems: [] });
    expect(await attention()).not.toContain('calendar_incomplete');
  });

  it('is on the attention list again after it was dismissed only once another entry can’t be read', async () => {
    const { put, look, attention, account, hostId } = await calendar();
    put('odd', hour('odd', '10:00', 'RRULE:'));
    await look();
    await account.request('post', `/attention/calendar_incomplete/${hostId}/dismiss`).expect(200);
    await look();
    expect(await attention()).not.toContain('calendar_incomplete');
    put('odder', hour('odder', '11:00', 'RRULE:'));
    await look();
    expect(await attention()).toContain('calendar_incomplete');
  });
});

describe('a calendar that isn’t read for ten minutes', () => {
  it('is late, needs attention and warns with offered times and bookings, until it is read again', async () => {
    const { look, attention, account, hostId, typeId, book } = await calendar();
    const slots = async () => {
      const query = { meeting_type_id: typeId, from: at('00:00'), to: at('23:00') };
      return (await account.request('get', '/meetings/availability').query(query).expect(200)).body;
    };
    expect((await slots()).warnings).toEqual([]);
    const current_at = new Date(Date.now() - 11 * MINUTE_MS);
    await api.db('calendar_connections').where({ host_id: hostId }).update({ current_at });
    const { body } = await account.request('get', `/hosts/${hostId}/calendar`);
    expect(body.calendar).toMatchObject({ status: 'late', error: expect.stringMatching(/^late/) });
    expect(await attention()).toContain('calendar_unreadable');
    const { slots: offered, warnings } = await slots();
    expect(offered.length).toBeGreaterThan(0);
    expect(warnings).toEqual([{ code: 'calendar_sync_failed', host_id: hostId, current_at: current_at.toISOString() }]);
    expect((await book().expect(201)).body.warnings).toContain('calendar_sync_failed');
    expect(await look()).toMatchObject({ status: 'connected', error: null });
    expect([(await slots()).warnings, await attention()]).toEqual([[], []]);
  });

  it('is failed at once where reading it fails unexpectedly, which is repeated', async () => {
    const { hostCalendar: fixture, hostId, attention, look } = await calendar();
    fixture.during = () => Promise.reject(new TypeError('an error of a library'));
    await expect(fixture.look(hostId)).rejects.toThrow('an error of a library');
    expect(await attention()).toContain('calendar_unreadable');
    expect(await look()).toMatchObject({ status: 'connected' });
    expect(await attention()).not.toContain('calendar_unreadable');
  });
});

describe('an invitation in a host’s calendar', () => {
  it('doesn’t block its time once the host has declined it, under any of the host’s addresses', async () => {
    const { put, look, busy, hostCalendar: fixture, account, hostId } = await calendar();
    const declined = (address: string) => `ATTENDEE;PARTSTAT=DECLINED;CN="Hanna, Host":mailto:${address}`;
    put('a', hour('a', '09:00', declined('Hanna@Example.com')));
    put('b', hour('b', '10:00', declined('h.host@corp.example')));
    put('c', hour('c', '11:00', declined('someone.else@example.com')));
    await look();
    expect((await busy()).sort()).toEqual([at('10:00'), at('11:00')]);
    fixture.addresses = ['mailto:H.Host@corp.example', '/principals/hanna/'];
    await account.request('put', `/hosts/${hostId}/calendar`).send(OLD).expect(200);
    await look();
    expect(await busy()).toEqual([at('11:00')]);
  });

  it('blocks a colleague who has accepted one of ours, and not the host who holds the meeting', async () => {
    const { booked, hostCalendar: fixture, busy, look, account } = await calendar();
    const id = await booked();
    const colleague = await addHost(account, { name: 'Carl', email: 'carl@example.com' });
    const theirs = { ...OLD, url: 'https://dav.example.com/carl/', user: 'carl' };
    await account.request('put', `/hosts/${colleague}/calendar`).send(theirs).expect(200);
    const invitation = hour(
      id,
      '10:00',
      `DTEND:${stamp('10:30')}`,
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:carl@example.com',
    );
    fixture.objects.set(`${theirs.url}forwarded.ics`, invitation);
    fixture.objects.set(`${OLD.url}copy.ics`, invitation);
    await fixture.look(colleague);
    await look();
    const taken = await api.db('busy_times').where({ host_id: colleague });
    expect(taken.map(({ starts_at }) => starts_at.toISOString())).toEqual([at('10:00')]);
    expect(await busy()).toEqual([]);
  });
});
