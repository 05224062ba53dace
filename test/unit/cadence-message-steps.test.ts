import { describe, expect, it } from '@jest/globals';
import { afterSend, givesUp, settleUnknown } from '../../domain/cadence/after-send.js';
import { nextPlan } from '../../domain/cadence/plan.js';
import type { Facts } from '../../domain/facts.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { definitionOf, factsOf, lasting, mail } from '../support/cadence.js';
import { ask, minutes, START, settle, start } from '../support/cadence-steps.js';

describe('a message step', () => {
  it('sends at its due instant and not before, and the next one counts from when it was sent', () => {
    const { definition, facts, state } = start([
      mail('one', { delay: lasting(10) }),
      mail('two', { delay: lasting(5) }),
    ]);
    expect(ask(definition, state, facts, minutes(9))).toMatchObject({ kind: 'wait', until: minutes(10).toISOString() });
    const first = ask(definition, state, facts, minutes(12));
    expect(first).toMatchObject({
      kind: 'send',
      step_key: 'one',
      visit: 1,
      attempt: 1,
      channel: 'email',
      late_by_seconds: 120,
    });
    const sent = afterSend(definition, first.state, { kind: 'accepted' }, facts, minutes(12));
    expect(nextPlan(definition, sent, facts, minutes(12))).toMatchObject({
      step_key: 'two',
      due_at: minutes(17).toISOString(),
    });
  });

  it('completes the run after the last one', () => {
    const { definition, facts, state } = start([mail('one')]);
    const sent = afterSend(definition, state, { kind: 'accepted' }, facts, START);
    expect(ask(definition, sent, facts, START).kind).toBe('complete');
    expect(nextPlan(definition, sent, facts, START)).toMatchObject({
      step_key: null,
      sleep_until: START.toISOString(),
    });
  });

  it('is skipped where its conditions do not hold', () => {
    const conditions = [{ field: 'metadata.vip', operator: 'is_true' as const }];
    const { definition, facts, state } = start([mail('one', { conditions }), mail('two')]);
    expect(settle(definition, state, facts, START)).toMatchObject({
      passed: ['-one:conditions_not_met'],
      decision: { kind: 'send', step_key: 'two' },
    });
    expect(ask(definition, state, factsOf({ metadata: { vip: true } }), START).kind).toBe('send');
  });

  it('is skipped without an address, or waits for one if it is configured to', () => {
    const facts = factsOf({ lead: { email: null } });
    const skipping = start([mail('one')], facts);
    expect(settle(skipping.definition, skipping.state, facts, START).passed).toEqual(['-one:missing_contact']);
    const waiting = start([mail('one', { skip_if_missing_contact: false })], facts);
    expect(ask(waiting.definition, waiting.state, facts, START)).toMatchObject({ kind: 'hold', reason: 'manual' });
    expect(ask(waiting.definition, waiting.state, factsOf(), START).kind).toBe('send');
  });

  it('goes to its fallback channel where the lead can’t be reached on its own', () => {
    const { definition, state } = start([mail('one', { fallback_channel: 'call' })]);
    const sends = (facts: Facts) => ask(definition, state, facts, START);
    const words = { kind: 'send', channel: 'call', content: { begin_message: 'Text of one', content: null } };
    expect(sends(factsOf({ lead: { email: null } }))).toMatchObject(words);
    expect(sends(factsOf({ suppressed: ['email'] }))).toMatchObject(words);
    const noPhone = factsOf({ lead: { email: null, phone: null } });
    const detail = 'The lead has no email address.';
    expect(sends(noPhone)).toMatchObject({ kind: 'skip', reason: 'missing_contact', detail });
  });

  it('never goes to a lead that opted out or is suppressed, and does go to one whose consent is unknown', () => {
    const { definition, state, facts } = start([mail('one')]);
    const optedOut = factsOf({ consent: { ...facts.consent, email: 'opted_out' } });
    expect(ask(definition, state, optedOut, START)).toMatchObject({
      kind: 'skip',
      reason: 'opted_out',
      detail: 'The lead has opted out of email.',
    });
    expect(ask(definition, state, factsOf({ suppressed: ['email'] }), START)).toMatchObject({ reason: 'suppressed' });
    expect(ask(definition, state, facts, START).kind).toBe('send');
    const strict = definitionOf([mail('one')], { limits: { require_consent: ['email'] } });
    expect(ask(strict, state, facts, START)).toMatchObject({ kind: 'hold', reason: 'consent_missing' });
    const optedIn = factsOf({ consent: { ...facts.consent, email: 'opted_in' } });
    expect(ask(strict, state, optedIn, START).kind).toBe('send');
  });

  it('sends free WhatsApp texts only within 24 hours of the lead’s last message', () => {
    const { definition, state, facts } = start([{ key: 'w', type: 'message', channel: 'whatsapp', content: 'Hi' }]);
    expect(ask(definition, state, facts, START)).toMatchObject({ kind: 'hold', reason: 'window_24h_closed' });
    const engagement = { ...facts.engagement, whatsapp_window_expires_at: minutes(1).toISOString() };
    expect(ask(definition, state, factsOf({ engagement }), START).kind).toBe('send');
  });

  it('gives a lead the same variant for ever, by share over many leads', () => {
    const variants = [
      { key: 'a', weight: 3, subject: 'A' },
      { key: 'b', weight: 1, content: 'B' },
    ];
    const { definition, state } = start([mail('one', { variants })]);
    const draw = (n: number) => {
      const decision = ask(definition, state, factsOf({ lead: { id: `lead-${n}` } }), START);
      return decision.kind === 'send' ? decision.content : undefined;
    };
    const drawn = Array.from({ length: 1000 }, (_, n) => draw(n));
    expect(draw(7)).toEqual(drawn[7]);
    const a = drawn.filter((content) => content?.variant === 'a');
    expect(a.length).toBeGreaterThan(680);
    expect(a.length).toBeLessThan(820);
    expect(a[0]).toMatchObject({ subject: 'A', content: 'Text of one' });
    expect(drawn.find((content) => content?.variant === 'b')).toMatchObject({ subject: 'About one', content: 'B' });
  });
});

