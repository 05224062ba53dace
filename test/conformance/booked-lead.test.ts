import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { Browser } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { openBrowser } from '../support/browser.js';
import { serve } from '../support/conformance-tools.js';
import { at } from '../support/meetings.js';
import { pythonWithCalendars, type Radicale, startRadicale } from '../support/radicale.js';
import { eventually, useService } from '../support/service.js';
import { SmtpSink } from '../support/smtp-server.js';

const service = useService({ CALENDAR_ALLOW_PRIVATE: 'true' });
let radicale: Radicale;
let mailServer: SmtpSink;
let browser: Browser;
let site: { url: string; close(): void };

beforeAll(async () => {
  [radicale, mailServer, browser, site] = await Promise.all([
    startRadicale(),
    SmtpSink.start(),
    openBrowser(),
    serve(service.app),
  ]);
}, 600_000);
afterAll(async () => {
  site?.close();
  await Promise.all([browser?.close(), radicale?.stop(), mailServer?.stop()]);
});

const ADA = 'ada@lead.example.com';
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri'];
const STEPS = [
  { key: 'hello', type: 'message', channel: 'email', subject: 'Your plans', content: 'Hello {{lead.first_name}}!' },
  {
    key: 'again',
    type: 'message',
    channel: 'email',
    subject: 'One more thing',
    content: 'Still there?',
    delay: { type: 'after', amount: 1, unit: 'hours' },
  },
];

/** The n-th mail to the lead, as a mail program reads it. */
async function mail(n: number): Promise<Email> {
  await mailServer.until((mails) => mails.filter(({ to }) => to === ADA).length > n, 30_000);
  return PostalMime.parse(mailServer.to(ADA)[n]?.raw ?? '');
}

interface Entry {
  method: string | null;
  uid: string;
  sequence: number;
  start: number;
  organizer: string | null;
}

