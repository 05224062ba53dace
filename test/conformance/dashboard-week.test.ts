import { beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { Page } from 'playwright-core';
import { newId } from '../../runtime/ids.js';
import { publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';

const day = useWorkday('dashboard-week');
/** The days of next spring's week at whose end summer begins in Europe, a Monday first. */
const DAYS = (() => {
  const march = DateTime.utc(DateTime.utc().year + 1, 3, 31);
  const sunday = march.minus({ days: march.weekday % 7 });
  return Array.from({ length: 7 }, (_, n) => sunday.minus({ days: 6 - n }));
})();
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, SUNDAY] = [0, 1, 2, 3, 6].map((n) => DAYS[n]?.toISODate() ?? '') as [
  string,
  string,
  string,
  string,
  string,
];
/** The name of a day on the pages. */
const called = (date: string): string => DateTime.fromISO(date, { zone: 'utc' }).toFormat('cccc, LLLL d');
const instant = (date: string, time: string): string =>
  new Date(DateTime.fromISO(`${date}T${time}`, { zone: 'Europe/Madrid' }).toMillis()).toISOString();
let hostId = '';

async function make(path: string, body: object): Promise<string> {
  const answer = await day.account.request('post', path).send(body);
  expect([path, answer.status, answer.body.message]).toEqual([path, 201, undefined]);
  return Object.values(answer.body as Record<string, { id?: string }>).find((part) => part?.id)?.id ?? '';
}

beforeAll(async () => {
  const { api, account } = day;
  const workflow_id = await publishAgent(api.db, account.accountId, [{ type: 'end', key: 'end' }] as never, {
    name: 'Front desk',
  });
  hostId = await make('/hosts', { name: 'Lena Park', email: 'lena@example.com', timezone: 'Europe/Madrid' });
  await make('/hosts', { name: 'Omar Diaz', email: 'omar@example.com', timezone: 'America/New_York' });
  const meeting_type_id = await make('/meeting-types', {
    name: 'Roof survey',
    duration_minutes: 60,
    max_days_ahead: 730,
  });
  const booked = { host_id: hostId, workflow_id, meeting_type_id, invite_lead: false };
  for (const [first_name, date, time] of [
    ['Ana', MONDAY, '10:00'],
    ['Björn', WEDNESDAY, '12:00'],
  ] as const) {
    const lead_id = await make('/leads', { first_name, source: 'fair' });
    await make('/meetings/book', { ...booked, lead_id, starts_at: instant(date, time) });
  }
  await make('/leads', { first_name: 'Dmitri', source: 'fair' });
});

/** Presses on an hour of a day, moves to another, and releases. */
async function drag(page: Page, from: [name: string, hour: number], to: [name: string, hour: number]): Promise<void> {
  const pointOf = async ([name, hour]: [string, number]) => {
    // A page that was just as narrow as a phone redraws its week.
    const box = await eventually(async () => (await page.getByRole('region', { name }).boundingBox()) ?? undefined);
    const first = Number((await page.locator('.week-clock span').first().textContent())?.slice(0, 2));
    return [box.x + box.width / 2, box.y + (hour - first) * 48 + 2] as const;
  };
  const [start, end] = [await pointOf(from), await pointOf(to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
  await page.mouse.move(...end);
  await page.mouse.up();
}

const startsOf = async (id: string) => (await day.account.request('get', `/meetings/${id}`)).body.meeting.starts_at;

describe('the week', () => {
  it('books what is dragged over, tells what is free where a time is taken, and moves what is dragged', async () => {
    const { account, dashboard } = day;
    const page = await day.open(`/meetings/week?week=${MONDAY}`);
    await page.getByRole('link', { name: /^Ana 10:00–11:00 · Lena Park/ }).waitFor();
    await day.look(page, 'week');

    await drag(page, [called(TUESDAY), 9], [called(TUESDAY), 10]);
    const booking = page.getByRole('dialog', { name: 'Book meeting' });
    await booking.getByText(`${called(TUESDAY)}, 09:00`).waitFor();
    await booking.getByRole('combobox', { name: 'Lead' }).fill('dmitri');
    await page.getByRole('option', { name: /Dmitri/ }).click();
    await booking.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Roof survey, 60 minutes' }).click();
    await booking.getByRole('button', { name: 'Book meeting' }).click();
    await booking.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Dmitri 09:00–10:00/ }).waitFor();

    // To an occupied time. The free ones are shown as buttons.
    await drag(page, [called(TUESDAY), 9.5], [called(MONDAY), 10.5]);
    const moving = page.getByRole('dialog', { name: 'Reschedule meeting' });
    await moving.getByText(`${called(MONDAY)}, 10:00`).waitFor();
    await moving.getByLabel('Reason').fill('The van is late');
    await moving.getByRole('button', { name: 'Reschedule' }).click();
    const instead = moving.getByRole('region', { name: 'Other times' });
    await instead.getByRole('button', { name: `${called(MONDAY)}, 11:00` }).waitFor();
    await day.look(page, 'week-taken');
    dashboard.complaints.length = 0;
    await instead.getByRole('button', { name: `${called(MONDAY)}, 11:00` }).click();
    await moving.getByRole('button', { name: 'Reschedule' }).click();
    await moving.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Dmitri 11:00–12:00/ }).waitFor();
    const { body } = await account.request('get', `/meetings?from=${instant(MONDAY, '00:00')}&limit=10`).expect(200);
    expect(
      body.meetings.map(({ starts_at, reschedule_reason }: never) => [starts_at, reschedule_reason]),
    ).toContainEqual([instant(MONDAY, '11:00'), 'The van is late']);
    expect(dashboard.complaints).toEqual([]);
  });

  it('is worked by keys, keeps wall times where the clocks change, and shows other clocks', async () => {
    const page = await day.open(`/meetings/week?week=${MONDAY}&host=${hostId}`);
    const meeting = page.getByRole('link', { name: /^Björn 12:00–13:00/ });
    const id =
      String(await meeting.getAttribute('href'))
        .split('/')
        .at(-1) ?? '';
    expect(await startsOf(id)).toBe(instant(WEDNESDAY, '12:00'));
    // To the Sunday on which summer begins, four days on: an hour less passes, the clock shows the same.
    await meeting.focus();
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Enter');
    const moving = page.getByRole('dialog', { name: 'Reschedule meeting' });
    await moving.getByText(`${called(SUNDAY)}, 12:15`).waitFor();
    await moving.getByRole('checkbox', { name: /outside the host/ }).check();
    await moving.getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('link', { name: /^Björn 12:15–13:15/ }).waitFor();
    expect(await startsOf(id)).toBe(instant(SUNDAY, '12:15'));
    await page.goto(`${day.dashboard.url}/meetings/week?week=${MONDAY}&host=${hostId}&zone=America/New_York`);
    await page.getByRole('link', { name: /^Björn 06:15–07:15/ }).waitFor();
    // The host's local time appears next to it, and in the URL.
    await page.getByRole('combobox', { name: 'Second time zone' }).fill('madrid');
    await page.getByRole('option', { name: /^Europe\/Madrid/ }).click();
    await page.getByRole('note', { name: 'Europe/Madrid next to America/New_York' }).waitFor();
    await day.look(page, 'week-two-clocks');
    const clocks = page.locator('.week-clock > div', { hasText: '06:00' }).filter({ hasText: '11:00' });
    expect(await clocks.locator('em').textContent()).toBe('11:00 12:00');
    expect(new URL(page.url()).searchParams.get('also')).toBe('Europe/Madrid');
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('books free time by keys alone, and shows what a host’s own calendar says is taken', async () => {
    const { api, account, dashboard } = day;
    await api.db('busy_times').insert({
      id: newId(),
      account_id: account.accountId,
      host_id: hostId,
      provider: 'caldav',
      created_at: new Date(),
      external_calendar_id: null,
      external_event_id: null,
      starts_at: new Date(instant(THURSDAY, '13:00')),
      ends_at: new Date(instant(THURSDAY, '14:30')),
    });
    const page = await day.open(`/meetings/week?week=${MONDAY}&host=${hostId}`);
    await page
      .getByRole('region', { name: called(THURSDAY) })
      .getByText('Busy')
      .waitFor();
    await page.getByRole('button', { name: 'Select a time with the keyboard' }).focus();
    // The first free time is selected. The request is for the next day, an hour later, and half an hour longer.
    await page.keyboard.press('ArrowDown');
    await page.getByText(`${called(MONDAY)}, 09:00 to 10:00`).waitFor();
    await page.keyboard.press('ArrowRight');
    for (let n = 0; n < 20; n += 1) await page.keyboard.press('ArrowDown');
    for (let n = 0; n < 2; n += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.getByText(`${called(TUESDAY)}, 14:00 to 15:30`).waitFor();
    await day.look(page, 'week-keys');
    await page.getByRole('button', { name: 'Select a time with the keyboard' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.locator('.week-ghost').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const booking = page.getByRole('dialog', { name: 'Book meeting' });
    await booking.getByText(`${called(TUESDAY)}, 09:00`).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('is dragged by a finger that has rested, and scrolls under one that has not', async () => {
    const page = await day.open(`/meetings/week?week=${MONDAY}&host=${hostId}`, undefined, { hasTouch: true });
    const box = await page.getByRole('region', { name: called(TUESDAY) }).boundingBox();
    if (!box) throw new Error('The day isn’t drawn.');
    const hand = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      hand.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: box.x + box.width / 2, y: box.y + y }],
      });
    await touch('touchStart', 2 * 48 + 4);
    await page.locator('.week-ghost').waitFor();
    await touch('touchMove', 2 * 48 + 30);
    await touch('touchMove', 3 * 48);
    await page.locator('.week-ghost', { hasText: '10:00–11:00' }).waitFor();
    await touch('touchEnd');
    const booking = page.getByRole('dialog', { name: 'Book meeting' });
    await booking.getByText(`${called(TUESDAY)}, 10:00`).waitFor();
    await page.keyboard.press('Escape');
    await booking.waitFor({ state: 'detached' });

    // Moves on immediately, even on a slow machine, and drags nothing although it stays for longer than a rest.
    await page.clock.install();
    await Promise.all([touch('touchStart', 2 * 48 + 4), touch('touchMove', 48), touch('touchMove', 3 * 48)]);
    await page.clock.runFor(1_000);
    expect(await page.locator('.week-ghost').count()).toBe(0);
    await touch('touchEnd');
    expect(await booking.count()).toBe(0);
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('is booked and moved by a finger on a phone, where nothing is dragged', async () => {
    const { dashboard } = day;
    await make('/leads', { first_name: 'Elena', source: 'fair' });
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
    const page = await day.open(`/meetings/week?week=${MONDAY}&host=${hostId}`, undefined, phone);
    /**
     * Opens a list and taps an option until it is selected, because taps on a list that is still opening have no
     * effect.
     */
    const choose = (label: string, option: string) =>
      eventually(async () => {
        const field = page.getByRole('combobox', { name: label });
        if ((await field.inputValue()).startsWith(option)) return true;
        const box = await page.getByRole('option', { name: option }).or(field).last().boundingBox();
        if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        return undefined;
      });
    await page.getByRole('button', { name: `Book on ${called(WEDNESDAY)}` }).tap();
    const booking = page.getByRole('dialog', { name: 'Book meeting' });
    await booking.getByText(`${called(WEDNESDAY)}, 09:00`).waitFor();
    await booking.getByLabel('Time').fill(`${WEDNESDAY}T15:00`);
    await booking.getByText(`${called(WEDNESDAY)}, 03:00 PM`).waitFor();
    await booking.getByRole('combobox', { name: 'Lead' }).fill('elena');
    await choose('Lead', 'Elena');
    await choose('Type', 'Roof survey');
    await booking.getByRole('button', { name: 'Book meeting' }).tap();
    await booking.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Reschedule Elena' }).tap();
    const moving = page.getByRole('dialog', { name: 'Reschedule meeting' });
    await moving.getByLabel('Time').fill(`${TUESDAY}T16:30`);
    await moving.getByText(`${called(TUESDAY)}, 04:30 PM`).waitFor();
    await moving.getByRole('checkbox', { name: /outside the host/ }).check();
    await moving.getByRole('button', { name: 'Reschedule' }).tap();
    await moving.waitFor({ state: 'detached' });
    const moved = page.getByRole('region', { name: called(TUESDAY) });
    await moved.getByRole('link', { name: 'Elena' }).waitFor();
    const id = String(await moved.getByRole('link', { name: 'Elena' }).getAttribute('href'));
    expect(await startsOf(id.split('/').at(-1) ?? '')).toBe(instant(TUESDAY, '16:30'));
    for (const button of await page.getByRole('button', { name: /^(Book on|Reschedule) / }).all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(36);
    }
    await day.look(page, 'week-phone');
    expect(dashboard.complaints).toEqual([]);
  });

  it('names its clock to a user elsewhere: on the home page, in the list and in dialogs', async () => {
    const { dashboard } = day;
    const page = await day.open('/', day.email, { timezoneId: 'America/New_York' });
    const meetings = page.getByRole('region', { name: 'Upcoming meetings' });
    await meetings
      .locator('time', { hasText: /GMT\+[12]$/ })
      .first()
      .waitFor();
    expect(await meetings.locator('time', { hasNotText: /GMT\+[12]$/ }).count()).toBe(0);
    await page.goto(`${dashboard.url}/meetings`);
    await page.getByText('Times are in Europe/Madrid.').waitFor();
    await page.goto(`${dashboard.url}/meetings/week?week=${MONDAY}`);
    await page.getByRole('region', { name: called(THURSDAY) }).waitFor();
    await drag(page, [called(THURSDAY), 9], [called(THURSDAY), 10]);
    const booking = page.getByRole('dialog', { name: 'Book meeting' });
    await booking.getByLabel('Time (Europe/Madrid)').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});
