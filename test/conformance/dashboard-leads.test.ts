import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { newId } from '../../runtime/ids.js';
import { addSender, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';

const day = useWorkday('dashboard-leads');

const addLeads = (source: string, budgets: Record<string, number>) =>
  day.account
    .request('post', '/leads')
    .send({
      leads: Object.entries(budgets).map(([first_name, budget]) => ({
        first_name,
        last_name: 'Test',
        email: `${newId()}@example.com`,
        source,
        metadata: { budget },
      })),
    })
    .expect(201);

/** Changes all leads that the list shows. */
async function changeAll(page: Page, one: string, operation: string) {
  await page.getByRole('checkbox', { name: `Select ${one} Test` }).check();
  await page.getByRole('button', { name: 'Select all matching leads' }).click();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  await page.getByRole('menuitem', { name: operation }).click();
}

describe('the list of leads', () => {
  it('is narrowed by conditions, saved as a view, exported as a file, and changed in bulk', async () => {
    const { account, dashboard } = day;
    await addLeads('fair', { Ana: 9_000, Bo: 3_000, Cleo: 7_000 });
    const page = await day.open('/leads');
    const table = page.getByRole('table', { name: 'Leads' });
    await page.getByText('3 leads').waitFor();
    await page.getByRole('button', { name: 'Conditions' }).click();
    const conditions = page.getByRole('region', { name: 'Conditions' });
    await conditions.getByRole('combobox', { name: 'Source', exact: true }).click();
    await page.getByRole('option', { name: 'Metadata', exact: true }).click();
    await conditions.getByRole('combobox', { name: 'Field' }).fill('budget');
    await conditions.getByRole('combobox', { name: 'Operator' }).click();
    // Only operators that compare numbers are offered.
    await page.getByRole('option', { name: 'is between' }).waitFor();
    expect(await page.getByRole('option', { name: 'anniversary' }).count()).toBe(0);
    await page.getByRole('option', { name: 'is at least' }).click();
    await conditions.getByRole('textbox', { name: 'Value' }).fill('5000');
    await conditions.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('2 leads').waitFor();
    await day.look(page, 'conditions');
    expect((await table.getByRole('link').allInnerTexts()).sort()).toEqual(['Ana Test', 'Cleo Test']);

    // A text search combines with them.
    await page.getByRole('searchbox', { name: 'Search' }).fill('cle');
    await page.getByText('1 lead', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByText('2 leads').waitFor();

    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Large');
    await page.getByRole('button', { name: 'Save view' }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'All leads' }).click();
    await page.getByText('3 leads').waitFor();
    await views.getByRole('link', { name: 'Large' }).click();
    await page.getByText('2 leads').waitFor();
    await page.reload();
    await page.getByText('2 leads').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('menuitem', { name: 'All data, to import again' }).click();
    const file = await text(await (await download).createReadStream());
    expect(['Ana', 'Bo', 'Cleo'].filter((name) => file.includes(name))).toEqual(['Ana', 'Cleo']);

    await changeAll(page, 'Ana', 'Add tags');
    await page.getByLabel('Tags, separated by commas').fill('large');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 of 2 leads would change.').waitFor();
    await page.getByRole('button', { name: 'Add tags: 2 leads' }).click();
    await page.getByText('2 leads updated.').waitFor();
    const tagged = (await account.request('get', '/leads?tags_any=large').expect(200)).body.leads;
    expect(tagged.map(({ first_name }: { first_name: string }) => first_name).sort()).toEqual(['Ana', 'Cleo']);
    expect(dashboard.complaints).toEqual([]);
  });

  it('says at the condition what is wrong with it', async () => {
    const page = await day.open('/leads?where=[{"source":"lead","key":"email","operator":"matches","value":"("}]');
    const conditions = page.getByRole('region', { name: 'Conditions' });
    await conditions.getByRole('textbox', { name: 'Value' }).waitFor();
    await page.getByRole('alert').first().waitFor();
    await conditions.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('table', { name: 'Leads' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    // The browser itself tells of the refusal.
    expect(day.dashboard.complaints.filter((text) => !text.includes('400'))).toEqual([]);
    day.dashboard.complaints.length = 0;
  });

  it('is handed to an agent as it fits, added to a campaign, and both are taken back', async () => {
    const { api, account, dashboard } = day;
    await addSender(api.db, account.accountId);
    const later = { type: 'wait' as const, delay: { type: 'after' as const, amount: 3, unit: 'days' as const } };
    const agentId = await publishAgent(api.db, account.accountId, [later], { name: 'Solar offers' });
    const { body } = await account.request('post', '/campaigns').send({ name: 'Spring' }).expect(201);
    await addLeads('web', { Dora: 1, Emil: 2 });
    // No lead was taken over. A yes/no filter also combines with many others.
    const page = await day.open('/leads?source=web&has_meeting=false');
    await page.getByText('2 leads').waitFor();
    await changeAll(page, 'Dora', 'Enroll in agent');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Solar offers' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 of 2 leads would change.').waitFor();
    await page.getByRole('button', { name: 'Enroll in agent: 2 leads' }).click();
    const open = async () =>
      (await account.request('get', `/workflow-runs?workflow_id=${agentId}`).expect(200)).body.workflow_runs.filter(
        ({ is_active }: { is_active: boolean }) => is_active,
      ).length;
    await page.getByText('2 leads updated.').waitFor();
    expect(await open()).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => (await open()) === 0 || undefined);

    await changeAll(page, 'Dora', 'Add to campaign');
    await dialog.getByRole('combobox', { name: 'Campaign' }).click();
    await page.getByRole('option', { name: 'Spring' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Add to campaign: 2 leads' }).click();
    await page.getByText('2 leads updated.').waitFor();
    const inIt = async () =>
      (await account.request('get', `/leads?campaign_id=${body.campaign.id}`).expect(200)).body.leads.length;
    expect(await inIt()).toBe(2);
    // A missed undo is available in the list of changes.
    await page.getByRole('link', { name: 'Bulk history' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Changed campaign' });
    await row.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo change' }).click();
    await row.getByText('Undone', { exact: true }).waitFor();
    await row.getByText('Undone by Marta Ruiz.').waitFor();
    expect(await inIt()).toBe(0);
    expect(dashboard.complaints).toEqual([]);
  });

  it('shows metadata as columns, a lead over the list, and is worked by ranges and from anywhere', async () => {
    const { account, dashboard } = day;
    await addLeads('shop', { Fred: 1_000, Gabi: 2_000, Hugo: 3_000, Iris: 4_000 });
    const page = await day.open('/leads?source=shop&sort=created_at&order=asc');
    const table = page.getByRole('table', { name: 'Leads' });
    await table.getByRole('link', { name: 'Fred Test' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'budget' }).click();
    await page.keyboard.press('Escape');
    await table.getByRole('columnheader', { name: 'budget' }).waitFor();
    await table.getByRole('cell', { name: '3000', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('columns')).toContain('metadata.budget');

    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('menuitem', { name: 'Shown columns' }).click();
    const [heads, ...lines] = (await text(await (await downloaded).createReadStream())).trim().split('\r\n');
    expect(heads).toMatch(/^first_name,last_name,company,email,phone,.*created_at,metadata\.budget$/);
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(['1000', '2000', '3000', '4000']);

    await table.getByRole('link', { name: 'Gabi Test' }).focus();
    await page.keyboard.press('Space');
    const peek = page.getByRole('dialog', { name: 'Gabi Test' });
    await peek.getByText('Not enrolled.').waitFor();
    await day.look(page, 'peek');
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });

    const chosen = page.getByRole('region', { name: 'Selected leads' });
    const names = (await table.getByRole('link').allInnerTexts()).filter((name) => name.endsWith('Test'));
    const tick = (at: number) => page.getByRole('checkbox', { name: `Select ${names[at]}` });
    await tick(0).click();
    await tick(2).click({ modifiers: ['Shift'] });
    await chosen.getByText('3 selected').waitFor();
    await tick(3).focus();
    await page.keyboard.press('Shift+X');
    await chosen.getByText('4 selected').waitFor();
    // The selection is kept while a lead is opened, and whatever the order.
    await table.getByRole('link', { name: 'Gabi Test' }).click();
    await page.getByRole('heading', { name: 'Gabi Test' }).waitFor();
    await page.goBack();
    await chosen.getByText('4 selected').waitFor();
    const created = table.getByRole('columnheader', { name: 'Created' });
    expect(await created.getAttribute('aria-sort')).toBe('ascending');
    await created.getByRole('button').click();
    await table.locator('[aria-sort="descending"]').waitFor();
    await eventually(async () => (await table.getByRole('link').first().textContent()) === names.at(-1) || undefined);
    const all = page.getByRole('checkbox', { name: 'Select all loaded leads' });
    await all.click();
    await chosen.waitFor({ state: 'detached' });
    await all.click();
    await chosen.getByText('4 selected').waitFor();

    await page.keyboard.press('Control+k');
    const seek = page.getByRole('combobox', { name: 'Search and commands' });
    await seek.fill('edit selected');
    await page.getByRole('option', { name: 'Edit selected' }).waitFor();
    await seek.press('Enter');
    await page.getByRole('menuitem', { name: 'Set metadata' }).click();
    await page.getByLabel('Key', { exact: true }).fill('budget');
    await page.getByLabel('Value (leave empty to remove the key)').fill('5000');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('4 of 4 leads would change.').waitFor();
    await page.getByRole('button', { name: 'Set metadata: 4 leads' }).click();
    await table.getByRole('cell', { name: '5000', exact: true }).nth(3).waitFor();
    const { leads } = (await account.request('get', '/leads?source=shop').expect(200)).body;
    expect(leads.map(({ metadata }: { metadata: object }) => metadata)).toEqual(Array(4).fill({ budget: 5_000 }));
    expect(dashboard.complaints).toEqual([]);
  });

  it('counts all who meet conditions, not only those that it shows', async () => {
    const many = Array.from({ length: 230 }, (_, n) => [`Jo${n}`, n < 210 ? 7_777 : 10] as const);
    await addLeads('list', Object.fromEntries(many));
    const where = JSON.stringify([{ source: 'metadata', key: 'budget', operator: 'eq', value: 7_777 }]);
    const page = await day.open(`/leads?where=${encodeURIComponent(where)}`);
    await page.getByText('210 leads', { exact: true }).waitFor();
    expect(day.dashboard.complaints).toEqual([]);
  });
});
