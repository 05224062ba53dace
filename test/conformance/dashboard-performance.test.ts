import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { insertEvents } from '../../db/events/events.js';
import { localDay } from '../../domain/time/local-day.js';
import type { EventKind } from '../../schemas/events/events.js';
import { recordNextTouches } from '../../services/operations/record-touches.js';
import { addSender, publishAgent } from '../support/agents.js';
import { workFolder } from '../support/conformance-tools.js';
import { useWorkday } from '../support/dashboard-work.js';
import { addLead, addMessage, addRun } from '../support/messaging.js';
import { addUser } from '../support/users.js';

const HOUR_MS = 3_600_000;
const day = useWorkday('dashboard-performance');
const origin = { kind: 'system', id: null } as const;
const step = (key: string) => ({ type: 'message', key, channel: 'email', subject: 'Sun', content: 'Hello' }) as const;
let solar: string;

interface Sent {
  agentId: string;
  senderId: string;
  ownerId: string | null;
  stepKey: string;
  hoursAgo: number;
  outcomes: readonly [type: EventKind, hoursLater: number][];
}

async function send(n: number, { agentId, senderId, ownerId, stepKey, hoursAgo, outcomes }: Sent): Promise<void> {
  const { db } = day.api;
  const { accountId } = day.account;
  const lead = await addLead(db, accountId, { first_name: 'Lead', last_name: `${n}`, owner_id: ownerId });
  const run = await addRun(db, lead, agentId);
  const columns = { status: 'sent', step_key: stepKey, sender_id: senderId } as const;
  const { id } = await addMessage(db, lead, run, columns);
  const at = Date.now() - hoursAgo * HOUR_MS;
  const events: [EventKind, number][] = [['message.sent', 0], ...outcomes];
  for (const [type, hours] of events) {
    const data = type === 'message.received' ? { in_reply_to: id } : { message_id: id, channel: 'email' };
    const about = { accountId, leadId: lead.id, agentRunId: run.id, origin };
    await insertEvents(db, new Date(at + hours * HOUR_MS), [{ ...about, type, data }]);
  }
}

/** Two agents with 70 leads in this period and 40 in the one before: the first step works, and the second doesn't. */
async function addResults(): Promise<void> {
  const { api, account } = day;
  const senderId = await addSender(api.db, account.accountId);
  solar = await publishAgent(api.db, account.accountId, [step('hello'), step('again')] as never, {
    name: 'Solar offers',
  });
  const other = await publishAgent(api.db, account.accountId, [step('hi')] as never, { name: 'Heat pumps' });
  const { userId } = await addUser(api, account.accountId, 'operator');
  const sent = Array.from({ length: 110 }, (_, n) => n);
  for (const n of sent) {
    const isBefore = n >= 70;
    const isAgain = n % 2 === 1;
    const outcomes: [EventKind, number][] = [['message.delivered', 1]];
    if (!isAgain || n % 7 === 0) outcomes.push(['message.received', 2]);
    if (n % 5 === 0) outcomes.push(['meeting.scheduled', 3]);
    if (n % 10 === 0) outcomes.push(['conversion.recorded', 4]);
    await send(n, {
      agentId: n % 11 === 10 ? other : solar,
      senderId,
      ownerId: n % 3 === 0 ? userId : null,
      stepKey: n % 11 === 10 ? 'hi' : isAgain ? 'again' : 'hello',
      hoursAgo: isBefore ? 45 * 24 : 10 * 24 + (n % 9) * 24,
      outcomes: n % 13 === 12 ? [] : outcomes,
    });
  }
  while ((await recordNextTouches({ db: api.db, now: new Date() })) > 0);
}

beforeAll(addResults);

const performanceOf = async (page: Page, query = '') => {
  const answer = await page.request.get(new URL(`/api/internal/reports/performance?${query}`, page.url()).href);
  return answer.json();
};

