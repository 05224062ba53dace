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
    ...{ first_name, last_name: 'Test', email: `${newId()}@example.com`, source },
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
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('From the web');
    await page.getByRole('button', { name: 'Save the view' }).click();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'From the web' }).waitFor();
    await page.goto(`${dashboard.url}/leads?source=fair`);
    await page.getByRole('checkbox', { name: 'Choose Ana Test' }).check();
    await page.getByRole('button', { name: 'Choose all that fit' }).click();
    await page.getByRole('button', { name: 'Change them' }).click();
    await page.getByRole('menuitem', { name: 'Add to a campaign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of a new campaign').fill('Autumn fair');
    // A name alone is no campaign yet.
    await dialog.getByRole('button', { name: 'Look first' }).click();
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await dialog.getByRole('combobox', { name: 'Campaign' }).and(page.locator('[value="Autumn fair"]')).waitFor();
    await dialog.getByRole('button', { name: 'Look first' }).click();
    await dialog.getByText('2 of 2 would change.').waitFor();
    await day.look(page, 'new-campaign');
    await dialog.getByRole('button', { name: 'Change 2 leads' }).click();
    await page.getByText('2 leads are changed.').waitFor();
    const [{ id }] = (await account.request('get', '/campaigns').expect(200)).body.campaigns;
    await account.request('patch', `/campaigns/${id}`).send({ workflow_id: agentId }).expect(200);

    await page.goto(`${dashboard.url}/campaigns/${id}`);
    await page.getByText('2 leads in it, nobody is enrolled before its start.').waitFor();
    await page.getByRole('button', { name: 'Add leads' }).click();
    await dialog.getByRole('combobox', { name: 'Of the view' }).click();
    await page.getByRole('option', { name: 'From the web' }).click();
    await dialog.getByRole('button', { name: 'Look first' }).click();
    await dialog.getByText('1 of 1 would change.').waitFor();
    await day.look(page, 'from-view');
    await dialog.getByRole('button', { name: 'Add 1 lead' }).click();
    await page.getByText('3 leads in it, nobody is enrolled before its start.').waitFor();

    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await dialog.getByRole('button', { name: 'Start the campaign' }).click();
    await page.getByText('3 leads still to be enrolled.').waitFor();
    await page.getByRole('button', { name: '1 under way' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 under way' }).click();
    const tray = page.getByRole('list', { name: 'Under way' });
    await tray.getByText('0 of 3 enrolled').waitFor();
    await day.look(page, 'enrolling');
    await tray.getByRole('button', { name: 'Pause Autumn fair' }).click();
    await page.getByText('3 leads still to be enrolled once it goes on.').waitFor();

    await account.request('post', `/campaigns/${id}/start`).expect(200);
    await enrollNextLeads(workOn(api.db), { campaignId: id, after: '' });
    await page.getByText('Everybody in it was enrolled. 3 leads being worked.').waitFor();
    const stop = { operation: 'stop', filter: { campaign_id: id } };
    await account.request('post', '/workflow-runs/bulk').send(stop).expect(200);
    await page.getByText('All 3 leads are worked', { exact: false }).waitFor();
    await page.getByText('All worked', { exact: true }).waitFor();
    await day.look(page, 'all-worked');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('many runs', () => {
  it('whose change was cut off by a reload are told of, and changed once from where it stood', async () => {
    const { account, dashboard } = day;
    const { gateway } = dashboard;
    const agentId = await agent('Wind offers');
    await addLeads('wind', ['Dora', 'Emil'], { workflow_id: agentId });
    const page = await day.open(`/runs?workflow_id=${agentId}`);
    const bar = page.getByRole('region', { name: 'Chosen runs' });
    await bar.getByRole('button', { name: 'Change them' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Look first' }).click();
    await page.getByText('2 of 2 open runs would change.').waitFor();
    gateway.losesAnswers = true;
    await page.getByRole('button', { name: 'Pause: 2' }).click();
    await page.getByText('It stopped after 0 of 2 runs; what is under way says why.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 stopped' }).click();
    const tray = page.getByRole('list', { name: 'Under way' });
    await tray.getByText('0 of 2, stopped').waitFor();
    await day.look(page, 'runs-stopped');
    gateway.losesAnswers = false;
    await tray.getByRole('button', { name: 'Go on', exact: true }).click();
    await tray.getByText('Done: 2').waitFor();
    const { workflow_runs } = (await account.request('get', `/workflow-runs?workflow_id=${agentId}`).expect(200)).body;
    expect(workflow_runs.map((run: { cadence_state: string }) => run.cadence_state)).toEqual(['paused', 'paused']);
    expect(dashboard.complaints.filter((text) => !text.includes('net::ERR'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});
