import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { emptyRawEvents } from '../../services/inbound/process-event.js';
import { TEST_SECRET, useApi } from '../support/api.js';
import { addHook, post, workInbound } from '../support/messaging.js';

const api = useApi();
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function createFixture() {
  const account = await api.account();
  const hook = await addHook(account);
  const rows = () => api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id');
  const receive = async () => {
    const event = { event_id: newId(), type: 'reply', from: 'ana@example.com', to: 'us@example.com', text: 'Call me' };
    await post(api, hook, { ...event, subject: 'Re', message_id: `<${newId()}@example.com>` }).expect(200);
    const { id } = (await rows()).at(-1)!;
    return { id, event };
  };
  const payload = async (id: string) => (await api.db('inbound_events').where({ id }).first())!.payload as string;
  const worked = (id: string, at: Date | null) =>
    api
      .db('inbound_events')
      .where({ id })
      .update({ processed_at: at, received_at: at ?? daysAgo(90) });
  return { account, hook, rows, receive, payload, worked };
}

describe('what a provider sent', () => {
  it('is emptied once it was worked for its days, not before, and never while it waits to be worked', async () => {
    const { receive, payload, worked } = await createFixture();
    const [old, fresh, open] = [await receive(), await receive(), await receive()];
    await worked(old.id, daysAgo(31));
    await worked(fresh.id, daysAgo(29));
    await worked(open.id, null);
    await emptyRawEvents(api.db, new Date(), 30);
    expect(await payload(old.id)).toBe('{}');
    for (const { id } of [fresh, open]) expect(await payload(id)).toContain('ana@example.com');
    expect(await emptyRawEvents(api.db, new Date(), 30)).toBe(0);
  });

  it('is still known as a repeat when it comes again after it was emptied', async () => {
    const { account, hook, rows, receive, payload, worked } = await createFixture();
    const { id, event } = await receive();
    await workInbound(api.db, account.accountId);
    await worked(id, daysAgo(8));
    await emptyRawEvents(api.db, new Date(), 7);
    expect(await payload(id)).toBe('{}');
    const { length: asked } = await api.db('outbox').where({ account_id: account.accountId });
    expect((await post(api, hook, event).expect(200)).body).toEqual({ success: true, duplicate: true });
    expect(await rows()).toHaveLength(1);
    expect(await api.db('outbox').where({ account_id: account.accountId })).toHaveLength(asked);
  });

  it('is found by a key, however many events are kept', async () => {
    // In JSON every server names the keys of a plan. The rest of the output differs.
    const [plan] = (await api.db.raw(
      'EXPLAIN FORMAT=JSON SELECT id FROM inbound_events WHERE emptied_at IS NULL AND processed_at < ? ORDER BY processed_at LIMIT 500',
      [daysAgo(30)],
    )) as unknown as [object[]];
    expect(JSON.stringify(plan)).toContain('inbound_events_full');
  });
});

describe('RAW_EVENT_DAYS', () => {
  const config = (days?: string) =>
    loadConfig({ DATABASE_URL: 'mysql://u:p@h/d', LAS_SECRET: TEST_SECRET, ...(days && { RAW_EVENT_DAYS: days }) });

  it('is thirty days if not set, and a day at least', () => {
    expect([config().RAW_EVENT_DAYS, config('7').RAW_EVENT_DAYS]).toEqual([30, 7]);
    for (const wrong of ['0', '-1', 'soon', '5000']) expect(() => config(wrong)).toThrow('RAW_EVENT_DAYS');
  });
});
