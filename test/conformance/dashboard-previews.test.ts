import { describe, expect, it } from '@jest/globals';
import { createWhatsAppProviders } from '../../providers/whatsapp/index.js';
import { addNumber, addSender, addWhatsAppTemplate, openWindow } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { addLead } from '../support/messaging.js';
import { sendUserMails } from '../support/user-mails.js';
import { addressesOf } from '../support/whatsapp-scene.js';

const day = useWorkday('dashboard-previews');

describe('a step of an agent', () => {
  it('is seen as a real lead gets it, tells what that lead has not, and is mailed to oneself', async () => {
    const { api, account, dashboard } = day;
    await addSender(api.db, account.accountId);
    const steps = [
      {
        ...{ type: 'message', key: 'hello', channel: 'email', window: { mode: 'none' } },
        ...{ subject: 'For {{ lead.first_name }}', content: 'A roof for {{ lead.company }}.' },
        variants: [
          { key: 'short', content: 'Sun for {{ lead.company }}?' },
          { key: 'long', content: 'Dear {{ lead.first_name }}, how is {{ lead.company }}?' },
        ],
      },
    ];
    const { body: made } = await account
      .request('post', '/workflows')
      .send({ name: 'Offers', cadence: { steps } })
      .expect(201);
    const leads = [
      { first_name: 'Nora', last_name: 'Nobody', email: 'nora@example.com', source: 'fair' },
      { first_name: 'Carl', last_name: 'Company', email: 'carl@example.com', company: 'Acme', source: 'fair' },
    ];
    await account.request('post', '/leads').send({ leads }).expect(201);
    const page = await day.open(`/agents/${made.workflow.id}`);
    const preview = page.getByRole('region', { name: 'As a lead gets it' });
    const choose = async (name: string) => {
      await preview.getByRole('combobox', { name: 'Lead' }).click();
      await preview.getByRole('combobox', { name: 'Lead' }).fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
    };
    await choose('Nora');
    await preview.getByText('For Nora').waitFor();
    await preview.getByText('missing: lead.company').waitFor();
    await day.look(page, 'step-missing');
    await choose('Carl');
    await preview.getByText('Sun for Acme?').waitFor();
    await preview.getByText('missing: lead.company').waitFor({ state: 'detached' });
    await preview.getByRole('combobox', { name: 'Variant' }).click();
    await page.getByRole('option', { name: 'long' }).click();
    await preview.getByText('Dear Carl, how is Acme?').waitFor();

    await preview.getByRole('button', { name: 'Send to myself' }).click();
    await preview.getByText('On its way').waitFor();
    const [sent] = await sendUserMails(api, account);
    expect(sent).toMatchObject({ to: { address: day.email }, subject: 'For Carl' });
    await preview.getByText('Sent', { exact: true }).waitFor();
    await preview.getByText(`to ${day.email}`).waitFor();
    await day.look(page, 'step-sent');

    const lacking = preview.getByRole('list', { name: 'What leads lack' });
    await lacking.getByRole('link', { name: '1 of 2 leads has no lead.company' }).click();
    await page.getByRole('button', { name: 'Not only: Without lead.company' }).waitFor();
    await page.getByRole('link', { name: 'Nora Nobody' }).waitFor();
    expect(await page.getByRole('link', { name: 'Carl Company' }).count()).toBe(0);
    await day.look(page, 'leads-without-company');
    expect(dashboard.complaints).toEqual([]);
  });

  it('says why it cannot be written', async () => {
    const { account, dashboard } = day;
    const steps = [{ type: 'message', key: 'hello', channel: 'email', subject: 'Hi', content: 'Hello' }];
    const { body } = await account
      .request('post', '/workflows')
      .send({ name: 'Broken', cadence: { steps } })
      .expect(201);
    const page = await day.open(`/agents/${body.workflow.id}`);
    const preview = page.getByRole('region', { name: 'As a lead gets it' });
    await preview.getByText('Hello').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hello {{ lead.first_name');
    await preview.getByText('Cannot be written').waitFor();
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('a template', () => {
  it('is mailed to oneself as a lead would get it', async () => {
    const { api, account, dashboard } = day;
    await account
      .request('post', '/templates')
      .send({ channel: 'email', name: 'Hello', language: 'en', subject: 'For {{ lead.first_name }}', text: 'Dear you' })
      .expect(201);
    const page = await day.open('/channels/templates');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('combobox', { name: 'Lead' }).fill('nora');
    await page.getByRole('option', { name: /Nora/ }).click();
    await page.getByText('For Nora').waitFor();
    await page.getByRole('button', { name: 'Send to myself' }).click();
    await page.getByText('On its way').waitFor();
    expect(await sendUserMails(api, account)).toMatchObject([{ to: { address: day.email }, subject: 'For Nora' }]);
    await page.getByText('Sent', { exact: true }).waitFor();
    await day.look(page, 'template-sent');
    expect(dashboard.complaints).toEqual([]);
  });
});

describe('a WhatsApp number', () => {
  it('is tried with a message to oneself, as a text while WhatsApp takes one and as a template at any time', async () => {
    const { api, account, dashboard } = day;
    const { accountId } = account;
    await addNumber(api.db, accountId);
    await addWhatsAppTemplate(api.db, accountId, { name: 'offer' });
    const lead = await addLead(api.db, accountId, { phone: '+34611222333' });
    const whatsapp = createWhatsAppProviders(api.db, addressesOf({}));
    const page = await day.open('/channels/whatsapp');
    await page.getByRole('button', { name: 'Send a test to myself' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your phone').fill('611 222 333');
    await dialog.getByRole('button', { name: 'Send it to me' }).click();
    await dialog.getByText('write to it first, or choose a template').waitFor();
    expect(dashboard.complaints.splice(0)).toEqual([expect.stringContaining('422')]);
    await day.look(page, 'number-window-closed');

    await dialog.getByRole('combobox', { name: 'What is sent' }).click();
    await page.getByRole('option', { name: 'offer (en)' }).click();
    for (const place of await dialog.getByLabel(/\{\{/).all()) await place.fill('Marta');
    await dialog.getByRole('button', { name: 'Send it to me' }).click();
    await dialog.getByText('On its way').waitFor();
    await sendUserMails(api, account, { whatsapp });
    await dialog.getByText('Sent', { exact: true }).waitFor();
    await dialog.getByText('to +34611222333').waitFor();
    await day.look(page, 'number-template-sent');

    await openWindow(api.db, lead);
    await dialog.getByRole('combobox', { name: 'What is sent' }).click();
    await page.getByRole('option', { name: 'A text of mine' }).click();
    await dialog.getByLabel('Text', { exact: true }).fill('Does it work?');
    await dialog.getByRole('button', { name: 'Send it to me' }).click();
    await dialog.getByText('On its way').waitFor();
    await sendUserMails(api, account, { whatsapp });
    await dialog.getByText('Sent', { exact: true }).waitFor();
    const arrived = await api
      .db('sandbox_deliveries')
      .where({ account_id: accountId, channel: 'whatsapp', to_address: '+34611222333' })
      .orderBy('id')
      .pluck('body_text');
    expect(arrived.map((text) => text?.includes('Marta'))).toEqual([true, false]);
    expect(arrived[1]).toBe('Does it work?');
    expect(dashboard.complaints).toEqual([]);
    await whatsapp.close();
  });
});
