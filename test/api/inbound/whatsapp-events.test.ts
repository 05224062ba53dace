import { describe, expect, it } from '@jest/globals';
import { addNumber } from '../../support/agents.js';
import { useApi } from '../../support/api.js';
import { inboundWhatsApp, nextWaId } from '../../support/inbound-whatsapp.js';
import { addLead, eventKinds } from '../../support/messaging.js';
import { PHONE_NUMBER_ID, WABA_ID, wamid, written, writtenBy } from '../../support/meta-webhooks.js';

const api = useApi();
const fixture = inboundWhatsApp(api);

const metadata = { display_phone_number: '15550783881', phone_number_id: PHONE_NUMBER_ID };

describe('a preference for marketing messages', () => {
  const preference = (waId: string, value: string, timestamp = 1_795_831_800) => ({
    messaging_product: 'whatsapp',
    metadata,
    contacts: [{ profile: { name: 'Dora' }, wa_id: waId }],
    user_preferences: [
      { wa_id: waId, detail: `User requested to ${value}`, category: 'marketing_messages', value, timestamp },
    ],
  });

  it('opts the lead out with its source in the log, and back in when it is resumed', async () => {
    const { receive, work, read, waId, lead, account } = await fixture();
    await receive(preference(waId, 'stop'), 'user_preferences');
    expect(await work()).toEqual(['opt_out']);
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_out', consent_email: 'unknown' });
    expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'opted_out' });
    const { body } = await account.request('get', `/leads/${lead.id}/consents`);
    expect(body.consents).toMatchObject([{ channel: 'whatsapp', state: 'opted_out', source: 'whatsapp_settings' }]);
    await receive(preference(waId, 'resume', 1_795_831_900), 'user_preferences');
    expect(await work()).toEqual(['opt_in']);
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_in' });
    const suppressed = await api.db('suppressions').where({ account_id: account.accountId });
    expect(suppressed).toEqual([]);
    expect(await read.received()).toEqual([]);
  });

  it.each([
    [
      'STOP, which the person wrote',
      async (receive: Receive, waId: string) => receive(written({ from: waId, says: 'STOP' })),
    ],
    [
      'a later stop, whose webhook was faster',
      async (receive: Receive, waId: string) => receive(preference(waId, 'stop', 1_795_839_000), 'user_preferences'),
    ],
  ])('that is resumed does not undo %s', async (_name, stop) => {
    const { receive, work, read, waId } = await fixture();
    await stop(receive, waId);
    await work();
    await receive(preference(waId, 'resume'), 'user_preferences');
    expect(await work()).toEqual(['not_resumed']);
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_out' });
  });

  it('of a person who is no lead yet holds for the lead that they become', async () => {
    const { receive, work, account } = await fixture();
    const waId = nextWaId();
    await receive(preference(waId, 'stop'), 'user_preferences');
    expect(await work()).toEqual(['opt_out']);
    await account.request('post', '/whatsapp-numbers').send({ phone_number: '+34910000101', provider: 'sandbox' });
    const made = await account.request('post', '/leads').send({ first_name: 'Dora', phone: `+${waId}` });
    const answer = await account
      .request('post', '/messages')
      .send({ lead_id: made.body.lead.id, channel: 'whatsapp', content: 'Hi' });
    expect(answer.body.code).toBe('SUPPRESSED');
    await receive(preference(waId, 'resume', 1_795_831_900), 'user_preferences');
    await work();
    expect(await api.db('suppressions').where({ account_id: account.accountId })).toEqual([]);
  });

  it('is the same where a system message tells of it, and an unknown one is shown to a person', async () => {
    const { receive, work, read, waId, account } = await fixture();
    const system = { type: 'user_preference_changed', marketing: 'stop', body: 'User stopped' };
    await receive(written({ from: waId, says: { type: 'system', system } }));
    expect(await work()).toEqual(['opt_out']);
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_out' });
    await receive(preference(waId, 'less_often'), 'user_preferences');
    expect(await work()).toEqual(['not_understood']);
    const { body } = await account.request('get', '/attention?kinds=event_not_understood');
    expect(body.attention[0].detail).toContain('user_preferences/marketing_messages/less_often');
  });
});

type Receive = (value: Record<string, unknown>, field?: string) => Promise<unknown>;

