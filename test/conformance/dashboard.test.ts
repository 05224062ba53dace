import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import supertest from 'supertest';
import { createAccount, createApiKey } from '../../services/accounts/accounts.js';
import { issueLink } from '../../services/accounts/links.js';
import { addSender, publishAgent } from '../support/agents.js';
import { testConfig, useApi } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { workFolder } from '../support/conformance-tools.js';
import { type Dashboard, dashboardIn, lookAt } from '../support/dashboard.js';
import { insertMessage } from '../support/leads.js';
import { sendUserMails } from '../support/user-mails.js';
import { PASSWORD } from '../support/users.js';

const config = testConfig();
const api = useApi({}, { config });
const screens = workFolder('dashboard');
let browser: Browser;
let dashboard: Dashboard;
let accountId: string;

beforeAll(async () => {
  browser = await openBrowser();
  dashboard = await dashboardIn(browser, api.app);
  Object.assign(config, { PUBLIC_URL: dashboard.url });
  accountId = (await createAccount(api.db, new Date(), { name: 'Sun & Roof', timezone: 'Europe/Madrid' })).accountId;
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});

const setupLink = async () =>
  (await issueLink(api.db, new Date(), { accountId, kind: 'setup', createdBy: 'system' })).path;

const PEOPLE = [
  ['Ana', 'García', 'Olivos SL'],
  ['Björn', 'Larsen', 'Nordlys AS'],
  ['Chiara', 'Conti', 'Studio Conti'],
  ['Dmitri', 'Okafor', null],
] as const;
const lead = (n: number) => {
  const [first_name, last_name, company] = PEOPLE[n % PEOPLE.length]!;
  return {
    first_name,
    last_name: `${last_name} ${n + 1}`,
    company,
    email: `${first_name.toLowerCase()}.${n + 1}@example.com`,
    phone: `+346001${String(n).padStart(5, '0')}`,
    source: n % 3 === 0 ? 'fair' : 'website',
    tags: n % 2 === 0 ? ['fair', 'roof'] : ['roof'],
    metadata: { budget: 4_000 + n * 10, roof: 'flat' },
  };
};

/** Creates an agent, 240 leads of which 40 are enrolled, and a message with an unknown outcome. */
async function fill(): Promise<void> {
  const { apiKey } = await createApiKey(api.db, new Date(), { accountId, name: 'CRM', rateLimit: 1_000_000 });
  await addSender(api.db, accountId);
  const workflow_id = await publishAgent(
    api.db,
    accountId,
    [
      {
        type: 'message',
        key: 'hello',
        channel: 'email',
        subject: 'Sun for your roof',
        content: 'Hello {{ lead.first_name }}',
      } as never,
    ],
    { name: 'Solar offers' },
  );
  const post = (path: string, body: object) =>
    supertest(api.app).post(`/api/public${path}`).set('X-API-Key', apiKey).send(body);
  await post('/leads', { leads: Array.from({ length: 200 }, (_, n) => lead(n)) }).expect(201);
  const enrolled = Array.from({ length: 40 }, (_, n) => ({ ...lead(200 + n), workflow_id }));
  const { body } = await post('/leads', { leads: enrolled }).expect(201);
  const leadId = body.results[39].lead_id;
  await insertMessage(api.db, accountId, leadId, {
    subject: 'Sun for your roof',
    content: 'Hello Dmitri,\n\nwe plan and build.',
    status: 'delivered',
  });
  await insertMessage(api.db, accountId, leadId, {
    direction: 'inbound',
    status: 'received',
    content: 'How much would it be for a flat roof?',
  });
  await insertMessage(api.db, accountId, body.results[38].lead_id, {
    status: 'unknown',
    subject: 'A second try',
    content: 'Hello',
  });
}

const look = (page: Page, name: string) => lookAt(page, screens, name);

