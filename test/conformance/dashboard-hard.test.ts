import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { overflowOf } from '../support/dashboard.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';

const day = useWorkday('dashboard-hard', {}, '/sales');
const STREAM = /api\/internal\/stream/;

const addLead = async (first_name: string): Promise<string> =>
  (await day.account.request('post', '/leads').send({ first_name, source: 'test' }).expect(201)).body.lead.id;
const asked = (path: RegExp): number => day.dashboard.gateway.asked.filter((address) => path.test(address)).length;
/** Has a page count as hidden behind other windows, or as seen again. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);

describe('the dashboard, below a path of a server that others share', () => {
  it('receives events from while its stream was refused, and from while the tab was hidden', async () => {
    const { gateway } = day.dashboard;
    await addLead('First');
    const page = await day.open('/leads');
    await Promise.all([page.waitForResponse(STREAM), page.reload()]);
    await page.getByRole('link', { name: 'First' }).waitFor();
    // After the list is loaded and the stream is open, only the stream reports Early. It continues after its last
    // event.
    await addLead('Early');
    await page.getByRole('link', { name: 'Early' }).waitFor();

    await page.clock.install();
    const before = asked(STREAM);
    gateway.refuses = { status: 502, paths: STREAM };
    gateway.cut();
    await eventually(async () => asked(STREAM) > before || undefined);
    await addLead('Refused');
    const strip = page.getByText('Offline. Reconnecting');
    await eventually(async () => {
      await page.clock.runFor(1_000);
      return (await strip.count()) > 0 || undefined;
    });
    gateway.refuses = undefined;
    await eventually(async () => {
      await page.clock.runFor(5_000);
      return (await page.getByRole('link', { name: 'Refused' }).count()) > 0 || undefined;
    });
    await strip.waitFor({ state: 'detached' });

    await hide(page, true);
    await addLead('Unseen');
    const heard = asked(STREAM);
    await hide(page, false);
    await page.getByRole('link', { name: 'Unseen' }).waitFor();
    expect(asked(STREAM)).toBe(heard + 1);
    expect(gateway.asked.filter((address) => STREAM.test(address)).at(-1)).toMatch(/\?after=/);
  });

  it('keeps one line for the window that is seen, however many are open', async () => {
    const first = await day.open('/leads');
    const pages = [first];
    for (let n = 1; n < 8; n += 1) {
      await hide(pages.at(-1) as Page, true);
      const page = await first.context().newPage();
      await page.goto(`${day.dashboard.url}/leads`);
      await page.getByRole('link', { name: 'Early' }).waitFor();
      pages.push(page);
    }
    await addLead('Eighth');
    await (pages.at(-1) as Page).getByRole('link', { name: 'Eighth' }).waitFor();
    await hide(first, false);
    await first.getByRole('link', { name: 'Eighth' }).waitFor();
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('writes once what was written although its answers were lost, and keeps it until then', async () => {
    const { gateway } = day.dashboard;
    const id = await addLead('Noted');
    const page = await day.open(`/leads/${id}`);
    const note = page.getByRole('textbox', { name: 'New note' });
    await note.fill('Wants a flat roof');
    gateway.losesAnswers = true;
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Service unreachable').first().waitFor();
    expect(await note.inputValue()).toBe('Wants a flat roof');
    gateway.losesAnswers = false;
    await page.getByRole('button', { name: 'Add note' }).click();
    await eventually(async () => (await note.inputValue()) === '' || undefined);
    const { notes } = (await day.account.request('get', `/leads/${id}/notes`).expect(200)).body;
    expect(notes).toMatchObject([{ text: 'Wants a flat roof' }]);
  });

  it('announces a new version if a part of the old one is missing, and continues after a reload', async () => {
    const { gateway } = day.dashboard;
    const page = await day.open('/');
    gateway.refuses = { status: 404, paths: /\/assets\/.*\.js/ };
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByText('A new version is available').first().waitFor();
    gateway.refuses = undefined;
    await page.getByRole('button', { name: 'Reload' }).first().click();
    await page.getByRole('heading', { name: 'Reports' }).waitFor();
  });

  it('says that the service does not answer, and shows everything once it does', async () => {
    const { gateway } = day.dashboard;
    const page = await day.open('/');
    gateway.refuses = { status: 503, paths: /api\/internal/ };
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    gateway.refuses = undefined;
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('heading', { name: 'Tasks', exact: true }).waitFor();
    await eventually(async () => (await page.getByRole('button', { name: 'Try again' }).count()) === 0 || undefined);
  });

  it.each(['/', '/leads', '/inbox', '/tasks', '/agents', '/jobs', '/meetings', '/channels', '/reports', '/settings'])(
    '%s is read at twice its size without scrolling sideways',
    async (at) => {
      const page = await day.open(at, undefined, { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await overflowOf(page)).toBe(0);
      expect(day.dashboard.complaints).toEqual([]);
    },
  );
});
