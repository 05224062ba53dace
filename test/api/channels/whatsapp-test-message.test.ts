import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { addWhatsAppTemplate, openWindow } from '../../support/agents.js';
import { useApi } from '../../support/api.js';
import { addLead } from '../../support/messaging.js';
import type { TakenMessage } from '../../support/meta-server.js';
import { sendUserMails } from '../../support/user-mails.js';
import { addUser, type TestUser } from '../../support/users.js';
import { createWhatsAppFixture, useMeta, type WhatsAppFixture } from '../../support/whatsapp-fixture.js';

const api = useApi();
const meta = useMeta(api);
let fixture: WhatsAppFixture;
let user: TestUser;

beforeAll(async () => {
  fixture = await createWhatsAppFixture(api, meta, () => [{ type: 'message', channel: 'whatsapp', content: 'Hello' }]);
  user = await addUser(api, fixture.accountId, 'operator');
});
afterEach(() => {
  meta.meta.state.send = () => 'take';
  expect(meta.meta.violations.splice(0)).toEqual([]);
});

const ME = '+34611222333';
const ask = (body: object) =>
  user.request('post', '/messages/test').send({ channel: 'whatsapp', to: '611 222 333', lead: {}, ...body });
const testOf = async (id: string) => (await user.request('get', `/messages/test/${id}`).expect(200)).body.test;
const send = () => sendUserMails(api, fixture.account, { whatsapp: meta.providers });

describe('a WhatsApp test', () => {
  it('goes to the phone that is named, as a template at any time, and is no message of a lead', async () => {
    const [before] = await api.db('messages').where({ account_id: fixture.accountId }).count({ n: '*' });
    const { body } = await ask({
      template_id: fixture.templateId,
      variables: { 1: '{{ lead.first_name }}' },
      lead: { first_name: 'Ana' },
    }).expect(202);
    expect(body.test).toMatchObject({
      to: ME,
      whatsapp_number_id: fixture.number.id,
      email_sender_id: null,
      status: 'queued',
    });
    await send();
    const [taken, ...more] = fixture.taken(body.test.id);
    expect(more).toEqual([]);
    expect(taken?.body).toMatchObject({ to: ME.slice(1), type: 'template' });
    expect(JSON.stringify(taken?.body)).toContain('Ana');
    expect(await testOf(body.test.id)).toMatchObject({ status: 'delivered', failure: null });
    await send();
    expect(fixture.taken(body.test.id)).toHaveLength(1);
    const [after] = await api.db('messages').where({ account_id: fixture.accountId }).count({ n: '*' });
    expect(after).toEqual(before);
    expect(await api.db('whatsapp_windows').where({ lead_id: user.userId })).toEqual([]);
  });

  it('as free text is refused where the phone’s window is known to be closed, with what helps', async () => {
    const lead = await addLead(api.db, fixture.accountId, { phone: '+34611222444' });
    const closed = await ask({ to: lead.phone, content: 'Hello' }).expect(422);
    expect(closed.body).toMatchObject({ code: 'WINDOW_CLOSED', field: '/content' });
    expect(closed.body.message).toContain(`has written to ${fixture.number.phone_number}: write to it first`);
    await openWindow(api.db, lead);
    const { body } = await ask({ to: lead.phone, content: 'Hello' }).expect(202);
    await send();
    expect(fixture.taken(body.test.id)[0]?.body).toMatchObject({ type: 'text', text: { body: 'Hello' } });
  });

  it('that WhatsApp refuses says what helps, at once or when it hears of it later', async () => {
    meta.meta.state.send = () => ({ code: 131047 });
    const atOnce = (await ask({ content: 'Hello' }).expect(202)).body.test.id;
    await send();
    const remedy = expect.stringContaining('Message the number from your phone first, or choose a template.');
    expect(await testOf(atOnce)).toMatchObject({ status: 'failed', failure: remedy });

    meta.meta.state.send = () => 'take';
    const later = (await ask({ content: 'Hello' }).expect(202)).body.test.id;
    await send();
    await meta.meta.tell(fixture.taken(later)[0] as TakenMessage, 'failed', { code: 131047 });
    expect(await fixture.work()).toEqual(['failed']);
    expect(await testOf(later)).toMatchObject({ status: 'failed', failure: remedy });
  });

  it('needs a phone that can be written to, a text or an approved template, and a number', async () => {
    const pending = await addWhatsAppTemplate(api.db, fixture.accountId, { status: 'PENDING' });
    await fixture.account.request('post', '/suppressions').send({ channel: 'whatsapp', address: '+34611222555' });
    const refusals: [object, number, string, string][] = [
      [{ to: undefined, content: 'Hi' }, 400, 'VALIDATION_ERROR', '/to'],
      [{ to: '12', content: 'Hi' }, 400, 'INVALID_PHONE', '/to'],
      [{ to: '+34611222555', content: 'Hi' }, 422, 'SUPPRESSED', '/to'],
      [{}, 400, 'VALIDATION_ERROR', '/content'],
      [{ template_id: pending.id }, 422, 'TEMPLATE_NOT_APPROVED', '/template_id'],
      [{ content: 'Hi', whatsapp_number_id: pending.id }, 404, 'NUMBER_NOT_FOUND', '/whatsapp_number_id'],
    ];
    for (const [body, status, code, field] of refusals) {
      const answer = await ask(body);
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, field]);
    }
    const bare = await addUser(api, (await api.account()).accountId, 'operator');
    const none = await bare
      .request('post', '/messages/test')
      .send({ channel: 'whatsapp', to: ME, lead: {}, content: 'x' });
    expect([none.status, none.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
  });
});
