import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { openWindow } from '../support/agents.js';
import { useApi } from '../support/api.js';
import type { TakenMessage } from '../support/meta-server.js';
import { createWhatsAppFixture, useMeta, type WhatsAppFixture } from '../support/whatsapp-fixture.js';

const api = useApi();
const world = useMeta(api);

afterEach(() => {
  world.meta.state.send = () => 'take';
  expect(world.meta.violations.splice(0)).toEqual([]);
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
    const scene = await createWhatsAppFixture(api, world, offer);
    const { id, first } = await sent(scene);
    await world.meta.tell(first, 'failed', { code, times: 2 });
    expect(await scene.work()).toEqual(['held']);
    const held = await scene.message(id);
    expect(held).toMatchObject({ status: 'held', hold_reason: 'provider_backoff', failure_code: own });
    expect(JSON.parse(held.failure ?? '')).toMatchObject({ provider_code: String(code), retryable: true });
    const pause = ((held.hold_until?.getTime() ?? 0) - scene.now().getTime()) / 60_000;
    expect(pause).toBeGreaterThanOrEqual(minutes);
    expect(pause).toBeLessThanOrEqual(minutes + Math.min(minutes / 2, 15));
    expect(await scene.runRow()).toMatchObject({ open_slot: 1, step_key: 'step_2' });

    expect(await scene.actOn(id)).toBe('waiting');
    scene.pass(pause);
    expect(await scene.actOn(id)).toBe('accepted');
    const [, second] = scene.taken(id);
    expect(second?.body).toEqual(first.body);
    await world.meta.tell(second as TakenMessage, 'delivered');
    await world.meta.tell(first, 'sent');
    await world.meta.tell(second as TakenMessage, 'sent');
    expect(await scene.work()).toEqual(['delivered', 'stale', 'sent']);
    expect(await scene.message(id)).toMatchObject({
      status: 'delivered',
      hold_reason: null,
      failure_code: null,
      provider_message_id: Buffer.from(second?.wamid ?? ''),
    });
    expect(await scene.actOn(id)).toBe('delivered');
    expect(scene.taken(id)).toHaveLength(2);
    const events = await scene.events();
    expect(events.filter((kind) => kind === 'message.sent')).toHaveLength(1);
    expect(events).toContain('cadence.held');
    expect(events).not.toContain('message.failed');
    expect(await scene.engagement()).toMatchObject({ outbound_count: 1, delivered_count: 1 });
  });

  it('before our own record of the send is held as well, and the cadence continues', async () => {
    const scene = await createWhatsAppFixture(api, world, () => [text('One'), text('Two')]);
    await scene.act(async () => {
      await world.meta.tell(world.meta.taken.at(-1) as TakenMessage, 'failed', { code: 131056 });
      expect(await scene.work()).toEqual(['held']);
    });
    const [first] = await scene.messages();
    expect(first).toMatchObject({ status: 'held', sent_at: null });
    expect(await scene.act()).toBe('accepted');
    scene.pass(2);
    expect(await scene.actOn(first?.id ?? '')).toBe('accepted');
    const messages = await scene.messages();
    expect(messages.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(messages.map(({ id }) => scene.taken(id).length)).toEqual([2, 1]);
    expect(await scene.engagement()).toMatchObject({ outbound_count: 2 });
  });

  it('though its outcome was unknown is settled by that, and goes out again', async () => {
    const scene = await createWhatsAppFixture(api, world, offer);
    world.meta.state.send = () => 'take-then-cut';
    expect(await scene.act()).toBe('unknown');
    world.meta.state.send = () => 'take';
    const [message] = await scene.messages();
    const id = message?.id ?? '';
    await world.meta.tell(scene.taken(id)[0] as TakenMessage, 'failed', { code: 130429 });
    expect(await scene.work()).toEqual(['held']);
    scene.pass(2);
    await scene.act();
    expect(await scene.runRow()).toMatchObject({ open_slot: 1, step_key: 'step_2', hold_reason: null });
    expect(await scene.actOn(id)).toBe('accepted');
    expect(scene.taken(id)).toHaveLength(2);
    expect(await scene.message(id)).toMatchObject({ status: 'sent' });
  });

  it('is not sent again once its run was ended', async () => {
    const scene = await createWhatsAppFixture(api, world, offer);
    const { id, first } = await sent(scene);
    await world.meta.tell(first, 'failed', { code: 131056 });
    await scene.work();
    const status = { status_key: 'lost', workflow_id: scene.agentId };
    await scene.account.request('post', `/leads/${scene.lead.id}/status`).send(status).expect(200);
    scene.pass(2);
    expect(await scene.actOn(id)).toBe('cancelled');
    expect(scene.taken(id)).toHaveLength(1);

    const ended = await createWhatsAppFixture(api, world, offer);
    const late = await sent(ended);
    const { id: leadId } = ended.lead;
    await ended.account.request('post', `/leads/${leadId}/status`).send({ ...status, workflow_id: ended.agentId });
    await world.meta.tell(late.first, 'failed', { code: 131056 });
    expect(await ended.work()).toEqual(['failed']);
    expect(await ended.message(late.id)).toMatchObject({ status: 'failed', failure_code: 'rate_limited' });
  });

  it('is sent again even if its cadence has completed since then', async () => {
    const scene = await createWhatsAppFixture(api, world, (id) => [...offer(id).slice(0, 1), text('And this')]);
    const { id, first } = await sent(scene);
    await world.meta.tell(first, 'failed', { code: 131056 });
    await scene.work();
    expect(await scene.act()).toBe('accepted');
    expect(await scene.runRow()).toMatchObject({ run_status: 'completed', open_slot: null });
    scene.pass(2);
    expect(await scene.actOn(id)).toBe('accepted');
    expect((await scene.messages()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  it('waits while a person has taken over, and is sent once the cadence may continue', async () => {
    const scene = await createWhatsAppFixture(api, world, offer);
    const { id, first } = await sent(scene);
    await world.meta.tell(first, 'failed', { code: 131056 });
    await scene.work();
    const automation = (what: string, body: object) =>
      scene.account
        .request('post', `/leads/${scene.lead.id}/automation/${what}`)
        .send({ workflow_run_id: scene.run.id, ...body })
        .expect(200);
    await automation('stop', {});
    scene.pass(2);
    expect(await scene.actOn(id)).toBe('waiting');
    expect(await scene.message(id)).toMatchObject({ status: 'held', hold_reason: 'human_takeover' });
    await automation('resume', { resume_cadence: true });
    scene.pass(60);
    expect(await scene.actOn(id)).toBe('accepted');
    expect(scene.taken(id)).toHaveLength(2);
  });

  it('stays where it is when it turns out to have arrived', async () => {
    const scene = await createWhatsAppFixture(api, world, offer);
    const { id, first } = await sent(scene);
    await world.meta.tell(first, 'failed', { code: 131056 });
    await world.meta.tell(first, 'read');
    expect(await scene.work()).toEqual(['held', 'read']);
    scene.pass(2);
    expect(await scene.actOn(id)).toBe('read');
    expect(scene.taken(id)).toHaveLength(1);
    const other = await createWhatsAppFixture(api, world, offer);
    const arrived = await sent(other);
    await world.meta.tell(arrived.first, 'delivered');
    await world.meta.tell(arrived.first, 'failed', { code: 131056 });
    await other.work();
    expect(other.taken(arrived.id)).toHaveLength(1);
    await other.actOn(arrived.id);
    expect(other.taken(arrived.id)).toHaveLength(1);
  });

  it('waits for the lead to write again where its text may not be sent any more', async () => {
    const scene = await createWhatsAppFixture(api, world, () => [
      text('Hello {{ lead.first_name }}'),
      ...offer('').slice(1),
    ]);
    const { id, first } = await sent(scene);
    await world.meta.tell(first, 'failed', { code: 131049 });
    await scene.work();
    scene.pass(25 * 60);
    expect(await scene.actOn(id)).toBe('waiting');
    expect(await scene.message(id)).toMatchObject({ status: 'held', hold_reason: 'window_24h_closed' });
    await openWindow(api.db, scene.lead, scene.now());
    scene.pass(60);
    expect(await scene.actOn(id)).toBe('accepted');
    expect(scene.taken(id).map(({ body }) => body)).toEqual([first.body, first.body]);
  });

  it('that was sent by POST /messages is held and goes out again too', async () => {
    const scene = await createWhatsAppFixture(api, world, offer);
    const media = { type: 'image', link: 'https://example.com/a.png', caption: 'Look' };
    const request = { lead_id: scene.lead.id, channel: 'whatsapp', media };
    const { message_id: id } = (await scene.account.request('post', '/messages').send(request).expect(202)).body;
    expect(await scene.actOn(id)).toBe('accepted');
    const [first] = scene.taken(id);
    expect(first?.body).toMatchObject({ type: 'image', image: { link: media.link, caption: 'Look' } });
    await world.meta.tell(first as TakenMessage, 'failed', { code: 131049 });
    expect(await scene.work()).toEqual(['held']);
    // A day later the lead's window is closed, so it can't be sent any more.
    scene.pass(25 * 60);
    expect(await scene.actOn(id)).toBe('failed');
    expect(await scene.message(id)).toMatchObject({ failure_code: 'WINDOW_CLOSED' });
  });

  it('fails after a week of tries, with words that an operator understands', async () => {
    const scene = await createWhatsAppFixture(api, world, offer);
    const { id } = await sent(scene);
    const outcomes: string[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      await world.meta.tell(scene.taken(id).at(-1) as TakenMessage, 'failed', { code: 131056 });
      outcomes.push(...(await scene.work()));
      scene.pass(24 * 60);
      await scene.actOn(id);
    }
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => 'held'), 'failed']);
    expect(scene.taken(id)).toHaveLength(8);
    const message = await scene.message(id);
    expect(message).toMatchObject({ status: 'failed', failure_code: 'rate_limited' });
    expect(JSON.parse(message.failure ?? '').message).toMatch(/limit of this number.*WhatsApp says: Error 131056/);
    expect((await scene.events()).filter((kind) => kind === 'message.failed')).toHaveLength(1);
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
    const scene = await createWhatsAppFixture(api, world, offer);
    const { id, first } = await sent(scene);
    await world.meta.tell(first, 'failed', { code });
    expect(await scene.work()).toEqual(['failed']);
    const { message } = (await scene.account.request('get', `/messages/${id}`).expect(200)).body;
    expect(message).toMatchObject({
      status: 'failed',
      failure: { code: own, provider_code: String(code), retryable: false, message: expect.stringMatching(words) },
    });
    expect(message.failure.message).toMatch(/WhatsApp says: Error/);
    scene.pass(24 * 60);
    expect(await scene.actOn(id)).toMatch(/failed|cancelled/);
    expect(scene.taken(id)).toHaveLength(1);
  });
});

