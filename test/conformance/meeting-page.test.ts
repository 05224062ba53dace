import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import type { Browser, Page } from 'playwright-core';
import { addSender } from '../support/agents.js';
import type { TestApi } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { serve, workFolder } from '../support/conformance-tools.js';
import { createMeetingFixture } from '../support/meetings.js';
import { addRun } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';

const service = useService();
const screens = workFolder('meeting-page');
let browser: Browser;
let site: { url: string; close(): void };

beforeAll(async () => {
  browser = await openBrowser();
  site = await serve(service.app);
}, 600_000);
afterAll(async () => {
  site?.close();
  await browser?.close();
});

/** A lead who is booked with an invitation, and the link in the mail that came. */
async function invited(title: string) {
  const account = await service.account();
  await addSender(service.db, account.accountId);
  const agent = { exit: { on_meeting_booked: 'stop' } };
  const fixture = await createMeetingFixture(service as unknown as TestApi, account, { agent });
  const run = await addRun(service.db, fixture.lead, fixture.agentId);
  const wish = fixture.request({ confirm: true, title, timezone: 'Europe/Madrid' });
  const { body } = await account.request('post', '/meetings/book').send(wish).expect(201);
  const mails = () => service.db('sandbox_deliveries').where({ account_id: account.accountId }).orderBy('id');
  const mail = (n: number) => eventually(async () => (await mails())[n], 30_000);
  const [link = ''] = /http:\/\/las\.test\/m\/\S+/.exec((await mail(0)).body_text!) ?? [];
  const row = () => service.db('meetings').where({ id: body.meeting.id }).first();
  return { account, ...fixture, run, mail, row, operations: body.operations, url: site.url + new URL(link).pathname };
}

interface Look {
  wide: number;
  small: number;
  text: string;
  language: string;
}

/** Runs in the page: how wide it is, how many buttons are hard to hit, and what colour its text has. */
const LOOK = `({
  wide: document.documentElement.scrollWidth,
  small: [...document.querySelectorAll('button, .button')]
    .map((element) => element.getBoundingClientRect())
    .filter(({ height, right }) => height < 40 || right > innerWidth).length,
  text: getComputedStyle(document.body).color,
  language: document.documentElement.lang,
})`;

const click = (page: Page, name: string) => page.getByText(name, { exact: true }).click();

describe('a lead with the link of an invitation', () => {
  it('confirms, moves and cancels in a browser, and receives an email about each', async () => {
    const { account, lead, run, mail, row, operations, url } = await invited('Your plans for next year');
    expect(operations).toMatchObject({ cadence: 'stopped', invitation: 'queued' });
    expect(await service.db('agent_runs').where({ id: run.id }).first()).toMatchObject({
      open_slot: null,
      stop_reason: 'meeting_booked',
    });
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('requestfailed', (request) => problems.push(request.url()));

    await page.goto(url);
    expect(await page.title()).toBe('Your plans for next year');
    await click(page, 'Confirm');
    await page.getByText('Your meeting is confirmed. Thank you.').waitFor();
    expect(await row()).toMatchObject({ status: 'confirmed', confirmed_by_lead: true });

    const before = (await row())!.starts_at as Date;
    await click(page, 'Another time');
    const slot = page.locator('button.slot').nth(1);
    const at = new URL((await slot.getAttribute('formaction')) ?? '', url).searchParams.get('at');
    await slot.click();
    await page.getByText('Your meeting has a new time.').waitFor();
    const moved = await row();
    expect(moved).toMatchObject({ status: 'scheduled', confirmed_by_lead: false, original_starts_at: before });
    expect(moved!.starts_at.toISOString()).toBe(at);
    const update = new ICAL.Component(ICAL.parse((await mail(1)).calendar!) as unknown[]);
    const event = new ICAL.Event(update.getFirstSubcomponent('vevent') as ICAL.Component);
    expect([event.sequence, event.startDate.toJSDate()]).toEqual([1, moved!.starts_at]);

    await click(page, 'Cancel');
    await click(page, 'Keep it');
    expect((await row())!.status).toBe('scheduled');
    await click(page, 'Cancel');
    await click(page, 'Cancel the meeting');
    await page.getByText('Your meeting is cancelled.').waitFor();
    expect(await row()).toMatchObject({ status: 'cancelled', cancellation_reason: 'Cancelled by the lead' });
    expect((await mail(2)).calendar).toContain('METHOD:CANCEL');
    await page.reload();
    expect(await page.locator('button').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.close();

    const { body } = await account.request('get', `/leads/${lead.id}/history?limit=100`).expect(200);
    const told = body.history.map((item: { type: string; event?: string }) => JSON.stringify(item)).join('\n');
    for (const kind of ['scheduled', 'confirmed', 'rescheduled', 'cancelled']) expect(told).toContain(kind);
  });

  it('finds its way by keyboard alone', async () => {
    const { row, url } = await invited('By keyboard');
    const page = await browser.newPage();
    await page.goto(url);
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await page.locator(':focus').textContent()) === 'Confirm') break;
    }
    await page.keyboard.press('Enter');
    await page.getByText('Your meeting is confirmed. Thank you.').waitFor();
    expect((await row())!.status).toBe('confirmed');
    await page.close();
  });

  it('sees each page whole on a phone and on a desk, in light and dark, with text that can be read', async () => {
    const { url } = await invited('Ein Gespräch über die Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikation');
    const sizes = { phone: { width: 320, height: 640 }, desktop: { width: 1280, height: 800 } };
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const context = await browser.newContext({ viewport, colorScheme });
        const page = await context.newPage();
        for (const [name, query] of Object.entries({ meeting: '', times: '?view=times', cancel: '?view=cancel' })) {
          await page.goto(url + query);
          const look = await page.evaluate<Look>(LOOK);
          expect(look).toMatchObject({ wide: viewport.width, small: 0, language: 'en' });
          expect(brightness(look.text) > 128).toBe(colorScheme === 'dark');
          await page.screenshot({ path: path.join(screens, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        }
        await context.close();
      }
    }
  });
});

function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return 0.3 * red + 0.6 * green + 0.1 * blue;
}
