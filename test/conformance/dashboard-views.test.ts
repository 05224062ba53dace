import { describe, expect, it } from '@jest/globals';
import { seriousFaultsOf } from '../support/dashboard.js';
import { useWorkday } from '../support/dashboard-work.js';
import { addUser } from '../support/users.js';

const day = useWorkday('dashboard-views');

describe('a view of leads', () => {
  it('keeps filters, order and columns under a name, is shared, opened by others, changed and deleted', async () => {
    const { api, account, dashboard } = day;
    const leads = [
      ['Ana', 'fair'],
      ['Björn', 'website'],
      ['Carla', 'fair'],
    ].map(([first_name, source]) => ({ first_name, last_name: 'Test', source, email: `${first_name}@example.com` }));
    await account.request('post', '/leads').send({ leads }).expect(201);
    const page = await day.open('/leads?source=fair');
    const table = page.getByRole('table', { name: 'Leads' });
    const views = page.getByRole('navigation', { name: 'Views' });
    await page.getByText('2 leads').waitFor();
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Oldest first' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Contact' }).waitFor();
    expect(await seriousFaultsOf(page)).toEqual([]);
    await page.getByRole('menuitemcheckbox', { name: 'Contact' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Country' }).click();
    await page.keyboard.press('Escape');
    await table.getByRole('columnheader', { name: 'Country' }).waitFor();
    expect(await table.getByRole('columnheader', { name: 'Contact' }).count()).toBe(0);
    await views.getByRole('button', { name: 'Save as view' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('From the fair');
    await page.getByRole('button', { name: 'Save view' }).click();
    await views.getByRole('link', { name: 'From the fair' }).waitFor();
    await day.look(page, 'view');

    await views.getByRole('link', { name: 'All leads' }).click();
    await page.getByText('3 leads').waitFor();
    await table.getByRole('columnheader', { name: 'Contact' }).waitFor();
    await views.getByRole('link', { name: 'From the fair' }).click();
    await page.getByText('2 leads').waitFor();
    await table.getByRole('columnheader', { name: 'Country' }).waitFor();
    expect(await table.getByRole('link').allInnerTexts()).toEqual(['Ana Test', 'Carla Test']);

    await page.getByRole('searchbox', { name: 'Search' }).fill('carla');
    await page.getByText('1 lead', { exact: true }).waitFor();
    await views.getByRole('button', { name: 'Save changes' }).click();
    await views.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
    const more = views.getByRole('button', { name: 'Actions for From the fair' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Share with everyone' }).click();
    await views.getByRole('link', { name: 'From the fair' }).locator('svg').waitFor();

    // A viewer opens it and saves a private view, but can't change a shared one.
    const viewer = await addUser(api, account.accountId, 'viewer');
    const other = await day.open('/leads', viewer.email);
    const theirs = other.getByRole('navigation', { name: 'Views' });
    await theirs.getByRole('link', { name: 'From the fair' }).click();
    await other.getByText('1 lead', { exact: true }).waitFor();
    expect(await theirs.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    expect(await other.getByRole('button', { name: 'Import' }).count()).toBe(0);
    await other.getByRole('searchbox', { name: 'Search' }).fill('ana');
    await theirs.getByRole('button', { name: 'Save as view' }).click();
    expect(await other.getByRole('switch', { name: 'Visible to everyone in the account' }).count()).toBe(0);
    await other.getByRole('textbox', { name: 'Name' }).fill('Ana');
    await other.getByRole('button', { name: 'Save view' }).click();
    await theirs.getByRole('link', { name: 'Ana' }).waitFor();

    await more.click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Fair 2026');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await views.getByRole('link', { name: 'Fair 2026' }).waitFor();
    expect(await views.getByRole('link', { name: 'Ana' }).count()).toBe(0);
    await views.getByRole('button', { name: 'Actions for Fair 2026' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await views.getByRole('link', { name: 'Fair 2026' }).waitFor({ state: 'detached' });
    await page.getByText('3 leads').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});