describe('the dashboard', () => {
  it('is set up by the link of the start, and is left and entered again', async () => {
    const page = await dashboard.open(await setupLink());
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.getByText('It uses your time zone').waitFor();
    await look(page, 'setup');
    await page.getByLabel('Your name').fill('Marta Ruiz');
    await page.getByLabel('Email').fill('marta@example.com');
    await page.getByLabel('Password', { exact: true }).fill('1234567890');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('among the most common ones').waitFor();
    dashboard.complaints.length = 0;
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByText('You’re all caught up.').waitFor();
    await look(page, 'home-empty');
    expect(dashboard.complaints).toEqual([]);
    await signOut(page);
  });

  it('finds a lead, tells what comes next, and lets a person take it over and give it back', async () => {
    await fill();
    const page = await dashboard.open('/sign-in?to=%2Fleads%3Fsource%3Dfair');
    await page.getByLabel('Email').fill('marta@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('80 leads').waitFor();
    expect(new URL(page.url()).search).toBe('?source=fair');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('button', { name: 'Mark as delivered' }).waitFor();
    await look(page, 'home');
    await page.getByRole('button', { name: 'Mark as delivered' }).click();
    await page.getByText('You’re all caught up.').waitFor();

    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByText('240 leads').waitFor();
    await look(page, 'leads');
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.getByRole('searchbox', { name: 'Search' }).fill('dmitri.240');
    await page.getByText('1 lead', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('dmitri.240');
    await page.reload();
    await page.getByRole('link', { name: 'Dmitri Okafor 240' }).click();

    await page.getByRole('heading', { name: 'Dmitri Okafor 240' }).waitFor();
    await page.getByText('How much would it be for a flat roof?').waitFor();
    await page.getByText('Send email').waitFor();
    await page.getByRole('textbox', { name: 'New note' }).fill('Asks for the price of a flat roof.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('region', { name: 'Notes' }).getByText('Asks for the price').waitFor();
    await page.getByRole('textbox', { name: 'Add tag' }).fill('VIP');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove tag VIP' }).waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Resume automation' }).waitFor();
    await look(page, 'lead');
    await page.getByRole('button', { name: 'Resume automation' }).click();
    await page.getByRole('menuitem', { name: 'Resume and shift the schedule' }).click();
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    expect(dashboard.complaints).toEqual([]);
    await signOut(page);
  });

  it('shows a key whole once, and invites people by a link that works', async () => {
    const page = await dashboard.open('/sign-in');
    await page.getByLabel('Email').fill('marta@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: /Marta Ruiz/ }).click();
    await page.getByRole('menuitem', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Website');
    await page.getByRole('combobox', { name: 'Permissions' }).click();
    await page.getByRole('option', { name: 'Custom' }).click();
    await page.getByRole('combobox', { name: 'Scopes' }).fill('leads:');
    await page.getByRole('option', { name: 'leads:read' }).click();
    await page.getByRole('option', { name: 'leads:write' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'Your API key' });
    const key = String(await shown.locator('code').textContent());
    await supertest(api.app).get('/api/public/me').set('X-API-Key', key).expect(200);
    await shown.getByRole('button', { name: 'I’ve stored it' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Website' });
    await row.getByText('2 scopes').click();
    await row.getByText('leads:read, leads:write').waitFor();
    expect(await row.locator('code').textContent()).toMatch(new RegExp(`^svc_live_.*…${key.slice(-4)}$`));
    expect(await page.content()).not.toContain(key);
    await row.getByRole('button', { name: 'Regenerate' }).click();
    await page.getByRole('dialog', { name: 'Regenerate' }).getByRole('button', { name: 'Regenerate' }).click();
    expect(await shown.locator('code').textContent()).not.toBe(key);
    await shown.getByRole('button', { name: 'I’ve stored it' }).click();
    await supertest(api.app).get('/api/public/me').set('X-API-Key', key).expect(401);
    await look(page, 'integrations');

    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('Email').fill('ben@example.com');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = String(await page.getByRole('dialog', { name: 'Link' }).locator('code').textContent());
    await page.getByRole('button', { name: 'I’ve stored it' }).click();
    const guest = await dashboard.open(link.slice(dashboard.url.length));
    await guest.getByLabel('Your name').fill('Ben Ode');
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await guest.getByRole('button', { name: 'Join team' }).click();
    await guest.getByRole('heading', { name: 'Home' }).waitFor();
    // Actions that an operator may not do aren't shown.
    expect(await guest.getByRole('link', { name: 'Integrations' }).count()).toBe(0);
    await page.reload();
    await page.getByText('Ben Ode').waitFor();
    await look(page, 'members');
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('Create key: Website').waitFor();
    await look(page, 'audit');
    expect(dashboard.complaints).toEqual([]);
  });

  it('asks for a sign-in when a session ends, and continues where it was', async () => {
    const page = await dashboard.open('/sign-in');
    await look(page, 'sign-in');
    await page.getByLabel('Email').fill('marta@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByText('240 leads').waitFor();
    await page.context().clearCookies();
    await page.getByRole('searchbox', { name: 'Search' }).fill('conti');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('60 leads').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('q')).toBe('conti');
  });

  it('keeps out who guesses, and lets in who forgot a password, by a link that comes by mail', async () => {
    await addSender(api.db, accountId, 2525);
    const page = await dashboard.open('/sign-in');
    const wrong = { email: 'marta@example.com', password: 'a wrong password' };
    for (let n = 0; n < 10; n += 1) await supertest(api.app).post('/api/internal/session').send(wrong).expect(401);
    await page.getByLabel('Email').fill('marta@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Too many sign-in attempts. Try again later.').waitFor();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await look(page, 'reset-ask');
    await page.getByLabel('Email').fill('marta@example.com');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByText('If marta@example.com has an account').waitFor();
    await look(page, 'reset-asked');
    const [mail] = await sendUserMails(api, { accountId });
    await page.goto(`${dashboard.url}/reset${/reset(#\S+)/.exec(mail?.text ?? '')?.[1]}`);
    await page.reload();
    await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD} anew`);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Email').fill('marta@example.com');
    await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD} anew`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Marta Ruiz/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  // Requests of the page that was just left fail.
  dashboard.complaints.splice(
    0,
    Number.POSITIVE_INFINITY,
    ...dashboard.complaints.filter((text) => !text.includes('401')),
  );
}
