import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { addNumber, addSender, addWhatsAppTemplate, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { insertMessage } from '../support/leads.js';
import { addUser } from '../support/users.js';

const day = useWorkday('dashboard-inbox');
const WAIT = { type: 'wait' as const, delay: { type: 'after' as const, amount: 3, unit: 'days' as const } };

/** A lead that has written on a channel; where an agent is named, that works it. */
async function writer(
  first_name: string,
  channel: 'email' | 'whatsapp',
  content: string,
  more: object = {},
): Promise<string> {
  const { api, account } = day;
  const lead = { first_name, last_name: 'Lind', email: `${first_name}@example.com`.toLowerCase(), ...more };
  const { body } = await account.request('post', '/leads').send({ leads: [lead] });
  const id = body.results[0].lead_id;
  const at = new Date();
  const came = { direction: 'inbound', status: 'received', created_at: at } as const;
  await insertMessage(api.db, account.accountId, id, { channel, content, ...came });
  await bumpEngagement(
    api.db,
    { id, accountId: account.accountId },
    { counts: ['inbound_count'], lastInboundAt: at, lastChannel: channel },
  );
  return id;
}

/** Picks from a menu that has opened, by its keys. */
async function pick(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  await eventually(async () => {
    await page.keyboard.press('ArrowDown');
    return (await item.and(page.locator(':focus')).count()) > 0 || undefined;
  });
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'detached' });
}

describe('the inbox', () => {
  it('is worked by keys alone: noted, taken over, given back, unread, put off, answered and done', async () => {
    const { api, account, dashboard } = day;
    await addSender(api.db, account.accountId);
    const workflow_id = await publishAgent(api.db, account.accountId, [WAIT], { name: 'Solar offers' });
    const id = await writer('Ana', 'email', 'How much is a flat roof?', { workflow_id });
    const page = await day.open('/inbox');
    await page.getByRole('region', { name: 'Entries' }).getByText('How much is a flat roof?').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('Asks for a flat roof.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByRole('listitem').getByText('Asks for a flat roof.').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Give back' }).waitFor();
    await page.keyboard.press('Shift+T');
    await pick(page, 'Go on, later by the pause');
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await page.keyboard.press('u');
    await page.getByText('It is unread again.').waitFor();
    await page.keyboard.press('z');
    await pick(page, 'In an hour');
    await page.getByRole('button', { name: 'Snoozed 1' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('It depends.');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your roof');
    await page.getByRole('textbox', { name: 'Your answer' }).press('Control+Shift+Enter');
    await page.getByRole('button', { name: 'Done 1' }).waitFor();
    const { messages } = (await account.request('get', `/messages?lead_id=${id}&direction=outbound`).expect(200)).body;
    expect(messages).toMatchObject([{ content: 'It depends.', subject: 'Your roof' }]);
    expect(dashboard.complaints).toEqual([]);
  });

  it('answers by a template while WhatsApp is closed for free text, as the lead gets it', async () => {
    const { api, account, dashboard } = day;
    await addNumber(api.db, account.accountId);
    await addWhatsAppTemplate(api.db, account.accountId, { name: 'offer' });
    const id = await writer('Bo', 'whatsapp', 'Are you there?', { phone: '+34611222333' });
    const page = await day.open(`/inbox?entry=${id}`);
    await page.getByText('WhatsApp is closed for free text').waitFor();
    expect(await page.getByRole('textbox', { name: 'Your answer' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'offer (en)' }).click();
    await page.getByLabel(/\{\{/).first().waitFor();
    for (const place of await page.getByLabel(/\{\{/).all()) await place.fill('Bo');
    await page.getByRole('region', { name: 'As the lead gets it' }).waitFor();
    await day.look(page, 'whatsapp-closed');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('It is being sent.').waitFor();
    const { messages } = (await account.request('get', `/messages?lead_id=${id}&direction=outbound`).expect(200)).body;
    expect(messages).toMatchObject([{ channel: 'whatsapp', template_id: expect.any(String) }]);
    expect(dashboard.complaints).toEqual([]);
  });

  it('hears by the line what a colleague does to an entry, and counts what nobody has seen', async () => {
    const { api, account, dashboard } = day;
    const id = await writer('Cy', 'email', 'Is it still for sale?');
    const ben = await addUser(api, account.accountId, 'operator');
    const { unread } = (await ben.request('get', '/inbox/unread').expect(200)).body;
    const page = await day.open('/inbox');
    // Nothing is asked for by time, so only the line can tell.
    await page.addInitScript('window.setInterval = () => 0');
    await Promise.all([page.waitForResponse(/\/api\/internal\/stream/), page.reload()]);
    const entry = page.locator(`[data-entry="${id}"]`);
    await entry.and(page.locator('[data-unread]')).waitFor();
    await page.getByRole('link', { name: `Inbox ${unread} unread` }).waitFor();
    await eventually(async () => (await page.title()).startsWith(`(${unread}) Inbox`) || undefined);
    const change = (body: object) => ben.request('patch', `/inbox/${id}`).send(body).expect(200);
    await ben.request('post', `/inbox/${id}/presence`).send({ state: 'writing' }).expect(200);
    await entry.getByText('User writes').waitFor();
    const { body } = await change({ assignee_id: ben.userId });
    await entry.locator('.entry-marks').getByText('User', { exact: true }).waitFor();
    await change({ seen_message_id: body.entry.last_message.id });
    await page.getByRole('link', { name: `Inbox ${unread} unread` }).waitFor({ state: 'detached' });
    await change({ status: 'done' });
    await entry.waitFor({ state: 'detached' });
    expect(dashboard.complaints).toEqual([]);
  });
});
