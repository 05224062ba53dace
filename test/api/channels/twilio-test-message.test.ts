import { beforeAll, describe, expect, it } from '@jest/globals';
import { openWindow } from '../../support/agents.js';
import { useApi } from '../../support/api.js';
import { addLead } from '../../support/messaging.js';
import { CONTENT_SID, createTwilioFixture, TWILIO_PHONE, useTwilio } from '../../support/twilio-fixture.js';
import type { TakenByTwilio } from '../../support/twilio-server.js';
import { sendUserMails } from '../../support/user-mails.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
const twilio = useTwilio(api);
let fixture: Awaited<ReturnType<typeof createTwilioFixture>>;
let user: TestUser;

beforeAll(async () => {
  fixture = await createTwilioFixture(api, twilio, () => [{ type: 'message', channel: 'whatsapp', content: 'Hello' }]);
  user = await addUser(api, fixture.accountId, 'operator');
});

const ask = (body: object) =>
  user.request('post', '/messages/test').send({ channel: 'whatsapp', to: '611 222 333', lead: {}, ...body });
const testOf = async (id: string) => (await user.request('get', `/messages/test/${id}`).expect(200)).body.test;
const send = () => sendUserMails(api, fixture.account, { whatsapp: twilio.providers });
const remedy = expect.stringContaining('Message the number from your phone first, or choose a template.');

describe('a WhatsApp test through Twilio', () => {
  it('goes to the phone that is named, as a template at any time', async () => {
    const { body } = await ask({
      template_id: fixture.templateId,
      variables: { 1: '{{ lead.first_name }}', 2: '€5' },
      lead: { first_name: 'Ana' },
    }).expect(202);
    await send();
    const [taken, ...more] = fixture.taken(body.test.id);
    expect(more).toEqual([]);
    expect(taken?.form).toMatchObject({
      From: `whatsapp:${TWILIO_PHONE}`,
      To: 'whatsapp:+34611222333',
      ContentSid: CONTENT_SID,
      ContentVariables: JSON.stringify({ 1: 'Ana', 2: '€5' }),
    });
    expect(await testOf(body.test.id)).toMatchObject({ status: 'delivered', failure: null });
  });

  it('as free text is refused where the phone’s window is known to be closed, with what helps', async () => {
    const lead = await addLead(api.db, fixture.accountId, { phone: '+34611222444' });
    const closed = await ask({ to: lead.phone, content: 'Hello' }).expect(422);
    expect(closed.body).toMatchObject({ code: 'WINDOW_CLOSED', field: '/content' });
    expect(closed.body.message).toContain(`has written to ${TWILIO_PHONE}: write to it first`);
    await openWindow(api.db, lead);
    const { body } = await ask({ to: lead.phone, content: 'Hello' }).expect(202);
    await send();
    expect(fixture.taken(body.test.id)[0]?.form).toMatchObject({ To: 'whatsapp:+34611222444', Body: 'Hello' });
  });

  it('that is refused says what helps, at once or when Twilio tells of it later', async () => {
    twilio.twilio.state.send = () => 63016;
    const atOnce = (await ask({ content: 'Hello' }).expect(202)).body.test.id;
    await send();
    expect(await testOf(atOnce)).toMatchObject({ status: 'failed', failure: remedy });

    twilio.twilio.state.send = () => 'take';
    const later = (await ask({ content: 'Hello' }).expect(202)).body.test.id;
    await send();
    expect(await testOf(later)).toMatchObject({ status: 'delivered' });
    const [taken] = fixture.taken(later);
    expect(await twilio.twilio.tell(taken as TakenByTwilio, 'undelivered', { code: 63016 })).toBe(204);
    expect(await fixture.work()).toEqual(['failed']);
    expect(await testOf(later)).toMatchObject({ status: 'failed', failure: remedy });
  });
});