describe('a tapped button', () => {
  it.each([
    { type: 'button', button: { text: 'Stop promotions', payload: 'Stop promotions' } },
    { type: 'button', button: { text: '🛑', payload: 'STOP_PROMOTIONS' } },
    {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'x', title: 'Parar promociones' } },
    },
  ])('that ends promotions opts the lead out: %j', async (says) => {
    const { receive, work, read, waId } = await fixture();
    await receive(written({ from: waId, says }));
    expect(await work()).toEqual(['opt_out']);
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_out' });
  });

  it('is an intent that the same words in a sentence are not', async () => {
    const { receive, work, read, waId } = await fixture();
    await receive(written({ from: waId, says: 'Stop promotions' }));
    expect(await work()).toEqual(['reply']);
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'unknown' });
  });
});

describe('a message that a colleague sends in the WhatsApp Business app', () => {
  const echo = (
    to: object,
    id = wamid(),
    says: object = { type: 'text', text: { body: 'I will call you at 5.' } },
  ) => ({
    messaging_product: 'whatsapp',
    metadata,
    message_echoes: [{ from: '15550783881', ...to, id, timestamp: '1795831800', ...says }],
  });
  const outside = (leadId: string) =>
    api.db('messages').where({ lead_id: leadId, direction: 'outbound' }).whereNull('step_key').orderBy('id');

  it('is in the history as sent outside, hands the run over and is kept once', async () => {
    const { receive, work, read, waId, lead, account } = await fixture();
    const id = wamid();
    await receive(echo({ to: waId }, id), 'smb_message_echoes');
    await receive(echo({ to: waId }, id), 'smb_message_echoes');
    expect(await work()).toEqual(['echo']);
    const { body } = await account.request('get', `/messages?lead_id=${lead.id}&direction=outbound`);
    const sent = body.messages.filter(({ sent_outside }: { sent_outside?: boolean }) => sent_outside);
    expect(sent).toMatchObject([
      {
        status: 'sent',
        content: 'I will call you at 5.',
        provider_message_id: id,
        sent_at: '2026-11-28T02:10:00.000Z',
      },
    ]);
    expect(await read.run()).toMatchObject({
      human_takeover: true,
      cadence_state: 'paused',
      paused_by: 'whatsapp_app',
    });
    expect(await read.engagement()).toMatchObject({ outbound_count: 1, inbound_count: 0 });
    expect(await eventKinds(api.db, lead.id)).toEqual(['automation.paused', 'message.sent']);
  });

  it('finds a lead by user ID, leaves a run alone that a person has, and is no message of ours again', async () => {
    const { receive, work, read, waId, wamid: ours } = await fixture();
    await receive(writtenBy({ phone: waId, userId: 'ES.99887766' }, { says: 'Hola' }));
    await receive(echo({ to_user_id: 'ES.99887766' }), 'smb_message_echoes');
    await receive(echo({ to: waId }, ours), 'smb_message_echoes');
    expect(await work()).toEqual(['reply', 'echo', 'duplicate']);
    expect(await read.engagement()).toMatchObject({ outbound_count: 1 });
  });

  it('can be edited and deleted there, and to people who are no leads stays private', async () => {
    const { receive, work, waId, lead, account } = await fixture();
    const id = wamid();
    await receive(echo({ to: waId }, id), 'smb_message_echoes');
    const message = { type: 'text', text: { body: 'At 6.' } };
    await receive(
      echo({ to: waId }, wamid(), { type: 'edit', edit: { original_message_id: id, message } }),
      'smb_message_echoes',
    );
    await receive(
      echo({ to: waId }, wamid(), { type: 'revoke', revoke: { original_message_id: id } }),
      'smb_message_echoes',
    );
    await receive(echo({ to: nextWaId() }), 'smb_message_echoes');
    expect(await work()).toEqual(['echo', 'edited', 'deleted', 'no_lead']);
    expect(await outside(lead.id)).toHaveLength(1);
    const { body } = await account.request('get', `/messages?lead_id=${lead.id}&direction=outbound`);
    expect(body.messages.find((each: { sent_outside?: boolean }) => each.sent_outside)).toMatchObject({
      content: 'At 6.',
      edited_at: expect.any(String),
      deleted_at: expect.any(String),
    });
  });

  it('of the past is no new reply', async () => {
    const { receive, work, read, waId } = await fixture();
    const messages = [{ from: waId, id: wamid(), timestamp: '1739230955', type: 'text', text: { body: 'Old' } }];
    await receive({ metadata, history: [{ metadata: { phase: 0 }, threads: [{ id: waId, messages }] }] }, 'history');
    await receive(
      { metadata, state_sync: [{ type: 'contact', contact: { phone_number: waId } }] },
      'smb_app_state_sync',
    );
    expect(await work()).toEqual(['history', 'ignored']);
    expect(await read.engagement()).toBeUndefined();
    expect(await read.run()).toMatchObject({ open_slot: 1 });
  });
});

