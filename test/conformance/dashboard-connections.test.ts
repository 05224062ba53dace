import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { createUser } from '../../services/accounts/accounts.js';
import { useWorkday } from '../support/dashboard-work.js';
import { startGraphServer } from '../support/graph-server.js';
import { portForLater } from '../support/later-port.js';
import { addHost } from '../support/meetings.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { addPushChannel } from '../support/push-channels.js';
import { connected } from '../support/sign-in.js';
import { PASSWORD } from '../support/users.js';

const provider = await startOAuthServer();
const graph = await startGraphServer(provider);
const day = useWorkday('dashboard-connections', {
  ...provider.settings,
  MICROSOFT_GRAPH_URL: graph.url,
  PUBLIC_URL: `http://127.0.0.1:${await portForLater()}`,
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
});
afterAll(async () => {
  expect([...provider.violations, ...graph.violations]).toEqual([]);
  await Promise.all([provider.stop(), graph.stop()]);
});

beforeEach(() => {
  provider.state.person = { subject: newId(), email: `ana.${newId().slice(-6)}@example.com` };
  provider.state.consent = (asked) => asked;
});

describe('connections', () => {
  it('lead in five clicks from an account at Microsoft to a sender that sends and receives', async () => {
    const { account, dashboard } = day;
    const { email } = provider.state.person;
    const page = await day.open('/channels/connections');
    await page.getByText('Connections to Google aren’t set up').waitFor();
    await page.getByText('GOOGLE_CLIENT_ID').waitFor();
    expect(await page.getByRole('button', { name: 'Connect Google' }).count()).toBe(0);
    await page.getByText('No connections yet').waitFor();
    await day.look(page, 'connections-none');

    await page.getByRole('button', { name: 'Connect Microsoft' }).click();
    await page.getByText('Test asks for access to your Microsoft account').waitFor();
    await page.getByRole('button', { name: 'Continue to Microsoft' }).click();
    // The stand-in consents at once: a person selects "Accept" here, which is the third click.
    await page.getByText(`${email} is connected.`).waitFor();
    await day.look(page, 'connections-connected');
    await page
      .getByRole('status')
      .getByRole('button', { name: `Add sender for ${email}` })
      .click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();

    const card = page.getByRole('region', { name: email });
    await card.getByText(`${email} (sends and receives)`).waitFor();
    await card.getByText('Marta Ruiz').waitFor();
    const { body } = await account.request('get', '/email-senders').expect(200);
    expect(body.email_senders).toMatchObject([{ from_email: email, provider: 'microsoft', smtp: null }]);
    const mailbox = await account.request('get', `/email-senders/${body.email_senders[0].id}/mailbox`).expect(200);
    expect(mailbox.body.mailbox).toMatchObject({ user: email, connection_id: body.email_senders[0].connection_id });

    await page.getByRole('link', { name: 'Email', exact: true }).click();
    const sender = page.getByRole('region', { name: email });
    await sender.getByText('Connected account').waitFor();
    await sender.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Send through' }).waitFor();
    await day.look(page, 'connections-sender');
    await page.keyboard.press('Escape');
    expect(dashboard.complaints).toEqual([]);
  });

  it('come back with what went wrong, and are reconnected by the same person', async () => {
    const { api, dashboard } = day;
    const { email } = provider.state.person;
    const page = await day.open('/channels/connections');
    provider.state.consent = () => 'deny';
    await page.getByRole('button', { name: 'Connect Microsoft' }).click();
    await page.getByRole('button', { name: 'Continue to Microsoft' }).click();
    await page.getByText('access was declined').waitFor();
    provider.state.consent = (asked) => asked;
    const pending = page.getByRole('region', { name: 'Microsoft account' });
    await pending.getByText('Waiting for sign-in').waitFor();
    await pending.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to Microsoft' }).click();
    await page.getByText(`${email} is connected.`).waitFor();

    const lost = {
      status: 'reconnect_needed',
      error: 'The provider rejected the access (invalid_grant): Revoked.',
      reconnect_needed_at: new Date(),
    } as const;
    await api.db('connections').where({ email }).update(lost);
    await page.goto(`${dashboard.url}/`);
    await page.getByRole('link', { name: 'Open connections' }).click();
    const card = page.getByRole('region', { name: email });
    await card.getByText('Reconnect needed').waitFor();
    await card.getByText('The provider rejected the access (invalid_grant): Revoked.').waitFor();
    await page.getByText('A connected account has lost its access.').waitFor();
    await day.look(page, 'connections-lost');
    const inSpanish = { name: 'las_language', value: 'es', url: dashboard.url };
    await page.context().addCookies([inSpanish]);
    await page.reload();
    await card.getByText('El proveedor rechazó el acceso (invalid_grant): Revoked.').waitFor();
    await page.context().addCookies([{ ...inSpanish, value: 'en' }]);
    await page.reload();
    await card.getByRole('button', { name: 'Reconnect' }).click();
    await page.getByRole('button', { name: 'Continue to Microsoft' }).click();
    await page.getByText(`${email} is connected.`).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('give out links for others, and are deleted with a warning', async () => {
    const { account, dashboard } = day;
    const page = await day.open('/channels/connections');
    await page.getByRole('button', { name: 'Create sign-in link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create sign-in link' });
    await dialog.getByLabel('Use shared mailboxes').check();
    await day.look(page, 'connections-link');
    await dialog.getByRole('button', { name: 'Create sign-in link' }).click();
    const once = page.getByRole('dialog', { name: 'New sign-in link' });
    await once.getByText(`${dashboard.url}/connect/`).waitFor();
    await once.getByRole('button', { name: 'I’ve stored it' }).click();
    const { body } = await account.request('get', '/connections?limit=1').expect(200);
    expect(body.connections[0]).toMatchObject({
      status: 'pending',
      purposes: ['send_mail', 'read_mail', 'shared_mailboxes'],
    });
    const card = page.getByRole('region', { name: 'Microsoft account' });
    await card.getByRole('button', { name: 'Remove Microsoft account' }).click();
    const asking = page.getByRole('dialog', { name: 'Remove Microsoft account' });
    await asking.getByText('someone has to sign in again').waitFor();
    await asking.getByRole('button', { name: 'Remove Microsoft account' }).click();
    await card.waitFor({ state: 'detached' });
    expect(dashboard.complaints).toEqual([]);
  });

  it('lead from a sign-in link to the calendars of a host, as the guide describes', async () => {
    const { account, dashboard } = day;
    const { email } = provider.state.person;
    const team = graph.calendars.addCalendar(email, { name: 'Team', owner: 'team@example.com', canEdit: false });
    const hostId = await addHost(account, { name: 'Hanna Host' });
    const page = await day.open('/channels/connections');
    await page.getByRole('button', { name: 'Create sign-in link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create sign-in link' });
    for (const purpose of ['Send emails', 'Receive replies']) await dialog.getByLabel(purpose).uncheck();
    await dialog.getByLabel('Read calendars and write meetings').check();
    await dialog.getByRole('button', { name: 'Create sign-in link' }).click();
    const once = page.getByRole('dialog', { name: 'New sign-in link' });
    const link = await once.getByText(`${dashboard.url}/connect/`).textContent();
    await page.goto(link ?? '');
    await page.getByRole('button', { name: 'Continue to Microsoft' }).click();
    await page.getByText(`Your Microsoft account (${email}) is connected.`).waitFor();

    await page.goto(`${dashboard.url}/meetings/hosts`);
    await page.getByRole('link', { name: 'Hanna Host' }).click();
    await page.getByRole('button', { name: 'Connect calendar' }).click();
    const form = page.getByRole('dialog', { name: 'Connect calendar' });
    // The only account with the purpose is selected.
    await form.getByRole('combobox', { name: 'Write meetings to' }).waitFor();
    await form.getByLabel('Team').check();
    await day.look(page, 'connections-calendar');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('button', { name: 'Reconnect' }).waitFor();
    await page.getByText('Connecting').waitFor();
    // As the first sync does.
    await day.api
      .db('calendar_connections')
      .where({ host_id: hostId })
      .update({ status: 'connected', current_at: new Date() });
    await page.getByText('Connected', { exact: true }).waitFor();
    const { body } = await account.request('get', `/hosts/${hostId}/calendar`).expect(200);
    const [primary] = graph.calendars.calendarsOf(email);
    expect(body.calendar).toMatchObject({ provider: 'microsoft', write_to: primary?.id, read_from: [team.id] });

    await page.goto(`${dashboard.url}/channels/connections`);
    const card = page.getByRole('region', { name: email });
    await card.getByText('Calendar of Hanna Host').waitFor();
    await card.getByRole('button', { name: `Remove ${email}` }).click();
    await page.getByText('You can’t delete it while it’s used: Calendar of Hanna Host.').waitFor();
    await page.keyboard.press('Escape');
    // No calendar is requested of a host without one, which would be answered with 404.
    expect(dashboard.complaints).toEqual([]);
  });

  it('show whether Microsoft reports changes of mailboxes and calendars', async () => {
    const { api, account, dashboard } = day;
    const { email } = provider.state.person;
    const purposes = ['send_mail', 'read_mail', 'calendars'];
    const connectionId = await connected(api, account, { provider: 'microsoft', purposes });
    const sender = { name: 'Ana', from_email: email, connection_id: connectionId };
    const { id } = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
    await account.request('put', `/email-senders/${id}/mailbox`).send({ connection_id: connectionId }).expect(200);
    const hostId = await addHost(account, { name: 'Hilda Host' });
    const calendar = { provider: 'microsoft', connection_id: connectionId };
    await account.request('put', `/hosts/${hostId}/calendar`).send(calendar).expect(200);

    const page = await day.open('/channels');
    const card = page.getByRole('region', { name: 'Ana', exact: true });
    await card.getByText('Waiting for sync').waitFor();
    await day.look(page, 'push-mailbox-off');
    const about = { account_id: account.accountId, connection_id: connectionId };
    await addPushChannel(api.db, { ...about, subject_id: id, kind: 'mail' });
    await addPushChannel(api.db, { ...about, subject_id: hostId });
    await page.reload();
    await card.getByText('Changes are synced immediately').waitFor();
    await day.look(page, 'push-mailbox-on');
    await page.goto(`${dashboard.url}/meetings/hosts/${hostId}`);
    await page.getByText('Changes are synced immediately').waitFor();
    await day.look(page, 'push-calendar-on');

    const refused = {
      expires_at: null,
      failures: 2,
      last_error: 'The provider returned 403: ExtensionError: The address was rejected.',
    };
    await api.db('push_channels').whereIn('subject_id', [id, hostId]).update(refused);
    await page.reload();
    await page.getByText('The provider returned 403: ExtensionError: The address was rejected.').waitFor();
    await day.look(page, 'push-calendar-failed');
    await page.goto(`${dashboard.url}/channels`);
    await card.getByText('The provider doesn’t report changes.').waitFor();
    await day.look(page, 'push-mailbox-failed');
    expect(dashboard.complaints).toEqual([]);
  });

  it('lead from a client of the account to a sender of its mail servers', async () => {
    const { account, dashboard } = day;
    const email = `team.${newId().slice(-6)}@example.com`;
    const page = await day.open('/channels/connections');
    await page.getByRole('button', { name: 'Connect another provider' }).click();
    const form = page.getByRole('dialog', { name: 'Connect another provider' });
    await form.getByText(`${dashboard.url}/connect/callback`).waitFor();
    await form.getByLabel('Address of the mailbox').fill(email);
    await form.getByLabel('Issuer').fill(provider.issuer);
    await form.getByLabel('Client ID').fill('own-client');
    await form.getByLabel('Client secret').fill('own-secret');
    await form.getByLabel('Scopes').fill('mail offline_access');
    const submit = form.getByRole('button', { name: 'Connect another provider' });
    await submit.click();
    await form.getByText('Enter an SMTP server, an IMAP server, or both.').waitFor();
    await form.getByLabel('SMTP server').fill('smtp.example.com');
    await form.getByLabel('IMAP server').fill('imap.example.com');
    await day.look(page, 'connections-another');
    await submit.click();
    const host = new URL(provider.issuer).host;
    await page.getByText(`Test asks for access to your ${host} account`).waitFor();
    await page.getByRole('button', { name: `Continue to ${host}` }).click();
    await page.getByText(`${email} is connected.`).waitFor();
    const card = page.getByRole('region', { name: email });
    await card.getByRole('button', { name: 'Replace client secret' }).waitFor();

    await page
      .getByRole('status')
      .getByRole('button', { name: `Add sender for ${email}` })
      .click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await card.getByText(`${email} (sends and receives)`).waitFor();
    const { body } = await account.request('get', '/email-senders?limit=1').expect(200);
    const smtp = { host: 'smtp.example.com', port: 587, user: email };
    expect(body.email_senders).toMatchObject([{ from_email: email, provider: 'smtp', smtp }]);
    // The form was sent once without a server.
    expect(dashboard.complaints.splice(0)).toEqual([expect.stringMatching('connections: .+400')]);
  });

  it('are shown to a viewer without the buttons that change them', async () => {
    const { api, account, dashboard } = day;
    const email = `vera.${newId()}@example.com`;
    const viewer = { accountId: account.accountId, email, name: 'Vera', role: 'viewer', password: PASSWORD } as const;
    await createUser(api.db, new Date(), viewer);
    const page = await day.open('/channels/connections', email);
    await page.getByRole('heading', { name: 'Connections' }).waitFor();
    await page.getByText('Used by').first().waitFor();
    expect(await page.getByRole('button', { name: /Connect|Reconnect|Create|Remove|Add/ }).count()).toBe(0);
    expect(dashboard.complaints).toEqual([]);
  });
});
