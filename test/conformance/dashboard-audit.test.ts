import { describe, expect, it } from '@jest/globals';
import { mailStep } from '../support/agent-requests.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { addUser } from '../support/users.js';

const day = useWorkday('dashboard-audit');

describe('the audit log', () => {
  it('is narrowed by who, what was done, to what and when, and says so in its address', async () => {
    const { api, account, dashboard } = day;
    const sender = { name: 'Sales', from_email: 'sales@example.com' };
    await account.request('post', '/email-senders').send(sender).expect(201);
    const colleague = await addUser(api, account.accountId);
    const draft = { name: 'Roof offers', cadence: { steps: [mailStep('Hello')] } };
    const { id } = (await colleague.request('post', '/workflows').send(draft).expect(201)).body.workflow;
    await colleague.request('patch', `/workflows/${id}`).send({ name: 'Solar offers' }).expect(200);
    await colleague
      .request('post', '/workflows')
      .send({ ...draft, name: 'Other offers' })
      .expect(201);

    const page = await day.open('/audit');
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    const choose = async (filter: string, option: string) => {
      await page.getByRole('combobox', { name: filter }).click();
      await page.getByRole('combobox', { name: filter }).fill(option);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    /** Waits until the list shows these texts from its top. */
    const shows = (...told: string[]) =>
      eventually(async () => {
        const texts = await changes.locator('span.cut').allInnerTexts();
        return texts.join('; ') === told.join('; ') || undefined;
      });
    const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
    await changes.filter({ hasText: 'Create email sender' }).waitFor();

    await choose('User or key', 'API key');
    await shows('Create email sender: Sales');
    expect(asked()).toEqual({ actor: account.keyId });
    await choose('User or key', 'User');
    await shows('Create agent: Other offers', 'Update agent: Solar offers', 'Create agent: Roof offers');
    await choose('Action', 'Update agent');
    await shows('Update agent: Solar offers');
    expect(asked()).toEqual({ actor: colleague.userId, operation: 'updateWorkflow' });
    await changes.getByText('Name: Roof offers → Solar offers').waitFor();
    await day.look(page, 'audit-filters');

    await page.goto(`${dashboard.url}/audit?resource_type=workflows`);
    await shows('Create agent: Other offers', 'Update agent: Solar offers', 'Create agent: Roof offers');
    await page.getByRole('link', { name: 'Filter by this: Solar offers' }).click();
    await shows('Update agent: Solar offers', 'Create agent: Roof offers');
    expect(asked()).toEqual({ resource_type: 'workflows', resource: id });
    await page.reload();
    await shows('Update agent: Solar offers', 'Create agent: Roof offers');
    await page.getByRole('button', { name: 'Remove filter: Solar offers' }).click();
    await changes.filter({ hasText: 'Create email sender' }).waitFor();
    expect(asked()).toEqual({});

    await page.getByLabel('From').fill('2031-03-04');
    await page.getByRole('heading', { name: 'No matching changes' }).waitFor();
    expect(asked()).toEqual({ from: '2031-03-04' });
    await day.look(page, 'audit-nothing');
    await page.getByLabel('From').fill('');
    await changes.filter({ hasText: 'Create email sender' }).waitFor();
    await page.getByLabel('To', { exact: true }).fill('2020-03-04');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await changes.filter({ hasText: 'Create email sender' }).waitFor();
    expect(asked()).toEqual({});

    await colleague.request('delete', '/session').expect(204);
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Access', exact: true }).click();
    await changes.filter({ hasText: 'Sign out' }).waitFor();
    expect(await changes.filter({ hasText: 'Create email sender' }).count()).toBe(0);
    expect(asked()).toEqual({ kind: 'access' });
    await day.look(page, 'audit-access');
    expect(dashboard.complaints).toEqual([]);
  });
});
