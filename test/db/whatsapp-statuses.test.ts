import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { openWindow } from '../support/agents.js';
import { useApi } from '../support/api.js';
import type { TakenMessage } from '../support/meta-server.js';
import { createWhatsAppFixture, useMeta, type WhatsAppFixture } from '../support/whatsapp-fixture.js';

const api = useApi();
const meta = useMeta(api);

afterEach(() => {
  meta.meta.state.send = () => 'take';
  expect(meta.meta.violations.splice(0)).toEqual([]);
});

const text = (content: string): CadenceStepRequest => ({ type: 'message', channel: 'whatsapp', content });
const offer = (template_id: string): CadenceStepRequest[] => [
  { type: 'message', channel: 'whatsapp', template_id, variables: { 1: '{{ lead.first_name }}’s' } },
  { ...text('Later'), delay: { type: 'after', amount: 5, unit: 'days' } },
];

/** The run's first message, taken by Meta. */
async function sent(fixture: WhatsAppFixture): Promise<{ id: string; first: TakenMessage }> {
  expect(await fixture.act()).toBe('accepted');
  const [message] = await fixture.messages();
  const [first] = fixture.taken(message?.id ?? '');
  if (!message || !first) throw new Error('Nothing was sent.');
  return { id: message.id, first };
}

const RETRIED: [code: number, minutes: number, own: string][] = [
  [131049, 24 * 60, 'ecosystem_limited'],
  [131056, 1, 'rate_limited'],
  [130429, 1, 'rate_limited'],
];

