import { describe, expect, it } from '@jest/globals';
import { useWorkday } from '../support/dashboard-work.js';

const day = useWorkday('dashboard-rest');

describe('conversions', () => {
  it('have kinds with values of their own, are recorded by hand with what they are worth, and taken out', async () => {
    const { account, dashboard } = day;
    await account.request('post', '/leads').send({ first_name: 'Dmitri', last_name: 'Okafor', source: 'fair' });
    const page = await day.open('/reports?tab=conversions');
    await page.getByText('Nothing was recorded yet').waitFor();
    await page.getByRole('button', { name: 'Add a kind' }).click();
    const form = page.getByRole('dialog', { name: 'Add a kind of success' });
    await form.getByLabel('Name').fill('Order');
    await form.getByLabel('Currency').fill('EUR');
    await form.getByRole('button', { name: 'Add a field' }).click();
    await form.getByLabel('Key').fill('panels');
    await form.getByLabel('Label').fill('Panels');
    await form.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await day.look(page, 'conversion-type');
    await form.getByRole('button', { name: 'Add it' }).click();
    await page.getByText('EUR · Panels').waitFor();

    await page.getByRole('button', { name: 'Record a success' }).click();
    const record = page.getByRole('dialog', { name: 'Record a success' });
    await record.getByRole('combobox', { name: 'Lead' }).fill('dmitri');
    await page.getByRole('option', { name: /Dmitri Okafor/ }).click();
    await record.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Order' }).click();
    await record.getByLabel('Worth').fill('4250.50');
    await record.getByLabel('Panels').fill('12');
    await record.getByLabel('Notes').fill('By phone');
    await day.look(page, 'conversion-record');
    await record.getByRole('button', { name: 'Record it' }).click();
    const list = page.getByRole('list', { name: 'What was converted' });
    await list.getByText('€4,250.50').waitFor();
    await list.getByRole('link', { name: 'Dmitri Okafor' }).waitFor();
    await day.look(page, 'conversions');
    const { body } = await account.request('get', '/conversions').expect(200);
    expect(body.conversions[0]).toMatchObject({ amount: 4250.5, currency: 'EUR', metadata: { panels: 12 } });

    await page.getByRole('button', { name: 'Edit Order' }).click();
    await page.getByLabel('Name').fill('Signed order');
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('button', { name: 'Edit Signed order' }).waitFor();
    await page
      .getByRole('button', { name: 'Remove Order of Dmitri Okafor' })
      .or(page.getByRole('button', { name: 'Remove Signed order of Dmitri Okafor' }))
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByText('Nothing was recorded yet').waitFor();
    await page.getByRole('button', { name: 'Remove Signed order' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByText('None yet: an order').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('hooks and secrets', () => {
  it('are made and ended by hand; what is secret is shown once, or never', async () => {
    const { account, dashboard } = day;
    const page = await day.open('/channels');
    await page.getByRole('link', { name: 'Hooks' }).click();
    await page.getByText('No hook yet').waitFor();
    await page.getByRole('button', { name: 'Add a hook' }).click();
    await page.getByRole('combobox', { name: 'Who sends events' }).click();
    await page.getByRole('option', { name: 'WhatsApp of Meta' }).click();
    await page.getByLabel('Secret, where the provider names it').fill('an app secret of meta');
    await page.getByRole('button', { name: 'Make it' }).click();
    const shown = page.getByRole('dialog', { name: 'Set the provider up' });
    await shown.getByText('an app secret of meta').waitFor();
    await shown.getByRole('heading', { name: 'Verify token' }).waitFor();
    await day.look(page, 'hook-made');
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Takes events').waitFor();
    await day.look(page, 'hooks');
    await page.getByRole('button', { name: 'Remove WhatsApp of Meta' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('button', { name: 'Remove WhatsApp of Meta' }).waitFor({ state: 'detached' });

    await page.goto(`${dashboard.url}/integrations`);
    await page.getByRole('button', { name: 'Add a secret' }).click();
    await page.getByLabel('Name', { exact: true }).fill('crm_signing');
    await page.getByLabel('Value').fill('a secret that nobody sees');
    await page.getByRole('button', { name: 'Store it' }).click();
    await page.getByText('crm_signing', { exact: true }).waitFor();
    await expect(page.content()).resolves.not.toContain('a secret that nobody sees');
    await day.look(page, 'secrets');
    const { body } = await account.request('get', '/secrets').expect(200);
    expect(body.secrets.map(({ name }: { name: string }) => name)).toEqual(['crm_signing']);
    await page.getByRole('button', { name: 'Remove crm_signing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove crm_signing' }).click();
    await page.getByText('None. A job’s web request').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});
