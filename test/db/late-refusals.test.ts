import { afterEach, describe, expect, it } from '@jest/globals';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { listAttention } from '../../services/operations/attention.js';
import type { DefinitionParts } from '../support/agents.js';
import { useApi } from '../support/api.js';
import type { TakenMessage } from '../support/meta-server.js';
import { createWhatsAppFixture, useMeta, type WhatsAppFixture } from '../support/whatsapp-fixture.js';

const api = useApi();
const meta = useMeta(api);

afterEach(() => {
  meta.meta.state.send = () => 'take';
  expect(meta.meta.violations.splice(0)).toEqual([]);
});

const DAY_MS = 86_400_000;
const step = (template_id: string): CadenceStepRequest => ({
  type: 'message',
  channel: 'whatsapp',
  template_id,
  variables: { 1: 'x' },
});

/** One message of an agent with limits, at noon of a day: what counts by the day is far from its end. */
async function atNoon(limits: DefinitionParts['limits']): Promise<WhatsAppFixture> {
  const steps = (id: string): CadenceStepRequest[] => [
    step(id),
    { type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } },
  ];
  const setup = await createWhatsAppFixture(api, meta, steps, { limits });
  const noon = Math.ceil(setup.now().getTime() / DAY_MS) * DAY_MS + DAY_MS / 2;
  setup.pass((noon - setup.now().getTime()) / 60_000);
  return setup;
}

/** Sends the message that is due; Meta takes it and refuses it a moment later. */
async function refusedLate(setup: WhatsAppFixture, code: number): Promise<string> {
  expect(await setup.act()).toBe('accepted');
  const message = (await setup.messages()).at(-1);
  const [taken] = setup.taken(message?.id ?? '');
  await meta.meta.tell(taken as TakenMessage, 'failed', { code });
  expect(await setup.work()).toEqual(['held']);
  return message?.id ?? '';
}

const countOf = async (fixture: WhatsAppFixture, bucket: string): Promise<number[]> =>
  (await api.db('sender_usage').where({ sender_id: fixture.number.id, bucket }).orderBy('starts_at').select('n')).map(
    ({ n }) => n,
  );

describe('a message that Meta took and then refused', () => {
  /** The minutes it waits each time that it is refused again, until it is given up or has waited 13 times. */
  async function pausesOf(setup: WhatsAppFixture, id: string, code: number): Promise<number[]> {
    const pauses: number[] = [];
    for (;;) {
      const { hold_until, status } = await setup.message(id);
      if (status === 'failed' || pauses.length === 13) return pauses;
      pauses.push(((hold_until?.getTime() ?? 0) - setup.now().getTime()) / 60_000);
      setup.pass((pauses.at(-1) ?? 0) - 0.01);
      expect(await setup.actOn(id)).toBe('waiting');
      setup.pass(0.02);
      expect(await setup.actOn(id)).toBe('accepted');
      await meta.meta.tell(setup.taken(id).at(-1) as TakenMessage, 'failed', { code });
      await setup.work();
    }
  }

  it.each([131000, 131049, 131056, 130429])(
    'for %i waits longer each time, a little longer than others',
    async (code) => {
      const fixture = await atNoon({});
      const pauses = await pausesOf(fixture, await refusedLate(fixture, code), code);
      expect(pauses).toHaveLength({ 131000: 12, 131049: 6 }[code] ?? 13);
      pauses.forEach((pause, index) => {
        const least = code === 131049 ? 24 * 60 : Math.min(2 ** index, 60);
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(least + Math.min(least / 2, 15));
      });
    },
    60_000,
  );

  it('is given up after twelve more tries where it may be its own fault', async () => {
    const fixture = await atNoon({});
    const id = await refusedLate(fixture, 131000);
    expect(await pausesOf(fixture, id, 131000)).toHaveLength(12);
    expect(fixture.taken(id)).toHaveLength(13);
    expect((await fixture.events()).filter((type) => type === 'message.failed')).toHaveLength(1);
  });

  it('comes back at another instant than others that were refused in the same one', async () => {
    const pauses = new Set<number>();
    for (let n = 0; n < 5; n += 1) {
      const fixture = await atNoon({});
      const { hold_until } = await fixture.message(await refusedLate(fixture, 130429));
      pauses.add((hold_until?.getTime() ?? 0) - fixture.now().getTime());
    }
    expect(pauses.size).toBeGreaterThan(1);
  });

  it('does not stand in its own way where the lead gets one message a day', async () => {
    const fixture = await atNoon({ per_lead: { per_day: 1 } });
    const id = await refusedLate(fixture, 131056);
    fixture.pass(2);
    expect(await fixture.actOn(id)).toBe('accepted');
  });

  it('waits for the next day where another message has taken its place', async () => {
    const fixture = await atNoon({ per_lead: { per_day: 1 } });
    const id = await refusedLate(fixture, 131056);
    const body = {
      lead_id: fixture.lead.id,
      channel: 'whatsapp',
      template_id: fixture.templateId,
      variables: { 1: 'x' },
    };
    const sent = await fixture.account.request('post', '/messages').send(body).expect(202);
    expect(await fixture.actOn(sent.body.message_id)).toBe('accepted');
    fixture.pass(2);
    expect(await fixture.actOn(id)).toBe('waiting');
    expect(await fixture.message(id)).toMatchObject({ status: 'held', hold_reason: 'frequency_cap' });
    fixture.pass(24 * 60);
    expect(await fixture.actOn(id)).toBe('accepted');
    expect(fixture.taken(id)).toHaveLength(2);
  });

  it('counts against its number and its agent’s limits each time that it leaves', async () => {
    const setup = await atNoon({ per_sender: { per_day: 2 } });
    const id = await refusedLate(setup, 131056);
    expect(await countOf(setup, 'day')).toEqual([1]);
    setup.pass(2);
    expect(await setup.actOn(id)).toBe('accepted');
    expect(await countOf(setup, 'day')).toEqual([2]);
    expect(await countOf(setup, 'minute')).toEqual([1, 1]);
    await meta.meta.tell(setup.taken(id).at(-1) as TakenMessage, 'failed', { code: 131056 });
    await setup.work();
    setup.pass(4);
    expect(await setup.actOn(id)).toBe('waiting');
    expect(await setup.message(id)).toMatchObject({ status: 'held', hold_reason: 'sender_throttle' });
    setup.pass(24 * 60);
    expect(await setup.actOn(id)).toBe('accepted');
    expect(setup.taken(id)).toHaveLength(3);
  });
});

