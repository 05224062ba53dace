import { expect, it } from '@jest/globals';
import { useWorkday } from '../support/dashboard-work.js';
import { PASSWORD } from '../support/users.js';

const day = useWorkday('dashboard-spanish');

it('shows the dashboard in the language that its user selects, also while they are signed out', async () => {
  const { account, dashboard, email } = day;
  await account
    .request('post', '/leads')
    .send({ leads: [{ first_name: 'Íñigo', email: 'inigo@example.com' }] })
    .expect(201);
  const page = await day.open('/profile');
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const select = async (label: string, language: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: language }).click();
  };
  await heading('Your profile');
  await select('Language of the dashboard', 'Español');
  await heading('Tu perfil');
  expect(await page.locator('html').getAttribute('lang')).toBe('es');
  await day.look(page, 'profile');
  await page.getByRole('button', { name: /Marta Ruiz/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
  await heading('Iniciar sesión');
  await day.look(page, 'sign-in');

  await page.getByLabel('Correo').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  const pages = page.getByRole('navigation', { name: 'Páginas' });
  await pages.getByRole('link', { name: 'Leads' }).click();
  await page.getByText('1 lead', { exact: true }).waitFor();
  await day.look(page, 'leads');
  await page.getByRole('link', { name: 'Íñigo' }).click();
  await page.getByText('Sin inscribir. No se enviará nada automáticamente.').waitFor();
  await day.look(page, 'lead');
  await pages.getByRole('link', { name: 'Configuración' }).click();
  await page.getByText('Los envíos están activados.').waitFor();
  await day.look(page, 'settings');

  await page.goto(`${dashboard.url}/profile`);
  await select('Idioma del panel', 'English');
  await heading('Your profile');
  expect(dashboard.complaints).toEqual([]);
});
