import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { createAccountFixture } from '../support/account-fixture.js';
import { publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';

const day = useWorkday('dashboard-day');
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 3, unit: 'days' as const } }];

describe('a day', () => {
  it('begins with first steps until a lead is handed over, and then with what today came to', async () => {
    const { api, account } = day;
    const page = await day.open('/');
    const steps = page.getByRole('region', { name: 'Get started' });
    await steps.getByRole('link', { name: 'Import your leads' }).waitFor();
    await day.look(page, 'first-steps');
    const agentId = await publishAgent(api.db, account.accountId, STEPS);
    const leads = ['Ana', 'Björn', 'Carla'].map((first_name) => ({
      first_name,
      last_name: 'Test',
      email: `${newId()}@example.com`,
      workflow_id: agentId,
    }));
    await account.request('post', '/leads').send({ leads }).expect(201);
    await page.reload();
    await page.getByRole('region', { name: 'Agents' }).getByText('3 open').waitFor();
    expect(await steps.count()).toBe(0);
    await day.look(page, 'home');
  });

  it('has all runs in one list, where those that are meant are looked at first and then paused', async () => {
    const { account, dashboard } = day;
    const page = await day.open('/runs');
    const runs = page.getByRole('list', { name: 'Runs' });
    await runs.getByRole('link', { name: 'Ana Test' }).waitFor();
    expect(await page.getByRole('region', { name: 'Selected runs' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select Ana Test' }).check();
    await page.getByRole('checkbox', { name: 'Select Carla Test' }).check();
    await day.look(page, 'runs');
    await page.getByRole('button', { name: 'Edit selected' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByRole('textbox', { name: 'Reason (shown in the history)' }).fill('A strike at the post');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 of 2 active runs would change.').waitFor();
    await page.getByRole('button', { name: 'Pause: 2 runs' }).click();
    await page.getByText('2 runs paused.').waitFor();
    const { body } = await account.request('get', '/workflow-runs?cadence_state=paused').expect(200);
    expect(body.workflow_runs).toHaveLength(2);
    await page.getByRole('combobox', { name: 'Cadence' }).click();
    await page.getByRole('option', { name: 'Paused' }).click();
    await runs.getByRole('link', { name: 'Björn Test' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?cadence_state=paused');
    await page.getByRole('region', { name: 'Selected runs' }).getByText('All matching active runs').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('has tasks that a tick does and takes back, and settings that switch sending off and on', async () => {
    const { api, account, dashboard } = day;
    const taskId = await createAccountFixture(api, account, day.email).task();
    const task = async () =>
      (await account.request('get', '/tasks').expect(200)).body.tasks.find(({ id }: { id: string }) => id === taskId);
    const { title } = await task();
    const page = await day.open('/tasks?tab=all');
    await page.getByRole('list', { name: 'Tasks' }).getByText(title).waitFor();
    await day.look(page, 'tasks');
    await page.getByRole('checkbox', { name: `Done: ${title}` }).click();
    await page.getByText('Task completed.').waitFor();
    expect((await task()).status).toBe('done');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('list', { name: 'Tasks' }).getByText(title).waitFor();

    const line = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: title });
    await line.getByRole('button', { name: 'Edit' }).click();
    const change = page.getByRole('dialog', { name: 'Edit' });
    await change.getByLabel('Title').fill('Call once more');
    await change.getByLabel('Due (Europe/Madrid)').fill('2031-03-04T09:30');
    await change.getByRole('combobox', { name: 'Assignee' }).click();
    await page.getByRole('option', { name: 'Marta Ruiz' }).click();
    await day.look(page, 'task-change');
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Tasks' }).getByText('Call once more').waitFor();
    const due = '2031-03-04T08:30:00.000Z';
    const marta = await api.db('users').where({ email: day.email }).first('id');
    expect(await task()).toMatchObject({ title: 'Call once more', due_at: due, assignee_id: marta?.id });

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Pause all sending' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause all sending' });
    await dialog.getByRole('textbox', { name: 'Reason, shown to your team' }).fill('We move the mail server');
    await dialog.getByRole('button', { name: 'Pause all sending' }).click();
    await page.getByText('Sending is paused. Runs wait and continue when you turn it on again.').waitFor();
    await page.getByText('We move the mail server').waitFor();
    await day.look(page, 'settings');
    await page.getByRole('switch', { name: 'Send messages' }).click();
    await page.getByText('Sending is on. Agents send messages as scheduled.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme');
    const about = page.getByRole('region', { name: 'Account' });
    await about.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect(await api.db('accounts').where({ id: account.accountId }).first('name', 'sending_enabled')).toEqual({
      name: 'Acme',
      sending_enabled: true,
    });

    const kept = page.getByRole('region', { name: 'Data retention' });
    await kept.getByRole('combobox', { name: 'Function runs' }).click();
    await page.getByRole('option', { name: '90 days', exact: true }).click();
    await kept.getByText(/^Runs from before .*: 0 to delete\.$/).waitFor();
    await day.look(page, 'settings-retention');
    await kept.getByRole('button', { name: 'Save' }).click();
    const saving = page.getByRole('dialog', { name: 'Save' });
    await saving.getByText('Nothing is deleted now.').waitFor();
    await saving.getByRole('button', { name: 'Save' }).click();
    await saving.waitFor({ state: 'detached' });
    const stored = await api.db('accounts').where({ id: account.accountId }).first('retention');
    expect(JSON.parse(stored?.retention ?? 'null')).toEqual({ function_runs_days: 90 });
    expect(dashboard.complaints).toEqual([]);
  });
});