describe('a message that Meta refused at once, for the moment', () => {
  const rateLimited = () => ({ status: 429, code: 130429 });

  it.each([
    ['the number’s last place of the day', { per_sender: { per_day: 1 } }],
    ['the last new lead of the day', { max_new_per_day: 1 }],
  ])('keeps the place it took: %s', async (_what, limits) => {
    const setup = await atNoon(limits);
    meta.meta.state.send = rateLimited;
    expect(await setup.act()).toBe('refused_retry');
    setup.pass(2);
    expect(await setup.act()).toBe('refused_retry');
    meta.meta.state.send = () => 'take';
    setup.pass(4);
    expect(await setup.act()).toBe('accepted');
    expect(await countOf(setup, 'day')).toEqual([1]);
    expect(await countOf(setup, 'minute')).toEqual([1, 1, 1]);
  });

  it('the same for a message of its own', async () => {
    const setup = await atNoon({ per_sender: { per_day: 1 } });
    const body = { lead_id: setup.lead.id, workflow_id: setup.agentId, channel: 'whatsapp' };
    const { message_id: id } = (
      await setup.account
        .request('post', '/messages')
        .send({ ...body, template_id: setup.templateId, variables: { 1: 'x' } })
        .expect(202)
    ).body;
    meta.meta.state.send = rateLimited;
    expect(await setup.actOn(id)).toBe('refused_retry');
    meta.meta.state.send = () => 'take';
    setup.pass(2);
    expect(await setup.actOn(id)).toBe('accepted');
    expect(await countOf(setup, 'day')).toEqual([1]);
  });

  it.each([190, 131042, 130429, 131056, 2])(
    'for %i waits as long as it takes, is shown to operators, and leaves once',
    async (code) => {
      const setup = await atNoon({});
      meta.meta.state.send = () => ({ code });
      const attention = async () => (await listAttention(api.db, setup.now(), setup.accountId)).map(({ id }) => id);
      expect(await setup.act()).toBe('refused_retry');
      const [{ id } = { id: '' }] = await setup.messages();
      expect(await attention()).toEqual([]);
      for (let n = 0; n < 30; n += 1) {
        setup.pass(61);
        expect(await setup.act()).toBe('refused_retry');
      }
      expect(await setup.runRow()).toMatchObject({ hold_reason: 'provider_backoff', open_slot: 1, attempts: 0 });
      expect(await setup.message(id)).toMatchObject({ status: 'queued' });
      expect(await attention()).toEqual([id]);
      meta.meta.state.send = () => 'take';
      setup.pass(61);
      expect(await setup.act()).toBe('accepted');
      expect(setup.taken(id)).toHaveLength(1);
      expect(await attention()).toEqual([]);
    },
  );

  it('does not lose a message of its own either', async () => {
    const setup = await atNoon({});
    const { message_id: id } = (
      await setup.account
        .request('post', '/messages')
        .send({ lead_id: setup.lead.id, channel: 'whatsapp', template_id: setup.templateId, variables: { 1: 'x' } })
        .expect(202)
    ).body;
    meta.meta.state.send = () => ({ code: 190 });
    for (let n = 0; n < 30; n += 1) {
      expect(await setup.actOn(id)).toBe('refused_retry');
      setup.pass(61);
    }
    expect(await setup.message(id)).toMatchObject({ status: 'held', failure_code: 'sender_unauthorized' });
    const items = await listAttention(api.db, setup.now(), setup.accountId);
    expect(items).toContainEqual(expect.objectContaining({ id, what: 'message that is rejected repeatedly' }));
    meta.meta.state.send = () => 'take';
    expect(await setup.actOn(id)).toBe('accepted');
  });

  it('is given up after twelve more tries where it may be its own fault, however long its sender failed', async () => {
    const setup = await atNoon({});
    const refused = async (code: number, times: number) => {
      meta.meta.state.send = () => ({ code });
      for (let n = 0; n < times; n += 1) {
        expect(await setup.act()).toBe('refused_retry');
        setup.pass(61);
      }
    };
    await refused(190, 20);
    await refused(131000, 12);
    const [{ id } = { id: '' }] = await setup.messages();
    expect(await setup.message(id)).toMatchObject({ status: 'queued' });
    await refused(131000, 1);
    expect(await setup.message(id)).toMatchObject({ status: 'failed', failure_code: 'provider_error' });
    const told = (await setup.events()).slice(-2);
    expect(told).toEqual(['message.failed', 'cadence.step_skipped']);
    const skipped = (await api.db('events').where({ lead_id: setup.lead.id, type: 'cadence.step_skipped' }).first())!;
    expect(JSON.parse(skipped.data)).toMatchObject({ reason: 'provider_error', message_id: id });
    expect(await setup.act()).toBe('waiting');
    expect(await setup.runRow()).toMatchObject({ hold_reason: null, open_slot: 1 });
  });
});