describe('what changes an earlier message', () => {
  it('edits, marks or loses its reaction, and is no reply', async () => {
    const { receive, work, read, waId, wamid: sent, lead, account } = await fixture({ exit: { on_reply: 'continue' } });
    const id = wamid();
    await receive(written({ from: waId, id, says: 'At 5?' }));
    await receive(written({ from: waId, says: { type: 'reaction', reaction: { message_id: sent, emoji: '👍' } } }));
    await work();
    const before = await read.engagement();
    const run = await read.run();
    const message = { type: 'text', text: { body: 'At 6?' } };
    await receive(written({ from: waId, says: { type: 'edit', edit: { original_message_id: id, message } } }));
    await receive(written({ from: waId, says: { type: 'revoke', revoke: { original_message_id: id } } }));
    await receive(written({ from: waId, says: { type: 'reaction', reaction: { message_id: sent } } }));
    await receive(written({ from: waId, says: { type: 'revoke', revoke: { original_message_id: wamid() } } }));
    expect(await work()).toEqual(['edited', 'deleted', 'reaction_withdrawn', 'no_message']);
    expect(await read.engagement()).toEqual(before);
    expect(await read.run()).toEqual(run);
    const { body } = await account.request('get', `/leads/${lead.id}/history?types=message`);
    expect(body.history.map(({ content, reaction }: Item) => [content, reaction])).toEqual([
      ['Hello Ada', null],
      ['At 6?', null],
      ['👍', null],
    ]);
    expect(body.history[1]).toMatchObject({ edited_at: expect.any(String), deleted_at: expect.any(String) });
  });

  it('into STOP opts the lead out', async () => {
    const { receive, work, read, waId } = await fixture({ exit: { on_reply: 'continue' } });
    const id = wamid();
    await receive(written({ from: waId, id, says: 'Hi' }));
    const message = { type: 'text', text: { body: 'STOP' } };
    await receive(written({ from: waId, says: { type: 'edit', edit: { original_message_id: id, message } } }));
    await work();
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'opted_out' });
  });
});

type Item = { content: string | null; reaction: string | null };

it('keeps the ad that led a person to write with the lead', async () => {
  const { receive, work, accountId } = await fixture();
  const referral = { source_type: 'ad', source_id: '42', source_url: 'https://fb.me/x', ctwa_clid: 'c1', other: 1 };
  await receive(written({ from: nextWaId(), says: { type: 'text', text: { body: 'Hi' }, referral } }));
  await work();
  const lead = await api.db('leads').where({ account_id: accountId, source: 'whatsapp' }).first();
  expect(JSON.parse(lead!.metadata)).toEqual({
    whatsapp_referral: { source_type: 'ad', source_id: '42', source_url: 'https://fb.me/x', ctwa_clid: 'c1' },
  });
});

