import { describe, expect, it } from '@jest/globals';
import { addSender, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { addUser } from '../support/users.js';

const day = useWorkday('dashboard-pipeline');

/** Fills the pipeline of an agent with leads that are new. */
async function fillPipeline(): Promise<string> {
  const { account, api } = day;
  await addSender(api.db, account.accountId);
  const agentId = await publishAgent(api.db, account.accountId, [
    { type: 'message', subject: 'Hi', content: 'Hi', delay: { type: 'after', amount: 3, unit: 'days' } },
  ]);
  const lead = (first_name: string, more: object = {}) =>
    account
      .request('post', '/leads')
      .send({ first_name, last_name: 'Roof', workflow_id: agentId, skip_first_message: true, ...more })
      .expect(201);
  await lead('Ana', { deal_value: 12500, deal_currency: 'EUR', company: 'Sol SL', source: 'fair' });
  await lead('Ben', { deal_value: 900.5, deal_currency: 'EUR' });
  await lead('Cleo', { deal_value: 300, deal_currency: 'USD' });
  return agentId;
}

describe('the pipeline', () => {
  it('moves leads by dragging, by keyboard and back with Undo, and asks before a status that ends the run', async () => {
    await fillPipeline();
    const page = await day.open('/leads');
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Pipeline' }).click();
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const card = (name: string) => page.getByRole('article', { name });
    await column('New').getByText('3 leads').waitFor();
    await column('New').getByText('€13,400.50 · $300.00').waitFor();
    await day.look(page, 'pipeline');
    // All columns fit, so that the page doesn't scroll under the pointer.
    await page.setViewportSize({ width: 2400, height: 900 });

    await card('Ana Roof').dragTo(column('Engaged'));
    await page.getByText('Ana Roof moved to Engaged.').waitFor();
    await column('Engaged').getByText('1 lead', { exact: true }).waitFor();
    await column('New').getByText('2 leads').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await column('New').getByText('3 leads').waitFor();

    await card('Ben Roof').getByRole('button', { name: 'Move Ben Roof' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Contacted' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name: 'Contacted' }).press('Enter');
    await page.getByText('Ben Roof moved to Contacted.').waitFor();
    await column('Contacted').getByRole('article', { name: 'Ben Roof' }).waitFor();

    await card('Ana Roof').dragTo(column('Converted'));
    await page.getByText('It can’t be undone.').waitFor();
    await page.getByRole('button', { name: 'Move to Converted' }).click();
    await page.getByText('Ana Roof moved to Converted.').waitFor();
    await column('Converted').getByRole('paragraph').filter({ hasText: '€12,500.00' }).waitFor();
    expect(await card('Ana Roof').getByRole('button', { name: 'Move Ana Roof' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);

    await page.getByRole('searchbox', { name: 'Search' }).fill('cleo');
    await column('Contacted').getByText('No leads').waitFor();
    await card('Cleo Roof').waitFor();
    expect(page.url()).toContain('q=cleo');
    await day.look(page, 'pipeline-filtered');
  });

  it('shows a viewer everything and moves nothing', async () => {
    const viewer = await addUser(day.api, day.account.accountId, 'viewer');
    const page = await day.open('/leads/pipeline', viewer.email);
    await page.getByRole('article', { name: 'Cleo Roof' }).waitFor();
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
  });

  it('takes the value of a deal from the page of the lead', async () => {
    const page = await day.open('/leads?q=cleo');
    await page.getByRole('link', { name: 'Cleo Roof' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Deal value').fill('1250.75');
    await page.getByRole('combobox', { name: 'Deal currency' }).fill('GBP');
    await page.getByRole('option', { name: 'GBP' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('£1,250.75').waitFor();
  });
});