/** A calendar as Python’s icalendar reads it; the start as seconds since 1970. */
function entryOf(calendar: string | Uint8Array): Entry {
  const script = [
    'import sys, json, icalendar',
    'c = icalendar.Calendar.from_ical(sys.stdin.buffer.read())',
    'e = c.walk("VEVENT")[0]',
    'text = lambda value: None if value is None else str(value)',
    'print(json.dumps({"method": text(c.get("METHOD")), "uid": str(e["UID"]), "sequence": e["SEQUENCE"],',
    '  "start": int(e["DTSTART"].dt.timestamp()), "organizer": text(e.get("ORGANIZER"))}))',
  ].join('\n');
  const { stdout, stderr } = spawnSync(pythonWithCalendars(), ['-c', script], { input: calendar, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** Returns the invitation in an email to the lead’s calendar. */
function invitationIn({ attachments }: Email): Entry {
  const calendars = attachments.filter(({ mimeType }) => mimeType === 'text/calendar');
  expect(calendars.length).toBeGreaterThan(0);
  const entries = calendars.map(({ content }) =>
    entryOf(typeof content === 'string' ? content : new Uint8Array(content as ArrayBuffer)),
  );
  for (const entry of entries) expect(entry).toEqual(entries[0]);
  return entries[0] as Entry;
}

const seconds = (time: string) => Date.parse(time) / 1000;

describe('a lead who is being written to', () => {
  it('is booked: invited by email, confirms in a browser, receives the new time, and leaves the cadence', async () => {
    const account = await service.account();
    const make = async (path: string, body: object, name: string): Promise<string> =>
      (await account.request('post', path).send(body).expect(201)).body[name].id;

    const smtp = { host: mailServer.host, port: mailServer.port, secure: false };
    const sender = { name: 'Maria of Sales', from_email: 'maria@sales.example.com', smtp };
    const senderId = await make('/email-senders', sender, 'email_sender');
    const agentId = await make(
      '/workflows',
      {
        name: 'Talks',
        goal_type: 'appointment',
        exit: { on_meeting_booked: 'stop' },
        channels: { email_sender_id: senderId },
        cadence: { window: { mode: 'none' }, steps: STEPS },
      },
      'workflow',
    );
    await account.request('post', `/workflows/${agentId}/publish`).expect(201);
    const host = { name: 'Maria Host', email: 'maria@sales.example.com', timezone: 'Europe/Madrid' };
    const hostId = await make('/hosts', host, 'host');
    const hours = { kind: 'weekly', weekdays: WEEK, starts: '09:00', ends: '17:00' };
    await make(`/hosts/${hostId}/availability-blocks`, hours, 'availability_block');
    const typeId = await make('/meeting-types', { name: 'First talk', duration_minutes: 30 }, 'meeting_type');
    await account
      .request('put', `/hosts/${hostId}/calendar`)
      .send({ provider: 'caldav', url: radicale.url, user: radicale.user, password: radicale.password })
      .expect(200);

    // The cadence is running: its first mail has left, its second one waits.
    const lead = { first_name: 'Ada', email: ADA, timezone: 'America/New_York', workflow_id: agentId };
    const made = await account.request('post', '/leads').send(lead).expect(201);
    const { lead: ada, workflow_run: run } = made.body;
    expect((await mail(0)).subject).toBe('Your plans');
    const cadence = service.client.workflow.getHandle(`cadence/${run.id}`);
    expect((await cadence.describe()).status.name).toBe('RUNNING');

    const day = at('00:00');
    const range = `from=${day}&to=${at('00:00', 1)}&timezone=Europe/Madrid`;
    const offered = await account.request(
      'get',
      `/meetings/availability?meeting_type_id=${typeId}&host_id=${hostId}&${range}`,
    );
    const [first, , , later] = offered.body.slots as { starts_at: string }[];
    const wish = { lead_id: ada.id, host_id: hostId, workflow_id: agentId, meeting_type_id: typeId };
    const booked = await account
      .request('post', '/meetings/book')
      .send({ ...wish, starts_at: first?.starts_at, confirm: true, title: 'First talk; “ñ”' })
      .expect(201);
    const { meeting, operations } = booked.body;
    expect(operations).toMatchObject({ meeting: 'created', calendar: 'queued', invitation: 'queued' });
    expect([operations.cadence, meeting.workflow_run_id]).toEqual(['stopped', run.id]);

    const invitation = await mail(1);
    expect([invitation.subject, invitation.replyTo?.[0]?.address]).toEqual([
      'Invitation: First talk; “ñ”',
      'maria@sales.example.com',
    ]);
    const entry = { method: 'REQUEST', uid: meeting.id, organizer: 'mailto:maria@sales.example.com' };
    expect(invitationIn(invitation)).toEqual({ ...entry, sequence: 0, start: seconds(meeting.starts_at) });
    const newYork = DateTime.fromISO(meeting.starts_at, { zone: 'America/New_York' }).toFormat('HH:mm');
    expect(invitation.text).toContain(newYork);

    const page = await browser.newPage();
    const [link = ''] = /http:\/\/las\.test\/m\/\S+/.exec(invitation.text ?? '') ?? [];
    await page.goto(site.url + new URL(link).pathname);
    await page.getByText('Confirm', { exact: true }).click();
    await page.getByText('Your meeting is confirmed. Thank you.').waitFor();
    await page.close();
    const read = async () => (await account.request('get', `/meetings/${meeting.id}`).expect(200)).body.meeting;
    expect(await read()).toMatchObject({ status: 'confirmed', confirmed_by_lead: true });

    const inCalendar = async (startsAt: string) =>
      eventually(async () => {
        const { status, text } = await radicale.ask('GET', `/${radicale.user}/diary/${meeting.id}.ics`);
        const found = status === 200 ? entryOf(text) : undefined;
        return found?.start === seconds(startsAt) ? found : undefined;
      }, 30_000);
    expect(await inCalendar(meeting.starts_at)).toMatchObject({ uid: meeting.id, method: null, organizer: null });

    const starts_at = later?.starts_at ?? '';
    await account
      .request('post', `/meetings/${meeting.id}/reschedule`)
      .send({ starts_at, reason: 'A flight' })
      .expect(200);
    const update = await mail(2);
    expect(update.subject).toBe('New time: First talk; “ñ”');
    expect(invitationIn(update)).toEqual({ ...entry, sequence: 1, start: seconds(starts_at) });
    await inCalendar(starts_at);
    const moved = await eventually(async () => {
      const now = await read();
      return now.sync_status === 'synced' ? now : undefined;
    });
    expect(moved).toMatchObject({
      status: 'scheduled',
      confirmed_by_lead: false,
      starts_at,
      original_starts_at: meeting.starts_at,
      external_event_id: meeting.id,
      external_calendar_id: radicale.calendarUrl,
    });

    // The cadence is over, in the rows and in Temporal, and its second mail never leaves.
    await cadence.result();
    const { body: ended } = await account.request('get', `/workflow-runs/${run.id}`).expect(200);
    expect(ended.workflow_run).toMatchObject({ run_status: 'stopped', stop_reason: 'meeting_booked' });

    const { body } = await account.request('get', `/leads/${ada.id}/history?limit=200`).expect(200);
    const history = body.history as { type: string; activity_type?: string; content?: string; status?: string }[];
    const happened = history.map(({ activity_type }) => activity_type).filter((kind) => kind?.startsWith('meeting.'));
    expect(happened).toEqual(['meeting.scheduled', 'meeting.confirmed', 'meeting.rescheduled']);
    const told = history.filter(({ type }) => type === 'message');
    expect(told.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    expect(told.map(({ content }) => content?.split('\n')[0])).toEqual(['Hello Ada!', 'Hello Ada,', 'Hello Ada,']);

    // The booking as an operator sees it in Temporal.
    const row = (await service.db('meetings').where({ id: meeting.id }).first())!;
    const booking = service.client.workflow.getHandle(row.booking_workflow_id ?? '');
    const seen = await eventually(async () => {
      const { events } = await booking.fetchHistory();
      const payloads = [...JSON.stringify(events).matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)];
      const texts = payloads.map(([, data]) => Buffer.from(data ?? '', 'base64').toString());
      const text = texts.join('\n');
      return /\| calendar entry \|[^|]*\| synced \|.*\| update \|[^|]*\| sent \|/s.test(text) ? text : undefined;
    });
    for (const part of [
      '| invitation |',
      'write the calendar entry',
      'meeting.confirmed',
      'meeting.rescheduled',
      'the end of the meeting',
    ]) {
      expect(seen).toContain(part);
    }
    expect(seen).not.toContain(ADA);
    expect((await booking.describe()).status.name).toBe('RUNNING');
    expect(mailServer.to(ADA)).toHaveLength(3);
  }, 180_000);
});
