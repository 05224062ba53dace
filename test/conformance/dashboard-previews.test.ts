import { describe, expect, it } from '@jest/globals';
import { addSender } from '../support/agents.js';
import { useWorkday } from '../support/dashboard-work.js';
import { sendUserMails } from '../support/user-mails.js';

const day = useWorkday('dashboard-previews');

describe('a step of an agent', () => {
  it('is seen as a real lead gets it, tells what that lead has not, and is mailed to oneself', async () => {
    const { api, account, dashboard } = day;
    await addSender(api.db, account.accountId);
    const steps = [
      {
        type: 'message',
        key: 'hello',
        channel: 'email',
        window: { mode: 'none' },
        subject: 'For {{ lead.first_name }}',
        content: 'A roof for {{ lead.company }}.',
        variants: [
          { key: 'short', content: 'Sun for {{ lead.company }}?' },
          { key: 'long', content: 'Dear {{ lead.first_name }}, how is {{ lead.company }}?' },
        ],
      },
      {
        type: 'message',
        key: 'tap',
        channel: 'whatsapp',
        window: { mode: 'none' },
        interactive: {
          type: 'button',
          header: { type: 'text', text: 'Solar offers' },
          footer: { text: 'Answer STOP to end' },
          body: { text: 'Shall we measure your roof?' },
          action: {
            buttons: ['Yes, please', 'Later'].map((title) => ({ type: 'reply', reply: { id: title, title } })),
          },
        },
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
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    const choose = async (name: string) => {
      await preview.getByRole('combobox', { name: 'Lead' }).click();
      await preview.getByRole('combobox', { name: 'Lead' }).fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
    };
    await choose('Nora');
    await preview.getByText('For Nora').waitFor();
    await preview.getByText('Missing: lead.company').waitFor();
    await day.look(page, 'step-missing');
    await choose('Carl');
    await preview.getByText('Sun for Acme?').waitFor();
    await preview.getByText('Missing: lead.company').waitFor({ state: 'detached' });
    await preview.getByRole('combobox', { name: 'Variant' }).click();
    await page.getByRole('option', { name: 'long' }).click();
    await preview.getByText('Dear Carl, how is Acme?').waitFor();

    await preview.getByRole('button', { name: 'Send test to myself' }).click();
    await preview.getByText('Sending', { exact: true }).waitFor();
    const [sent] = await sendUserMails(api, account);
    expect(sent).toMatchObject({ to: { address: day.email }, subject: 'For Carl' });
    await preview.getByText('Sent', { exact: true }).waitFor();
    await preview.getByText(`to ${day.email}`).waitFor();
    await day.look(page, 'step-sent');

    await page.locator('[data-step="tap"]').click();
    await preview.getByText('Shall we measure your roof?').waitFor();
    await preview.getByRole('list', { name: 'Buttons' }).getByText('Yes, please').waitFor();
    await day.look(page, 'step-whatsapp');
    await page.locator('[data-step="hello"]').click();

    const lacking = preview.getByRole('list', { name: 'Missing variables' });
    await lacking.getByRole('link', { name: 'lead.company is missing for 1 of 2 leads' }).click();
    await page.getByRole('button', { name: 'Remove filter: Missing lead.company' }).waitFor();
    await page.getByRole('link', { name: 'Nora Nobody' }).waitFor();
    expect(await page.getByRole('link', { name: 'Carl Company' }).count()).toBe(0);
    await day.look(page, 'leads-without-company');
    expect(dashboard.complaints).toEqual([]);
  });

  it('says why it cannot be written, and offers what a lead has', async () => {
    const { account, dashboard } = day;
    const steps = [{ type: 'message', key: 'hello', channel: 'email', subject: 'Hi', content: 'Hello' }];
    const { body } = await account
      .request('post', '/workflows')
      .send({ name: 'Broken', cadence: { steps } })
      .expect(201);
    const page = await day.open(`/agents/${body.workflow.id}`);
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    await preview.getByText('Hello').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hello {{ lead.first_name');
    await preview.getByText('Can’t be rendered').waitFor();
    // The lead's variables are offered after two braces, and inserted by keys.
    await page.getByLabel('Text', { exact: true }).fill('Hello {{ lead.comp');
    await page.getByRole('listbox', { name: 'Variables' }).getByRole('option', { name: 'lead.company' }).waitFor();
    await day.look(page, 'step-variables');
    await page.getByLabel('Text', { exact: true }).press('Enter');
    await page.keyboard.type('!');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Hello {{ lead.company }}!');
    await preview.getByText('Can’t be rendered').waitFor({ state: 'detached' });
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
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('combobox', { name: 'Lead' }).fill('nora');
    await page.getByRole('option', { name: /Nora/ }).click();
    await page.getByText('For Nora').waitFor();
    await page.getByRole('button', { name: 'Send test to myself' }).click();
    await page.getByText('Sending', { exact: true }).waitFor();
    expect(await sendUserMails(api, account)).toMatchObject([{ to: { address: day.email }, subject: 'For Nora' }]);
    await page.getByText('Sent', { exact: true }).waitFor();
    await day.look(page, 'template-sent');
    expect(dashboard.complaints).toEqual([]);
  });
});