describe('a message that Meta took and then refused for the moment', () => {
  it.each(RETRIED)('for %i is held, sent again automatically and reported once', async (code, minutes, own) => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    const { id, first } = await sent(setup);
    await meta.meta.tell(first, 'failed', { code, times: 2 });
    expect(await setup.work()).toEqual(['held']);
    const held = await setup.message(id);
    expect(held).toMatchObject({ status: 'held', hold_reason: 'provider_backoff', failure_code: own });
    expect(JSON.parse(held.failure ?? '')).toMatchObject({ provider_code: String(code), retryable: true });
    const pause = ((held.hold_until?.getTime() ?? 0) - setup.now().getTime()) / 60_000;
    expect(pause).toBeGreaterThanOrEqual(minutes);
    expect(pause).toBeLessThanOrEqual(minutes + Math.min(minutes / 2, 15));
    expect(await setup.runRow()).toMatchObject({ open_slot: 1, step_key: 'step_2' });

    expect(await setup.actOn(id)).toBe('waiting');
    setup.pass(pause);
    expect(await setup.actOn(id)).toBe('accepted');
    const [, second] = setup.taken(id);
    expect(second?.body).toEqual(first.body);
    await meta.meta.tell(second as TakenMessage, 'delivered');
    await meta.meta.tell(first, 'sent');
    await meta.meta.tell(second as TakenMessage, 'sent');
    expect(await setup.work()).toEqual(['delivered', 'stale', 'sent']);
    expect(await setup.message(id)).toMatchObject({
      status: 'delivered',
      hold_reason: null,
      failure_code: null,
      provider_message_id: Buffer.from(second?.wamid ?? ''),
    });
    expect(await setup.actOn(id)).toBe('delivered');
    expect(setup.taken(id)).toHaveLength(2);
    const events = await setup.events();
    expect(events.filter((kind) => kind === 'message.sent')).toHaveLength(1);
    expect(events).toContain('cadence.held');
    expect(events).not.toContain('message.failed');
    expect(await setup.engagement()).toMatchObject({ outbound_count: 1, delivered_count: 1 });
  });

  it('before our own record of the send is held as well, and the cadence continues', async () => {
    const setup = await createWhatsAppFixture(api, meta, () => [text('One'), text('Two')]);
    await setup.act(async () => {
      await meta.meta.tell(meta.meta.taken.at(-1) as TakenMessage, 'failed', { code: 131056 });
      expect(await setup.work()).toEqual(['held']);
    });
    const [first] = await setup.messages();
    expect(first).toMatchObject({ status: 'held', sent_at: null });
    expect(await setup.act()).toBe('accepted');
    setup.pass(2);
    expect(await setup.actOn(first?.id ?? '')).toBe('accepted');
    const messages = await setup.messages();
    expect(messages.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(messages.map(({ id }) => setup.taken(id).length)).toEqual([2, 1]);
    expect(await setup.engagement()).toMatchObject({ outbound_count: 2 });
  });

  it('though its outcome was unknown is settled by that, and goes out again', async () => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    meta.meta.state.send = () => 'take-then-cut';
    expect(await setup.act()).toBe('unknown');
    meta.meta.state.send = () => 'take';
    const [message] = await setup.messages();
    const id = message?.id ?? '';
    await meta.meta.tell(setup.taken(id)[0] as TakenMessage, 'failed', { code: 130429 });
    expect(await setup.work()).toEqual(['held']);
    setup.pass(2);
    await setup.act();
    expect(await setup.runRow()).toMatchObject({ open_slot: 1, step_key: 'step_2', hold_reason: null });
    expect(await setup.actOn(id)).toBe('accepted');
    expect(setup.taken(id)).toHaveLength(2);
    expect(await setup.message(id)).toMatchObject({ status: 'sent' });
  });

  it('is not sent again once its run was ended', async () => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    const { id, first } = await sent(setup);
    await meta.meta.tell(first, 'failed', { code: 131056 });
    await setup.work();
    const status = { status_key: 'lost', workflow_id: setup.agentId };
    await setup.account.request('post', `/leads/${setup.lead.id}/status`).send(status).expect(200);
    setup.pass(2);
    expect(await setup.actOn(id)).toBe('cancelled');
    expect(setup.taken(id)).toHaveLength(1);

    const ended = await createWhatsAppFixture(api, meta, offer);
    const late = await sent(ended);
    const { id: leadId } = ended.lead;
    await ended.account.request('post', `/leads/${leadId}/status`).send({ ...status, workflow_id: ended.agentId });
    await meta.meta.tell(late.first, 'failed', { code: 131056 });
    expect(await ended.work()).toEqual(['failed']);
    expect(await ended.message(late.id)).toMatchObject({ status: 'failed', failure_code: 'rate_limited' });
  });

  it('is sent again even if its cadence has completed since then', async () => {
    const setup = await createWhatsAppFixture(api, meta, (id) => [...offer(id).slice(0, 1), text('And this')]);
    const { id, first } = await sent(setup);
    await meta.meta.tell(first, 'failed', { code: 131056 });
    await setup.work();
    expect(await setup.act()).toBe('accepted');
    expect(await setup.runRow()).toMatchObject({ run_status: 'completed', open_slot: null });
    setup.pass(2);
    expect(await setup.actOn(id)).toBe('accepted');
    expect((await setup.messages()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  it('waits while a person has taken over, and is sent once the cadence may continue', async () => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    const { id, first } = await sent(setup);
    await meta.meta.tell(first, 'failed', { code: 131056 });
    await setup.work();
    const automation = (what: string, body: object) =>
      setup.account
        .request('post', `/leads/${setup.lead.id}/automation/${what}`)
        .send({ workflow_run_id: setup.run.id, ...body })
        .expect(200);
    await automation('stop', {});
    setup.pass(2);
    expect(await setup.actOn(id)).toBe('waiting');
    expect(await setup.message(id)).toMatchObject({ status: 'held', hold_reason: 'human_takeover' });
    await automation('resume', { resume_cadence: true });
    setup.pass(60);
    expect(await setup.actOn(id)).toBe('accepted');
    expect(setup.taken(id)).toHaveLength(2);
  });

  it('stays where it is when it turns out to have arrived', async () => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    const { id, first } = await sent(setup);
    await meta.meta.tell(first, 'failed', { code: 131056 });
    await meta.meta.tell(first, 'read');
    expect(await setup.work()).toEqual(['held', 'read']);
    setup.pass(2);
    expect(await setup.actOn(id)).toBe('read');
    expect(setup.taken(id)).toHaveLength(1);
    const other = await createWhatsAppFixture(api, meta, offer);
    const arrived = await sent(other);
    await meta.meta.tell(arrived.first, 'delivered');
    await meta.meta.tell(arrived.first, 'failed', { code: 131056 });
    await other.work();
    expect(other.taken(arrived.id)).toHaveLength(1);
    await other.actOn(arrived.id);
    expect(other.taken(arrived.id)).toHaveLength(1);
  });

  it('waits for the lead to write again where its text may not be sent any more', async () => {
    const setup = await createWhatsAppFixture(api, meta, () => [
      text('Hello {{ lead.first_name }}'),
      ...offer('').slice(1),
    ]);
    const { id, first } = await sent(setup);
    await meta.meta.tell(first, 'failed', { code: 131049 });
    await setup.work();
    setup.pass(25 * 60);
    expect(await setup.actOn(id)).toBe('waiting');
    expect(await setup.message(id)).toMatchObject({ status: 'held', hold_reason: 'window_24h_closed' });
    await openWindow(api.db, setup.lead, setup.now());
    setup.pass(60);
    expect(await setup.actOn(id)).toBe('accepted');
    expect(setup.taken(id).map(({ body }) => body)).toEqual([first.body, first.body]);
  });

  it('that was sent by POST /messages is held and goes out again too', async () => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    const media = { type: 'image', link: 'https://example.com/a.png', caption: 'Look' };
    const request = { lead_id: setup.lead.id, channel: 'whatsapp', media };
    const { message_id: id } = (await setup.account.request('post', '/messages').send(request).expect(202)).body;
    expect(await setup.actOn(id)).toBe('accepted');
    const [first] = setup.taken(id);
    expect(first?.body).toMatchObject({ type: 'image', image: { link: media.link, caption: 'Look' } });
    await meta.meta.tell(first as TakenMessage, 'failed', { code: 131049 });
    expect(await setup.work()).toEqual(['held']);
    // A day later the lead's window is closed, so it can't be sent any more.
    setup.pass(25 * 60);
    expect(await setup.actOn(id)).toBe('failed');
    expect(await setup.message(id)).toMatchObject({ failure_code: 'WINDOW_CLOSED' });
  });

  it('fails after a week of tries, with words that an operator understands', async () => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    const { id } = await sent(setup);
    const outcomes: string[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      await meta.meta.tell(setup.taken(id).at(-1) as TakenMessage, 'failed', { code: 131056 });
      outcomes.push(...(await setup.work()));
      setup.pass(24 * 60);
      await setup.actOn(id);
    }
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'held'), 'failed']);
    expect(setup.taken(id)).toHaveLength(8);
    const message = await setup.message(id);
    expect(message).toMatchObject({ status: 'failed', failure_code: 'rate_limited' });
    expect(JSON.parse(message.failure ?? '').message).toMatch(/limit of this number.*WhatsApp says: Error 131056/);
    expect((await setup.events()).filter((kind) => kind === 'message.failed')).toHaveLength(1);
  });
});

