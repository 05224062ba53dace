import { describe, expect, it } from '@jest/globals';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { useApi } from '../support/api.js';
import { addRun } from '../support/messaging.js';
import { CONTENT_SID, createTwilioFixture, TWILIO_PHONE, useTwilio } from '../support/twilio-fixture.js';
import type { TakenByTwilio } from '../support/twilio-server.js';

const api = useApi();
const twilio = useTwilio(api);

const text: CadenceStepRequest = { type: 'message', channel: 'whatsapp', content: 'Hello {{ lead.first_name }}' };
const week: CadenceStepRequest = { type: 'wait', delay: { type: 'after', amount: 7, unit: 'days' } };
const play = (steps: CadenceStepRequest[] = [text, week], parts = {}) =>
  createTwilioFixture(api, twilio, () => steps, parts);
const only = async (fixture: Awaited<ReturnType<typeof play>>) => {
  const [message, ...more] = await fixture.messages();
  if (!message || more.length > 0) throw new Error(`${more.length + 1} messages`);
  return { message, taken: fixture.taken(message.id).at(-1) as TakenByTwilio };
};

describe('a cadence’s message through Twilio', () => {
  it('carries our id in the address of its status, and a template its values', async () => {
    const setup = await createTwilioFixture(api, twilio, (template_id) => [
      { type: 'message', channel: 'whatsapp', template_id, variables: { 1: '{{ lead.first_name }}', 2: '€5' } },
      week,
    ]);
    expect(await setup.act()).toBe('accepted');
    const { message, taken } = await only(setup);
    expect(taken.form).toEqual({
      From: `whatsapp:${TWILIO_PHONE}`,
      To: 'whatsapp:+34600111222',
      ContentSid: CONTENT_SID,
      ContentVariables: JSON.stringify({ 1: 'Ada', 2: '€5' }),
      StatusCallback: `${setup.webhookUrl}?message_id=${message.id}`,
    });
    expect(message).toMatchObject({
      status: 'sent',
      provider: 'twilio',
      content: 'Hello Ada, your offer of €5 is ready.',
    });
    expect(message.provider_message_id?.toString()).toBe(taken.sid);
  });

  it('moves forward only, in whatever order and however often its statuses come', async () => {
    const setup = await play();
    expect(await setup.act()).toBe('accepted');
    const { message, taken } = await only(setup);
    for (const status of ['read', 'queued', 'delivered', 'sent', 'read', 'delivered']) {
      expect(await twilio.twilio.tell(taken, status)).toBe(204);
    }
    expect((await setup.work((rows) => rows.reverse())).sort()).toEqual(['delivered', 'ignored', 'read', 'sent']);
    expect(await setup.message(message.id)).toMatchObject({
      status: 'read',
      sent_at: expect.any(Date),
      delivered_at: expect.any(Date),
      read_at: expect.any(Date),
    });
  });

  it('is settled by its status where the line broke, and never leaves twice', async () => {
    twilio.twilio.state.send = () => 'take-then-cut';
    const setup = await play();
    expect(await setup.act()).toBe('unknown');
    const { message, taken } = await only(setup);
    twilio.twilio.state.send = () => 'take';
    for (let hours = 0; hours < 48; hours += 6) {
      setup.pass(360);
      expect(await setup.act()).toBe('waiting');
    }
    expect(await setup.message(message.id)).toMatchObject({ status: 'unknown' });
    await twilio.twilio.tell(taken, 'delivered');
    expect(await setup.work()).toEqual(['delivered']);
    expect(await setup.message(message.id)).toMatchObject({ status: 'delivered', settled_by: 'receipt' });
    expect((await setup.message(message.id)).provider_message_id?.toString()).toBe(taken.sid);
    expect(await setup.act()).toBe('waiting');
    expect(twilio.twilio.timesTaken(message.id)).toBe(1);
  });

  it('knows its status also when that is faster than the answer to the send', async () => {
    const setup = await play();
    await setup.act(async () => {
      const [message] = await setup.messages();
      await twilio.twilio.tell(setup.taken(message?.id ?? '')[0] as TakenByTwilio, 'delivered');
      expect(await setup.work()).toEqual(['delivered']);
    });
    const { message, taken } = await only(setup);
    expect(message).toMatchObject({ status: 'delivered' });
    expect(message.provider_message_id?.toString()).toBe(taken.sid);
  });

  it.each([
    [63016, 'WINDOW_CLOSED'],
    [63024, 'undeliverable'],
    [21610, 'LEAD_OPTED_OUT'],
  ])('fails for good when Twilio took it and tells %d', async (code, own) => {
    const setup = await play();
    await setup.act();
    const { message, taken } = await only(setup);
    expect(await twilio.twilio.tell(taken, 'undelivered', { code })).toBe(204);
    expect(await twilio.twilio.tell(taken, 'failed', { code })).toBe(204);
    expect(await setup.work()).toEqual(['failed']);
    const after = await setup.message(message.id);
    expect(after).toMatchObject({ status: 'failed', failure_code: own });
    expect(JSON.parse(after.failure ?? '')).toMatchObject({ provider_code: String(code) });
    expect((await setup.events()).filter((type) => type === 'message.failed')).toHaveLength(1);
    const { whatsapp_window_expires_at: until } = (await setup.engagement())!;
    expect(until === null || until <= setup.now()).toBe(own === 'WINDOW_CLOSED');
  });

  it('goes out once more after a limit that Twilio told of late', async () => {
    const setup = await play();
    await setup.act();
    const { message, taken } = await only(setup);
    await twilio.twilio.tell(taken, 'failed', { code: 63018 });
    expect(await setup.work()).toEqual(['held']);
    setup.pass(5);
    expect(await setup.actOn(message.id)).toBe('accepted');
    await twilio.twilio.tell(taken, 'sent');
    expect(await setup.work()).toEqual(['stale']);
    expect(setup.taken(message.id)).toHaveLength(2);
    await twilio.twilio.tell(setup.taken(message.id)[1] as TakenByTwilio, 'read');
    expect(await setup.work()).toEqual(['read']);
    expect(await setup.message(message.id)).toMatchObject({ status: 'read' });
  });

  it('waits for its window and takes its template when Twilio knows that the window is closed', async () => {
    const setup = await createTwilioFixture(api, twilio, (id) => [
      { ...text, fallback_template_id: id, variables: { 1: 'x', 2: 'y' } },
    ]);
    twilio.twilio.state.send = () => 63016;
    expect(await setup.act()).toBe('refused_final');
    twilio.twilio.state.send = () => 'take';
    setup.pass(5);
    expect(await setup.act()).toBe('accepted');
    expect(twilio.twilio.taken.at(-1)?.form.ContentSid).toBe(CONTENT_SID);
  });
});

