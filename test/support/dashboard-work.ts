import path from 'node:path';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newId } from '../../runtime/ids.js';
import { createUser } from '../../services/accounts/accounts.js';
import { type TestAccount, type TestApi, testConfig, useApi } from './api.js';
import { openBrowser } from './browser.js';
import { workFolder } from './conformance-tools.js';
import { type Dashboard, dashboardIn, lookAt } from './dashboard.js';
import { PASSWORD } from './users.js';

/** The common parts of the journeys in one file. */
interface Workday {
  api: TestApi;
  email: string;
  account: TestAccount;
  dashboard: Dashboard;
  open(at: string, email?: string, options?: BrowserContextOptions): Promise<Page>;
  look(page: Page, name: string): Promise<void>;
}

/**
 * The API, a browser and an account with an owner, Marta Ruiz, for one file of journeys. A `PUBLIC_URL` in the settings
 * names host and port, for what providers have to lead back to.
 */
export function useWorkday(folder: string, settings: Parameters<typeof testConfig>[0] = {}, below = ''): Workday {
  const config = testConfig(settings);
  const api = useApi(settings, { config });
  const screens = workFolder(folder);
  let browser: Browser;
  let last: Page | undefined;
  const opened: Page[] = [];
  const fixture: Workday = {
    api,
    email: `marta.${newId()}@example.com`,
    account: undefined as unknown as TestAccount,
    dashboard: undefined as unknown as Dashboard,
    /** Opens a page as a user who signs in there. */
    open: async (at: string, email = fixture.email, options?: BrowserContextOptions): Promise<Page> => {
      const page = await fixture.dashboard.open(`/sign-in?to=${encodeURIComponent(at)}`, options);
      last = page;
      opened.push(page);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      return page;
    },
    /** Looks at a page as it is, see `lookAt`. */
    look: (page, name) => lookAt(page, screens, name),
  };
  beforeAll(async () => {
    browser = await openBrowser();
    const address = settings.PUBLIC_URL ? new URL(settings.PUBLIC_URL) : undefined;
    fixture.dashboard = await dashboardIn(browser, api.app, below, address);
    Object.assign(config, { PUBLIC_URL: fixture.dashboard.url });
    fixture.account = await api.account({ timezone: 'Europe/Madrid', country: 'ES' });
    await createUser(api.db, new Date(), {
      accountId: fixture.account.accountId,
      email: fixture.email,
      name: 'Marta Ruiz',
      role: 'owner',
      password: PASSWORD,
    });
  });
  // A screenshot of the end of a journey, to explain its failure.
  afterEach(async () => {
    await last?.screenshot({ path: path.join(screens, 'last.png') });
    for (const page of opened.splice(0)) await page.context().close();
    if (fixture.dashboard.complaints.length > 0) console.warn(fixture.dashboard.complaints.join('\n'));
    fixture.dashboard.complaints.length = 0;
  });
  afterAll(async () => {
    await browser?.close();
    await fixture.dashboard?.close();
  });
  return fixture;
}
