import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { newId } from '../../../runtime/ids.js';
import { addNumber } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { useChatFixtures } from '../../support/chat-fixture.js';
import { APP_SECRET, nextWaId } from '../../support/inbound-whatsapp.js';
import { createMeetingFixture } from '../../support/meetings.js';
import { addHook, post, workInbound } from '../../support/messaging.js';
import { metaBody, PHONE_NUMBER_ID, postMeta, wamid, written } from '../../support/meta-webhooks.js';
import { proofFor, say, sendFrom } from '../../support/widgets.js';
import { meetingUrl } from '../../support/work.js';

const api = useApi({ TRUST_PROXY: '1' });

/** Returns the door that a channel's messages are received at. */
async function doorOf(
  channel: 'email' | 'whatsapp',
  account: TestAccount,
  lead: { email: string | null },
  waId: string,
) {
  if (channel === 'email') {
    const sender = { name: 'Sales', from_email: 'sales@example.com', provider: 'sandbox' };
    await account.request('post', '/email-senders').send(sender).expect(201);
    const hook = await addHook(account);
    return (text: string) =>
      post(api, hook, { event_id: newId(), type: 'reply', from: lead.email, subject: 'Re: Hello', text }).expect(200);
  }
  await addNumber(api.db, account.accountId, { provider: 'meta_cloud', provider_phone_number_id: PHONE_NUMBER_ID });
  const hook = await addHook(account, 'meta_cloud', APP_SECRET);
  return (text: string) => postMeta(api, hook, metaBody(written({ from: waId, id: wamid(), says: text }))).expect(200);
}

async function createFixture(channel: 'email' | 'whatsapp', { meets = true, country = 'GB' } = {}) {
  const account = await api.account();
  const { lead, book } = await createMeetingFixture(api, account);
  const waId = nextWaId();
  await api
    .db('leads')
    .where({ id: lead.id })
    .update({ phone: `+${waId}`, country });
  const id: string = meets ? (await book().expect(201)).body.meeting.id : '';
  const receive = await doorOf(channel, account, lead, waId);
  return {
    url: meetingUrl(account.accountId, id),
    status: async () => (await api.db('meetings').where({ id }).first())?.status,
    /** Returns the outcome of what the lead says, and its consent after it. */
    hears: async (text: string) => {
      await receive(text);
      const [outcome] = await workInbound(api.db, account.accountId);
      const row = await api.db('leads').where({ id: lead.id }).first();
      return [outcome, row?.[`consent_${channel}`] === 'opted_out'];
    },
    answers: async (): Promise<string[]> =>
      (await api.db('messages').where({ lead_id: lead.id, direction: 'outbound', channel }).orderBy('id'))
        .filter(({ agent_run_id }) => agent_run_id === null)
        .map(({ content }) => content ?? ''),
  };
}

const ASKED = ['reply', false];
const OUT = ['opt_out', true];

describe.each(['email', 'whatsapp'] as const)('the word `cancel` on %s', (channel) => {
  it('is asked about once while a meeting is ahead, and opts out when it is said again', async () => {
    const { hears, answers, url, status } = await createFixture(channel);
    expect(await hears('Cancel')).toEqual(ASKED);
    const [question, ...more] = await answers();
    expect([question?.includes(url), question?.includes('STOP'), more]).toEqual([true, true, []]);
    expect(await hears('Thanks, I will have a look')).toEqual(ASKED);
    expect(await hears('cancel!')).toEqual(OUT);
    expect(await status()).toBe('scheduled');
  });

  it('opts out without a meeting, and a clear word does in any case', async () => {
    const without = await createFixture(channel, { meets: false });
    expect(await without.hears('cancel')).toEqual(OUT);
    const { hears } = await createFixture(channel);
    expect(await hears('cancel')).toEqual(ASKED);
    expect(await hears('STOP')).toEqual(OUT);
  });
});

describe('a lead that has a meeting', () => {
  it('is opted out at once by every other stop word', async () => {
    const { hears, answers } = await createFixture('email');
    for (const word of ['STOP', 'stopall', 'Unsubscribe', 'END', 'quit', 'Baja', 'sair', 'arrêt', 'abmelden', 'توقف']) {
      expect([word, await hears(word)]).toEqual([word, OUT]);
      expect([word, await hears('START')]).toEqual([word, ['opt_in', false]]);
    }
    expect((await answers()).join()).not.toContain('/m/');
  });

  it.each([
    ['GB', 'cancel', 'Do you mean your appointment'],
    ['ES', 'cancel', '¿Te refieres a tu cita'],
    ['BR', 'cancel', 'Você se refere ao seu horário'],
    ['DE', 'cancel', 'Meinen Sie Ihren Termin'],
    ['FR', 'cancel', 'Parlez-vous de votre rendez-vous'],
    ['SA', 'إلغاء', 'هل تقصد موعدك'],
  ])('is asked in its language: %s', async (country, word, question) => {
    const { hears, answers, url } = await createFixture('whatsapp', { country });
    expect(await hears(word)).toEqual(ASKED);
    const [asked] = await answers();
    expect(asked).toContain(question);
    expect(asked).toContain(url);
    expect(asked).toContain('STOP');
  });
});

describe('a chat on a website', () => {
  const { createFixture: createChatFixture } = useChatFixtures(api);

  it('shows the page of the meeting to a visitor that cancels it, and calls a person the second time', async () => {
    const { account, chat } = await createChatFixture({
      pow: { base_number: 1_000 },
      capture_form: {
        enabled: true,
        lead_creation_on_submit: true,
        fields: [{ key: 'email', label: 'E-mail', type: 'email', required: true }],
      },
    });
    const form = { submission_id: randomUUID(), fields: { email: 'ana@example.com' } };
    const { body } = await sendFrom(api, chat, 'visitor', { ...form, pow: await proofFor(api, chat, 'visitor') });
    const { request } = await createMeetingFixture(api, account);
    await account
      .request('post', '/meetings/book')
      .send(request({ lead_id: body.lead_id }))
      .expect(201);
    const says = async (text: string): Promise<[string, string]> => {
      const { body: turn } = await say(api, chat, text);
      return [turn.status, turn.messages.map((message: { text: string }) => message.text).join('\n')];
    };
    const [answered, reply] = await says('cancel');
    const link = /https?:\/\/\S+\/m\/\S+/.exec(reply)?.[0] ?? '';
    expect([answered, link]).toEqual(['answered', expect.stringContaining('/m/')]);
    await supertest(api.app).get(new URL(link).pathname).expect(200);
    expect((await says('cancel'))[0]).toBe('handoff');
    expect(await api.db('meetings').where({ lead_id: body.lead_id }).pluck('status')).toEqual(['scheduled']);
  });
});
