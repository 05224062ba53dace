import { describe, expect, it } from '@jest/globals';
import { addNumber, addSender, addWhatsAppTemplate, openWindow, publishAgent } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { insertMessage } from '../support/leads.js';

const day = useWorkday('dashboard-lead');

async function addLead(first_name: string, more: object = {}): Promise<string> {
  const lead = { first_name, last_name: 'Lind', email: `${first_name}@example.com`.toLowerCase(), ...more };
  const { body } = await day.account.request('post', '/leads').send({ leads: [lead] });
  return body.results[0].lead_id;
}

const call = (id: string, path = '') => day.account.request('get', `/leads/${id}${path}`);

describe('a lead', () => {
  it('is written to, handed to an agent and given a status by hand', async () => {
    const { api, account, dashboard } = day;
    await addSender(api.db, account.accountId);
    const hello = { type: 'message', key: 'hello', channel: 'email', subject: 'Offer for {{ lead.first_name }}' };
    const later = { delay: { type: 'after', amount: 1, unit: 'hours' }, window: { mode: 'none' } };
    await publishAgent(api.db, account.accountId, [{ ...hello, ...later, content: 'Hello' }] as never, { name: 'Sun' });
    const id = await addLead('Britta', { phone: '+4915112345678' });
    const page = await day.open(`/leads/${id}`);
    const more = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await page.getByRole('button', { name: 'Write' }).click();
    await page.getByLabel('Subject').fill('A word');
    await page.getByLabel('Text', { exact: true }).fill('Are you still looking?');
    await day.look(page, 'lead-write');
    // It can be taken back for five seconds: the hand is there before it is sent.
    const takeBack = async () => {
      await page.getByText('Sending…').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
    };
    await Promise.all([takeBack(), page.getByRole('button', { name: 'Send', exact: true }).click()]);
    const [message] = (await account.request('get', `/messages?lead_id=${id}`).expect(200)).body.messages;
    expect(message).toMatchObject({ subject: 'A word', channel: 'email' });

    await more('Enroll in agent');
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Sun' }).click();
    await page.getByRole('button', { name: 'Enroll', exact: true }).click();
    await page.getByText('Enrolled in Sun.').waitFor();
    // The next step is in the plan, with its text.
    await page.getByRole('list', { name: 'Plan of Sun' }).getByText('Offer for Britta').waitFor();
    await more('Set status');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: /final/ }).first().click();
    await page.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('heading', { name: 'Next step' }).waitFor();
    await page.getByText('Not enrolled. Nothing will be sent automatically.').waitFor();
    await more('Call');
    await page.getByText('A voice agent calls +49').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('is written to on WhatsApp by a template until its window is open, and in own words from then on', async () => {
    const { api, account, dashboard } = day;
    await addNumber(api.db, account.accountId);
    await addWhatsAppTemplate(api.db, account.accountId, { name: 'offer' });
    const id = await addLead('Wanda', { email: undefined, phone: '+34611222555' });
    const page = await day.open(`/leads/${id}`);
    await page.getByRole('button', { name: 'Write' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write' });
    await dialog.getByText('The WhatsApp window is closed until the lead writes. Select a template.').waitFor();
    expect(await dialog.getByLabel('Text', { exact: true }).count()).toBe(0);
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'offer (en)' }).click();
    for (const place of await dialog.getByLabel(/\{\{/).all()) await place.fill('Wanda');
    await dialog.getByRole('region', { name: 'Message preview' }).waitFor();
    await day.look(page, 'lead-write-whatsapp');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Sending…').waitFor();
    const { messages } = (await account.request('get', `/messages?lead_id=${id}`).expect(200)).body;
    expect(messages).toMatchObject([{ channel: 'whatsapp', template_id: expect.any(String) }]);

    await openWindow(api.db, { id, account_id: account.accountId });
    await page.reload();
    await page.getByRole('button', { name: 'Write' }).click();
    await dialog.getByText('The WhatsApp window closes').waitFor();
    await dialog.getByLabel('Text', { exact: true }).waitFor();
    expect(dashboard.complaints).toEqual([]);
  });

  it('shows what it did, what it agreed to and when, and its meetings, tasks and conversions', async () => {
    const { api, account, dashboard } = day;
    const id = await addLead('Clara', { timezone: 'Europe/Madrid' });
    await insertMessage(api.db, account.accountId, id, { subject: 'Hello' });
    const counts = { outbound_count: 3, delivered_count: 2, opened_count: 1 };
    await api.db('lead_engagement').insert({ lead_id: id, account_id: account.accountId, ...counts });
    const type = { name: 'Roof sold', category: 'final', currency: 'EUR' };
    const { body } = await account.request('post', '/conversion-types').send(type).expect(201);
    const sold = { lead_id: id, conversion_type_id: body.conversion_type.id, amount: 950, currency: 'EUR' };
    await account.request('post', '/conversions').send(sold).expect(201);
    const page = await day.open(`/leads/${id}`);
    await page.getByText('2 of 3').waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('combobox', { name: 'Consent: Email' }).click();
    await page.getByRole('option', { name: 'Opted in' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Email: opted in').waitFor();
    for (const name of ['Meetings', 'Tasks', 'Conversions', 'Consent log']) {
      await page.locator('summary', { hasText: name }).click();
    }
    await page.getByText('€950.00').waitFor();
    await page.getByRole('list', { name: 'Consent' }).getByText('Opted in').waitFor();
    await day.look(page, 'lead-records');
    expect((await call(id).expect(200)).body.lead.consent.email).toBe('opted_in');
    expect(dashboard.complaints).toEqual([]);
  });

  it('has notes that can be changed and deleted', async () => {
    const id = await addLead('Nils');
    const page = await day.open(`/leads/${id}`);
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByLabel('New note').fill('Calls back on Monday');
    await notes.getByLabel('New note').press('Control+Enter');
    await notes.getByRole('listitem').getByText('Calls back on Monday').waitFor();
    await notes.getByRole('button', { name: 'Edit note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit note' });
    await dialog.getByLabel('Note', { exact: true }).fill('Calls back on Tuesday');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notes.getByText('Calls back on Tuesday').waitFor();
    await day.look(page, 'lead-notes');
    const texts = async () =>
      (await call(id, '/notes').expect(200)).body.notes.map((note: { text: string }) => note.text);
    expect(await texts()).toEqual(['Calls back on Tuesday']);
    await notes.getByRole('button', { name: 'Delete note' }).click();
    await notes.getByText('Calls back on Tuesday').waitFor({ state: 'detached' });
    expect(await texts()).toEqual([]);
    expect(day.dashboard.complaints).toEqual([]);
  });

  it('is deleted, and another erased once its name is typed', async () => {
    const id = await addLead('Dora');
    const page = await day.open(`/leads/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete lead' }).click();
    await page.getByText('Dora Lind deleted.').waitFor();
    await call(id).expect(404);
    const other = await addLead('Edda');
    await page.goto(`${day.dashboard.url}/leads/${other}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByText('Type Edda Lind.', { exact: true }).waitFor();
    await call(other).expect(200);
    await page.getByLabel('Type Edda Lind to confirm').fill('Edda Lind');
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByText('Lead erased.').waitFor();
    await call(other).expect(410);
  });
});
