import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { useWorkday } from '../support/dashboard-work.js';

const day = useWorkday('dashboard-api-requests');

describe('the request log', () => {
  it('lists requests, is filtered through its address, and shows the details of a request', async () => {
    const { api, account, dashboard } = day;
    await account.request('post', '/leads').send({ first_name: 'Ana', email: 'ana@example.com' }).expect(201);
    const missing = await account.request('get', `/leads/${newId()}`).expect(404);
    await api.requestLog.flush();

    const page = await day.open('/integrations');
    await page.getByRole('link', { name: 'API requests' }).click();
    const rows = page.getByRole('list', { name: 'API requests' }).getByRole('listitem');
    await rows.filter({ hasText: 'createLead' }).waitFor();
    await day.look(page, 'api-requests');

    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: '4xx' }).click();
    await rows.filter({ hasText: 'createLead' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('status')).toBe('4xx');
    await rows.filter({ hasText: 'LEAD_NOT_FOUND' }).getByRole('link').click();
    const details = page.getByRole('dialog', { name: 'API request' });
    await details.getByText(String(missing.headers['x-request-id']), { exact: true }).waitFor();
    await details.getByText('"LEAD_NOT_FOUND"').waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });

    await page.goto(`${dashboard.url}/integrations/requests?operation=createLead`);
    await rows.getByRole('link').first().click();
    await details.getByText('<text:15>').first().waitFor();
    expect(await details.getByText('ana@example.com').count()).toBe(0);
    await day.look(page, 'api-request');
    expect(dashboard.complaints).toEqual([]);
  });
});
