import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { createWorld } from '../support/world.js';

const day = useWorkday('dashboard-day');
const STEPS = [{ type: 'wait' as const, delay: { type: 'after' as const, amount: 3, unit: 'days' as const } }];

describe('a day', () => {
  it('begins with first steps until a lead is handed over, and then with what today came to', async () => {
    const { api, account } = day;
    const page = await day.open('/');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Bring in leads' }).waitFor();
    await day.look(page, 'first-steps');
    const agentId = await publishAgent(api.db, account.accountId, STEPS);
    const leads = ['Ana', 'Björn', 'Carla'].map((first_name) => ({
      ...{ first_name, last_name: 'Test', email: `${newId()}@example.com`, workflow_id: agentId },
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
    expect(await page.getByRole('region', { name: 'Chosen runs' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Choose Ana Test' }).check();
    await page.getByRole('checkbox', { name: 'Choose Carla Test' }).check();
    await day.look(page, 'runs');
    await page.getByRole('button', { name: 'Change them' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByRole('textbox', { name: 'Why, for the history' }).fill('A strike at the post');
    await page.getByRole('button', { name: 'Look first' }).click();
    await page.getByText('2 of 2 open runs would change.').waitFor();
    await page.getByRole('button', { name: 'Pause: 2' }).click();
    await page.getByText('2 runs are paused.').waitFor();
    const { body } = await account.request('get', '/workflow-runs?cadence_state=paused').expect(200);
    expect(body.workflow_runs).toHaveLength(2);
    await page.getByRole('combobox', { name: 'What it does' }).click();
    await page.getByRole('option', { name: 'Paused' }).click();
    await runs.getByRole('link', { name: 'Björn Test' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?cadence_state=paused');
    await page.getByRole('region', { name: 'Chosen runs' }).getByText('All open runs that fit').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('has tasks that a tick does and takes back, and settings that switch sending off and on', async () => {
    const { api, account, dashboard } = day;
    const taskId = await createWorld(api, account, day.email).task();
    const task = async () =>
      (await account.request('get', '/tasks').expect(200)).body.tasks.find(({ id }: { id: string }) => id === taskId);
    const { title } = await task();
    const page = await day.open('/tasks?tab=all');
    await page.getByRole('list', { name: 'Tasks' }).getByText(title).waitFor();
    await day.look(page, 'tasks');
    await page.getByRole('checkbox', { name: `Done: ${title}` }).click();
    await page.getByText('The task is done.').waitFor();
    expect((await task()).status).toBe('done');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('list', { name: 'Tasks' }).getByText(title).waitFor();

    const line = page.getByRole('list', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: title });
    await line.getByRole('button', { name: 'Change' }).click();
    const change = page.getByRole('dialog', { name: 'Change' });
    await change.getByLabel('What is to be done').fill('Call once more');
    await change.getByLabel('Until, on the clock of Europe/Madrid').fill('2031-03-04T09:30');
    await change.getByRole('combobox', { name: 'Who does it' }).click();
    await page.getByRole('option', { name: 'Marta Ruiz' }).click();
    await day.look(page, 'task-change');
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Tasks' }).getByText('Call once more').waitFor();
    const due = '2031-03-04T08:30:00.000Z';
    const marta = await api.db('users').where({ email: day.email }).first('id');
    expect(await task()).toMatchObject({ title: 'Call once more', due_at: due, assignee_id: marta?.id });

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Switch it off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch it off' });
    await dialog.getByRole('textbox', { name: 'Why, for your colleagues' }).fill('We move the mail server');
    await dialog.getByRole('button', { name: 'Switch it off' }).click();
    await page.getByText('Nothing leaves. Runs wait, and go on where they stood.').waitFor();
    await page.getByText('We move the mail server').waitFor();
    await day.look(page, 'settings');
    await page.getByRole('switch', { name: 'Messages leave' }).click();
    await page.getByText('Messages leave as their agents say.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme');
    const about = page.getByRole('region', { name: 'The account' });
    await about.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It is saved.').waitFor();
    expect(await api.db('accounts').where({ id: account.accountId }).first('name', 'sending_enabled')).toEqual({
      name: 'Acme',
      sending_enabled: true,
    });

    const kept = page.getByRole('region', { name: 'What is kept' });
    await kept.getByRole('combobox', { name: 'Runs of functions' }).click();
    await page.getByRole('option', { name: '90 days', exact: true }).click();
    await kept.getByText(/^Runs from before .*: 0 to go\.$/).waitFor();
    await day.look(page, 'settings-retention');
    await kept.getByRole('button', { name: 'Save' }).click();
    const saving = page.getByRole('dialog', { name: 'Save' });
    await saving.getByText('Nothing goes now.').waitFor();
    await saving.getByRole('button', { name: 'Save' }).click();
    await saving.waitFor({ state: 'detached' });
    const stored = await api.db('accounts').where({ id: account.accountId }).first('retention');
    expect(JSON.parse(stored?.retention ?? 'null')).toEqual({ function_runs_days: 90 });
    expect(dashboard.complaints).toEqual([]);
  });
});
