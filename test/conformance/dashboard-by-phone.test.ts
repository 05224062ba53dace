import { describe, expect, it } from '@jest/globals';
import { createWhatsAppProviders } from '../../providers/whatsapp/index.js';
import { addNumber, addWhatsAppTemplate, openWindow } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { addLead } from '../support/messaging.js';
import { sendUserMails } from '../support/user-mails.js';
import { addressesOf } from '../support/whatsapp-fixture.js';

const day = useWorkday('dashboard-by-phone');

/** Sets up a WhatsApp test: a number, a lead whose window is closed, and the worker's providers. */
async function whatsAppFixture() {
  const { api, account } = day;
  const digits = String(Date.now()).slice(-7);
  const number = await addNumber(api.db, account.accountId, { phone_number: `+3460${digits}`, is_default: false });
  const phone = `+3461${digits}`;
  const lead = await addLead(api.db, account.accountId, { first_name: 'Lena', phone });
  const whatsapp = createWhatsAppProviders(api.db, addressesOf({}));
  const arrived = () =>
    api
      .db('sandbox_deliveries')
      .where({ account_id: account.accountId, channel: 'whatsapp', to_address: phone })
      .orderBy('id')
      .pluck('body_text');
  return { number, phone, lead, whatsapp, arrived };
}

describe('a WhatsApp step of an agent', () => {
  it('is sent to one’s own phone, and says what helps where WhatsApp takes no free text there', async () => {
    const { api, account, dashboard } = day;
    const { number, phone, lead, whatsapp, arrived } = await whatsAppFixture();
    const steps = [
      { type: 'message', key: 'hello', channel: 'whatsapp', content: 'A roof for {{ lead.first_name }}?' },
    ];
    const { body } = await account
      .request('post', '/workflows')
      .send({ name: 'By phone', channels: { whatsapp_number_id: number.id }, cadence: { steps } })
      .expect(201);
    const page = await day.open(`/agents/${body.workflow.id}`);
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByRole('combobox', { name: 'Lead' }).fill('Lena');
    await page.getByRole('option', { name: /Lena/ }).click();
    await preview.getByText('A roof for Lena?').waitFor();
    const send = preview.getByRole('button', { name: 'Send test to myself' });
    expect(await send.isDisabled()).toBe(true);
    await preview.getByLabel('Your phone').fill('12');
    await preview.getByLabel('Your phone').press('Enter');
    await preview.getByText("isn't valid in its country").waitFor();
    await preview.getByLabel('Your phone').fill(phone);
    await send.click();
    await preview.getByText('write to it first, or choose a template').waitFor();
    expect(dashboard.complaints.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('422')]);
    await day.look(page, 'step-window-closed');
    await openWindow(api.db, lead);
    await send.click();
    await preview.getByText('Sending', { exact: true }).waitFor();
    await sendUserMails(api, account, { whatsapp });
    await preview.getByText('Sent', { exact: true }).waitFor();
    await preview.getByText(`to ${phone}`).waitFor();
    expect(await arrived()).toEqual(['A roof for Lena?']);
    await day.look(page, 'step-by-phone');
    expect(dashboard.complaints).toEqual([]);
    await whatsapp.close();
  });
});

