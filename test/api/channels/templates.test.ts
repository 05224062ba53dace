import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addAgent } from '../../support/messaging.js';

const api = useApi();
const BODY = {
  name: 'welcome',
  channel: 'email',
  language: 'en',
  subject: 'Hello {{ lead.first_name }}',
  html: '<p>{{ lead.company }} and {{ lead.first_name }}</p>',
};

describe('templates', () => {
  it('for email are approved at once and tell which variables they read, part by part', async () => {
    const account = await api.account();
    const answer = await account.request('post', '/templates').send(BODY);
    expect(answer.status).toBe(201);
    expect(answer.body.template).toMatchObject({
      ...BODY,
      text: null,
      status: 'APPROVED',
      category: null,
      components: [],
      variables: [
        { name: 'lead.first_name', position: 1, component: 'subject' },
        { name: 'lead.company', position: 1, component: 'html' },
        { name: 'lead.first_name', position: 2, component: 'html' },
      ],
    });
  });

  it('with a fault in their Liquid are refused on create and on change, with the field and the line', async () => {
    const account = await api.account();
    const faulty = await account
      .request('post', '/templates')
      .send({ ...BODY, html: '<p>\n{% if lead.email %}\n</p>' });
    expect([faulty.status, faulty.body.field, faulty.body.code]).toEqual([400, '/html', 'VALIDATION_ERROR']);
    expect(faulty.body.details.line).toBe(2);
    const { id } = (await account.request('post', '/templates').send(BODY)).body.template;
    const changed = await account.request('patch', `/templates/${id}`).send({ subject: '{{ a | nothing }}' });
    expect([changed.status, changed.body.field]).toEqual([400, '/subject']);
    expect((await account.request('get', `/templates/${id}`)).body.template.subject).toBe(BODY.subject);
  });

  it('need something to read: clearing the last part is refused', async () => {
    const account = await api.account();
    const { html: _html, ...empty } = BODY;
    expect((await account.request('post', '/templates').send(empty)).status).toBe(400);
    const { id } = (await account.request('post', '/templates').send({ ...BODY, text: 'Hi' })).body.template;
    const first = await account.request('patch', `/templates/${id}`).send({ html: null });
    expect(first.body.template).toMatchObject({ html: null, text: 'Hi' });
    expect((await account.request('patch', `/templates/${id}`).send({ text: null })).status).toBe(400);
  });

  it('have a name once per channel and language', async () => {
    const account = await api.account();
    const { id } = (await account.request('post', '/templates').send(BODY)).body.template;
    const again = await account.request('post', '/templates').send(BODY);
    expect([again.status, again.body.code]).toEqual([409, 'NAME_TAKEN']);
    const other = await account.request('post', '/templates').send({ ...BODY, language: 'es' });
    expect(other.status).toBe(201);
    const moved = await account.request('patch', `/templates/${other.body.template.id}`).send({ language: 'en' });
    expect(moved.status).toBe(409);
    expect((await account.request('patch', `/templates/${id}`).send({ name: 'welcome' })).status).toBe(200);
  });

  it('take the texts of an email for emails only, and channels that are known', async () => {
    const account = await api.account();
    const fieldOf = async (channel: string) => {
      const answer = await account.request('post', '/templates').send({ ...BODY, channel });
      return [answer.status, answer.body.field];
    };
    expect(await fieldOf('whatsapp')).toEqual([400, '/subject']);
    expect(await fieldOf('pigeon')).toEqual([400, '/channel']);
  });

  it('are filtered by channel, status, category and language', async () => {
    const account = await api.account();
    await account.request('post', '/templates').send({ ...BODY, category: 'MARKETING' });
    await account.request('post', '/templates').send({ ...BODY, language: 'es' });
    const count = async (query: string) =>
      (await account.request('get', `/templates?${query}`)).body.templates?.length ?? 'refused';
    expect(await count('channel=email&status=APPROVED')).toBe(2);
    expect(await count('channel=whatsapp')).toBe(0);
    expect(await count('category=MARKETING')).toBe(1);
    expect(await count('language=es')).toBe(1);
    expect(await count('status=PENDING')).toBe(0);
    expect(await count('status=approved')).toBe('refused');
  });

  it('can be deleted unless a workflow needs them; foreign ones are like unknown ones', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const { id } = (await account.request('post', '/templates').send(BODY)).body.template;
    for (const request of [
      other.request('get', `/templates/${id}`),
      other.request('delete', `/templates/${id}`),
      other.request('patch', `/templates/${id}`).send({ name: 'x' }),
      account.request('get', `/templates/${newId()}`),
    ]) {
      const answer = await request;
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        404,
        'TEMPLATE_NOT_FOUND',
        'Template not found.',
      ]);
    }
    const agentId = await addAgent(api, account, {
      cadence: { steps: [{ key: 'a', type: 'message', channel: 'email', template_id: id }] },
    });
    expect((await account.request('delete', `/templates/${id}`)).status).toBe(409);
    await api.db('agents').where({ id: agentId }).update({ version: 2, draft: '{}' });
    expect((await account.request('delete', `/templates/${id}`)).status).toBe(204);
  });
});
