import { describe, expect, it } from '@jest/globals';
import { afterCall, afterSend, givesUp, settleUnknown } from '../../domain/cadence/after-send.js';
import { decide } from '../../domain/cadence/decide.js';
import type { Decision } from '../../domain/cadence/decision.js';
import { NO_USAGE } from '../../domain/cadence/limits.js';
import { gotoStep, pauseCadence, resumeCadence } from '../../domain/cadence/pause.js';
import { nextPlan } from '../../domain/cadence/plan.js';
import { actionsAhead } from '../../domain/cadence/set-step.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { Facts } from '../../domain/facts.js';
import type { Action, TimedAction } from '../../schemas/actions.js';
import type { AgentDefinition } from '../../schemas/agents.js';
import type { CadenceStepRequest, StepOf } from '../../schemas/cadence.js';
import { at, definitionOf, enrolled, factsOf, lasting, mail } from '../support/cadence.js';

const START = at('2026-03-02T10:00:00Z');
const minutes = (n: number) => new Date(START.getTime() + n * 60_000);
const dated = (n: number) => ({ renewal: minutes(n).toISOString() });
const ask = (definition: AgentDefinition, state: CadenceState, facts: Facts, now: Date) =>
  decide(definition, state, facts, NO_USAGE, now);

/** Decides and moves on until something sends, holds, waits or ends. */
function settle(definition: AgentDefinition, state: CadenceState, facts: Facts, now: Date) {
  let decision = ask(definition, state, facts, now);
  const passed: string[] = [];
  while (decision.kind === 'moved' || decision.kind === 'skip') {
    passed.push(
      decision.kind === 'moved' ? `${decision.from}>${decision.to}` : `-${decision.step_key}:${decision.reason}`,
    );
    decision = ask(definition, decision.state, facts, now);
  }
  return { decision, passed };
}
const start = (steps: CadenceStepRequest[], facts = factsOf(), more: Parameters<typeof definitionOf>[1] = {}) => {
  const definition = definitionOf(steps, more);
  return { definition, facts, state: enrolled(definition, facts, START) };
};

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

  it('is skipped without an address, or waits for one where it is told to', () => {
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
    expect(sends(noPhone)).toMatchObject({ kind: 'skip', reason: 'missing_contact' });
  });

  it('never goes to a lead that opted out or is suppressed, and does go to one whose consent is unknown', () => {
    const { definition, state, facts } = start([mail('one')]);
    const optedOut = factsOf({ consent: { ...facts.consent, email: 'opted_out' } });
    expect(ask(definition, state, optedOut, START)).toMatchObject({ kind: 'skip', reason: 'opted_out' });
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
  it('unknown: held until it is settled, never sent again by itself', () => {
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

describe('a call step', () => {
  const call: CadenceStepRequest = {
    key: 'c',
    type: 'call',
    begin_message: 'Hello',
    attempts: { max: 3, spacing_minutes: [30, 60] },
  };
  it('is tried again at its spacing until it is answered', () => {
    const { definition, facts, state } = start([call, mail('after')]);
    const first = ask(definition, state, facts, START);
    expect(first).toMatchObject({ kind: 'send', channel: 'call', attempt: 1, content: { begin_message: 'Hello' } });
    const end = (state: CadenceState, answered: boolean, minute: number, visit = 1) =>
      afterCall(
        definition,
        state,
        { step_key: 'c', visit, attempt: state.attempt - 1, answered },
        facts,
        minutes(minute),
      );
    const ringing = afterSend(definition, first.state, { kind: 'accepted' }, facts, START);
    expect(ask(definition, ringing, facts, minutes(29))).toMatchObject({ kind: 'hold', reason: 'sender_throttle' });
    const second = end(ringing, false, 1);
    expect(ask(definition, second, facts, minutes(29)).kind).toBe('wait');
    expect(ask(definition, second, facts, minutes(30))).toMatchObject({ kind: 'send', attempt: 2 });
    const third = end(afterSend(definition, second, { kind: 'accepted' }, facts, minutes(30)), false, 31);
    expect(nextPlan(definition, third, facts, minutes(30)).due_at).toBe(minutes(90).toISOString());
    expect(end(third, true, 31).step_key).toBe('after');
    expect(end(third, true, 31, 2)).toBe(third);
    expect(end(third, false, 31).step_key).toBe('c');
    const last = afterSend(definition, third, { kind: 'accepted' }, facts, minutes(90));
    expect(last.step_key).toBe('after');
    expect(ask(definition, last, facts, minutes(91)).kind).toBe('hold');
    expect(ask(definition, end(last, true, 92), facts, minutes(92))).toMatchObject({ kind: 'send', step_key: 'after' });
  });
  it('is over an hour after it was made, whatever became of it', () => {
    const { definition, facts, state } = start([{ ...call, attempts: { max: 1 } }, mail('after')]);
    const made = afterSend(definition, ask(definition, state, facts, START).state, { kind: 'accepted' }, facts, START);
    expect(ask(definition, made, facts, minutes(59)).kind).toBe('hold');
    expect(ask(definition, made, facts, minutes(61))).toMatchObject({ kind: 'send', step_key: 'after' });
  });
});

describe('a call step with a fallback channel', () => {
  const call: CadenceStepRequest = {
    key: 'c',
    type: 'call',
    begin_message: 'Hello',
    fallback_channel: 'email',
    attempts: { max: 2, spacing_minutes: [30] },
  };
  const { definition, facts, state } = start([call, mail('after', { delay: lasting(10) })]);
  const made = (from: CadenceState, minute: number) =>
    afterSend(
      definition,
      ask(definition, from, facts, minutes(minute)).state,
      { kind: 'accepted' },
      facts,
      minutes(minute),
    );
  const end = (from: CadenceState, attempt: number, answered: boolean, minute: number) =>
    afterCall(definition, from, { step_key: 'c', visit: 1, attempt, answered }, facts, minutes(minute));
  const last = made(end(made(state, 0), 1, false, 1), 30);

  it('writes once the last call was missed, and not before', () => {
    expect(ask(definition, last, facts, minutes(31))).toMatchObject({ kind: 'hold', reason: 'sender_throttle' });
    const missed = end(last, 2, false, 32);
    const written = ask(definition, missed, facts, minutes(32));
    expect(written).toMatchObject({
      kind: 'send',
      step_key: 'c',
      channel: 'email',
      attempt: 3,
      content: { content: 'Hello' },
    });
    const next = afterSend(definition, written.state, { kind: 'accepted' }, facts, minutes(32));
    expect(next).toMatchObject({ step_key: 'after', due_at: minutes(42).toISOString(), hold: null });
  });
  it('does not write when the last call was answered, nor when nobody tells how it ended', () => {
    expect(end(last, 2, true, 32)).toMatchObject({ step_key: 'after', hold: null });
    const { decision, passed } = settle(definition, last, facts, minutes(91));
    expect(passed).toEqual(['c>after']);
    expect(decision).toMatchObject({ kind: 'wait', step_key: 'after' });
  });
  it('is not misled by an earlier call of which is told late that it was missed', () => {
    expect(end(last, 1, false, 32)).toBe(last);
    expect(end(last, 1, true, 32).step_key).toBe('after');
  });
  it('goes on where the lead can’t be reached there either', () => {
    const nowhere = factsOf({ lead: { email: null } });
    const again = end(made(state, 0), 1, false, 1);
    const after = afterSend(definition, again, { kind: 'accepted' }, nowhere, minutes(30));
    expect(after.step_key).toBe('after');
  });
  it('writes where the last call was refused', () => {
    const refused = afterSend(
      definition,
      end(made(state, 0), 1, false, 1),
      { kind: 'refused_final' },
      facts,
      minutes(30),
    );
    expect(ask(definition, refused, facts, minutes(30))).toMatchObject({ kind: 'send', channel: 'email' });
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

describe('a wait step', () => {
  it('ends after its delay, from which the next step counts', () => {
    const { definition, facts, state } = start([
      { key: 'w', type: 'wait', delay: lasting(60) },
      mail('one', { delay: lasting(5) }),
    ]);
    expect(ask(definition, state, facts, minutes(59)).kind).toBe('wait');
    const over = ask(definition, state, facts, new Date(minutes(60).getTime() + 400));
    expect(over).toMatchObject({ kind: 'moved', from: 'w', to: 'one' });
    expect(over.state.due_at).toBe(minutes(65).toISOString());
  });
  it('that ended long ago counts from now, so that steps don’t pile up after an outage', () => {
    const { definition, facts, state } = start([
      { key: 'w', type: 'wait', delay: lasting(60) },
      mail('one', { delay: lasting(5) }),
    ]);
    expect(ask(definition, state, facts, minutes(600)).state.due_at).toBe(minutes(605).toISOString());
  });
  it('until a date follows the date when it moves', () => {
    const delay = { type: 'until_field', source: 'metadata', key: 'demo' } as const;
    const facts = factsOf({ metadata: { demo: minutes(50).toISOString() } });
    const { definition, state } = start([{ key: 'w', type: 'wait', delay }, mail('one')], facts);
    const later = factsOf({ metadata: { demo: minutes(80).toISOString() } });
    expect(ask(definition, state, later, minutes(60))).toMatchObject({
      kind: 'wait',
      until: minutes(80).toISOString(),
    });
    expect(nextPlan(definition, state, later, minutes(60)).due_at).toBe(minutes(80).toISOString());
    expect(settle(definition, state, factsOf(), minutes(60)).decision).toMatchObject({ kind: 'send', step_key: 'one' });
  });
});

describe('a wait_until step', () => {
  const wait: CadenceStepRequest = {
    ...{ key: 'w', type: 'wait_until', any: ['message.received', { field: 'metadata.ready', operator: 'is_true' }] },
    ...{ timeout: lasting(600), on_timeout: 'late' },
  };
  const { definition, facts, state } = start([
    wait,
    mail('happened', { next: 'end' }),
    mail('late'),
    { key: 'end', type: 'exit' },
  ]);
  it('waits, and looks at its conditions every hour', () => {
    expect(ask(definition, state, facts, START)).toMatchObject({ kind: 'wait', until: minutes(60).toISOString() });
    expect(nextPlan(definition, state, facts, START)).toMatchObject({
      due_at: minutes(600).toISOString(),
      sleep_until: minutes(60).toISOString(),
    });
  });
  it('ends with an event that came after it began, or with a condition', () => {
    const events = (created_at: Date) =>
      factsOf({ events: [{ type: 'message.received', created_at: created_at.toISOString() }] });
    expect(ask(definition, state, events(minutes(5)), minutes(6))).toMatchObject({ kind: 'moved', to: 'happened' });
    expect(ask(definition, state, events(minutes(-5)), minutes(6)).kind).toBe('wait');
    expect(ask(definition, state, factsOf({ metadata: { ready: true } }), minutes(6))).toMatchObject({
      to: 'happened',
    });
  });
  it('that is over before it begins is left at once', () => {
    const ready = factsOf({ metadata: { ready: true } });
    expect(nextPlan(definition, state, ready, START).sleep_until).toBe(START.toISOString());
  });
  it('goes where its timeout says when nothing happened', () => {
    expect(ask(definition, state, facts, minutes(600))).toMatchObject({ kind: 'moved', to: 'late' });
  });
  it('without a timeout ends after 30 days', () => {
    const endless = start([{ key: 'w', type: 'wait_until', any: ['message.received'] }, mail('one')]);
    // Clocks go forward within these 30 days.
    expect(nextPlan(endless.definition, endless.state, facts, START).due_at).toBe('2026-04-01T09:00:00.000Z');
  });
});

describe('a branch step', () => {
  const steps: CadenceStepRequest[] = [
    mail('one'),
    {
      ...{ key: 'b', type: 'branch', conditions: [{ field: 'engagement.inbound_count', operator: 'gt', value: 0 }] },
      ...{ ['then' as const]: 'yes', else: 'no' },
    },
    mail('yes', { next: 'end', delay: lasting(30) }),
    mail('no', { delay: lasting(30) }),
    { key: 'end', type: 'exit', reason: 'done' },
  ];
  it('takes the way its conditions say, and says why', () => {
    const { definition, facts, state } = start(steps);
    const sent = afterSend(definition, state, { kind: 'accepted' }, facts, START);
    const no = ask(definition, sent, facts, START);
    expect(no).toMatchObject({
      kind: 'moved',
      from: 'b',
      to: 'no',
      why: 'else: engagement.inbound_count gt does not hold',
    });
    const replied = factsOf({ engagement: { ...facts.engagement, inbound_count: 1 } });
    expect(ask(definition, sent, replied, START)).toMatchObject({
      to: 'yes',
      why: 'then: engagement.inbound_count gt holds',
    });
  });
  it('takes no time: the next delay counts from the message before it', () => {
    const { definition, facts, state } = start(steps);
    const sent = afterSend(definition, state, { kind: 'accepted' }, facts, START);
    expect(ask(definition, sent, facts, minutes(3)).state.due_at).toBe(minutes(30).toISOString());
  });
});

describe('a split step', () => {
  const split: CadenceStepRequest = {
    key: 's',
    type: 'split',
    arms: [
      { key: 'vip', conditions: [{ source: 'tag', operator: 'has', value: 'vip' }], next: 'c' },
      { key: 'a', weight: 1, next: 'a' },
      { key: 'b', weight: 1, next: 'b' },
    ],
  };
  const { definition, state } = start([split, mail('a'), mail('b'), mail('c')]);
  const arm = (facts: Facts) => ask(definition, state, facts, START);
  it('gives a lead the same arm whenever it is asked, and shares leads out evenly', () => {
    const drawn = Array.from({ length: 1000 }, (_, n) => arm(factsOf({ lead: { id: `lead-${n}` } })).state.step_key);
    expect(arm(factsOf({ lead: { id: 'lead-3' } })).state.step_key).toBe(drawn[3]);
    const a = drawn.filter((key) => key === 'a').length;
    expect(a).toBeGreaterThan(430);
    expect(a).toBeLessThan(570);
  });
  it('tries arms with conditions first', () => {
    expect(arm(factsOf({ tags: ['vip'] }))).toMatchObject({ kind: 'moved', to: 'c', why: 'vip: tag has holds' });
  });
});

describe('a set step', () => {
  it('asks for its effects once a visit, with keys of their own', () => {
    const actions: Action[] = [
      { type: 'add_tag', params: { tags: ['Warm'] } },
      { type: 'set_metadata', params: { values: { seen: true } } },
    ];
    const { definition, facts, state } = start([{ key: 's', type: 'set', actions }, mail('one')]);
    const decision = decide(definition, state, facts, NO_USAGE, START, { runId: 'run' });
    expect(decision).toMatchObject({
      kind: 'moved',
      to: 'one',
      effects: [
        { type: 'add_tag', params: { tags: ['Warm'] }, idempotency_key: 'run/s/1/0' },
        { type: 'set_metadata', params: { values: { seen: true }, unset: [] }, idempotency_key: 'run/s/1/1' },
      ],
    });
  });

  describe('with actions that wait', () => {
    const tag = (name: string, minutes = 0): TimedAction => ({
      ...{ type: 'add_tag', params: { tags: [name] } },
      ...(minutes > 0 ? { delay_seconds: minutes * 60 } : {}),
    });
    const keysOf = (decision: Decision) =>
      decision.kind === 'moved' ? decision.effects.map(({ idempotency_key }) => idempotency_key) : decision.kind;
    const set = (actions: TimedAction[], more: object = {}): CadenceStepRequest => ({
      ...{ key: 's', type: 'set', actions, ...more },
    });

    it('does each in its turn, that long after the one before it, and goes on behind the last', () => {
      const { definition, facts, state } = start([
        set([tag('a'), tag('b', 10), tag('c'), tag('d', 5)]),
        mail('one', { delay: lasting(1, 'hours') }),
      ]);
      const first = ask(definition, state, facts, START);
      expect(first).toMatchObject({ to: 's', why: 'does add_tag; waits 600 s for add_tag' });
      expect(ask(definition, first.state, facts, minutes(9))).toMatchObject({ until: minutes(10).toISOString() });
      // Somebody held it for two minutes: what follows keeps its distance.
      const second = ask(definition, first.state, facts, minutes(12));
      expect(ask(definition, second.state, facts, minutes(16))).toMatchObject({ until: minutes(17).toISOString() });
      const third = ask(definition, second.state, facts, minutes(17));
      expect([first, second, third].map(keysOf)).toEqual([
        ['0190a0de-0000-7000-8000-000000000001/s/1/0'],
        ['0190a0de-0000-7000-8000-000000000001/s/1/1', '0190a0de-0000-7000-8000-000000000001/s/1/2'],
        ['0190a0de-0000-7000-8000-000000000001/s/1/3'],
      ]);
      expect(third.state).toMatchObject({ step_key: 'one', due_at: minutes(77).toISOString(), next_action: null });
    });

    it('waits for the first one from when the step is due, and asks its conditions only then', () => {
      const conditions = [{ source: 'tag', operator: 'has', value: 'vip' } as const];
      const steps = [set([tag('a', 10)], { conditions, delay: lasting(5) }), mail('one')];
      const { definition, state } = start(steps);
      const vip = factsOf({ tags: ['vip'] });
      expect(ask(definition, state, factsOf(), minutes(5))).toMatchObject({ kind: 'skip', to: 'one' });
      const waiting = ask(definition, state, vip, minutes(5));
      expect(waiting).toMatchObject({ kind: 'wait', until: minutes(15).toISOString() });
      expect(ask(definition, waiting.state, factsOf(), minutes(15))).toMatchObject({ kind: 'moved', to: 'one' });
    });

    it('keeps its instant where the date that the step waited for changes', () => {
      const delay = { type: 'until_field', source: 'metadata', key: 'renewal' } as const;
      const { definition, state } = start([set([tag('a'), tag('b', 10)], { delay })], factsOf({ metadata: dated(0) }));
      const first = ask(definition, state, factsOf({ metadata: dated(0) }), START);
      for (const metadata of [dated(90), {}]) {
        expect(ask(definition, first.state, factsOf({ metadata }), minutes(9))).toMatchObject({ kind: 'wait' });
        expect(ask(definition, first.state, factsOf({ metadata }), minutes(10))).toMatchObject({ to: null });
      }
    });

    it('goes where an action sends it once all are done, and begins anew when it is entered again', () => {
      const back: TimedAction = { type: 'goto_cadence_step', params: { step_key: 's' } };
      const { definition, facts, state } = start([set([back, tag('b', 10)], { max_visits: 2 })]);
      const first = ask(definition, state, facts, START);
      const second = ask(definition, first.state, facts, minutes(10));
      expect(second.state).toMatchObject({ step_key: 's', visit: 2, next_action: null });
      expect(keysOf(ask(definition, second.state, facts, minutes(10)))).toEqual([
        '0190a0de-0000-7000-8000-000000000001/s/2/0',
      ]);
      expect(gotoStep(definition, first.state, 's', facts, minutes(1))).toMatchObject({ visit: 2, next_action: null });
    });

    it('leaves the rest undone where something ends the run meanwhile, and moves it by a pause', () => {
      const { definition, facts, state } = start([set([tag('a'), tag('b', 10)]), mail('one')]);
      const { state: begun } = ask(definition, state, facts, START);
      const lost = factsOf({ status: { key: 'lost', category: 'lost', entered_at: '', previous_key: null } });
      expect(ask(definition, begun, lost, minutes(10))).toMatchObject({ kind: 'exit', reason: 'status_terminal' });
      const hold = { reason: 'human_takeover' as const, until: null, detail: 'A person has taken over.' };
      expect(ask(definition, begun, factsOf({ holds: [hold] }), minutes(10)).kind).toBe('hold');
      const paused = pauseCadence(begun, minutes(4));
      const resumed = resumeCadence(definition, paused, 'shift', facts, minutes(34));
      expect(ask(definition, resumed, facts, minutes(39))).toMatchObject({ until: minutes(40).toISOString() });
    });

    it('tells what is still to be done, and when', () => {
      const { definition, facts, state } = start([set([tag('a'), tag('b', 10), tag('c', 5)])]);
      const step = definition.cadence.steps[0] as StepOf<'set'>;
      const ahead = (of: CadenceState, at: Date) => actionsAhead(step, of, at.getTime()).map((one) => one.earliest_at);
      expect(ahead(state, START)).toEqual([START, minutes(10), minutes(15)].map((at) => at.toISOString()));
      const { state: begun } = ask(definition, state, facts, START);
      expect(ahead(begun, minutes(10))).toEqual([minutes(10), minutes(15)].map((at) => at.toISOString()));
    });
  });
});

describe('a goal step', () => {
  const steps: CadenceStepRequest[] = [
    mail('one', { delay: lasting(60) }),
    mail('two', { delay: lasting(60) }),
    { key: 'g', type: 'goal', any: ['conversion.recorded', { source: 'tag', operator: 'has', value: 'won' }] },
    mail('thanks'),
  ];
  const { definition, facts, state } = start(steps);
  it('pulls a run forward from any earlier step once it is reached', () => {
    const won = factsOf({ tags: ['won'] });
    expect(settle(definition, state, won, minutes(1))).toMatchObject({
      passed: ['one>g', 'g>thanks'],
      decision: { kind: 'send', step_key: 'thanks' },
    });
  });
  it('that is reached makes the plan look at once', () => {
    expect(nextPlan(definition, state, factsOf({ tags: ['won'] }), START).sleep_until).toBe(START.toISOString());
  });
  it('counts events since enrolment only', () => {
    const events = (created_at: Date) =>
      factsOf({ events: [{ type: 'conversion.recorded', created_at: created_at.toISOString() }] });
    expect(ask(definition, state, events(minutes(-1)), minutes(1)).kind).toBe('wait');
    expect(ask(definition, state, events(minutes(1)), minutes(2))).toMatchObject({ kind: 'moved', to: 'g' });
  });
  it('that isn’t reached is passed in its turn', () => {
    const there = { ...state, step_key: 'g', visits: { g: 1 }, due_at: START.toISOString() };
    expect(ask(definition, there, facts, START)).toMatchObject({
      kind: 'moved',
      to: 'thanks',
      why: 'goal not reached',
    });
  });
});

describe('an exit step', () => {
  it('ends the run with its reason', () => {
    const { definition, facts, state } = start([{ key: 'e', type: 'exit', reason: 'enough' }, mail('never')]);
    const decision = ask(definition, state, facts, START);
    expect(decision).toMatchObject({ kind: 'exit', reason: 'completed', detail: 'enough' });
    expect(ask(definition, decision.state, facts, START).kind).toBe('complete');
  });
});
