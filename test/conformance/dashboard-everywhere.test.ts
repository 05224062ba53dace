import { describe, expect, it } from '@jest/globals';
import { mailStep, makeEnrolledLead, makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';

const day = useWorkday('dashboard-everywhere', { TEMPORAL_UI_URL: 'https://temporal.example.com' });
const later = { type: 'after', amount: 3, unit: 'days' };
const STEPS = [mailStep('One', { key: 'one', delay: later }), mailStep('Two', { key: 'two', delay: later })];

describe('keys', () => {
  it('work a list, go to any page, are all named, and can be done without', async () => {
    const { account, dashboard } = day;
    const leads = ['Ana', 'Björn'].map((first_name) => ({ first_name, source: 'fair' }));
    await account.request('post', '/leads').send({ leads }).expect(201);
    const page = await day.open('/leads');
    await page.getByRole('link', { name: 'Ana' }).waitFor();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    const until = (name: string | null) => eventually(async () => (await focused()) === name || undefined);
    const first = await page.getByRole('row').nth(2).getByRole('link').first().textContent();
    await page.keyboard.press('j');
    await until(first);
    await page.keyboard.press('j');
    await until(first === 'Ana' ? 'Björn' : 'Ana');
    await page.keyboard.press('k');
    await until(first);
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: String(first), level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('region', { name: 'Pages' }).getByText('Meetings').waitFor();
    await day.look(page, 'keys');
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.keyboard.press('?');
    expect(await help.count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    // A user without shortcuts still finds the way back.
    await page.getByRole('button', { name: /Marta Ruiz/ }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    expect(await help.getByRole('switch').isChecked()).toBe(false);
    expect(dashboard.complaints).toEqual([]);
  });

  it('find by Ctrl K what people have named', async () => {
    const { account, dashboard } = day;
    await makeSender(account);
    await makePublishedAgent(account, STEPS, { name: 'Solar offers' });
    const steps = [{ action: { type: 'add_note', params: { text: 'Looked at.' } } }];
    await account.request('post', '/background-jobs').send({ name: 'Solar renewals', trigger_type: 'api', steps });
    const page = await day.open('/');
    await page.keyboard.press('Control+k');
    const seek = page.getByRole('combobox', { name: 'Search and commands' });
    await seek.fill('solar');
    await page.getByRole('option', { name: /Solar renewals/ }).waitFor();
    await page.getByRole('option', { name: /Solar offers/ }).waitFor();
    await day.look(page, 'palette');
    await seek.fill('renewals');
    await page.getByRole('option', { name: /Solar offers/ }).waitFor({ state: 'detached' });
    await seek.press('Enter');
    await page.getByRole('heading', { name: 'Solar renewals', level: 1 }).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('what takes long', () => {
  it('continues on every page, is there after a reload, and continues from where it stopped', async () => {
    const { account, dashboard } = day;
    await makeSender(account);
    const id = await makePublishedAgent(account, STEPS, { name: 'Roof offers' });
    const { runId } = await makeEnrolledLead(account, id);
    const steps = [{ ...STEPS[0], subject: 'One, anew' }, STEPS[1]];
    await account.request('patch', `/workflows/${id}`).send({ cadence: { steps } }).expect(200);
    const page = await day.open(`/agents/${id}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    await dialog.getByRole('combobox', { name: 'Move leads at one' }).click();
    await page.getByRole('option', { name: 'Continue at the same step' }).click();
    dashboard.gateway.refuses = { status: 503, paths: /workflow-runs\/bulk/ };
    await dialog.getByRole('button', { name: 'Publish and move 1 lead' }).click();
    await dialog.getByRole('alert').waitFor();
    await day.look(page, 'move-stopped');
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('button', { name: '1 stopped' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 stopped' }).click();
    const tray = page.getByRole('list', { name: 'Background tasks' });
    await tray.getByText('0 of 1, stopped').waitFor();
    await day.look(page, 'tray');
    dashboard.gateway.refuses = undefined;
    await tray.getByRole('button', { name: 'Resume', exact: true }).click();
    await tray.getByText('Done: 1').waitFor();
    const { body } = await account.request('get', `/workflow-runs/${runId}`).expect(200);
    expect(body.workflow_run.workflow_version).toBe(2);
    await tray.getByRole('button', { name: /^Dismiss/ }).click();
    await tray.waitFor({ state: 'detached' });
    // The browser itself tells of what was refused.
    expect(dashboard.complaints.filter((text) => !text.includes('503'))).toEqual([]);
    dashboard.complaints.length = 0;
  });

  it('and continued by the service is shown there, with its Temporal workflow', async () => {
    const { account, dashboard } = day;
    const action = { type: 'add_note', params: { text: 'Looked at.' } };
    const job = { name: 'Yearly look', cron_expression: '0 9 * * 1-5', steps: [{ action }] };
    const made = (await account.request('post', '/background-jobs').send(job).expect(201)).body.data;
    const page = await day.open(`/jobs/${made.id}`);
    const schedule = page.getByRole('link', { name: 'Schedule in Temporal' });
    const address = `https://temporal.example.com/namespaces/default/schedules/background-job%2F${made.id}`;
    expect(await schedule.getAttribute('href')).toBe(address);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('dialog', { name: 'Run now' }).getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('heading', { name: 'Cycle', level: 1 }).waitFor();
    const temporal = page.getByRole('link', { name: 'Open in Temporal' });
    const [cycle] = (await account.request('get', `/background-jobs/${made.id}/cycles`).expect(200)).body.data;
    const workflow = encodeURIComponent(cycle.workflow_id);
    expect(await temporal.getAttribute('href')).toContain(`/namespaces/default/workflows/${workflow}`);
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('button', { name: '1 task running' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 task running' }).click();
    const tray = page.getByRole('list', { name: 'Background tasks' });
    await tray.getByRole('link', { name: 'Yearly look' }).click();
    await eventually(async () => (page.url().includes(cycle.id) ? true : undefined));
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('a run of a function', () => {
  it('leads to where Temporal has it', async () => {
    const { account, dashboard } = day;
    const source = 'export default async function () { return 1; }';
    const made = await account.request('post', '/cloud-functions').send({ name: 'Count', source }).expect(201);
    const { id } = made.body.function;
    const ran = await account.request('post', `/cloud-functions/${id}/run`).send({ ctx: {} }).expect(200);
    const page = await day.open(`/functions/${id}?tab=runs`);
    const address = `https://temporal.example.com/namespaces/default/workflows/function-run%2F${ran.body.run.id}`;
    expect(await page.getByRole('link', { name: 'Open in Temporal' }).getAttribute('href')).toBe(address);
    await day.look(page, 'function-run');
    expect(dashboard.complaints).toEqual([]);
  });
});
