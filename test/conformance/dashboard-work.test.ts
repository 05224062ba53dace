import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { insertEvents } from '../../db/events/events.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import { addSender, publishAgent } from '../support/agents.js';
import { addChat } from '../support/conversations.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { insertMessage } from '../support/leads.js';
import { PASSWORD } from '../support/users.js';

const day = useWorkday('dashboard-work');
const DAY = 86_400_000;
const origin = { kind: 'cadence', id: null } as const;

describe('the timeline of a lead', () => {
  it('advances with the clock: its times, and the marker of now', async () => {
    const { body } = await day.account.request('post', '/leads').send({ first_name: 'Tick' }).expect(201);
    const page = await day.open(`/leads/${body.lead.id}`);
    const made = page.getByRole('listitem').filter({ hasText: 'Lead created' });
    await made.getByText('now').waitFor();
    await page.clock.setFixedTime(Date.now() + 10 * 60_000);
    await made.getByText('10 min. ago').waitFor();
  });

  it('tells what happened and why, what is planned at which time, and hears of what comes in', async () => {
    const { api, account, dashboard } = day;
    await addSender(api.db, account.accountId);
    const mail = (key: string, subject: string, content: string, more: object = {}) => ({
      type: 'message',
      key,
      channel: 'email',
      subject,
      content,
      window: { mode: 'none' },
      ...more,
    });
    const steps = [
      mail('hello', 'Sun for your roof', 'Hello {{ lead.first_name }}', {
        delay: { type: 'after', amount: 1, unit: 'hours' },
      }),
      mail('again', 'Still there, {{ lead.first_name }}?', 'A second try', {
        delay: { type: 'after', amount: 2, unit: 'days' },
      }),
    ];
    const workflow_id = await publishAgent(api.db, account.accountId, steps as never, { name: 'Solar offers' });
    const lead = { first_name: 'Chiara', last_name: 'Conti', email: 'chiara@example.com', timezone: 'Asia/Tokyo' };
    const { body } = await account.request('post', '/leads').send({ leads: [{ ...lead, workflow_id }] });
    const leadId = body.results[0].lead_id;
    await insertEvents(api.db, new Date(), [
      {
        accountId: account.accountId,
        leadId,
        origin,
        type: 'cadence.step_skipped',
        data: { step_key: 'welcome', reason: 'NO_ADDRESS', detail: 'The lead had no phone number.' },
      },
    ]);
    await insertMessage(api.db, account.accountId, leadId, {
      subject: 'An offer',
      content: 'Dear Chiara, here it is.',
      status: 'failed',
      failure_code: 'HARD_BOUNCE',
      failure: JSON.stringify({ message: 'The address does not exist.' }),
    });
    const page = await day.open(`/leads/${leadId}`);
    const past = page.getByRole('list', { name: 'Activity' });
    await past.getByText('The lead had no phone number.').waitFor();
    await past.getByText('Failed', { exact: true }).waitFor();
    await past.getByRole('button', { name: 'Details' }).click();
    await past.getByText('The address does not exist. (HARD_BOUNCE)').waitFor();
    const plan = page.getByRole('list', { name: 'Plan of Solar offers' });
    await plan.getByText('Still there, Chiara?').waitFor();
    const { body: next } = await account.request('get', `/leads/${leadId}/next`);
    const planned = await plan.locator('li', { hasText: 'Still there' }).locator('time').getAttribute('datetime');
    expect(Date.parse(String(planned)) - Date.parse(next.runs[0].earliest_at)).toBe(2 * DAY);
    await plan.getByText('in Asia/Tokyo').first().waitFor();
    await past.getByText('in Asia/Tokyo').first().waitFor();
    await page.getByText(/^Now · .+ in Asia\/Tokyo$/).waitFor();
    await day.look(page, 'timeline');
    // An agent's activity links to its run, and from there to Temporal.
    await past.getByRole('link', { name: 'Run', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Chiara Conti in Solar offers' }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Runs' }).getByRole('link', { name: 'Solar offers' }).waitFor();

    await page.getByRole('combobox', { name: 'Show', exact: true }).click();
    await page.getByRole('option', { name: 'Decisions' }).click();
    await past.getByText('Dear Chiara').waitFor({ state: 'detached' });
    await past.getByText('The lead had no phone number.').waitFor();
    await page.getByRole('combobox', { name: 'Show', exact: true }).click();
    await page.getByRole('option', { name: 'Notes' }).click();
    await page.getByText('No activity yet.').waitFor();
    // A note of another user appears without a reload.
    await account.request('post', `/leads/${leadId}/notes`).send({ text: 'Calls back on Monday.' }).expect(201);
    await past.getByText('Calls back on Monday.').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

/** Has a lead write, as its channel would tell. */
async function writes(leadId: string, content: string, channel: 'email' | 'whatsapp' = 'email'): Promise<void> {
  const { api, account } = day;
  const at = new Date();
  await insertMessage(api.db, account.accountId, leadId, {
    channel,
    content,
    direction: 'inbound',
    status: 'received',
  });
  await bumpEngagement(
    api.db,
    { id: leadId, accountId: account.accountId },
    { counts: ['inbound_count'], lastInboundAt: at, lastChannel: channel },
  );
  const data = { channel };
  await insertEvents(api.db, at, [{ accountId: account.accountId, leadId, origin, type: 'message.received', data }]);
}

/** Has a page wait for what it reads, until the answer is called. */
async function holdReads(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/internal/**', async (route) => {
    if (route.request().method() === 'GET') await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

describe('the inbox', () => {
  it('is worked by keys: read, answered, taken back, assigned and done, and hears of what comes in', async () => {
    const { api, account, dashboard } = day;
    const people = [
      ['Ana', 'García', 'Olivos SL'],
      ['Björn', 'Larsen', 'Nordlys AS'],
      ['Eva', 'Luna', 'Acme'],
    ];
    const ids: string[] = [];
    for (const [first_name, last_name, company] of people) {
      const lead = { first_name, last_name, company, email: `${first_name}@example.com`, phone: '', source: 'fair' };
      const { body } = await account
        .request('post', '/leads')
        .send({ ...lead, phone: undefined })
        .expect(201);
      ids.push(body.lead.id);
    }
    const [ana = '', bjorn = '', eva = ''] = ids;
    await addSender(api.db, account.accountId);
    await writes(ana, 'How much would it be for a flat roof?');
    await writes(bjorn, 'Please call me on Monday.');
    await addChat(api, account, 'Is anybody there?');
    const page = await day.open('/inbox');
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByText('Visitor').waitFor();
    await page.getByRole('button', { name: 'Open 3' }).waitFor();
    await day.look(page, 'inbox-list');

    // A received message appears without a reload.
    await writes(eva, 'Do you also build in Norway?');
    await list.getByText('Do you also build in Norway?').waitFor();
    await page.keyboard.press('j');
    const thread = page.getByRole('region', { name: 'Conversation', exact: true });
    await thread.getByText('Do you also build in Norway?').waitFor();
    await page.keyboard.press('j');
    await thread.getByText('Is anybody there?').waitFor();
    await page.keyboard.press('k');
    await thread.getByText('Do you also build in Norway?').waitFor();
    // It is seen by now.
    await list.locator(`[data-entry="${eva}"]:not([data-unread])`).waitFor();

    await page.keyboard.press('r');
    await page.keyboard.type('Yes, we do.');
    await page.reload();
    const answer = page.getByRole('textbox', { name: 'Your reply' });
    await expect(answer.inputValue()).resolves.toBe('Yes, we do.');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Building in Norway');
    // It can be taken back for five seconds: the hand is there before it is sent.
    await Promise.all([page.getByRole('button', { name: 'Undo' }).click(), answer.press('Control+Enter')]);
    await thread.getByText('Canceled').waitFor();
    await eventually(async () => ((await answer.inputValue()) === 'Yes, we do.' ? true : undefined));
    await answer.press('Control+Enter');
    await thread.getByText('On hold').or(thread.getByText('Queued')).first().waitFor();
    await day.look(page, 'inbox');

    await page.getByRole('button', { name: 'Snippets' }).click();
    await page.getByRole('menuitem', { name: 'Manage snippets' }).click();
    await page.getByRole('button', { name: 'Add snippet' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Thanks');
    await page.getByLabel('Shortcut').fill('thanks');
    await page.getByLabel('Text', { exact: true }).fill('Thank you, {{ lead.first_name }}.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add snippet' }).click();
    await page.getByText('#thanks').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Snippets' }).click();
    await page.getByRole('menuitem', { name: 'Thanks' }).click();
    await eventually(async () => ((await answer.inputValue()) === 'Thank you, Eva.' ? true : undefined));

    // Messages that arrived since then and weren't seen stop a reply. After reading them, it can be sent. The list,
    // which polls every half minute, doesn't show them sooner.
    const letRead = await holdReads(page);
    await insertMessage(api.db, account.accountId, eva, {
      direction: 'inbound',
      status: 'received',
      content: 'Never mind, I found it.',
    });
    await answer.press('Control+Enter');
    await page.getByText('The conversation has newer messages. Read them before you send.').waitFor();
    await letRead();
    await thread.getByText('Never mind, I found it.').waitFor();
    dashboard.complaints.length = 0;
    await list.getByText('Never mind, I found it.').waitFor();
    await answer.press('Control+Enter');
    await thread.getByText('Thank you, Eva.').waitFor();

    await page.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option', { name: 'Marta Ruiz' }).click();
    await page.getByRole('button', { name: 'Mine 1' }).waitFor();
    await answer.press('Escape');
    await page.keyboard.press('e');
    await page.getByText('Eva Luna marked as done.').waitFor();
    await page.getByRole('button', { name: 'Done 1' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Done 0' }).waitFor();

    await list.getByText('Please call me on Monday.').click();
    await page.getByRole('button', { name: 'Snooze', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow at 9:00' }).click();
    await page.getByRole('button', { name: 'Snoozed 1' }).waitFor();
    await list.getByText('Visitor').click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Hand back to agent' }).waitFor();
    await page.getByRole('textbox', { name: 'Your reply' }).fill('I am here.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('list', { name: 'Scheduled' }).getByText('I am here.').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('meetings', () => {
  it('are booked at a free time, moved, cancelled and noted, with the hosts and types they need', async () => {
    const { api, account, dashboard } = day;
    await publishAgent(api.db, account.accountId, [{ type: 'end', key: 'end' }] as never, { name: 'Front desk' });
    await account.request('post', '/leads').send({ first_name: 'Dmitri', last_name: 'Okafor', source: 'fair' });
    const page = await day.open('/meetings');
    await page.getByText('No upcoming meetings').waitFor();
    await day.look(page, 'meetings-empty');

    await page.getByRole('link', { name: 'Hosts' }).click();
    await page.getByRole('button', { name: 'Add host' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Lena Park');
    await page.getByLabel('Email').fill('lena@example.com');
    await page.getByLabel('Maximum meetings per day').fill('8');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Lena Park' }).click();
    await page.getByText('Monday to Friday, 09:00 to 17:00').waitFor();
    await page.getByRole('button', { name: 'Add hours' }).click();
    for (const name of ['Sat', 'Sun']) await page.getByRole('checkbox', { name }).check();
    await page.getByLabel('From').fill('08:00');
    await page.getByLabel('To', { exact: true }).fill('20:00');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Mon, Tue, Wed, Thu, Fri, Sat, Sun · 08:00–20:00').waitFor();
    await day.look(page, 'host');
    // That there is no calendar yet is an answer of 404, which browsers tell as an error.
    dashboard.complaints.length = 0;

    await page.getByRole('link', { name: 'Types' }).click();
    await page.getByRole('button', { name: 'Add meeting type' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Roof survey');
    await page.getByLabel('Duration (min)').fill('45');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Roof survey').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Duration (min)').fill('3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be at least 5').waitFor();
    await day.look(page, 'meeting-type');
    dashboard.complaints.length = 0;
    await page.getByLabel('Duration (min)').fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('30 minutes').waitFor();

    await page.getByRole('navigation', { name: 'Meetings sections' }).getByRole('link', { name: 'Meetings' }).click();
    await page.getByRole('button', { name: 'Book meeting' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book meeting' });
    const newer = Array.from({ length: 21 }, (_, n) => ({ first_name: `Newer ${n}` }));
    await account.request('post', '/leads').send({ leads: newer }).expect(201);
    const picker = dialog.getByRole('combobox', { name: 'Lead' });
    await picker.fill('dmitri');
    // The option moves when the search has its result.
    await page.getByRole('option').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: /Dmitri Okafor/ }).click();
    // A chosen lead stays, although the list without a search has only newer ones.
    await picker.click();
    await page.getByRole('option').nth(5).waitFor();
    await picker.press('Tab');
    expect(await picker.inputValue()).toContain('Dmitri Okafor');
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Front desk' }).click();
    // The only type is chosen already; chosen once more, it stays.
    const only = 'Roof survey, 30 minutes';
    const type = dialog.getByRole('combobox', { name: 'Type' });
    await eventually(async () => ((await type.inputValue()) === only ? true : undefined));
    await type.click();
    await page.getByRole('option', { name: only }).click();
    await dialog.getByRole('button', { name: 'Later' }).click();
    await dialog.getByRole('button', { name: '09:00' }).first().click();
    await day.look(page, 'meeting-book');
    await dialog.getByRole('button', { name: 'Book meeting' }).click();

    await page.getByRole('button', { name: 'Mark as confirmed' }).click();
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('button', { name: '11:00' }).first().click();
    await page.getByLabel('Reason').fill('Rain');
    await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
    await page.getByText('Rain').waitFor();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await day.look(page, 'meeting');
    await page.getByRole('navigation', { name: 'Meetings sections' }).getByRole('link', { name: 'Meetings' }).click();
    await page.getByRole('link', { name: 'Dmitri Okafor' }).waitFor();
    await day.look(page, 'meetings');
    await page.getByRole('link', { name: 'Dmitri Okafor' }).click();
    await page.getByRole('button', { name: 'Cancel meeting' }).click();
    await page.getByLabel('Reason').fill('No roof');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel meeting' }).click();
    await page.getByText('No roof').waitFor();

    // One that has begun is noted.
    const then = { starts_at: new Date(Date.now() - 3_600_000), ends_at: new Date(Date.now() - 1_800_000) };
    await api.db('meetings').update({ ...then, status: 'scheduled', cancelled_at: null, cancellation_reason: null });
    await page.reload();
    await page.getByRole('button', { name: 'Mark as completed' }).click();
    await page.getByLabel('Outcome').fill('Wants an offer for 12 panels.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Wants an offer for 12 panels.').waitFor();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('oneself', () => {
  it('goes anywhere by a few letters, changes the password and ends other sessions', async () => {
    const { account, dashboard } = day;
    await account.request('post', '/leads').send({ first_name: 'Zoe', last_name: 'Quist', source: 'test' }).expect(201);
    const other = await day.open('/');
    await other.goto('about:blank');
    const page = await day.open('/');
    await page.keyboard.press('Control+k');
    const seek = page.getByRole('combobox', { name: 'Search and commands' });
    await seek.fill('zoe');
    await page.getByRole('option', { name: /Zoe Quist/ }).waitFor();
    await seek.fill('passw');
    await page.getByRole('option', { name: /Your profile/ }).waitFor();
    await day.look(page, 'palette');
    await seek.press('Enter');
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    await page.getByText('This session').waitFor();
    await day.look(page, 'profile');
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    const current = page.getByRole('region', { name: 'Password', exact: true }).getByLabel('Current password');
    await current.fill('not this one');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('another long password of the tests');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
    dashboard.complaints.length = 0;
    await current.fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/Password changed/).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().waitFor({ state: 'detached' });
    // This session continues.
    await page.reload();
    await page.getByText('This session').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});
