import { beforeAll, expect, it } from '@jest/globals';
import { URI } from 'otpauth';
import { createUser } from '../../services/accounts/accounts.js';
import { useWorkday } from '../support/dashboard-work.js';
import { PASSWORD } from '../support/users.js';

// No issuer listens there: the page says so.
const day = useWorkday('dashboard-second-factor', {
  OIDC_ISSUER_URL: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'las',
  OIDC_NAME: 'Example',
});
const other = 'olga.second-factor@example.com';

beforeAll(async () => {
  const { accountId } = day.account;
  const user = { accountId, email: other, name: 'Olga Gil', role: 'operator', password: PASSWORD } as const;
  await createUser(day.api.db, new Date(), user);
});

it('offers single sign-on, and says when the issuer is unreachable', async () => {
  const page = await day.dashboard.open('/sign-in?to=%2Fleads');
  await page.getByRole('link', { name: 'Sign in with Example' }).waitFor();
  await day.look(page, 'sign-in');
  await page.getByRole('link', { name: 'Sign in with Example' }).click();
  await page.getByText('The sign-in page is currently unreachable. Try again in a few minutes.').waitFor();
  await day.look(page, 'unreachable');
  await page.context().close();
});

it('sets up an authenticator app, signs in with it, and requires one of everyone', async () => {
  const page = await day.open('/profile');
  const card = page.getByRole('region', { name: 'Second factor' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const setUp = async () => {
    await card.getByLabel('Current password').fill(PASSWORD);
    await card.getByRole('button', { name: 'Set up authenticator app' }).click();
    await card.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = await card.locator('code').textContent();
    return `otpauth://totp/LAS:marta?secret=${secret}&algorithm=SHA1&digits=6&period=30`;
  };
  const uri = await setUp();
  await day.look(page, 'set-up');
  await card.getByLabel('Code of the app').fill(URI.parse(uri).generate({ timestamp: Date.now() - 30_000 }));
  await card.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
  await day.look(page, 'recovery-codes');
  await button('I’ve stored it').click();
  await card.getByText('10 recovery codes left').waitFor();
  await day.look(page, 'profile');

  await page.getByRole('button', { name: /Marta Ruiz/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').fill(day.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button('Sign in').click();
  await page.getByLabel('Code').fill('000000x');
  await day.look(page, 'code');
  await button('Sign in').click();
  await page.getByText(/The code is incorrect or was used/).waitFor();
  await page.getByLabel('Code').fill(URI.parse(uri).generate({ timestamp: Date.now() + 30_000 }));
  await button('Sign in').click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();

  await page.goto(`${day.dashboard.url}/settings`);
  await page.getByLabel('Require a second factor').click();
  await page.getByRole('switch', { name: 'Require a second factor', checked: true }).waitFor();
  await day.look(page, 'settings');

  const olga = await day.dashboard.open('/sign-in');
  await olga.getByLabel('Email').fill(other);
  await olga.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await olga.getByRole('button', { name: 'Sign in', exact: true }).click();
  await olga.getByRole('heading', { name: 'Set up your second factor', level: 1 }).waitFor();
  await day.look(olga, 'required');
  expect(await olga.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  await olga.context().close();
});