describe('what a provider answers', () => {
  const { definition, facts, state } = start([mail('one', { fallback_channel: 'call' }), mail('two')]);
  it('refused for the moment: held with growing pauses, as long as it takes', () => {
    let current = state;
    const pauses: number[] = [];
    let now = START;
    for (let n = 0; n < 40; n += 1) {
      current = afterSend(definition, current, { kind: 'refused_retry' }, facts, now);
      const until = new Date(current.hold?.until ?? 0);
      pauses.push((until.getTime() - now.getTime()) / 60_000);
      expect(ask(definition, current, facts, now)).toMatchObject({ kind: 'hold', reason: 'provider_backoff' });
      expect(ask(definition, current, facts, until)).toMatchObject({ kind: 'send', step_key: 'one', attempt: 1 });
      now = until;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, ...Array.from({ length: 34 }, () => 60)]);
    expect(givesUp(current.own_retries, { mayBeTheMessage: true })).toBe(false);
  });
  it('refused for the moment for what may be the message’s own fault: given up after twelve tries', () => {
    let current = state;
    for (let n = 0; n < 12; n += 1) {
      expect(givesUp(current.own_retries, { mayBeTheMessage: true })).toBe(false);
      current = afterSend(definition, current, { kind: 'refused_retry', may_be_the_message: true }, facts, START);
    }
    expect(givesUp(current.own_retries, { mayBeTheMessage: true })).toBe(true);
    expect(givesUp(current.own_retries, {})).toBe(false);
  });
  it('retried no sooner than the provider asks', () => {
    const held = afterSend(definition, state, { kind: 'refused_retry', retry_after_seconds: 7200 }, facts, START);
    expect(held.hold?.until).toBe(minutes(120).toISOString());
  });
  it('refused for good: once more on the fallback channel, then on to the next step', () => {
    const other = afterSend(definition, state, { kind: 'refused_final' }, facts, START);
    expect(ask(definition, other, facts, START)).toMatchObject({
      kind: 'send',
      step_key: 'one',
      attempt: 2,
      channel: 'call',
    });
    const next = afterSend(definition, other, { kind: 'refused_final' }, facts, START);
    expect(next.step_key).toBe('two');
  });
  it('unknown: held until it is settled, never sent again automatically', () => {
    const held = afterSend(definition, state, { kind: 'unknown' }, facts, START);
    expect(ask(definition, held, facts, minutes(100_000))).toMatchObject({
      kind: 'hold',
      reason: 'outcome_unknown',
      until: null,
    });
    expect(nextPlan(definition, held, facts, START)).toMatchObject({ earliest_at: null, sleep_until: null });
    expect(settleUnknown(definition, held, 'sent', facts, minutes(5))).toMatchObject({
      step_key: 'two',
      sent_count: 1,
    });
    expect(settleUnknown(definition, held, 'failed', facts, minutes(5))).toMatchObject({
      step_key: 'one',
      via: 'call',
    });
    expect(settleUnknown(definition, held, 'resend', facts, minutes(5))).toMatchObject({
      step_key: 'one',
      attempt: 2,
      hold: null,
    });
    expect(settleUnknown(definition, state, 'resend', facts, minutes(5))).toBe(state);
  });
});

describe('a WhatsApp step outside the 24-hour window', () => {
  const ask24 = (more: object) => {
    const step = { type: 'message', channel: 'whatsapp', content: 'Hi', subject: 'Hi', ...more } as CadenceStepRequest;
    const { definition, facts, state } = start([step, mail('after')]);
    return ask(definition, state, facts, START);
  };
  const image = { type: 'image', link: 'https://example.com/a.png' } as const;
  it('goes out on its fallback channel, else is held', () => {
    expect(ask24({})).toMatchObject({ kind: 'hold', reason: 'window_24h_closed' });
    expect(ask24({ fallback_channel: 'email' })).toMatchObject({ kind: 'send', channel: 'email' });
    expect(ask24({ media: image })).toMatchObject({ kind: 'hold', reason: 'window_24h_closed' });
    const mailed = ask24({ media: image, fallback_channel: 'email' });
    expect(mailed).toMatchObject({ kind: 'send', channel: 'email', content: { content: 'Hi', media: null } });
  });
  it('sends its fallback template instead of a text, a file or buttons', () => {
    const id = '0190a0de-0000-7000-8000-00000000000f';
    for (const what of [{}, { media: image }]) {
      expect(ask24({ ...what, fallback_template_id: id })).toMatchObject({
        kind: 'send',
        content: { template_id: id, content: null, media: null },
      });
    }
  });
});
