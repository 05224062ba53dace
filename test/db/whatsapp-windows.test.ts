import { afterEach, describe, expect, it } from '@jest/globals';
import { addNumber, openWindow } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { metaBody, postMeta, written } from '../support/meta-webhooks.js';
import { createWhatsAppFixture, useMeta } from '../support/whatsapp-fixture.js';

const api = useApi();
const meta = useMeta(api);
afterEach(() => expect(meta.meta.violations.splice(0)).toEqual([]));

const DAY_MS = 86_400_000;
const TEXT = () => [{ type: 'message' as const, channel: 'whatsapp' as const, content: 'Hello' }];

describe('the 24-hour window', () => {
  it('is opened by a reply for the number it came to, and for no other number of the account', async () => {
    const first = await createWhatsAppFixture(api, meta, TEXT);
    const { account, accountId, lead } = first;
    await api.db('whatsapp_windows').where({ lead_id: lead.id }).delete();
    await api.db('lead_engagement').where({ lead_id: lead.id }).update({ whatsapp_window_expires_at: null });
    const other = await addNumber(api.db, accountId, {
      phone_number: '+34600000009',
      provider_phone_number_id: '999',
      is_default: false,
    });
    const send = (workflow_id: string) =>
      account
        .request('post', '/messages')
        .send({ lead_id: lead.id, workflow_id, channel: 'whatsapp', content: 'Are you there?' });
    const second = await account
      .request('post', '/workflows')
      .send({
        name: 'From the other number',
        channels: { whatsapp_number_id: other.id },
        cadence: { steps: TEXT() },
      })
      .expect(201);
    expect(await first.act()).toBe('waiting');
    expect(await first.runRow()).toMatchObject({ hold_reason: 'window_24h_closed' });

    const at = new Date(Date.now() - 60_000);
    await postMeta(api, first.hook, metaBody(written({ from: '34600111222', at, says: 'Hi' }))).expect(200);
    expect(await first.work()).toEqual(['reply']);
    const mine = await send(first.agentId);
    expect([mine.status, mine.body.status]).toEqual([202, 'queued']);
    const theirs = await send(second.body.workflow.id);
    expect([theirs.status, theirs.body.code]).toEqual([422, 'WINDOW_CLOSED']);
    const read = await account.request('get', `/leads/${lead.id}`).expect(200);
    const expires = Date.parse(read.body.engagement.whatsapp_window_expires_at);
    expect(Math.abs(expires - at.getTime() - DAY_MS)).toBeLessThan(1_000);
  });

  it('that Meta says is closed stays open for the other number that the lead wrote to', async () => {
    const fixture = await createWhatsAppFixture(api, meta, TEXT);
    const { accountId, lead, number } = fixture;
    const expires_at = new Date(Date.now() + DAY_MS / 2);
    await api
      .db('whatsapp_windows')
      .insert({ lead_id: lead.id, number_id: 'other', account_id: accountId, expires_at });
    meta.meta.state.send = () => ({ code: 131047 });
    expect(await fixture.act()).toBe('refused_final');
    meta.meta.state.send = () => 'take';
    const windows = await api.db('whatsapp_windows').where({ lead_id: lead.id });
    const open = windows.filter((row) => row.expires_at! > fixture.now()).map((row) => row.number_id);
    expect([windows.length, open]).toEqual([2, ['other']]);
    expect(windows.map((row) => row.number_id)).toContain(number.id);
    expect((await fixture.engagement())!.whatsapp_window_expires_at).toEqual(expires_at);
  });

  it('that a person opened after a message was sent stays open, though Meta says it was closed for that message', async () => {
    const fixture = await createWhatsAppFixture(api, meta, TEXT);
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    await openWindow(api.db, fixture.lead, ago(120));
    const send = () =>
      fixture.account
        .request('post', '/messages')
        .send({ lead_id: fixture.lead.id, channel: 'whatsapp', content: 'Are you there?' })
        .expect(202);
    const id: string = (await send()).body.message_id;
    fixture.pass(1);
    expect(await fixture.actOn(id)).toBe('accepted');
    await api
      .db('messages')
      .where({ id })
      .update({ claimed_at: ago(60) });
    await postMeta(api, fixture.hook, metaBody(written({ from: '34600111222', at: ago(30), says: 'Hi' }))).expect(200);
    expect(await fixture.work()).toEqual(['reply']);
    for (const taken of fixture.taken(id)) await meta.meta.tell(taken, 'failed', { code: 131047 });
    expect(await fixture.work()).toEqual(['failed']);
    expect((await send()).body.status).toBe('queued');
    const { whatsapp_window_expires_at } = (await fixture.engagement())!;
    expect(whatsapp_window_expires_at! > fixture.now()).toBe(true);
  });
});
