import { describe, expect, it } from '@jest/globals';
import type { LeadRow } from '../../db/tables.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { useApi } from '../support/api.js';
import { metaBody, postMeta, writtenBy } from '../support/meta-webhooks.js';
import { createTwilioFixture, useTwilio } from '../support/twilio-fixture.js';
import { createWhatsAppFixture, useMeta, type WhatsAppFixture } from '../support/whatsapp-fixture.js';

const api = useApi();
const meta = useMeta(api);
const twilio = useTwilio(api);

const text: CadenceStepRequest = { type: 'message', channel: 'whatsapp', content: 'Hello {{ lead.first_name }}' };
const week: CadenceStepRequest = { type: 'wait', delay: { type: 'after', amount: 7, unit: 'days' } };
let last = Date.now() * 1_000;
const nextUserId = (): string => {
  last += 1;
  return `ES.${last}`;
};

/** Gives the scene's lead a user ID, as a message of theirs does. */
async function known(
  { accountId, lead }: Pick<WhatsAppFixture, 'accountId' | 'lead'>,
  { userId, shown, wabaId = '' }: { userId: string; shown: string | null; wabaId?: string },
  columns: Partial<LeadRow> = {},
): Promise<void> {
  const now = new Date();
  await api.db('whatsapp_users').insert({
    account_id: accountId,
    user_id: userId,
    lead_id: lead.id,
    waba_id: wabaId,
    phone: shown,
    created_at: now,
    updated_at: now,
  });
  await api
    .db('leads')
    .where({ id: lead.id })
    .update({ whatsapp_user_id: userId, ...columns });
}

const takenOf = (fixture: Pick<WhatsAppFixture, 'taken'>, id: string) => fixture.taken(id).at(-1)?.body;

describe('a lead that WhatsApp knows by user ID only', () => {
  it('gets the steps of a cadence through Meta', async () => {
    const userId = nextUserId();
    const setup = await createWhatsAppFixture(api, meta, () => [text, week]);
    await known(setup, { userId, shown: null }, { phone: null });
    expect(await setup.act()).toBe('accepted');
    const [message] = await setup.messages();
    const body = takenOf(setup, message!.id);
    expect(body).toMatchObject({ recipient: userId, recipient_type: 'individual', text: { body: 'Hello Ada' } });
    expect(body).not.toHaveProperty('to');
    expect(message).toMatchObject({ status: 'sent', to_address: userId });
  });

  it('gets what a person writes, and is answered from its first message on', async () => {
    const userId = nextUserId();
    const setup = await createWhatsAppFixture(api, meta, () => [week]);
    const post = writtenBy({ userId, username: 'berta.sol' }, { says: 'Is it still on?' });
    expect((await postMeta(api, setup.hook, metaBody(post))).status).toBe(200);
    expect(await setup.work()).toEqual(['reply']);
    const { body } = await setup.account.request('get', '/leads?source=whatsapp').expect(200);
    const [lead] = body.leads;
    expect(lead).toMatchObject({ phone: null, whatsapp_user: { user_id: userId, username: 'berta.sol' } });
    const said = { lead_id: lead.id, channel: 'whatsapp', content: 'It is.' };
    const sent = await setup.account.request('post', '/messages').send(said).expect(202);
    setup.pass(1);
    expect(await setup.actOn(sent.body.message_id)).toBe('accepted');
    expect(takenOf(setup, sent.body.message_id)).toMatchObject({ recipient: userId, text: { body: 'It is.' } });
  });

  it('gets them through Twilio', async () => {
    const userId = nextUserId();
    const fixture = await createTwilioFixture(api, twilio, () => [text, week]);
    await known(fixture, { userId, shown: null }, { phone: null });
    expect(await fixture.act()).toBe('accepted');
    const [message] = await fixture.messages();
    expect(fixture.taken(message!.id).at(-1)?.form).toMatchObject({ To: `whatsapp:${userId}` });
  });

  it('is not called, as a call needs a number', async () => {
    const setup = await createWhatsAppFixture(api, meta, () => [{ type: 'call' }, week]);
    await known(setup, { userId: nextUserId(), shown: null }, { phone: null });
    expect(await setup.act()).toBe('waiting');
    expect(await setup.messages()).toEqual([]);
  });
});

describe('a lead with number and user ID', () => {
  it.each([
    ['the number as long as WhatsApp shows it with the ID', '+34600111222', 'to'],
    ['the ID once WhatsApp shows another number with it', '+34600999888', 'recipient'],
    ['the ID where WhatsApp shows no number with it', null, 'recipient'],
  ])('is written to by %s', async (_name, shown, field) => {
    const userId = nextUserId();
    const setup = await createWhatsAppFixture(api, meta, () => [text, week]);
    await known(setup, { userId, shown });
    expect(await setup.act()).toBe('accepted');
    const [message] = await setup.messages();
    expect(takenOf(setup, message!.id)).toHaveProperty(field, field === 'to' ? '34600111222' : userId);
  });

  it('is written to by the ID of the business account that writes', async () => {
    const [own, other] = [nextUserId(), nextUserId()];
    const setup = await createWhatsAppFixture(api, meta, () => [text, week]);
    await api.db('whatsapp_numbers').where({ id: setup.number.id }).update({ waba_id: '111' });
    await known(setup, { userId: own, shown: null, wabaId: '111' });
    await known(setup, { userId: other, shown: null, wabaId: '222' }, { phone: null });
    expect(await setup.act()).toBe('accepted');
    const [message] = await setup.messages();
    expect(takenOf(setup, message!.id)).toMatchObject({ recipient: own });
  });
});
