import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { enrollNextLeads } from '../../services/campaigns/enroll-leads.js';
import { addSender, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { workOn } from '../support/work.js';

const day = useWorkday('dashboard-campaigns');
const LATER = { type: 'wait' as const, delay: { type: 'after' as const, amount: 3, unit: 'days' as const } };

async function agent(name: string): Promise<string> {
  await addSender(day.api.db, day.account.accountId);
  return publishAgent(day.api.db, day.account.accountId, [LATER], { name });
}
async function addLeads(source: string, names: readonly string[], rest: object = {}): Promise<void> {
  const leads = names.map((first_name) => ({
    first_name,
    last_name: 'Test',
    email: `${newId()}@example.com`,
    source,
    ...rest,
  }));
  await day.account.request('post', '/leads').send({ leads }).expect(201);
}

describe('a campaign', () => {
  it('is made from the list, filled from a view, under way over a reload, paused there, and all worked', async () => {
    const { api, account, dashboard } = day;
    const agentId = await agent('Solar offers');
    await addLeads('fair', ['Ana', 'Bo']);
    await addLeads('web', ['Cleo']);
    const page = await day.open('/leads?source=web');
    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('From the web');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'From the web' }).waitFor();
    await page.goto(`${dashboard.url}/leads?source=fair`);
    await page.getByRole('checkbox', { name: 'Select Ana Test' }).check();
    await page.getByRole('button', { name: 'Select all matching leads' }).click();
    await page.getByRole('button', { name: 'Edit selected' }).click();
    await page.getByRole('menuitem', { name: 'Add to campaign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New campaign name').fill('Autumn fair');
    // A name alone is no campaign yet.
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Create campaign' }).click();
    await dialog.getByRole('combobox', { name: 'Campaign' }).and(page.locator('[value="Autumn fair"]')).waitFor();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('2 of 2 leads would change.').waitFor();
    await day.look(page, 'new-campaign');
    await dialog.getByRole('button', { name: 'Add to campaign: 2 leads' }).click();
    await page.getByText('2 leads updated.').waitFor();
    const [{ id }] = (await account.request('get', '/campaigns').expect(200)).body.campaigns;
    await account.request('patch', `/campaigns/${id}`).send({ workflow_id: agentId }).expect(200);

    await page.goto(`${dashboard.url}/campaigns/${id}`);
    await page.getByText('2 leads will be enrolled when you start the campaign.').waitFor();
    await page.getByRole('button', { name: 'Add leads' }).click();
    await dialog.getByRole('combobox', { name: 'View' }).click();
    await page.getByRole('option', { name: 'From the web' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('1 of 1 lead would change.').waitFor();
    await day.look(page, 'from-view');
    await dialog.getByRole('button', { name: 'Add 1 lead' }).click();
    await page.getByText('3 leads will be enrolled when you start the campaign.').waitFor();

    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await dialog.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByText('3 leads waiting to be enrolled.').waitFor();
    await page.getByRole('button', { name: '1 task running' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 task running' }).click();
    const tray = page.getByRole('list', { name: 'Background tasks' });
    await tray.getByText('0 of 3 enrolled').waitFor();
    await day.look(page, 'enrolling');
    await tray.getByRole('button', { name: 'Pause Autumn fair' }).click();
    await page.getByText('3 leads waiting to be enrolled once the campaign resumes.').waitFor();

    await account.request('post', `/campaigns/${id}/start`).expect(200);
    await enrollNextLeads(workOn(api.db), { campaignId: id, after: '' });
    await page.getByText('All leads are enrolled. 3 leads in progress.').waitFor();
    const stop = { operation: 'stop', filter: { campaign_id: id } };
    await account.request('post', '/workflow-runs/bulk').send(stop).expect(200);
    await page.getByText('All 3 leads are done').waitFor();
    await page.getByText('All done', { exact: true }).waitFor();
    await day.look(page, 'all-worked');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('many runs', () => {
  it('whose change was cut off by a reload are listed, and changed once from where it stopped', async () => {
    const { account, dashboard } = day;
    const { gateway } = dashboard;
    const agentId = await agent('Wind offers');
    await addLeads('wind', ['Dora', 'Emil'], { workflow_id: agentId });
    const page = await day.open(`/runs?workflow_id=${agentId}`);
    const bar = page.getByRole('region', { name: 'Selected runs' });
    await bar.getByRole('button', { name: 'Edit selected' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 of 2 active runs would change.').waitFor();
    gateway.losesAnswers = true;
    await page.getByRole('button', { name: 'Pause: 2 runs' }).click();
    await page.getByText('Stopped after 0 of 2 runs. See the background tasks for the reason.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 stopped' }).click();
    const tray = page.getByRole('list', { name: 'Background tasks' });
    await tray.getByText('0 of 2, stopped').waitFor();
    await day.look(page, 'runs-stopped');
    gateway.losesAnswers = false;
    await tray.getByRole('button', { name: 'Resume', exact: true }).click();
    await tray.getByText('Done: 2').waitFor();
    const { workflow_runs } = (await account.request('get', `/workflow-runs?workflow_id=${agentId}`).expect(200)).body;
    expect(workflow_runs.map((run: { cadence_state: string }) => run.cadence_state)).toEqual(['paused', 'paused']);
    expect(dashboard.complaints.filter((text) => !text.includes('net::ERR'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});
