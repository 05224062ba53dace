import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { inboundWhatsApp } from '../../support/inbound-whatsapp.js';
import { metaBody, PHONE_NUMBER_ID, postMeta, told, WABA_ID } from '../../support/meta-webhooks.js';

const api = useApi();
const fixture = inboundWhatsApp(api);

describe('statuses', () => {
  it('lead to the same end in whatever order and however often they come, also before our own "sent"', async () => {
    const kinds = ['sent', 'delivered', 'read', 'delivered', 'read', 'sent'];
    const start = fc.constantFrom('sending', 'unknown', 'sent');
    const order = fc.shuffledSubarray(kinds, { minLength: kinds.length, maxLength: kinds.length });
    await fc.assert(
      fc.asyncProperty(order, start, async (statuses, status) => {
        const columns = status === 'sent' ? {} : { status, sent_at: null, provider_message_id: null };
        const { hook, message, work, read, wamid: id, accountId } = await fixture({}, columns);
        for (const each of statuses) {
          await postMeta(api, hook, metaBody(told({ id, status: each, ours: message.id })));
        }
        expect(await api.db('inbound_events').where({ account_id: accountId })).toHaveLength(3);
        await work();
        const after = await read.message();
        expect(after.status).toBe('read');
        expect(after.provider_message_id?.toString()).toBe(id);
        const sent = status === 'sent' ? [] : ['message.sent'];
        expect((await read.events()).sort()).toEqual(['message.delivered', 'message.read', ...sent]);
        expect(await read.engagement()).toMatchObject({
          delivered_count: 1,
          read_count: 1,
          outbound_count: sent.length,
        });
      }),
      { numRuns: 8 },
    );
  });

  it('settle an unknown outcome by the id that travelled along', async () => {
    const columns = { status: 'unknown', sent_at: null, provider_message_id: null } as const;
    const { receive, work, read, message, wamid: id } = await fixture({}, columns);
    await receive(told({ id, status: 'sent', ours: message.id }));
    expect(await work()).toEqual(['sent']);
    expect(await read.message()).toMatchObject({ status: 'sent', settled_by: 'receipt' });
  });

  it('of failure keep Meta’s code, are reported once, and turn the channel off if the lead can not be reached', async () => {
    const { receive, work, read, wamid: id } = await fixture();
    const error = { code: 131026, title: 'Message undeliverable' };
    await receive(told({ id, status: 'failed', error }));
    await receive(told({ id, status: 'delivered' }));
    await work();
    const message = await read.message();
    expect(message).toMatchObject({ status: 'failed', failure_code: 'undeliverable' });
    expect(JSON.parse(message.failure ?? '')).toMatchObject({ provider_code: '131026', retryable: false });
    expect((await read.events()).filter((kind) => kind === 'message.failed')).toHaveLength(1);
    expect(JSON.parse((await read.run())!.cadence).channels_off).toEqual(['whatsapp']);
  });

  it.each([
    [131047, 'WINDOW_CLOSED'],
    [131049, 'ecosystem_limited'],
    [131056, 'rate_limited'],
    [131050, 'opted_out_marketing'],
    [132001, 'TEMPLATE_NOT_FOUND'],
    [999, 'meta_999'],
  ])('of failure %i are %s', async (code, expected) => {
    const { receive, work, read, wamid: id } = await fixture();
    await receive(told({ id, status: 'failed', error: { code, title: 'No' } }));
    await work();
    expect((await read.message()).failure_code).toBe(expected);
    expect(JSON.parse((await read.run())!.cadence).channels_off ?? []).toEqual([]);
  });

  it('of messages of another account have no effect', async () => {
    const [mine, theirs] = [await fixture(), await fixture()];
    await mine.receive(told({ id: theirs.wamid, status: 'read', ours: theirs.message.id }));
    expect(await mine.work()).toEqual(['no_message']);
    expect((await theirs.read.message()).status).toBe('sent');
  });
});

