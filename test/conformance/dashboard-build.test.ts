import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import supertest from 'supertest';
import { createAccount, createApiKey } from '../../services/accounts/accounts.js';
import { issueLink } from '../../services/accounts/links.js';
import { addSender } from '../support/agents.js';
import { openBrowser } from '../support/browser.js';
import { workFolder } from '../support/conformance-tools.js';
import { type Dashboard, dashboardIn, lookAt } from '../support/dashboard.js';
import { useService } from '../support/service.js';
import { PASSWORD } from '../support/users.js';

const service = useService();
const screens = workFolder('dashboard-build');
let browser: Browser;
let dashboard: Dashboard;
let page: Page;
let accountId: string;
let apiKey: string;

const call = (method: 'get' | 'post' | 'patch', at: string, body?: object) =>
  supertest(service.app)[method](`/api/public${at}`).set('X-API-Key', apiKey).send(body);

beforeAll(async () => {
  browser = await openBrowser();
  dashboard = await dashboardIn(browser, service.app);
  const now = new Date();
  accountId = (await createAccount(service.db, now, { name: 'Sun & Roof', timezone: 'Europe/Madrid' })).accountId;
  apiKey = (await createApiKey(service.db, now, { accountId, name: 'CRM', rateLimit: 1_000_000 })).apiKey;
  await addSender(service.db, accountId);
  page = await dashboard.open(
    (await issueLink(service.db, now, { accountId, kind: 'setup', createdBy: 'system' })).path,
  );
  await page.getByLabel('Your name').fill('Marta Ruiz');
  await page.getByLabel('Email').fill('marta@build.example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});
beforeEach(() => page.goto(`${dashboard.url}/`));
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});

const look = (name: string) => lookAt(page, screens, name);

const go = (name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
/** Opens a part of the page. */
const turnTo = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click();
const saved = () =>
  page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor();

describe('an agent', () => {
  it('is made, built step by step, tried on paper, published, and told apart from what it was', async () => {
    await go('Agents');
    await page.getByRole('heading', { name: 'No agents yet' }).waitFor();
    await look('agents-empty');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByLabel('Name').fill('Solar offers');
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'By interest' }).click();
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Solar offers' }).waitFor();
    const steps = page.getByRole('list', { name: 'Steps' });
    await steps.getByText('timed out').first().waitFor();
    await look('agent');

    await steps.getByRole('button', { name: /^hello/ }).click();
    await page.getByLabel('Subject').fill('Sun for your roof, {{ lead.first_name }}');
    await page.getByRole('button', { name: 'Add a step after meet' }).click();
    await page.getByRole('menuitem', { name: /^Branch/ }).click();
    await page.getByRole('button', { name: 'Add a step to path then of branch' }).click();
    await page.getByRole('menuitem', { name: /^Call/ }).click();
    await saved();
    const id = page.url().split('/').at(-1) ?? '';
    const { workflow } = (await call('get', `/workflows/${id}`).expect(200)).body;
    expect(workflow.cadence.steps.map(({ key }: { key: string }) => key)).toEqual([
      ...['hello', 'interest', 'meet', 'branch', 'call', 'nudge', 'end'],
    ]);
    expect(workflow.cadence.steps[0].subject).toBe('Sun for your roof, {{ lead.first_name }}');
    expect(workflow.cadence.steps[3]).toMatchObject({ then: 'call', else: 'end' });
    await steps.getByRole('button', { name: /^call/ }).press('Delete');
    await page.getByText('Problems', { exact: true }).click();
    await page.getByText('No problems found').waitFor();
    await steps.getByRole('button', { name: /^meet/ }).click();
    await page.getByLabel('Subject').fill('Shall we meet, {{ lead.first_name ?');
    await steps.getByText('1 problem').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await steps.getByText('1 problem').waitFor({ state: 'detached' });
    // A condition that is not whole yet is drawn as such, and is not saved.
    await steps.getByRole('button', { name: /^branch/ }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('status').filter({ hasText: 'Not saved' }).waitFor();
    await steps.getByText('1 problem').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await saved();

    await page.getByText('Simulate').click();
    const timeline = page.getByRole('list', { name: 'Simulated run' });
    await timeline.getByText('Sun for your roof, Alex').waitFor();
    await page.getByText('No answer').last().waitFor();
    await page.getByRole('button', { name: 'Add event' }).click();
    await page.getByText('The cadence waits until it is resumed').waitFor();
    // The reply comes after the first message, which it answers.
    await timeline.getByText('Sun for your roof, Alex').waitFor();
    await page.getByLabel('Time of event 1 (Europe/Madrid)').waitFor();
    await look('agent-try');

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('This is the first version').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await steps.getByRole('button', { name: /^nudge/ }).click();
    await page.getByLabel('Subject').fill('Is it still of interest?');
    await saved();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('list', { name: 'Differences' }).getByText('Is it still of interest?').waitFor();
    await look('agent-publish');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await turnTo('Versions');
    await page.getByText('Version 2', { exact: true }).first().waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Version 1' }).getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('list', { name: 'Differences' }).getByText('Still there?').waitFor();
    await look('agent-versions');
    await page.getByText('Show side by side').click();
    await page.getByRole('list', { name: 'Draft' }).getByText('Different').first().waitFor();
    // The browser itself tells of what was refused.
    expect(dashboard.complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
    dashboard.complaints.length = 0;
  });

  it('never overwrites a concurrent change of another user', async () => {
    await go('Agents');
    await page.getByRole('link', { name: /^Solar offers/ }).waitFor();
    await look('agents');
    await page.getByRole('link', { name: /^Solar offers/ }).click();
    await turnTo('Settings');
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    await look('agent-settings');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await call('patch', `/workflows/${id}`, { goal_type: 'sale' }).expect(200);
    await page.getByLabel('Name', { exact: true }).first().fill('Solar offers 2026');
    await page.getByText(/^Changed by /).waitFor();
    await page.getByText('You changed: Name.').waitFor();
    expect((await call('get', `/workflows/${id}`)).body.workflow).toMatchObject({
      name: 'Solar offers',
      goal_type: 'sale',
    });
    await page.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await saved();
    expect((await call('get', `/workflows/${id}`)).body.workflow).toMatchObject({
      name: 'Solar offers 2026',
      goal_type: 'sale',
    });
    await turnTo('Answering');
    await page.getByRole('switch', { name: 'Enabled' }).first().waitFor();
    await look('agent-answering');
    // The browser itself tells of the refusal.
    expect(dashboard.complaints.filter((text) => !text.includes('412'))).toEqual([]);
    dashboard.complaints.length = 0;
  });
});

describe('a job', () => {
  it('is written in sentences, previewed lead by lead, run on paper and in earnest, and switched off', async () => {
    const { workflows } = (await call('get', '/workflows').expect(200)).body;
    const leads = [1_000, 9_000].map((budget, n) => ({
      first_name: n === 0 ? 'Ana' : 'Björn',
      email: `lead.${n}@example.com`,
      source: 'website',
      metadata: { budget },
      workflow_id: workflows[0].id,
    }));
    const { results } = (await call('post', '/leads', { leads }).expect(201)).body;
    await go('Jobs');
    await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
    await page.getByRole('button', { name: 'New job' }).click();
    await page.getByLabel('Name').fill('Large budgets');
    await page.getByRole('button', { name: 'Create job' }).click();
    const first = page.getByRole('list', { name: 'First matching leads' });
    await first.getByRole('link', { name: 'Björn' }).waitFor();
    await page.getByText('1 lead matches.').waitFor();
    await page.getByText('Every weekday at 09:00 (Europe/Madrid)').waitFor();
    const next = page.getByRole('list', { name: 'Next runs' });
    await next.getByRole('listitem').nth(4).waitFor();
    expect(await next.getByRole('listitem').count()).toBe(5);
    // A selection is announced immediately, before it is saved.
    await page.getByRole('combobox', { name: 'Frequency' }).click();
    await page.getByRole('option', { name: 'Every hour' }).click();
    await page.getByText('Every hour (Europe/Madrid)').waitFor();
    await page.getByRole('combobox', { name: 'Frequency' }).click();
    await page.getByRole('option', { name: 'Every weekday at 09:00' }).click();
    await look('job');
    // A condition that is changed is tried at once, before it is saved.
    await page.getByRole('textbox', { name: 'Value' }).fill('500');
    await page.getByText('2 leads match.').waitFor();
    await page.getByRole('textbox', { name: 'Value' }).fill('5000');
    await page.getByText('1 lead matches.').waitFor();
    await page.getByLabel('Description').fill('Leads that are worth a call.');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.locator('.chip', { hasText: /^Active$/ }).waitFor();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect((await call('get', `/leads/${results[1].lead_id}`).expect(200)).body.lead.tags).toEqual([]);
    const worked = page.getByRole('list', { name: 'Leads in this cycle' });
    await worked.getByRole('link', { name: 'Björn' }).waitFor();
    await look('cycle');
    await page.getByRole('combobox', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('No leads have this outcome.').waitFor();
    await page.getByRole('combobox', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'Acted' }).click();
    await worked.getByRole('link', { name: 'Björn' }).waitFor();
    await page.getByRole('link', { name: 'Large budgets' }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('dialog', { name: 'Run now' }).getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    await worked.getByText('Acted', { exact: true }).waitFor();
    expect((await call('get', `/leads/${results[1].lead_id}`).expect(200)).body.lead.tags).toHaveLength(1);
    await page.getByRole('link', { name: 'Large budgets' }).click();
    await page.getByText('Dry run').nth(1).waitFor();
    await look('job-cycles');
    await page.getByRole('button', { name: 'More actions for the job' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.locator('.chip', { hasText: /^Inactive$/ }).waitFor();
    await go('Jobs');
    await page.getByText('Every weekday at 09:00').waitFor();
    await look('jobs');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('a function', () => {
  it('is written, run on a lead without changing it, applied, and compared with what it was', async () => {
    const [lead] = (await call('get', '/leads?q=lead.1').expect(200)).body.leads;
    await go('Functions');
    await page.getByRole('heading', { name: 'No functions yet' }).waitFor();
    await page.getByRole('button', { name: 'New function' }).click();
    await page.getByLabel('Name').fill('Budget tags');
    await page.getByRole('button', { name: 'Create function' }).click();
    const source = page.getByRole('textbox', { name: 'Source' });
    await source.waitFor();
    const write = async (text: string) => {
      await source.press('Control+a');
      await source.press('Delete');
      await page.keyboard.insertText(text);
    };
    await write('export default async function (ctx, svc) {\n  throw new Error("Not yet");\n}\n');
    await page.getByRole('combobox', { name: 'Lead' }).click();
    await page.getByRole('option', { name: 'Björn' }).click();
    await page.getByRole('button', { name: 'Run unsaved code' }).click();
    await page.getByText('Line 2').waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    await source.press('Control+End');
    await page.keyboard.type('const lead = ctx.lead; lead.company; svc.leads.');
    await page.getByRole('option', { name: /^update/ }).waitFor();
    await page.keyboard.press('Escape');
    await write('export default async function (ctx, svc) {\n  await svc.leads.delete(ctx.lead_id);\n}\n');
    const unfit = page.getByRole('list', { name: 'Type errors' });
    await unfit.getByText("Property 'delete' does not exist").waitFor();
    expect(await page.locator('.cm-lintRange-warning').textContent()).toBe('delete');
    await look('function-types');
    await write(
      "export default async function (ctx, svc) {\n  svc.log.info('Looking', { id: ctx.lead_id });\n" +
        "  await svc.tags.add(ctx.lead_id, ['worth-a-call']);\n  return { budget: ctx.lead.metadata.budget };\n}\n",
    );
    await page.getByRole('button', { name: 'Run unsaved code' }).click();
    await page.getByText('"budget": 9000').waitFor();
    await unfit.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Logs' }).getByText('Looking').waitFor();
    await page.getByRole('list', { name: 'Effects' }).locator('ins', { hasText: 'worth-a-call' }).waitFor();
    // The code that ran isn't saved, so its changes can't be applied yet.
    expect(await page.getByRole('button', { name: 'Apply changes' }).count()).toBe(0);
    await look('function-unsaved');
    const functions = (await call('get', '/cloud-functions').expect(200)).body.functions;
    expect(functions[0]).toMatchObject({ name: 'Budget tags', version: 1 });
    await page.getByRole('button', { name: 'Save and rerun' }).click();
    await page.getByRole('button', { name: 'Apply changes' }).waitFor();
    const tags = async () =>
      (await call('get', `/leads/${lead.id}`).expect(200)).body.lead.tags.map(({ slug }: { slug: string }) => slug);
    expect(await tags()).not.toContain('worth-a-call');
    await look('function');
    await page.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByRole('region', { name: 'Run result' }).getByText('Applied').first().waitFor();
    await turnTo('Runs');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByRole('complementary', { name: 'Run' }).getByText('Not yet').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Succeeded' }).click();
    await page.getByRole('list', { name: 'Runs' }).getByText('Unsaved code', { exact: true }).waitFor();
    await page.getByText('Applied').first().waitFor();
    expect(await tags()).toContain('worth-a-call');
    await look('function-runs');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('list', { name: 'Runs' }).getByText('Replay', { exact: true }).waitFor();
    await turnTo('Settings');
    await page.getByLabel('Secret name').fill('CRM_KEY');
    await page.getByLabel('Value', { exact: true }).fill('a secret value');
    await page.getByRole('button', { name: 'Save secret' }).click();
    await page.getByRole('list', { name: 'Secrets' }).getByText('CRM_KEY').waitFor();
    await page.getByRole('button', { name: 'Add schedule' }).click();
    await page.getByText('Every weekday at 09:00 (Europe/Madrid)').waitFor();
    const next = page.getByRole('list', { name: 'Next runs' }).getByRole('listitem');
    await next.nth(4).waitFor();
    expect(await next.count()).toBe(5);
    await page.getByRole('combobox', { name: 'Frequency' }).click();
    await page.getByRole('option', { name: 'Every day at 09:00' }).click();
    await page.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('Every day at 09:00 (Europe/Madrid)').waitFor();
    expect(await page.content()).not.toContain('a secret value');
    await look('function-settings');
    await turnTo('Versions');
    await page.getByRole('listitem').filter({ hasText: 'Version 1' }).getByRole('button', { name: 'Compare' }).click();
    await page.locator('.diff [data-kind="added"]', { hasText: 'worth-a-call' }).waitFor();
    await look('function-versions');
    await go('Functions');
    await page.getByText('Every day at 09:00').waitFor();
    await look('functions');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('campaigns, knowledge and models', () => {
  it('puts leads into a campaign, starts it, and shows their outcomes', async () => {
    await go('Campaigns');
    await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
    await page.getByRole('button', { name: 'New campaign' }).click();
    await page.getByLabel('Name').fill('Spring fair');
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Solar offers' }).click();
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
    await call('post', '/leads', { first_name: 'Chiara', email: 'chiara@example.com', source: 'fair' }).expect(201);
    await page.getByRole('button', { name: 'Add leads' }).click();
    await page.getByLabel('Search', { exact: true }).fill('chiara');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('1 of 1 lead would change.').waitFor();
    await page.getByRole('button', { name: 'Add 1 lead' }).click();
    await page.getByText('1 lead updated.').waitFor();
    await page.getByRole('list', { name: 'Campaign leads' }).getByText('Chiara', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start campaign' }).click();
    await page.getByText('Running', { exact: true }).waitFor();
    await look('campaign');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await go('Campaigns');
    await page.getByText('Spring fair').waitFor();
    await look('campaigns');
    expect(dashboard.complaints).toEqual([]);
  });

  it('adds documents as text and as a file, shows what agents find, and has what is odd released by a person', async () => {
    await go('Knowledge');
    await page.getByRole('button', { name: 'Add document' }).click();
    await page.getByText('Enter text', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('# Guarantee\n\nOur panels carry a guarantee of 25 years.');
    await page.getByLabel('Title').fill('Guarantee');
    await page.getByRole('dialog').getByRole('button', { name: 'Add document' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add document' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'payment.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Payment\n\nPay to ES91 2100 0418 4502 0005 1332 within a month.'),
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Add document' }).click();
    await page.getByText('Needs review', { exact: true }).waitFor();
    await page.getByLabel('Question').fill('How long is the guarantee of the panels?');
    await page.getByRole('list', { name: 'Search results' }).getByText('25 years').waitFor();
    await look('knowledge');
    await page.getByRole('link', { name: /payment/ }).click();
    await page.getByText('Bank account number').waitFor();
    await look('document');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('keeps the key of a model to itself', async () => {
    await go('Models');
    await page.getByRole('button', { name: 'Add model' }).click();
    const form = page.getByRole('dialog', { name: 'Add model' });
    await form.getByLabel('Key', { exact: true }).fill('small');
    await form.getByLabel('Server URL').fill('https://models.example.com/v1');
    await form.getByLabel('Model', { exact: true }).fill('gpt-4o-mini');
    await form.getByLabel('API key').fill('sk-a-secret-key');
    await look('model');
    await form.getByRole('button', { name: 'Add model' }).click();
    await page.getByText('API key stored').waitFor();
    expect(await page.content()).not.toContain('sk-a-secret-key');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('A small one');
    await page.getByRole('button', { name: 'Save model' }).click();
    await page.getByText('A small one').waitFor();
    const { models } = (await call('get', '/models').expect(200)).body;
    expect(models).toMatchObject([{ key: 'small', name: 'A small one', api_key_set: true }]);
    await look('models');
    expect(dashboard.complaints).toEqual([]);
  });
});
