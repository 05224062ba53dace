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

/** What journeys of one file have in common. */
interface Workday {
  api: TestApi;
  email: string;
  account: TestAccount;
  dashboard: Dashboard;
  open(at: string, email?: string, options?: BrowserContextOptions): Promise<Page>;
  look(page: Page, name: string): Promise<void>;
}

/** The API, a browser and an account with an owner, Marta Ruiz, for one file of journeys. */
export function useWorkday(folder: string, settings: Parameters<typeof testConfig>[0] = {}, below = ''): Workday {
  const config = testConfig(settings);
  const api = useApi({}, { config });
  const screens = workFolder(folder);
  let browser: Browser;
  let last: Page | undefined;
  const opened: Page[] = [];
  const world: Workday = {
    api,
    email: `marta.${newId()}@example.com`,
    account: undefined as unknown as TestAccount,
    dashboard: undefined as unknown as Dashboard,
    /** Opens a page as a user who signs in there. */
    open: async (at: string, email = world.email, options?: BrowserContextOptions): Promise<Page> => {
      const page = await world.dashboard.open(`/sign-in?to=${encodeURIComponent(at)}`, options);
      last = page;
      opened.push(page);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      return page;
    },
    /** Looks at a page as it is, see `lookAt`. */
    look: (page, name) => lookAt(page, screens, name),
  };
  beforeAll(async () => {
    browser = await openBrowser();
    world.dashboard = await dashboardIn(browser, api.app, below);
    Object.assign(config, { PUBLIC_URL: world.dashboard.url });
    world.account = await api.account({ timezone: 'Europe/Madrid', country: 'ES' });
    await createUser(api.db, new Date(), {
      accountId: world.account.accountId,
      email: world.email,
      name: 'Marta Ruiz',
      role: 'owner',
      password: PASSWORD,
    });
  });
  // Where a journey ended, for whoever wonders why it failed.
  afterEach(async () => {
    await last?.screenshot({ path: path.join(screens, 'last.png') });
    for (const page of opened.splice(0)) await page.context().close();
    if (world.dashboard.complaints.length > 0) console.warn(world.dashboard.complaints.join('\n'));
    world.dashboard.complaints.length = 0;
  });
  afterAll(async () => {
    await browser?.close();
    await world.dashboard?.close();
  });
  return world;
}