describe('statuses of a message', () => {
  it('shuffled, duplicated, an hour late, before our own record: the furthest counts, and each is reported once', async () => {
    const kinds = ['sent', 'delivered', 'read'];
    const order = fc.shuffledSubarray(kinds, { minLength: 3 });
    const early = fc.integer({ min: 0, max: 3 });
    await fc.assert(
      fc.asyncProperty(order, early, fc.boolean(), async (statuses, before, late) => {
        const scene = await createWhatsAppFixture(api, world, offer);
        let moved = 0;
        const tell = async (some: string[]) => {
          const message = world.meta.taken.at(-1) as TakenMessage;
          for (const status of some) {
            expect(await world.meta.tell(message, status, { times: 2 })).toEqual([200, 200]);
            if (late) scene.pass(60);
            const [row] = await scene.messages();
            await scene.work((rows) => [...rows].reverse());
            const [after] = await scene.messages();
            const rank = (name = '') => ['sending', 'sent', 'delivered', 'read'].indexOf(name);
            expect(rank(after?.status)).toBeGreaterThanOrEqual(rank(row?.status));
            moved += 1;
          }
        };
        await scene.act(() => tell(statuses.slice(0, before)));
        await tell(statuses.slice(before));
        expect(moved).toBe(3);
        const [message] = await scene.messages();
        expect(message).toMatchObject({ status: 'read' });
        expect(message?.provider_message_id?.toString()).toBe(world.meta.taken.at(-1)?.wamid);
        const told = (await scene.events()).filter((kind) => kind.startsWith('message.')).sort();
        expect(told).toEqual(['message.delivered', 'message.read', 'message.sent']);
        expect(await scene.engagement()).toMatchObject({ outbound_count: 1, delivered_count: 1, read_count: 1 });
        expect(await scene.act()).toBe('waiting');
        expect(await scene.runRow()).toMatchObject({ step_key: 'step_2', open_slot: 1 });
        expect(scene.taken(message?.id ?? '')).toHaveLength(1);
      }),
      { numRuns: 10 },
    );
  });
});