describe('news of a business account', () => {
  const withNumber = async () => {
    const found = await fixture();
    const { id } = await addNumber(api.db, found.accountId, {
      provider: 'meta_cloud',
      phone_number: '+15550783881',
      waba_id: WABA_ID,
      status: 'connected',
    });
    const attention = async (kind: string) =>
      (await found.account.request('get', `/attention?kinds=${kind}`).expect(200)).body.attention;
    return { ...found, attention, number: () => api.db('whatsapp_numbers').where({ id }).first() };
  };
  const info = { waba_info: { waba_id: WABA_ID } };

  it.each([
    ['PARTNER_REMOVED', { disconnection_info: { reason: 'USER', initiated_by: 'BUSINESS' } }, 'disconnected', 'USER'],
    ['PARTNER_APP_UNINSTALLED', {}, 'disconnected', 'app was removed'],
    ['ACCOUNT_DELETED', {}, 'disconnected', 'deleted'],
    ['ACCOUNT_OFFBOARDED', {}, 'disconnected', 'left'],
    ['DISABLED_UPDATE', { ban_info: { waba_ban_state: 'DISABLE' } }, 'disconnected', 'DISABLE'],
    [
      'ACCOUNT_RESTRICTION',
      { restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_800_000_000 }] },
      'restricted',
      'RESTRICTED_BIZ_INITIATED_MESSAGING until 2027-01-15',
    ],
  ])('takes its numbers out of service and shows it: %s', async (event, more, status, detail) => {
    const { receive, work, attention, number } = await withNumber();
    await receive({ event, ...info, ...more }, 'account_update');
    expect(await work()).toEqual(['account_update']);
    expect(await number()).toMatchObject({ status });
    const [item] = await attention('number_out_of_service');
    expect(item.detail).toContain(detail);
    expect(item.subject.type).toBe('whatsapp_number');
  });

  it('puts them back into service, and does not apply what is older than the last news', async () => {
    const { receive, work, attention, number } = await withNumber();
    await receive({ event: 'ACCOUNT_DELETED', ...info }, 'account_update', 1_795_832_000);
    await receive({ event: 'ACCOUNT_RECONNECTED', ...info }, 'account_update', 1_795_832_100);
    await receive({ event: 'PARTNER_REMOVED', ...info }, 'account_update', 1_795_832_050);
    await work();
    expect(await number()).toMatchObject({ status: 'connected', status_detail: null });
    expect(await attention('number_out_of_service')).toEqual([]);
  });

  it.each([
    ['account_alerts', { alert_info: { alert_severity: 'CRITICAL', alert_type: 'OBA_REJECTED' } }, 'OBA_REJECTED'],
    ['account_review_update', { decision: 'REJECTED' }, 'REJECTED'],
    ['security', { display_phone_number: '15550783881', event: 'PIN_CHANGED' }, 'PIN_CHANGED'],
    [
      'phone_number_name_update',
      { display_phone_number: '15550783881', decision: 'REJECTED', rejection_reason: 'X' },
      'X',
    ],
    ['message_template_quality_update', { message_template_name: 'offer', new_quality_score: 'RED' }, 'offer'],
    ['business_status_update', { event: 'COMPROMISED_NOTIFICATION' }, 'COMPROMISED_NOTIFICATION'],
    ['account_update', { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }, 'SCAM'],
    ['messages', { metadata, errors: [{ code: 131000, title: 'Something went wrong' }] }, '131000'],
  ])('is shown to a person: %s', async (field, value, detail) => {
    const { receive, work, attention } = await withNumber();
    await receive(value, field);
    await work();
    expect((await attention('provider_notice')).map((item: { detail: string }) => item.detail)).toEqual([
      expect.stringContaining(detail),
    ]);
  });

  it('is quiet where nothing has to be done', async () => {
    const { receive, work, attention, number } = await withNumber();
    await receive({ decision: 'APPROVED' }, 'account_review_update');
    const name = { display_phone_number: '15550783881', decision: 'APPROVED', requested_verified_name: 'New name' };
    await receive(name, 'phone_number_name_update');
    await receive({ event: 'VERIFIED_ACCOUNT' }, 'account_update');
    await receive({ message_template_name: 'offer', new_quality_score: 'GREEN' }, 'message_template_quality_update');
    await work();
    expect(await number()).toMatchObject({ display_name: 'New name', status: 'connected' });
    expect(await attention('provider_notice,event_not_understood,number_out_of_service')).toEqual([]);
  });

  it('changes a template’s category at once', async () => {
    const { receive, work, attention, account, accountId } = await withNumber();
    const now = new Date();
    const template = {
      id: '01890000-0000-7000-8000-000000000001'.replace('1', String(Date.now() % 10)),
      account_id: accountId,
      name: 'offer_b',
      channel: 'whatsapp' as const,
      language: 'en',
      category: 'UTILITY',
      status: 'APPROVED' as const,
      waba_id: WABA_ID,
      provider_template_id: '987654322',
      components: '[]',
      created_at: now,
      updated_at: now,
    };
    await api.db('templates').insert(template);
    const value = {
      message_template_id: 987654322,
      message_template_name: 'offer_b',
      message_template_language: 'en',
      previous_category: 'UTILITY',
      new_category: 'MARKETING',
      correct_category: 'MARKETING',
    };
    await receive(value, 'template_category_update');
    expect(await work()).toEqual(['template_category']);
    const { body } = await account.request('get', '/templates');
    expect(body.templates.map((each: { category: string }) => each.category)).toEqual(['MARKETING']);
    expect(await attention('provider_notice')).toHaveLength(1);
  });
});