describe('the performance report', () => {
  it('has the numbers of the API, and leads from each to its leads', async () => {
    const { dashboard } = day;
    const page = await day.open('/reports');
    await page.getByRole('heading', { name: 'From message to win' }).waitFor();
    const from = await page.getByLabel('From', { exact: true }).inputValue();
    const to = await page.getByLabel('To', { exact: true }).inputValue();
    expect(to).toBe(localDay(new Date(), 'Europe/Madrid'));
    const report = await performanceOf(page, `from=${from}&to=${to}`);
    const chart = page.getByRole('region', { name: 'From message to win' });
    for (const [name, label] of [
      ['sent', 'Sent'],
      ['delivered', 'Delivered'],
      ['replied', 'Replied'],
      ['met', 'Meeting booked'],
      ['won', 'Won'],
    ] as const) {
      const row = chart.getByRole('row', { name: label });
      expect(report.now[name]).toBeGreaterThan(0);
      await expect(row.getByRole('link').allTextContents()).resolves.toEqual([
        `${report.now[name]}`,
        `${report.before[name]}`,
      ]);
    }
    await page.screenshot({ path: path.join(workFolder('dashboard-performance'), 'all.png'), fullPage: true });
    await day.look(page, 'performance');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    const table = page.getByRole('region', { name: 'Results by agent' }).getByRole('region');
    const row = table.getByRole('row', { name: 'Solar offers' });
    const solarRow = report.rows.find(({ workflow_id }: { workflow_id: string }) => workflow_id === solar);
    await row.getByRole('link', { name: `Won: Solar offers, ${solarRow.now.won} leads` }).click();
    await page.getByRole('heading', { name: 'Leads: Won' }).waitFor();
    const leads = page.getByRole('list', { name: 'Leads: Won' }).getByRole('listitem');
    await leads.first().waitFor();
    expect(await leads.count()).toBe(solarRow.now.won);
    await day.look(page, 'leads');
    await leads.first().getByRole('link').click();
    await page.waitForURL(/\/leads\/[\da-f-]{36}/);
    expect(dashboard.complaints).toEqual([]);
  });

  it('keeps its filters in the URL, shows where leads drop out, and is available as a file', async () => {
    const { dashboard } = day;
    const page = await day.open('/reports');
    await page.getByRole('link', { name: 'Solar offers', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Results by step' }).waitFor();
    const rows = page.getByRole('region', { name: 'Results by step' }).locator('tbody tr');
    await page.getByRole('button', { name: 'Sort by Replied' }).click();
    await expect(rows.locator('th').allTextContents()).resolves.toEqual([
      'Solar offers · hello',
      'Solar offers · again',
    ]);
    const highlights = page.getByRole('region', { name: 'Highlights' });
    await expect(highlights.locator('.sum').first().textContent()).resolves.toContain('hello');
    await page.getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: 'User' }).click();
    await page.waitForURL((url) => url.searchParams.has('owner_id'));
    await page.reload();
    await rows.first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Owner' }).inputValue()).toBe('User');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain('Solar offers,hello,');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page
      .getByText('No open runs')
      .or(page.getByRole('heading', { name: 'Pipeline by status' }))
      .waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('is shared by a link that opens without sign-in, shows no leads and can be revoked', async () => {
    const { dashboard } = day;
    const page = await day.open('/reports');
    await page.getByRole('heading', { name: 'From message to win' }).waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share report' });
    await dialog.getByText('It shows the names of agents, owners and senders').waitFor();
    await dialog.getByLabel('Title').fill('For the board');
    await day.look(page, 'share');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const made = page.getByRole('dialog', { name: 'Link to the report' });
    const url = (await made.locator('code').textContent()) ?? '';
    await made.getByRole('button', { name: 'I’ve stored it' }).click();

    const at = url.slice(dashboard.url.length);
    const reader = await dashboard.open(at);
    await reader.getByRole('heading', { name: 'For the board' }).waitFor();
    const chart = reader.getByRole('region', { name: 'From message to win' });
    const report = await performanceOf(page, `from=${await page.getByLabel('From', { exact: true }).inputValue()}`);
    await chart.getByRole('row', { name: 'Won' }).getByText(`${report.now.won}`, { exact: true }).waitFor();
    expect(await reader.getByRole('link').count()).toBe(0);
    await expect(reader.locator('body').textContent()).resolves.not.toMatch(/Lead \d/);
    await reader.getByRole('button', { name: 'Sort by Replied' }).click();
    const [image] = await Promise.all([
      reader.waitForEvent('download'),
      chart.getByRole('button', { name: 'Download PNG' }).click(),
    ]);
    const png = await readFile(await image.path());
    expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    await day.look(reader, 'shared');
    await reader.reload();
    await chart.waitFor();
    expect(dashboard.complaints).toEqual([]);

    await dialog.getByRole('tab', { name: 'Links' }).click();
    const row = dialog.getByRole('listitem').filter({ hasText: 'For the board' });
    await row.getByText('Opened 2 times').waitFor();
    await day.look(page, 'links');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke link' }).getByRole('button', { name: 'Revoke link' }).click();
    await dialog.getByText('No links yet.').waitFor();
    await reader.reload();
    await reader.getByRole('heading', { name: 'Page not found' }).waitFor();
    await day.look(reader, 'revoked');
    await reader.context().close();
  });

  it('shows how far the monthly goals are reached', async () => {
    const { dashboard } = day;
    const page = await day.open('/reports');
    const goals = page.getByRole('region', { name: 'Goals' }).first();
    await goals.getByText('No goals yet.').waitFor();
    await goals.getByRole('button', { name: 'Set goal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set goal' });
    await dialog.getByLabel('Leads with a meeting per month').fill('400');
    await dialog.getByRole('button', { name: 'Set goal' }).click();
    await page.getByRole('progressbar', { name: 'Whole account: Meetings booked' }).waitFor();
    await day.look(page, 'goals');
    expect(dashboard.complaints).toEqual([]);
  });
});