describe('a WhatsApp template', () => {
  it('is written with examples, seen before it is submitted, and followed until it is decided on', async () => {
    const { account, dashboard } = day;
    await whatsAppFixture();
    const page = await day.open('/channels/templates');
    await page.getByRole('button', { name: 'Add WhatsApp template' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add WhatsApp template' });
    await dialog.getByLabel('Name').fill('spring_offer');
    await dialog.getByLabel('Text').fill('Hello {{1}}, may we call you about {{2}}?');
    await dialog.getByLabel('Example for {{1}}').fill('Ana');
    await dialog.getByLabel('Example for {{2}}').fill('your roof');
    await dialog.getByLabel('Quick replies (optional)').fill('Yes\nNo');
    const preview = dialog.getByRole('region', { name: 'Template preview' });
    await preview.getByText('Hello Ana, may we call you about your roof?').waitFor();
    await day.look(page, 'whatsapp-template-written');
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await page.getByRole('listitem').filter({ hasText: 'spring_offer' }).getByText('In review').waitFor();
    const { templates } = (await account.request('get', '/templates?channel=whatsapp').expect(200)).body;
    expect(templates.find(({ name }: { name: string }) => name === 'spring_offer')).toMatchObject({
      category: 'MARKETING',
      language: 'en',
      components: [{ type: 'BODY', example: { body_text: [['Ana', 'your roof']] } }, { type: 'BUTTONS' }],
    });
    expect(dashboard.complaints).toEqual([]);
  });

  it('is filled, seen as a lead gets it, and sent to one’s own phone though no window is open', async () => {
    const { api, account, dashboard } = day;
    const { phone, whatsapp, arrived } = await whatsAppFixture();
    await addWhatsAppTemplate(api.db, account.accountId, { name: 'renewal' });
    const page = await day.open('/channels/templates');
    const row = page.getByRole('listitem').filter({ hasText: 'renewal' });
    await row.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByRole('combobox', { name: 'Lead' }).fill('Lena');
    await page.getByRole('option', { name: /Lena/ }).first().click();
    await dialog.getByText('Can’t be rendered').waitFor();
    await dialog.getByLabel('Body: {{1}}').fill('€5,000');
    await dialog.getByText('Hello Lena, your offer of €5,000 is ready.').waitFor();
    await dialog.getByLabel('Your phone').fill(phone);
    await dialog.getByLabel('Your phone').press('Enter');
    await dialog.getByText('Sending', { exact: true }).waitFor();
    await sendUserMails(api, account, { whatsapp });
    await dialog.getByText('Sent', { exact: true }).waitFor();
    await day.look(page, 'whatsapp-template-sent');
    const [said, ...more] = await arrived();
    expect([said, more]).toEqual([expect.stringContaining('Hello Lena, your offer of €5,000 is ready.'), []]);
    // The lead got nothing of it.
    expect(await api.db('messages').where({ account_id: account.accountId, channel: 'whatsapp' })).toEqual([]);
    expect(dashboard.complaints).toEqual([]);
    await whatsapp.close();
  });
});

describe('a WhatsApp number', () => {
  it('is tried with a message to oneself, as a text while WhatsApp takes one and as a template at any time', async () => {
    const { api, account, dashboard } = day;
    const { accountId } = account;
    const number = await addNumber(api.db, accountId);
    await addWhatsAppTemplate(api.db, accountId, { name: 'offer' });
    const lead = await addLead(api.db, accountId, { phone: '+34611222333' });
    const whatsapp = createWhatsAppProviders(api.db, addressesOf({}));
    const page = await day.open('/channels/whatsapp');
    const card = page.getByRole('region', { name: number.phone_number });
    await card.getByRole('button', { name: 'Send test to myself' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your phone').fill('611 222 333');
    await dialog.getByRole('button', { name: 'Send test', exact: true }).click();
    await dialog.getByText('write to it first, or choose a template').waitFor();
    expect(dashboard.complaints.splice(0)).toEqual([expect.stringContaining('422')]);
    await day.look(page, 'number-window-closed');

    await dialog.getByRole('combobox', { name: 'Message' }).click();
    await page.getByRole('option', { name: 'offer (en)' }).click();
    for (const place of await dialog.getByLabel(/\{\{/).all()) await place.fill('Marta');
    await dialog.getByRole('button', { name: 'Send test', exact: true }).click();
    await dialog.getByText('Sending', { exact: true }).waitFor();
    await sendUserMails(api, account, { whatsapp });
    await dialog.getByText('Sent', { exact: true }).waitFor();
    await dialog.getByText('to +34611222333').waitFor();
    await day.look(page, 'number-template-sent');

    await openWindow(api.db, lead);
    await dialog.getByRole('combobox', { name: 'Message' }).click();
    await page.getByRole('option', { name: 'Custom text' }).click();
    await dialog.getByLabel('Text', { exact: true }).fill('Does it work?');
    await dialog.getByRole('button', { name: 'Send test', exact: true }).click();
    await dialog.getByText('Sending', { exact: true }).waitFor();
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
