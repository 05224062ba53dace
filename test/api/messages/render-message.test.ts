import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent, addLead } from '../../support/messaging.js';

const api = useApi();
let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
  await addSender(api.db, account.accountId);
});

const ANA = { lead: { first_name: 'Ana <b>', email: 'ana@example.com' } };
const render = async (body: object) =>
  (
    await account
      .request('post', '/messages/render')
      .send({ channel: 'email', ...ANA, ...body })
      .expect(200)
  ).body;

describe('a message on paper', () => {
  it('is rendered as it would be sent, its HTML with values escaped, and keeps nothing', async () => {
    const lead = await addLead(api.db, account.accountId, { first_name: 'Eva <i>', company: 'Acme' });
    const workflow_id = await addAgent(api, account);
    const shown = await render({
      lead: undefined,
      lead_id: lead.id,
      workflow_id,
      subject: 'Hello {{ lead.first_name }}',
      content: '{{ lead.company }} and {{ workflow.name }}',
      html: '<p>{{ lead.first_name }}</p>',
    });
    expect(shown).toMatchObject({
      valid: true,
      subject: 'Hello Eva <i>',
      text: 'Acme and Agent',
      html: '<p>Eva &lt;i&gt;</p>',
      missing: [],
      warnings: [],
      errors: [],
    });
    expect(await api.db('messages').where({ lead_id: lead.id })).toEqual([]);
  });

  it('lists the variables without a value for this lead, and those without any possible value', async () => {
    const shown = await render({
      subject: '{{ lead.company }}',
      content: '{{ lead.first_name }} {{ metadata.plan }} {{ led.x }}',
    });
    expect(shown.missing.sort()).toEqual(['lead.company', 'metadata.plan']);
    expect(shown.warnings).toEqual(['/content uses {{ led.x }}, but nothing sets that variable.']);
  });

  it('names the text, line and column of a fault', async () => {
    const shown = await render({ subject: 'Hi', content: 'One\n{% if lead.company %}never closed' });
    expect(shown).toMatchObject({ valid: false, subject: null, text: null });
    expect(shown.errors).toMatchObject([{ code: 'TEMPLATE_SYNTAX', field: '/content', line: 2 }]);
  });

  it('shows a stored template, and asks for the right to read it', async () => {
    const template = {
      name: `T ${newId()}`,
      channel: 'email',
      language: 'en',
      subject: 'S',
      text: 'For {{ lead.company }}',
    };
    const { id } = (await account.request('post', '/templates').send(template).expect(201)).body.template;
    expect(await render({ template_id: id })).toMatchObject({ subject: 'S', text: 'For ', missing: ['lead.company'] });
    await account
      .request('post', '/messages/render')
      .send({ channel: 'email', ...ANA, template_id: newId() })
      .expect(404);
    await account.request('post', '/messages/render').send({ channel: 'email', content: 'x' }).expect(400);
  });

  it('is shown for WhatsApp and calls too', async () => {
    expect(await render({ channel: 'whatsapp', content: 'Hi {{ lead.first_name }}' })).toMatchObject({
      text: 'Hi Ana <b>',
      html: null,
      whatsapp: { type: 'text' },
    });
    expect(await render({ channel: 'call', begin_message: 'Good day' })).toMatchObject({
      text: 'Good day',
      whatsapp: null,
    });
  });
});
