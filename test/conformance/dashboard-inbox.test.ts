import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { inWork } from '../../db/work.js';
import { advanceConversation } from '../../services/conversations/advance.js';
import { addNumber, addSender, addWhatsAppTemplate, openWindow, publishAgent } from '../support/agents.js';
import { addChat } from '../support/conversations.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { insertMessage } from '../support/leads.js';
import { addUser } from '../support/users.js';
import { workOn } from '../support/work.js';

const day = useWorkday('dashboard-inbox');
beforeAll(async () => {
  await addSender(day.api.db, day.account.accountId);
});
const HELLO = { type: 'message' as const, channel: 'email' as const, subject: 'Roofs', content: 'Hello' };
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

/** Waits until the box for answers holds these words. */
const holds = (page: Page, words: string) =>
  eventually(async () => {
    const box = page.getByRole('textbox', { name: 'Your reply' });
    return (await box.inputValue()) === words || undefined;
  });

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
    const workflow_id = await publishAgent(api.db, account.accountId, [WAIT], { name: 'Solar offers' });
    const id = await writer('Ana', 'email', 'How much is a flat roof?', { workflow_id });
    const page = await day.open('/inbox');
    await page.getByRole('region', { name: 'Conversations' }).getByText('How much is a flat roof?').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('Asks for a flat roof.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByRole('listitem').getByText('Asks for a flat roof.').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('button', { name: 'Resume automation' }).waitFor();
    await page.keyboard.press('Shift+T');
    await pick(page, 'Resume and shift the schedule');
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await page.keyboard.press('u');
    await page.getByText('Marked as unread.').waitFor();
    await page.keyboard.press('z');
    await pick(page, 'In 1 hour');
    await page.getByRole('button', { name: 'Snoozed 1' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.type('It depends.');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your roof');
    await page.getByRole('textbox', { name: 'Your reply' }).press('Control+Shift+Enter');
    await page.getByRole('button', { name: 'Done 1' }).waitFor();
    const { messages } = (await account.request('get', `/messages?lead_id=${id}&direction=outbound`).expect(200)).body;
    expect(messages).toMatchObject([{ content: 'It depends.', subject: 'Your roof' }]);
    expect(dashboard.complaints).toEqual([]);
  });

  it('sends a second message from the folder that the first one emptied, and shows who was assigned since', async () => {
    const { api, account, dashboard } = day;
    const id = await writer('Ida', 'email', 'Is it sunny enough?');
    const page = await day.open(`/inbox?folder=waiting&entry=${id}`);
    const entries = page.getByRole('region', { name: 'Conversations' });
    await entries.getByText('Is it sunny enough?').waitFor();
    const box = page.getByRole('textbox', { name: 'Your reply' });
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await box.fill('It is.');
    await send.click();
    await entries.getByText('Is it sunny enough?').waitFor({ state: 'detached' });
    await holds(page, '');
    await box.fill('Even in winter.');
    await send.click();
    await holds(page, '');
    const { messages } = (await account.request('get', `/messages?lead_id=${id}&direction=outbound`).expect(200)).body;
    expect(messages).toMatchObject([{ content: 'Even in winter.' }, { content: 'It is.' }]);
    await page.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option').first().click();
    await page.getByText('Assigned.').waitFor();
    const { assignee } = await eventually(async () => {
      const row = await api.db('inbox_states').where({ id }).first('assignee_id');
      return row?.assignee_id ? { assignee: row.assignee_id } : undefined;
    });
    expect(assignee).toEqual(expect.any(String));
    await eventually(
      async () => (await page.getByRole('combobox', { name: 'Assignee' }).inputValue()) !== '' || undefined,
    );
    expect(dashboard.complaints).toEqual([]);
  });

  it('is announced on the home page, with the leads that lack consent', async () => {
    const { api, account, dashboard } = day;
    const agentId = await publishAgent(api.db, account.accountId, [WAIT], { name: 'Heat pumps' });
    const id = await writer('Hal', 'email', 'Do you sell heat pumps?', { workflow_id: agentId });
    const held = { cadence_state: 'held', hold_reason: 'consent_missing' } as const;
    await api.db('agent_runs').where({ lead_id: id }).update(held);
    const page = await day.open('/');
    await page.getByRole('link', { name: '1 lead is on hold until consent is recorded' }).waitFor();
    await page.getByRole('link', { name: /conversations? needs? a reply/ }).click();
    await page.getByRole('region', { name: 'Conversations' }).getByText('Do you sell heat pumps?').waitFor();
    expect(page.url()).toContain('folder=waiting');
    expect(dashboard.complaints).toEqual([]);
  });

  it('lets a lead that lacks consent continue once a user records it with its evidence', async () => {
    const { api, account, dashboard } = day;
    const parts = { limits: { require_consent: ['email'] } };
    const agentId = await publishAgent(api.db, account.accountId, [HELLO], { name: 'Roofs', ...parts } as never);
    const id = await writer('Una', 'email', 'Do you do roofs?', { workflow_id: agentId });
    const page = await day.open(`/leads/${id}`);
    const next = page.getByRole('region', { name: 'Next step' });
    await next.getByRole('button', { name: 'Record consent' }).click();
    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Phone call' }).click();
    await page.getByRole('textbox', { name: 'Evidence' }).fill('Called on Monday.');
    await page.getByRole('button', { name: 'Save consent' }).click();
    await next.getByRole('button', { name: 'Record consent' }).waitFor({ state: 'detached' });
    const { consents } = (await account.request('get', `/leads/${id}/consents`).expect(200)).body;
    expect(consents).toMatchObject([
      { channel: 'email', state: 'opted_in', source: 'phone', note: 'Called on Monday.' },
    ]);
    expect(dashboard.complaints).toEqual([]);
  });

  it('answers by a template while WhatsApp is closed for free text, as the lead gets it', async () => {
    const { api, account, dashboard } = day;
    await addNumber(api.db, account.accountId);
    await addWhatsAppTemplate(api.db, account.accountId, { name: 'offer' });
    const id = await writer('Bo', 'whatsapp', 'Are you there?', { phone: '+34611222333' });
    const page = await day.open(`/inbox?entry=${id}`);
    await page.getByText('The WhatsApp window is closed').waitFor();
    expect(await page.getByRole('textbox', { name: 'Your reply' }).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'offer (en)' }).click();
    await page.getByLabel(/\{\{/).first().waitFor();
    for (const place of await page.getByLabel(/\{\{/).all()) await place.fill('Bo');
    await page.getByRole('region', { name: 'Message preview' }).waitFor();
    await day.look(page, 'whatsapp-closed');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sending…').waitFor();
    const { messages } = (await account.request('get', `/messages?lead_id=${id}&direction=outbound`).expect(200)).body;
    expect(messages).toMatchObject([{ channel: 'whatsapp', template_id: expect.any(String) }]);
    expect(dashboard.complaints).toEqual([]);
  });

  it('sends a file on WhatsApp, with the words below it, and takes both back', async () => {
    const { api, account, dashboard } = day;
    await addNumber(api.db, account.accountId, { phone_number: '+34600000002', is_default: false });
    const id = await writer('Dee', 'whatsapp', 'Which roof is it?', { phone: '+34611222444' });
    await openWindow(api.db, { id, account_id: account.accountId });
    const page = await day.open(`/inbox?entry=${id}`);
    await page.getByText('The WhatsApp window closes').waitFor();
    await page.getByRole('button', { name: 'File', exact: true }).click();
    const link = page.getByRole('textbox', { name: 'File URL' });
    await link.fill('https://files.example.com/roof.jpg?size=2');
    expect(await page.getByRole('combobox', { name: 'File type' }).inputValue()).toBe('Image');
    await page.getByRole('textbox', { name: 'Your reply' }).fill('This one.');
    await day.look(page, 'whatsapp-file');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await link.waitFor();
    await holds(page, 'This one.');
    await send.click();
    await link.waitFor({ state: 'detached' });
    const { messages } = (await account.request('get', `/messages?lead_id=${id}&direction=outbound`).expect(200)).body;
    expect(messages).toMatchObject([
      { status: 'queued', content: 'This one.', media_url: 'https://files.example.com/roof.jpg?size=2' },
      { status: 'cancelled' },
    ]);
    // After the undo offer has disappeared, the message can be undone in its place.
    const talk = page.getByRole('list', { name: 'Messages' });
    await day.look(page, 'whatsapp-queued');
    await talk.getByRole('button', { name: 'Cancel' }).click();
    await talk.getByText('Canceled').nth(1).waitFor();
    await talk.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    expect(dashboard.complaints).toEqual([]);
  });

  it('says in a chat what was written at its hour, and takes it back until then, for colleagues too', async () => {
    const { api, account, dashboard } = day;
    const id = await addChat(api, account, 'Is somebody there?');
    const said = async (): Promise<string[]> => {
      const { messages } = (await account.request('get', `/conversations/${id}/messages`).expect(200)).body;
      return messages.flatMap(({ role, text }: { role: string; text: string }) => (role === 'agent' ? [text] : []));
    };
    const ben = await addUser(api, account.accountId, 'operator');
    const [page, otherPage] = [await day.open('/inbox'), await day.open('/inbox', ben.email)];
    for (const each of [page, otherPage])
      await each.getByRole('region', { name: 'Conversations' }).getByText('Visitor').click();
    const plannedOf = (each: Page) => each.getByRole('list', { name: 'Scheduled' }).getByRole('listitem');
    const box = page.getByRole('textbox', { name: 'Your reply' });
    const sends = page.getByRole('button', { name: 'Send', exact: true });

    await box.fill('In a minute.');
    await sends.click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await holds(page, 'In a minute.');
    await plannedOf(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Send later' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow at 9:00' }).click();
    await plannedOf(page).getByText('In a minute.').waitFor();
    await holds(page, '');
    await day.look(page, 'planned');
    await plannedOf(otherPage).getByRole('button', { name: 'Cancel' }).click();
    await plannedOf(page).waitFor({ state: 'detached' });
    await holds(otherPage, 'In a minute.');
    expect(await said()).toEqual([]);

    await box.fill('Here I am.');
    await sends.click();
    await plannedOf(page).getByText('Here I am.').waitFor();
    const atItsHour = workOn(api.db, () => new Date(Date.now() + 60_000));
    await inWork(atItsHour, (work) => advanceConversation(work, id));
    await plannedOf(page).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Conversation', exact: true }).getByText('Here I am.').waitFor();
    expect(await said()).toEqual(['Here I am.']);
    expect(dashboard.complaints).toEqual([]);
  });

  it('receives a colleague’s changes of an entry through the stream, and counts unread entries', async () => {
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
    await entry.getByText('User is writing').waitFor();
    const { body } = await change({ assignee_id: ben.userId });
    await entry.locator('.entry-marks').getByText('User', { exact: true }).waitFor();
    await change({ seen_message_id: body.entry.last_message.id });
    await page.getByRole('link', { name: `Inbox ${unread} unread` }).waitFor({ state: 'detached' });
    await change({ status: 'done' });
    await entry.waitFor({ state: 'detached' });
    expect(dashboard.complaints).toEqual([]);
  });
});