describe('changes at Meta', () => {
  it('of a template change its status and are reported once', async () => {
    const { receive, work, accountId } = await fixture();
    const id = newId();
    const now = new Date();
    await api.db('templates').insert({
      id,
      account_id: accountId,
      name: 'spring',
      channel: 'whatsapp',
      language: 'es',
      status: 'PENDING',
      created_at: now,
      updated_at: now,
    });
    const change = (event: string, reason: string) => ({
      event,
      message_template_id: 594425479261596,
      message_template_name: 'spring',
      message_template_language: 'es',
      reason,
    });
    await receive(change('APPROVED', 'NONE'), 'message_template_status_update');
    await receive(change('REJECTED', 'INCORRECT_CATEGORY'), 'message_template_status_update');
    await work();
    const row = await api.db('templates').where({ id }).first();
    expect(row).toMatchObject({ status: 'REJECTED', rejected_reason: 'INCORRECT_CATEGORY' });
    const events = await api.db('events').where({ account_id: accountId, type: 'template.status_changed' });
    expect(events.map(({ data }) => JSON.parse(data).status)).toEqual(['APPROVED', 'REJECTED']);
  });

  it('of a template and a number count in Meta’s order, and for the business account that they are about', async () => {
    const { receive, work, accountId } = await fixture();
    const now = new Date();
    const template = async (waba_id: string) => {
      const named = { name: 'spring', channel: 'whatsapp', language: 'es', waba_id } as const;
      const row = { id: newId(), account_id: accountId, ...named };
      await api.db('templates').insert({ ...row, status: 'PENDING', created_at: now, updated_at: now });
      return async () => (await api.db('templates').where({ id: row.id }).first())!.status;
    };
    const [ours, other] = [await template(WABA_ID), await template('another')];
    await api.db('whatsapp_numbers').insert({
      id: newId(),
      account_id: accountId,
      phone_number: '+15550783881',
      provider: 'meta_cloud',
      status: 'connected',
      quality_rating: 'GREEN',
      throughput_per_second: 80,
      created_at: now,
      updated_at: now,
    });
    const number = () => api.db('whatsapp_numbers').where({ account_id: accountId }).first();
    const about = { message_template_name: 'spring', message_template_language: 'es', reason: 'NONE' };
    const news: [string, number][] = [
      ['PAUSED', 30],
      ['APPROVED', 10],
      ['REJECTED', 20],
    ];
    for (const [event, second] of news) {
      await receive({ ...about, event }, 'message_template_status_update', 1_767_000_000 + second);
      await work();
    }
    expect([await ours(), await other()]).toEqual(['PENDING', 'PENDING']);
    await receive({ ...about, event: 'APPROVED' }, 'message_template_status_update', 1_767_000_040);
    await work();
    expect([await ours(), await other()]).toEqual(['APPROVED', 'PENDING']);
    for (const [event, second] of [
      ['UNFLAGGED', 60],
      ['FLAGGED', 50],
    ] as const) {
      const change = { display_phone_number: '15550783881', event };
      await receive(change, 'phone_number_quality_update', 1_767_000_000 + second);
      await work();
    }
    expect(await number()).toMatchObject({ quality_rating: 'GREEN', status: 'connected' });
  });

  it('of a number change its quality and limit and are reported', async () => {
    const { receive, work, accountId } = await fixture();
    const now = new Date();
    await api.db('whatsapp_numbers').insert({
      id: newId(),
      account_id: accountId,
      phone_number: '+15550783881',
      provider: 'meta_cloud',
      provider_phone_number_id: PHONE_NUMBER_ID,
      status: 'connected',
      quality_rating: 'GREEN',
      throughput_per_second: 80,
      created_at: now,
      updated_at: now,
    });
    const change = { display_phone_number: '15550783881', event: 'FLAGGED', current_limit: 'TIER_10K' };
    await receive(change, 'phone_number_quality_update');
    expect(await work()).toEqual(['number_quality']);
    const number = await api.db('whatsapp_numbers').where({ account_id: accountId }).first();
    expect(number).toMatchObject({ quality_rating: 'RED', status: 'flagged', messaging_limit: 'TIER_10K' });
    const events = await api.db('events').where({ account_id: accountId, type: 'whatsapp_number.quality_changed' });
    expect(events).toHaveLength(1);
  });

  it('of throughput and of the messaging limit are applied, except to a throughput that an operator has set', async () => {
    const { receive, work, accountId } = await fixture();
    const now = new Date();
    const insert = (phone_number: string, throughput_per_second: number) =>
      api.db('whatsapp_numbers').insert({
        id: newId(),
        account_id: accountId,
        phone_number,
        provider: 'meta_cloud',
        waba_id: WABA_ID,
        status: 'connected',
        quality_rating: 'GREEN',
        throughput_per_second,
        created_at: now,
        updated_at: now,
      });
    await insert('+15550783881', 80);
    await insert('+15550783882', 20);
    for (const display_phone_number of ['15550783881', '15550783882']) {
      await receive({ display_phone_number, event: 'THROUGHPUT_UPGRADE' }, 'phone_number_quality_update');
    }
    await receive({ max_daily_conversation_per_phone: 2000 }, 'business_capability_update', 1_767_000_100);
    await work();
    const told = () =>
      api
        .db('whatsapp_numbers')
        .where({ account_id: accountId })
        .orderBy('phone_number')
        .select('throughput_per_second', 'messaging_limit');
    expect(await told()).toEqual([
      { throughput_per_second: 1_000, messaging_limit: 'TIER_2K' },
      { throughput_per_second: 20, messaging_limit: 'TIER_2K' },
    ]);
    const capability = { max_daily_conversations_per_business: 'TIER_UNLIMITED' };
    await receive(capability, 'business_capability_update', 1_767_000_200);
    await work();
    expect((await told()).map((row) => row.messaging_limit)).toEqual(['TIER_UNLIMITED', 'TIER_UNLIMITED']);
  });

  it('are stored without effect and shown to a person where no rule knows them', async () => {
    const { receive, work } = await fixture();
    await receive({ any: 'thing' }, 'account_review_update');
    await receive({ event: 'NEW_WORD', message_template_id: 1 }, 'message_template_status_update');
    expect(await work()).toEqual(['not_understood', 'not_understood']);
  });
});