describe('a message that Meta refuses for good after it took it', () => {
  it.each([
    [131047, 'WINDOW_CLOSED', /more than 24 hours old/],
    [131026, 'undeliverable', /couldn't deliver/],
    [131050, 'opted_out_marketing', /stopped marketing/],
    [131053, 'media_unusable', /couldn't download the file/],
    [132012, 'TEMPLATE_VARIABLES_MISMATCH', /don't match/],
    [999_999, 'meta_999999', /was not delivered/],
  ])('for %i fails as %s, in words that an operator understands, and is never sent again', async (code, own, words) => {
    const setup = await createWhatsAppFixture(api, meta, offer);
    const { id, first } = await sent(setup);
    await meta.meta.tell(first, 'failed', { code });
    expect(await setup.work()).toEqual(['failed']);
    const { message } = (await setup.account.request('get', `/messages/${id}`).expect(200)).body;
    expect(message).toMatchObject({
      status: 'failed',
      failure: { code: own, provider_code: String(code), retryable: false, message: expect.stringMatching(words) },
    });
    expect(message.failure.message).toMatch(/WhatsApp says: Error/);
    setup.pass(24 * 60);
    expect(await setup.actOn(id)).toMatch(/failed|cancelled/);
    expect(setup.taken(id)).toHaveLength(1);
  });
});

describe('statuses of a message', () => {
  it('shuffled, duplicated, an hour late, before our own record: the furthest counts, and each is reported once', async () => {
    const kinds = ['sent', 'delivered', 'read'];
    const order = fc.shuffledSubarray(kinds, { minLength: 3 });
    const early = fc.integer({ min: 0, max: 3 });
    await fc.assert(
      fc.asyncProperty(order, early, fc.boolean(), async (statuses, before, late) => {
        const setup = await createWhatsAppFixture(api, meta, offer);
        let moved = 0;
        const tell = async (some: string[]) => {
          const message = meta.meta.taken.at(-1) as TakenMessage;
          for (const status of some) {
            expect(await meta.meta.tell(message, status, { times: 2 })).toEqual([200, 200]);
            if (late) setup.pass(60);
            const [row] = await setup.messages();
            await setup.work((rows) => [...rows].reverse());
            const [after] = await setup.messages();
            const rank = (name = '') => ['sending', 'sent', 'delivered', 'read'].indexOf(name);
            expect(rank(after?.status)).toBeGreaterThanOrEqual(rank(row?.status));
            moved += 1;
          }
        };
        await setup.act(() => tell(statuses.slice(0, before)));
        await tell(statuses.slice(before));
        expect(moved).toBe(3);
        const [message] = await setup.messages();
        expect(message).toMatchObject({ status: 'read' });
        expect(message?.provider_message_id?.toString()).toBe(meta.meta.taken.at(-1)?.wamid);
        const told = (await setup.events()).filter((kind) => kind.startsWith('message.')).sort();
        expect(told).toEqual(['message.delivered', 'message.read', 'message.sent']);
        expect(await setup.engagement()).toMatchObject({ outbound_count: 1, delivered_count: 1, read_count: 1 });
        expect(await setup.act()).toBe('waiting');
        expect(await setup.runRow()).toMatchObject({ step_key: 'step_2', open_slot: 1 });
        expect(setup.taken(message?.id ?? '')).toHaveLength(1);
      }),
      { numRuns: 10 },
    );
  });
});
