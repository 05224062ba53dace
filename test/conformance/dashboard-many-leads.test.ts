import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { useWorkday } from '../support/dashboard-work.js';
import { undoAll, workAll } from '../support/imports.js';
import { insertMessage } from '../support/leads.js';

const day = useWorkday('dashboard-many-leads');

describe('the import', () => {
  it('shows what a file would do, brings it in, gives the refused rows back and is taken back', async () => {
    const { api, account, dashboard } = day;
    const page = await day.open('/leads/import');
    await page.getByRole('heading', { name: 'Drop a file here' }).waitFor();
    await day.look(page, 'import');
    const lines = [
      'Vorname,Mail,Tel,Dach',
      'Ida,ida@example.com,+34600111333,flat',
      'Jon,jon@example.com,12,steep',
      ',nobody,,',
      'Kim,kim@example.com,,flat',
    ];
    const csv = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) };
    await page.getByLabel('File to import').setInputFiles(csv);
    await page.getByRole('heading', { name: 'fair.csv' }).waitFor();
    await page.getByRole('combobox', { name: 'Field for Vorname' }).click();
    await page.getByRole('option', { name: 'First name' }).click();
    await page.getByRole('textbox', { name: 'Tags for all' }).fill('fair, roof');
    await page.getByRole('button', { name: /^Import [23] rows$/ }).waitFor();
    await day.look(page, 'import-preview');
    await page.getByRole('button', { name: /^Import [23] rows$/ }).click();
    await page.getByText('Queued').waitFor();
    const { body } = await account.request('get', '/imports').expect(200);
    await workAll(api, body.imports[0].id);
    await page.getByText('Completed', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await (await download).createReadStream();
    expect(await text(file)).toContain('nobody');
    await day.look(page, 'import-done');
    const { body: made } = await account.request('get', '/leads?q=ida').expect(200);
    expect(made.leads[0].tags.map(({ name }: { name: string }) => name).sort()).toEqual(['fair', 'roof']);

    await insertMessage(api.db, account.accountId, made.leads[0].id, { direction: 'outbound', status: 'delivered' });
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Requested by Marta Ruiz.').waitFor();
    await undoAll(api, body.imports[0].id);
    await page.getByText(/^Undone: .* 1 message to these leads was already sent and can’t be undone\.$/).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('a file whose rows have the same problem', () => {
  it('is previewed with the problem once, and all its rows', async () => {
    const { dashboard } = day;
    const page = await day.open('/leads/import');
    const rows = Array.from({ length: 30 }, (_, n) => `,nameless-${n}`);
    const csv = {
      name: 'wall.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`First name,Mail\nAna,\n${rows.join('\n')}\n`),
    };
    await page.getByLabel('File to import').setInputFiles(csv);
    await page.getByRole('heading', { name: 'wall.csv' }).waitFor();
    const preview = page.getByRole('region', { name: 'First rows' });
    const together = preview.getByText(/^Also rows \d+(, \d+)+/);
    await together.first().waitFor();
    expect(await together.count()).toBe(1);
    expect(await preview.getByRole('listitem').count()).toBeLessThan(25);
    await day.look(page, 'import-alike');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('many leads', () => {
  it('are changed in bulk after a preview of the result, and restored', async () => {
    const { account, dashboard } = day;
    const leads = ['Ulla', 'Uwe', 'Udo'].map((first_name) => ({ first_name, last_name: 'Many', source: 'bulk' }));
    await account.request('post', '/leads').send({ leads }).expect(201);
    const page = await day.open('/leads?source=bulk');
    await page.getByRole('checkbox', { name: 'Select Ulla Many' }).check();
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await bar.getByText('1 selected').waitFor();
    await bar.getByRole('button', { name: 'Select all matching leads' }).click();
    await bar.getByRole('button', { name: 'Edit selected' }).click();
    await page.getByRole('menuitem', { name: 'Add tags' }).click();
    await page.getByLabel('Tags, separated by commas').fill('spring, roof');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('3 of 3 leads would change.').waitFor();
    await day.look(page, 'bulk');
    await page.getByRole('button', { name: 'Add tags: 3 leads' }).click();
    await page.getByText('3 leads updated.').waitFor();
    await page
      .getByRole('cell', { name: /spring/ })
      .nth(2)
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('cell', { name: /spring/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(dashboard.complaints).toEqual([]);
  });

  it('are changed once after lost responses: a stopped change is there after a reload, and continues from there', async () => {
    const { account, dashboard } = day;
    const { gateway } = dashboard;
    const leads = ['Vera', 'Viktor'].map((first_name) => ({ first_name, last_name: 'Lost', source: 'lost' }));
    await account.request('post', '/leads').send({ leads }).expect(201);
    const changes = async () => (await account.request('get', '/lead-changes').expect(200)).body.lead_changes;
    const before = (await changes()).length;
    const page = await day.open('/leads?source=lost');
    await page.getByRole('checkbox', { name: 'Select Vera Lost' }).check();
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await bar.getByRole('button', { name: 'Select all matching leads' }).click();
    await bar.getByRole('button', { name: 'Edit selected' }).click();
    await page.getByRole('menuitem', { name: 'Add tags' }).click();
    await page.getByLabel('Tags, separated by commas').fill('found');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 of 2 leads would change.').waitFor();
    gateway.losesAnswers = true;
    await page.getByRole('button', { name: 'Add tags: 2 leads' }).click();
    await page.getByText('Stopped after 0 of 2 leads. See the background tasks for the reason.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: '1 stopped' }).click();
    const tray = page.getByRole('list', { name: 'Background tasks' });
    await tray.getByText('0 of 2, stopped').waitFor();
    await day.look(page, 'bulk-stopped');
    gateway.losesAnswers = false;
    await tray.getByRole('button', { name: 'Resume', exact: true }).click();
    await tray.getByText('Done: 2').waitFor();
    const made = await changes();
    expect(made.length).toBe(before + 1);
    expect(made[0]).toMatchObject({ operation: 'add_tags', matched: 2, changed: 2, complete: true });
    await tray.getByRole('link', { name: 'Add tags: 2 leads' }).click();
    await page.getByRole('heading', { name: 'Bulk history' }).waitFor();
    // The browser itself tells of answers that were lost.
    expect(dashboard.complaints.filter((text) => !text.includes('net::ERR'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});
