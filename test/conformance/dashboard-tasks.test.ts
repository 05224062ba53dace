import { describe, expect, it } from '@jest/globals';
import { addNotificationLine } from '../../db/jobs/notifications.js';
import { newId } from '../../runtime/ids.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { addLead } from '../support/messaging.js';

const day = useWorkday('dashboard-tasks');
/** A user whose clock differs from the account's. */
const ABROAD = { timezoneId: 'America/New_York' };
const UNTIL = 'Due (Europe/Madrid)';

const tasksOf = async (query: object) =>
  (await day.account.request('get', '/tasks').query(query).expect(200)).body.tasks;
const martaId = async (): Promise<string> =>
  (await day.api.db('users').where({ email: day.email }).first('id'))?.id ?? '';

describe('a task by hand', () => {
  it('is added with the keyboard, on the account’s clock; what is typed stays when it is refused', async () => {
    const page = await day.open('/tasks', day.email, ABROAD);
    await page.getByRole('heading', { name: 'You’re all caught up' }).waitFor();
    await page.getByRole('button', { name: 'New task' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    const who = dialog.getByRole('combobox', { name: 'Assignee' });
    await eventually(async () => (await who.inputValue()) === 'Marta Ruiz' || undefined);
    await dialog.getByLabel(UNTIL).fill('2031-03-04T09:30');
    const title = dialog.getByLabel('Title');
    await title.fill('   ');
    await title.press('Enter');
    await dialog.getByText('Must not be blank').waitFor();
    await day.look(page, 'task-refused');
    expect(await dialog.getByLabel(UNTIL).inputValue()).toBe('2031-03-04T09:30');

    await title.fill('Order paper');
    await title.press('Enter');
    await page.getByText('Task created.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Tasks' }).getByText('Order paper').waitFor();
    await day.look(page, 'tasks-added');
    const assignee_id = await martaId();
    expect(await tasksOf({})).toMatchObject([
      { title: 'Order paper', due_at: '2031-03-04T08:30:00.000Z', assignee_id, lead_id: null },
    ]);
    expect(day.dashboard.complaints.filter((each) => !each.includes('400'))).toEqual([]);
  });

  it('is about a lead where one is chosen, and due whenever where no time is', async () => {
    const lead = await addLead(day.api.db, day.account.accountId, { first_name: 'Frida' });
    const page = await day.open('/tasks?tab=all');
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('Ask for the plan of the house');
    await dialog.getByRole('combobox', { name: 'Lead (optional)' }).fill('Frida');
    await page.getByRole('option', { name: /Frida/ }).click();
    await dialog.getByRole('button', { name: 'Create task' }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Ask for the plan of the house' });
    await line.getByRole('link', { name: 'Frida' }).waitFor();
    expect(await tasksOf({ lead_id: lead.id })).toMatchObject([{ assignee_id: await martaId(), due_at: null }]);
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('of a lead is added on its page, where it is listed with its data, and on its timeline', async () => {
    const lead = await addLead(day.api.db, day.account.accountId, { first_name: 'Gerda' });
    const page = await day.open(`/leads/${lead.id}`);
    await page.locator('summary', { hasText: 'Tasks' }).click();
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Add task' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add task' });
    await dialog.getByLabel('Title').fill('Call about the roof');
    await dialog.getByLabel(UNTIL).fill('2031-07-04T09:30');
    // A selected option that is selected again is cleared.
    await dialog.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option', { name: 'Marta Ruiz' }).click();
    await day.look(page, 'lead-task');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('list', { name: 'Tasks' }).getByText('Call about the roof').waitFor();
    await page.getByText('A task was created.').waitFor();
    await day.look(page, 'lead-tasks');
    expect(await tasksOf({ lead_id: lead.id })).toMatchObject([
      { due_at: '2031-07-04T07:30:00.000Z', assignee_id: null },
    ]);
    expect(day.dashboard.complaints).toEqual([]);
  });
});

describe('a notice', () => {
  it('is counted next to the name of its page until it is read', async () => {
    const ofAccount = { account_id: day.account.accountId, user_id: await martaId() };
    await Promise.all(
      ['A lead asks for a person', 'Two renewals come up'].map((title) => {
        const id = newId();
        const notice = { ...ofAccount, id, title, channel: 'in_app' as const, status: 'delivered' as const };
        const shown = { failure: null, read_at: null, created_at: new Date() };
        const source = { source_kind: 'job' as const, source_id: null, effect_key: Buffer.from(id) };
        return addNotificationLine(
          day.api.db,
          { ...notice, ...shown, ...source },
          { targetId: id, leadId: null, text: 'Look' },
        );
      }),
    );
    const page = await day.open('/tasks');
    const entry = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Tasks/ });
    await entry.getByText('2').waitFor();
    await page.getByRole('link', { name: 'Notifications (2)' }).click();
    await day.look(page, 'notices');
    const notice = page.getByRole('listitem').filter({ hasText: 'Two renewals come up' });
    await notice.getByRole('button', { name: 'Mark as read' }).click();
    await entry.getByText('1').waitFor();
    await page.getByRole('link', { name: 'Notifications (1)' }).waitFor();
    expect(day.dashboard.complaints).toEqual([]);
  });
});