describe('what a lead writes through Twilio', () => {
  it('pauses its cadence, opens the 24-hour window and appears in its history, once', async () => {
    const fixture = await play([text, week, text], { exit: { on_reply: 'pause' } });
    await fixture.act();
    const { message, taken } = await only(fixture);
    const words = {
      Body: 'Yes, tell me more',
      MessageSid: `SM${'a'.repeat(32)}`,
      OriginalRepliedMessageSid: taken.sid,
    };
    for (let times = 0; times < 3; times += 1) expect(await fixture.says(words)).toBe(204);
    expect(await fixture.work()).toEqual(['reply']);
    expect(await fixture.runRow()).toMatchObject({ human_takeover: true, cadence_state: 'paused' });
    const received = await api.db('messages').where({ lead_id: fixture.lead.id, direction: 'inbound' });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      content: 'Yes, tell me more',
      sender_id: fixture.number.id,
      in_reply_to: message.id,
    });
    expect(await fixture.message(message.id)).toMatchObject({ status: 'delivered' });
    const { whatsapp_window_expires_at: until } = (await fixture.engagement())!;
    expect(until!.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  it('STOP opts the lead out, whatever the case, and a tapped button counts as words', async () => {
    for (const says of [{ Body: 'stop' }, { Body: 'STOP', ButtonText: 'STOP', ButtonPayload: 'p' }]) {
      const fixture = await play();
      expect(await fixture.says(says as Record<string, string>)).toBe(204);
      expect(await fixture.work()).toEqual(['opt_out']);
      expect(await api.db('leads').where({ id: fixture.lead.id }).first()).toMatchObject({
        consent_whatsapp: 'opted_out',
      });
      expect(await fixture.runRow()).toMatchObject({ open_slot: null });
      await expect(addRun(api.db, fixture.lead, fixture.agentId)).rejects.toThrow('not enrolled');
    }
  });

  it('makes a lead of a stranger, with name and number', async () => {
    const fixture = await play();
    const form = { From: 'whatsapp:+34600999888', WaId: '34600999888', Body: 'Hello?' };
    expect(await fixture.says(form)).toBe(204);
    expect(await fixture.work()).toEqual(['reply']);
    const lead = await api.db('leads').where({ account_id: fixture.accountId, phone: '+34600999888' }).first();
    expect(lead).toMatchObject({ first_name: 'Ana Pérez', source: 'whatsapp' });
  });
});
