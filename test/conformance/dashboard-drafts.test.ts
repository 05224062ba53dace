import { describe, expect, it } from '@jest/globals';
import { mailStep, makePublishedAgent, makeSender } from '../support/agent-requests.js';
import { useWorkday } from '../support/dashboard-work.js';
import { eventually } from '../support/eventually.js';
import { PASSWORD } from '../support/users.js';

const day = useWorkday('dashboard-drafts');

describe('what is typed into a job', () => {
  it('is not left without a warning, is restored, and overwrites no change', async () => {
    const { account, dashboard } = day;
    const steps = [{ action: { type: 'add_note', params: { text: 'Looked at.' } } }];
    const job = { name: 'Renewals', trigger_type: 'api', steps };
    const made = await account.request('post', '/background-jobs').send(job).expect(201);
    const { id } = made.body.data;
    const page = await day.open(`/jobs/${id}`);
    await page.getByLabel('Description').fill('Leads that renew in spring.');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    const ask = page.getByRole('dialog', { name: 'Unsaved changes' });
    await ask.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await ask.getByRole('button', { name: 'Leave page' }).click();
    await page.getByRole('heading', { name: 'Agents', exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Restored unsaved changes from').waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('Leads that renew in spring.');
    await day.look(page, 'brought-back');

    // Another user changes it before it is saved.
    await account.request('patch', `/background-jobs/${id}`).send({ description: 'Theirs' }).expect(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Changed by').waitFor();
    await page.getByText(/You changed: Description\./).waitFor();
    await page.getByText('Both of you changed: Description.').waitFor();
    const comparison = page.getByRole('list', { name: 'Differences' });
    await comparison.locator('del', { hasText: 'Theirs' }).waitFor();
    await comparison.locator('ins', { hasText: 'Leads that renew in spring.' }).waitFor();
    await day.look(page, 'conflict');
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await eventually(async () => ((await page.getByLabel('Description').inputValue()) === 'Theirs' ? true : undefined));
    await page.getByLabel('Description').fill('Mine after all');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { body } = await account.request('get', `/background-jobs/${id}`).expect(200);
    expect(body.data.description).toBe('Mine after all');

    // Saved as another job, which is inactive until a user enables it.
    await page.getByLabel('Description').fill('Mine as a copy');
    await account.request('patch', `/background-jobs/${id}`).send({ description: 'Theirs again' }).expect(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save mine as a copy' }).click();
    await page.getByRole('heading', { name: 'Renewals (copy)' }).waitFor();
    expect(await page.getByLabel('Description').inputValue()).toBe('Mine as a copy');
    const { body: all } = await account.request('get', '/background-jobs').expect(200);
    const told = all.data.map(({ name, description, is_active }: never) => [name, description, is_active]);
    expect(told.toSorted()).toEqual([
      ['Renewals (copy)', 'Mine as a copy', false],
      ['Renewals', 'Theirs again', true],
    ]);
    // The browser itself tells of the refusal.
    expect(dashboard.complaints.filter((text) => !text.includes('412'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});

describe('what is typed into a function', () => {
  it('becomes another function after a concurrent change of another user, which stays', async () => {
    const { account, dashboard } = day;
    const source = 'export default async () => ({ ok: true });';
    const made = await account.request('post', '/cloud-functions').send({ name: 'Scores', source }).expect(201);
    const { id } = made.body.function;
    const page = await day.open(`/functions/${id}?tab=settings`);
    await page.getByLabel('Description').fill('Mine');
    await account.request('patch', `/cloud-functions/${id}`).send({ description: 'Theirs' }).expect(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save mine as a copy' }).click();
    await page.getByRole('heading', { name: 'Scores (copy)' }).waitFor();
    const { body } = await account.request('get', '/cloud-functions').expect(200);
    const told = body.functions.map(({ name, description, is_active }: never) => [name, description, is_active]);
    expect(told.toSorted()).toEqual([
      ['Scores (copy)', 'Mine', false],
      ['Scores', 'Theirs', true],
    ]);
    expect(dashboard.complaints.filter((text) => !text.includes('412'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});

describe('what is typed into an agent', () => {
  it('becomes another agent after a concurrent change of another user, which stays', async () => {
    const { account, dashboard } = day;
    await makeSender(account);
    const id = await makePublishedAgent(account, [mailStep('One', { key: 'one' })], { name: 'Offers' });
    const page = await day.open(`/agents/${id}`);
    await page.getByLabel('Subject').waitFor();
    await account.request('patch', `/workflows/${id}`).send({ name: 'Offers of theirs' }).expect(200);
    await page.getByLabel('Subject').fill('Mine');
    await page.getByRole('button', { name: 'Save mine as a copy' }).click();
    await page.getByRole('heading', { name: 'Offers (copy)' }).waitFor();
    await page.locator('.step-main', { hasText: 'Mine' }).waitFor();
    const { body } = await account.request('get', `/workflows/${id}`).expect(200);
    expect(body.workflow).toMatchObject({ name: 'Offers of theirs', cadence: { steps: [{ subject: 'One' }] } });
    expect(dashboard.complaints.filter((text) => !text.includes('412'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});

describe('a session that ends', () => {
  it('is created over the page, and the unsaved changes are saved', async () => {
    const { api, account, dashboard } = day;
    await makeSender(account);
    const id = await makePublishedAgent(account, [mailStep('One', { key: 'one' })]);
    const page = await day.open(`/agents/${id}`);
    // A stream that is silent, so that saving is what finds the session ended.
    await page.addInitScript('window.EventSource = class { addEventListener() {} close() {} };');
    await page.reload();
    await page.getByLabel('Subject').waitFor();
    await api.db('sessions').where({ account_id: account.accountId }).update({ revoked_at: new Date() });
    await page.getByLabel('Subject').fill('Typed when the session had ended');
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.waitFor();
    await page.getByText('Saving…').waitFor({ state: 'attached' });
    await day.look(page, 'session-ended');
    await over.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await over.getByRole('button', { name: 'Sign in', exact: true }).click();
    await over.waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByLabel('Subject').inputValue()).toBe('Typed when the session had ended');
    const { body } = await account.request('get', `/workflows/${id}`).expect(200);
    expect(body.workflow.cadence.steps[0].subject).toBe('Typed when the session had ended');
    expect(dashboard.complaints.filter((text) => !text.includes('401'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});
