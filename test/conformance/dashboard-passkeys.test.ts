import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useWorkday } from '../support/dashboard-work.js';
import { portForLater } from '../support/later-port.js';
import { PASSWORD } from '../support/users.js';

// Browsers accept no passkeys for IP addresses.
const day = useWorkday('dashboard-passkeys', { PUBLIC_URL: `http://localhost:${await portForLater()}` });

/** Gives a page a device that holds passkeys and verifies its user. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Marta Ruiz/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Email').waitFor();
}

it('adds a passkey, signs in with it alone and after the password, renames and deletes it', async () => {
  const page = await day.open('/profile');
  await addDevice(page);
  const card = page.getByRole('region', { name: 'Passkeys' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  await card.getByLabel('Name of the passkey').fill('Phone');
  await card.getByLabel('Current password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
  await button('I’ve stored it').click();
  await card.getByText('Phone').waitFor();
  await day.look(page, 'profile');

  await signOut(page);
  await day.look(page, 'sign-in');
  await button('Sign in with a passkey').click();
  await navigation.waitFor();

  await signOut(page);
  await page.getByLabel('Email').fill(day.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button('Sign in').click();
  await button('Use a passkey').waitFor();
  await day.look(page, 'second-factor');
  await button('Use a passkey').click();
  await navigation.waitFor();

  await page.goto(`${day.dashboard.url}/profile`);
  await card.getByRole('button', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename' });
  await rename.getByLabel('Name of the passkey').fill('Laptop');
  await rename.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Laptop').waitFor();
  await card.getByRole('button', { name: 'Delete passkey' }).click();
  const removal = page.getByRole('dialog', { name: 'Delete passkey' });
  await removal.getByLabel('Current password').fill(PASSWORD);
  await removal.getByRole('button', { name: 'Delete passkey' }).click();
  await card.getByText('Laptop').waitFor({ state: 'detached' });

  // The browser still has it, and the service refuses it.
  await signOut(page);
  await button('Sign in with a passkey').click();
  await page.getByText(/The passkey isn.t valid here/).waitFor();
  expect(await day.api.db('passkeys').where({ name: 'Laptop' })).toEqual([]);
});