describe('what no rule understands', () => {
  it('is stored, shown once for each kind with what it was, and can be dismissed', async () => {
    const { receive, work, account, accountId, waId } = await fixture();
    for (const n of [1, 2, 3]) await receive({ groups: [{ id: n }] }, 'group_lifecycle_update');
    await receive(written({ from: waId, says: { type: 'hologram', hologram: {} } }));
    await receive({ metadata, messages: [{ type: 'text' }] });
    await receive({ metadata, messages: [{ id: wamid(), type: 'text', text: { body: 'Who am I?' } }] });
    await receive({ metadata, statuses: [{ id: wamid(), status: 'evaporated' }] });
    await receive({ event: 'MOVED_TO_MARS' }, 'account_update');
    await work();
    const listed = async () =>
      (await account.request('get', '/attention?kinds=event_not_understood').expect(200)).body.attention;
    const items = await listed();
    expect(items.map(({ detail }: { detail: string }) => detail.split(';')[0])).toEqual([
      ...['meta_cloud: group_lifecycle_update', 'meta_cloud: message/hologram', 'meta_cloud: unreadable'],
      ...['meta_cloud: message/text/without_sender', 'meta_cloud: status/evaporated'],
      'meta_cloud: account_update/MOVED_TO_MARS',
    ]);
    expect(items[0].detail).toContain('received 3×');
    const stored = await api.db('inbound_events').where({ account_id: accountId });
    expect(stored.every(({ payload }) => payload !== '{}')).toBe(true);
    for (const { id } of items) {
      await account.request('post', `/attention/event_not_understood/${id}/dismiss`).expect(200);
    }
    await receive({ groups: [{ id: 4 }] }, 'group_lifecycle_update');
    await work();
    expect(await listed()).toEqual([]);
  });

  it('does not name people of another business', async () => {
    const { receive, work, account, waId } = await fixture();
    await addLead(api.db, account.accountId, { phone: `+${nextWaId()}` });
    await receive({ secret_name: 'Eva Ruiz', wa_id: waId }, 'new_field');
    await work();
    const { body } = await account.request('get', '/attention?kinds=event_not_understood');
    expect(JSON.stringify(body)).not.toContain('Eva Ruiz');
  });
});

describe('chats from before a number was connected', () => {
  const DAY = 1_790_000_000;
  const text = (from: string, body: string, at: number, more: object = {}) => ({
    from,
    id: wamid(),
    timestamp: String(DAY + at),
    type: 'text',
    text: { body },
    history_context: { status: 'READ' },
    ...more,
  });
  const shared = (...threads: { id: string; messages: object[] }[]) => ({
    messaging_product: 'whatsapp',
    metadata,
    history: [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads }],
  });

  it('are in the history of leads, once and at their own times, without an effect', async () => {
    const { receive, work, read, waId, lead, account } = await fixture();
    const [before, run] = [await read.events(), await read.run()];
    const ours = metadata.display_phone_number;
    const later = text(ours, 'See you on Monday', 60, { to: waId });
    const messages = [later, text(waId, 'STOP', 0), text(ours, 'Lost', 90, { history_context: { status: 'ERROR' } })];
    const stranger = nextWaId();
    await receive(shared({ id: waId, messages }, { id: stranger, messages: [text(stranger, 'Hi', 5)] }), 'history');
    expect((await work()).sort()).toEqual(['history', 'no_lead']);
    await receive(shared({ id: waId, messages: [...messages, text(waId, 'Fine', 120)] }), 'history');
    expect(await work()).toEqual(['history']);
    const kept = await api
      .db('messages')
      .where({ lead_id: lead.id })
      .whereBetween('sent_at', [new Date(DAY * 1000), new Date((DAY + 200) * 1000)])
      .orderBy('id');
    expect(kept.map(({ direction, content, status }) => [direction, content, status])).toEqual([
      ['inbound', 'STOP', 'received'],
      ['outbound', 'See you on Monday', 'read'],
      ['outbound', 'Lost', 'failed'],
      ['inbound', 'Fine', 'received'],
    ]);
    expect(await api.db('leads').where({ account_id: account.accountId })).toHaveLength(1);
    expect(await read.lead()).toMatchObject({ consent_whatsapp: 'unknown' });
    expect([await read.events(), await read.run(), await read.engagement()]).toEqual([before, run, undefined]);
    const { body } = await account.request('get', `/leads/${lead.id}/history?types=message&order=asc`).expect(200);
    expect(body.history.slice(0, 2).map((item: { content: string }) => item.content)).toEqual([
      'STOP',
      'See you on Monday',
    ]);
  });

  it('that the business does not share, and chats without messages, change nothing', async () => {
    const { receive, work } = await fixture();
    const errors = [{ code: 2_593_109, title: 'History sync is turned off by the business' }];
    await receive({ messaging_product: 'whatsapp', metadata, history: [{ errors }] }, 'history');
    await receive(shared({ id: nextWaId(), messages: [] }), 'history');
    expect(await work()).toEqual(['ignored', 'ignored']);
  });
});
