import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newId } from '../../runtime/ids.js';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { openBrowser } from '../support/browser.js';
import { workFolder } from '../support/conformance-tools.js';
import { type Dashboard, dashboardIn, lookAt } from '../support/dashboard.js';
import { addHook, post } from '../support/messaging.js';
import { useService } from '../support/service.js';
import { addUser, PASSWORD } from '../support/users.js';

const TEMPORAL_UI = 'https://temporal.example.com';
const service = useService({ TEMPORAL_UI_URL: TEMPORAL_UI });
const screens = workFolder('dashboard-runs');
let browser: Browser;
let dashboard: Dashboard;

beforeAll(async () => {
  browser = await openBrowser();
  dashboard = await dashboardIn(browser, service.app);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});

describe('a run', () => {
  it('is watched as it goes: why it waits, what is sent, what comes next, what the lead writes, how it ends', async () => {
    const account = await service.account({ timezone: 'Europe/Madrid' });
    const owner = await addUser(service, account.accountId);
    await makeSender(account);
    const window = { mode: 'none' };
    const later = { type: 'after', amount: 3, unit: 'days' };
    const steps = [
      mailStep('Sun for your roof', { key: 'hello', window }),
      mailStep('Still there?', { key: 'reminder', window, delay: later }),
    ];
    const hours = [['09:00', '18:00']];
    const days = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours, sun: hours };
    const agentId = await makePublishedAgent(account, steps, {
      name: 'Solar offers',
      exit: { on_reply: 'stop' },
      cadence: { steps, window: { mode: 'custom', days } },
    });
    const off = { sending_enabled: false, sending_note: 'We move the mail server' };
    await owner.request('patch', '/account').send(off).expect(200);
    const { runId } = await makeEnrolledLead(account, agentId, { last_name: 'Lind' });

    const page = await dashboard.open(`/sign-in?to=${encodeURIComponent(`/runs/${runId}`)}`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Ana Lind in Solar offers' }).waitFor();
    await page.evaluate('window.loadedOnce = true');
    const standing = page.getByRole('region', { name: 'Status' });
    const next = page.getByRole('region', { name: 'Next step' });
    const past = page.getByRole('list', { name: 'Activity' });
    const step = (key: string) =>
      page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: key });
    await standing.getByText('We move the mail server').waitFor();
    await next.getByText('We move the mail server').waitFor();
    await next.getByRole('link', { name: 'Open settings' }).waitFor();
    await step('hello').and(page.locator('[aria-current=step]')).waitFor();
    await lookAt(page, screens, 'run-held');
    const temporal = String(await standing.getByRole('link', { name: 'Open' }).getAttribute('href'));
    expect(temporal.startsWith(`${TEMPORAL_UI}/`) && temporal.includes(runId)).toBe(true);

    await owner.request('patch', '/account').send({ sending_enabled: true }).expect(200);
    await step('hello').getByText('Sun for your roof').waitFor();
    await step('hello').getByText('Sent', { exact: true }).waitFor();
    await step('reminder').and(page.locator('[aria-current=step]')).waitFor();
    await standing.getByText('Waiting for the next step.').waitFor();
    await next.getByText('We move the mail server').waitFor({ state: 'detached' });
    await next.getByText('Send email').waitFor();
    // Sent messages, the present and the plan are on one timeline. The last one links to its step.
    await page.getByRole('list', { name: 'Plan of Solar offers' }).getByText('Still there?').waitFor();
    await page.locator('.ribbon-open').nth(2).waitFor();
    await page.locator('.ribbon [data-ahead]').click();
    await lookAt(page, screens, 'run-sent');

    const [sent] = (await account.request('get', `/messages?workflow_run_id=${runId}`).expect(200)).body.messages;
    const act = (done: object) =>
      owner
        .request('post', '/sandbox/replies')
        .send({ message_id: sent.id, ...done })
        .expect(202);
    const hook = await addHook(account);
    const receipt = { event_id: newId(), occurred_at: new Date().toISOString(), type: 'delivered' };
    await post(service, hook, { ...receipt, message_id: sent.provider_message_id }).expect(200);
    await step('hello').getByText('Delivered', { exact: true }).waitFor();
    await act({ kind: 'read' });
    await step('hello').getByText('Read', { exact: true }).waitFor();
    await act({ kind: 'reply', text: 'How much is a flat roof?' });
    await past.getByText('How much is a flat roof?').waitFor();
    const receipts = past
      .locator('li', { hasText: 'Sun for your roof' })
      .getByRole('list', { name: 'Delivery status' });
    await receipts.getByText('Replied', { exact: true }).waitFor();
    expect(await receipts.getByRole('listitem').allInnerTexts()).toEqual(
      ['Sent', 'Delivered', 'Read', 'Replied'].map((word) => expect.stringContaining(word)),
    );
    await standing.getByText('Ended: the lead replied.').waitFor();
    await next.waitFor({ state: 'detached' });
    await step('reminder').getByText('Not reached').waitFor();
    await lookAt(page, screens, 'run-ended');
    expect(await page.evaluate('window.loadedOnce')).toBe(true);
    expect(dashboard.complaints).toEqual([]);
  });
});
