import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openSenderBreaker } from '../../db/channels/sender-breakers.js';
import { insertEvents } from '../../db/events/events.js';
import { noteProcess } from '../../db/operations/processes.js';
import { addParked } from '../../db/outbox.js';
import { localDay } from '../../domain/time/local-day.js';
import { shareInterval } from '../../domain/values/share.js';
import { newId } from '../../runtime/ids.js';
import { countNextEvents } from '../../services/operations/count-events.js';
import { addSender, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { addLead, addMessage, addRun } from '../support/messaging.js';
import { addUser } from '../support/users.js';

const day = useWorkday('dashboard-reports');
const origin = { kind: 'system', id: null } as const;

/** An agent whose step was sent six times in two variants, four of them answered, and a conversion. */
async function addCounts(): Promise<string> {
  const { api, account } = day;
  const { accountId } = account;
  const senderId = await addSender(api.db, accountId);
  const step = { type: 'message', key: 'hello', channel: 'email', subject: 'Sun', content: 'Hello' } as const;
  const agentId = await publishAgent(api.db, accountId, [step] as never, { name: 'Solar offers' });
  for (let n = 0; n < 6; n += 1) {
    const lead = await addLead(api.db, accountId);
    const run = await addRun(api.db, lead, agentId);
    const columns = { status: 'sent', step_key: 'hello', variant: n % 2 ? 'b' : 'a', sender_id: senderId } as const;
    const { id } = await addMessage(api.db, lead, run, columns);
    const about = { accountId, leadId: lead.id, agentRunId: run.id, origin };
    await insertEvents(api.db, new Date(), [
      { ...about, type: 'message.sent', data: { message_id: id, channel: 'email' } },
    ]);
    if (n > 3) continue;
    const given = { direction: 'inbound', status: 'received', in_reply_to: id } as const;
    const answer = await addMessage(api.db, lead, null, given);
    const data = { message_id: answer.id, channel: 'email', in_reply_to: id };
    await insertEvents(api.db, new Date(), [{ ...about, type: 'message.received', data }]);
  }
  const { body } = await account.request('post', '/conversion-types').send({ name: 'Sale' }).expect(201);
  const lead = await addLead(api.db, accountId);
  const sale = { conversion_type_id: body.conversion_type.id, lead_id: lead.id, amount: 1250.5, currency: 'EUR' };
  await account.request('post', '/conversions').send(sale).expect(201);
  while ((await countNextEvents({ db: api.db, now: new Date() })) > 0);
  return agentId;
}

/**
 * Shows a chart of the conversions' value and the sends, compared with the previous period, and moves to today with the
 * keyboard.
 */
async function drawLines(page: Page): Promise<void> {
  const picture = page.getByRole('group', { name: /^Results by day, / });
  await page.getByRole('button', { name: 'Value in EUR' }).click();
  await page.getByRole('button', { name: 'Meetings', exact: true }).click();
  await picture.locator('canvas').waitFor();
  await picture.focus();
  await page.keyboard.press('End');
  await page.getByRole('status').filter({ hasText: 'Sent 6; Replied 4; Value in EUR €1,250.50' }).waitFor();
  // After a redraw, it shows the same day.
  await page.getByRole('button', { name: 'Compare with previous period' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Sent 6, 0 before; Replied 4, 0 before; Value in EUR €1,250.50, €0.00 before' })
    .waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('show'), searchParams.get('overlay')]).toEqual(['sent,replied,EUR', 'previous']);
  // Another user of the URL sees the same.
  await page.reload();
  await picture.locator('canvas').waitFor();
  expect(await page.getByRole('button', { name: 'Value in EUR' }).getAttribute('aria-pressed')).toBe('true');
  const box = await picture.boundingBox();
  if (!box) throw new Error('Nothing is drawn.');
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await picture
    .getByText(/before$/)
    .first()
    .waitFor();
}

describe('reports', () => {
  it('tell what was sent and what came of it, in days that the address names, and as a file', async () => {
    const { dashboard } = day;
    await addCounts();
    const today = localDay(new Date(), 'Europe/Madrid');
    const page = await day.open('/reports?tab=summary');
    const figures = page.getByRole('region', { name: 'Totals' });
    await figures.locator('.sum', { hasText: 'Sent' }).getByText('6', { exact: true }).waitFor();
    await figures.getByText('€1,250.50').waitFor();
    await page.getByRole('region', { name: 'Results by day' }).waitFor();
    await drawLines(page);
    // No figure is alone on a second row.
    const tops = await figures
      .locator('.sum')
      .evaluateAll((each) => each.map((sum) => sum.getBoundingClientRect().top));
    expect(tops.filter((top) => top === tops.at(-1)).length).toBeGreaterThan(1);
    await day.look(page, 'summary');
    const [days] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect((await readFile(await days.path(), 'utf8')).split('\n').at(-2)).toMatch(new RegExp(`^${today},6,`));

    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    const rows = page.getByRole('region', { name: 'Report: Messages' }).locator('tbody tr');
    await rows.first().getByText('6', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Sender' }).click();
    await rows.getByText('sales@example.com').waitFor();
    await day.look(page, 'messages');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file.split('\n')[0]).toContain('sender_id,sent,delivered,opened,clicked,replied,failed,received');
    expect(download.suggestedFilename()).toContain(today);

    // The address has the days, so that it can be handed on.
    await page.getByRole('button', { name: '30 days' }).click();
    await page.waitForURL((url) => url.searchParams.get('to') === today);
    await page.getByLabel('To', { exact: true }).fill('2024-03-31');
    // The other day goes along, and then it is its turn.
    await eventually(async () => ((await page.getByLabel('From').inputValue()) === '2024-03-31' ? true : undefined));
    await page.getByLabel('From').fill('2024-03-01');
    await page.getByText('No data for this period.').waitFor();
    await page.reload();
    await expect(page.getByLabel('From').inputValue()).resolves.toBe('2024-03-01');
    await expect(page.getByLabel('To', { exact: true }).inputValue()).resolves.toBe('2024-03-31');
    await page.getByLabel('From').fill('2020-01-01');
    await page.getByText('A report can cover at most 400 days.').waitFor();
    await page.getByRole('button', { name: '7 days' }).click();
    await rows.getByText('sales@example.com').waitFor();

    await page.getByRole('link', { name: 'Funnel' }).click();
    await page.getByRole('region', { name: 'Results by step' }).getByText('hello').waitFor();
    const variants = page.getByRole('region', { name: 'Results by variant' }).locator('tbody tr');
    await variants.nth(1).waitFor();
    await expect(variants.locator('td:nth-child(2)').allTextContents()).resolves.toEqual(['a', 'b']);
    await expect(variants.first().locator('td:nth-child(4)').textContent()).resolves.toBe('2');
    await day.look(page, 'funnel');
    const [steps] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(await readFile(await steps.path(), 'utf8')).toContain('hello,a,,3,');
    for (const name of ['Steps', 'Variants', 'Senders', 'Revenue']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('region', { name: `Report: ${name}` }).waitFor();
      await day.look(page, name.toLowerCase());
    }
    await page.getByText('€1,250.50').waitFor();
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Meetings' }).click();
    await page.getByText('No data for this period.').waitFor();
    // Days that no report has are refused in words: that request failing is what the browser complains of.
    expect(dashboard.complaints.filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('of an agent stand with the agent too: at its cards, and step by step with its variants', async () => {
    const { account, dashboard } = day;
    const { workflows } = (await account.request('get', '/workflows').expect(200)).body;
    const page = await day.open(`/agents/${workflows.at(-1).id}`);
    const card = page.getByRole('list', { name: 'Steps' }).locator('[data-step="hello"]');
    await card.getByText('6 currently here · 6 sent · 67% replied').waitFor();
    await day.look(page, 'agent-figures');
    await page.getByRole('main').getByRole('link', { name: 'Results', exact: true }).click();
    const variants = page.getByRole('region', { name: 'Results by variant' }).locator('tbody tr');
    await variants.nth(1).waitFor();
    const { low, high } = shareInterval(2, 3);
    const share = `${Math.round(100 * (low ?? 0))}% to ${Math.round(100 * (high ?? 0))}%`;
    expect((await variants.first().locator('td').nth(5).textContent())?.trim()).toBe(share);
    await day.look(page, 'agent-results');
    await page.getByRole('link', { name: 'View all runs' }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('workflow_id')).toBe(workflows.at(-1).id);
    expect(dashboard.complaints).toEqual([]);
  });

  it('tell how long leads waited for an answer, and whose', async () => {
    const { api, account, dashboard } = day;
    const ana = await addUser(api, account.accountId, 'operator');
    const lead = await addLead(api.db, account.accountId);
    const asked = new Date(Date.now() - 90 * 60_000);
    const given = { direction: 'inbound', status: 'received', created_at: asked } as const;
    const { id } = await addMessage(api.db, lead, null, given);
    const answer = await addMessage(api.db, lead, null, { status: 'sent' });
    const about = { accountId: account.accountId, leadId: lead.id };
    await insertEvents(api.db, new Date(), [
      { ...about, type: 'message.received', origin, data: { message_id: id, channel: 'email' } },
      {
        ...about,
        type: 'message.sent',
        origin: { kind: 'user', id: ana.userId },
        data: { message_id: answer.id, channel: 'email' },
      },
    ]);
    while ((await countNextEvents({ db: api.db, now: new Date() })) > 0);
    const page = await day.open('/reports?tab=reply-times&group=writer');
    const row = page.getByRole('region', { name: 'Report: Reply times' }).locator('tbody tr');
    await row.getByText('User', { exact: true }).waitFor();
    await expect(row.locator('td').last().textContent()).resolves.toMatch(/^1 hr \d\d min$/);
    await day.look(page, 'reply-times');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('the state of the service', () => {
  it('tells what runs, what is behind and what fails, and has given up work tried again', async () => {
    const { api, dashboard } = day;
    const { accountId } = day.account;
    const now = new Date();
    const seen = { started_at: now, seen_at: now };
    await noteProcess(
      api.db,
      { id: newId(), kind: 'worker', pid: 7, host: 'worker-7', clock_ahead_ms: 4_000, ignores_proxy: false, ...seen },
      new Date(0),
    );
    const work = { accountId, kind: 'start', workflowId: `cadence/${newId()}`, args: { workflow: 'x' } } as const;
    await addParked(api.db, now, work, 'Temporal refused it.');
    const senderId = await addSender(api.db, accountId);
    const breaker = { sender_id: senderId, account_id: accountId, last_code: 'CONNECTION_REFUSED', opened_at: now };
    const retry = { retry_at: new Date(now.getTime() + 3_600_000), probe_until: null, trips: 1 };
    await openSenderBreaker(api.db, { ...breaker, ...retry });
    const page = await day.open('/system');
    const processes = page.getByRole('list', { name: 'Processes' });
    const worker = processes.getByRole('listitem').filter({ hasText: 'worker-7' });
    await worker.getByText('Clock off by 4 s').waitFor();
    await page.getByText('Workers running').waitFor();
    await page.getByRole('region', { name: 'Outages' }).getByText('CONNECTION_REFUSED').waitFor();
    await page.getByRole('region', { name: 'Work on hold' }).getByText('No work is on hold.').waitFor();
    await page.getByText('Temporal refused it.').waitFor();
    await day.look(page, 'system');

    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No failed commands.').waitFor();
    const row = await api.db('outbox').where({ account_id: accountId, workflow_id: work.workflowId }).first();
    expect(row).toMatchObject({ parked_at: null, attempts: 0 });

    const operator = await addUser(api, accountId, 'operator');
    const other = await day.open('/system', operator.email);
    await other.getByRole('heading', { name: 'Your role can’t open this page' }).waitFor();
    expect(await other.getByRole('link', { name: 'System' }).count()).toBe(0);
    expect(dashboard.complaints).toEqual([]);
  });
});
