import { describe, expect, it } from '@jest/globals';
import { afterSend } from '../../domain/cadence/after-send.js';
import { decide } from '../../domain/cadence/decide.js';
import { enroll, nextPlan } from '../../domain/cadence/plan.js';
import { wantedEvents } from '../../domain/cadence/triggers.js';
import { NO_USAGE, type Usage } from '../../domain/messages/limits.js';
import { at, definitionOf, enrolled, factsOf, lasting, mail } from '../support/cadence.js';
import { facts, minutes, run, START, THREE } from '../support/cadence-run.js';

describe('a cadence', () => {
  it('sends each step once, each at its distance from the one before', () => {
    const result = run(THREE, enrolled(THREE, facts, START), START, minutes(1000));
    expect(result.sent).toEqual(['one@10', 'two@20', 'three@30']);
    expect(result.state.ended).toMatchObject({ reason: 'completed' });
  });

  it('says at enrolment what comes first and when', () => {
    expect(enroll(THREE, {}, facts, START).plan).toEqual({
      step_key: 'one',
      type: 'message',
      channel: 'email',
      due_at: minutes(10).toISOString(),
      earliest_at: minutes(10).toISOString(),
      late_by_seconds: 0,
      holds: [],
      sleep_until: minutes(10).toISOString(),
      step_number: 1,
      total_steps: 3,
    });
  });

  it('leaves a skipped first message unsent, and counts the next delay from enrolment', () => {
    const { state, plan } = enroll(THREE, { skip_first_message: true }, facts, START);
    expect(plan.sleep_until).toBe(START.toISOString());
    const skipped = decide(THREE, state, facts, NO_USAGE, START);
    expect(skipped).toMatchObject({ kind: 'skip', step_key: 'one', reason: 'skip_first_message', to: 'two' });
    expect(run(THREE, state, START, minutes(1000)).sent).toEqual(['two@10', 'three@20']);
  });

  it('counts from enrolment even if a wait precedes the skipped message', () => {
    const definition = definitionOf([
      { key: 'w', type: 'wait', delay: lasting(10) },
      mail('one'),
      mail('two', { delay: lasting(30) }),
    ]);
    const { state } = enroll(definition, { skip_first_message: true }, facts, START);
    expect(run(definition, state, START, minutes(1000)).sent).toEqual(['two@30']);
  });

  it('sends a forced first message, even with skip_first_message, and only once', () => {
    const { state } = enroll(THREE, { skip_first_message: true, force_first_message: 'Hi there' }, facts, START);
    const first = decide(THREE, state, facts, NO_USAGE, minutes(10));
    expect(first).toMatchObject({
      kind: 'send',
      step_key: 'one',
      content: { content: 'Hi there', subject: 'About one', forced: true },
    });
    const sent = afterSend(THREE, first.state, { kind: 'accepted' }, facts, minutes(10));
    expect(decide(THREE, sent, facts, NO_USAGE, minutes(20))).toMatchObject({
      content: { content: 'Text of two', forced: false },
    });
  });

  it('goes a way back as often as max_visits allows, then on, each time as a new visit', () => {
    const loop = definitionOf([
      mail('one', { delay: lasting(1), max_visits: 3 }),
      {
        key: 'again',
        type: 'branch',
        conditions: [{ field: 'lead.id', operator: 'not_exists' }],
        ['then' as const]: 'one',
      },
      mail('last'),
    ]);
    expect(run(loop, enrolled(loop, facts, START), START, minutes(100)).sent).toEqual([
      'one@1',
      'one@2',
      'one@3',
      'last@3',
    ]);
    const limited = definitionOf([
      mail('one', { delay: lasting(1) }),
      {
        key: 'again',
        type: 'branch',
        max_visits: 2,
        conditions: [{ field: 'lead.id', operator: 'not_exists' }],
        ['then' as const]: 'one',
      },
      mail('last'),
    ]);
    expect(run(limited, enrolled(limited, facts, START), START, minutes(100)).sent).toEqual([
      'one@1',
      'one@2',
      'one@3',
      'last@3',
    ]);
  });

  it('that goes round without end is ended with an error', () => {
    const endless = definitionOf([
      {
        key: 'a',
        type: 'branch',
        conditions: [{ field: 'lead.id', operator: 'exists' }],
        else: 'a',
        ['then' as const]: 'a',
      },
    ]);
    const result = run(endless, enrolled(endless, facts, START), START, minutes(1));
    expect(result.state.ended).toMatchObject({ reason: 'error' });
  });

  it('stops at a terminal status, whatever is due', () => {
    const status = { key: 'lost', category: 'lost', entered_at: START.toISOString(), previous_key: null };
    const decision = decide(THREE, enrolled(THREE, facts, START), factsOf({ status }), NO_USAGE, minutes(10));
    expect(decision).toMatchObject({ kind: 'exit', reason: 'status_terminal' });
  });

  it('ends with an error where its step is no longer part of the definition', () => {
    const state = { ...enrolled(THREE, facts, START), step_key: 'gone' };
    expect(decide(THREE, state, facts, NO_USAGE, START)).toMatchObject({ kind: 'exit', reason: 'error' });
  });

  it('does nothing while something from outside holds it', () => {
    const state = enrolled(THREE, facts, START);
    const hold = { reason: 'human_takeover' as const, until: null, detail: 'Taken over.' };
    const held = factsOf({ holds: [hold] });
    expect(decide(THREE, state, held, NO_USAGE, minutes(10))).toMatchObject({ kind: 'hold', ...hold });
    expect(nextPlan(THREE, state, held, minutes(10))).toMatchObject({
      holds: [hold],
      earliest_at: null,
      sleep_until: null,
    });
  });

  it('held by several things at once names the one that lasts longest', () => {
    const short = { reason: 'provider_backoff' as const, until: minutes(20).toISOString(), detail: '' };
    const long = { reason: 'workflow_paused' as const, until: null, detail: '' };
    const held = factsOf({ holds: [short, long] });
    expect(decide(THREE, enrolled(THREE, facts, START), held, NO_USAGE, START)).toMatchObject(long);
  });

  it('survives being stored as JSON', () => {
    const state = enrolled(THREE, facts, START);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});

describe('windows and caps', () => {
  const nineToSix: [string, string][] = [['09:00', '18:00']];
  const office = { days: { mon: nineToSix, tue: nineToSix, wed: nineToSix, thu: nineToSix, fri: nineToSix } };

  it('hold a message until the window opens, and tell so beforehand', () => {
    const definition = definitionOf([mail('one', { delay: lasting(10, 'hours') })], { window: office });
    const state = enrolled(definition, facts, START);
    const plan = nextPlan(definition, state, facts, START);
    expect(plan).toMatchObject({
      due_at: '2026-03-02T20:00:00.000Z',
      earliest_at: '2026-03-03T08:00:00.000Z',
      sleep_until: '2026-03-03T08:00:00.000Z',
      holds: [{ reason: 'outside_window', until: '2026-03-03T08:00:00.000Z' }],
    });
    expect(decide(definition, state, facts, NO_USAGE, at('2026-03-02T20:00:00Z'))).toMatchObject({
      kind: 'hold',
      reason: 'outside_window',
      until: '2026-03-03T08:00:00.000Z',
    });
  });

  it('skip a message outside its window where the window says so', () => {
    const definition = definitionOf([
      mail('one', { window: { mode: 'custom', ...office, outside: 'skip' } }),
      mail('two'),
    ]);
    const night = at('2026-03-02T22:00:00Z');
    const decision = decide(definition, enrolled(definition, facts, night), facts, NO_USAGE, night);
    expect(decision).toMatchObject({ kind: 'skip', reason: 'outside_window', to: 'two' });
  });

  const capped = (limits: Parameters<typeof definitionOf>[1], usage: Partial<Usage>, now = START) => {
    const definition = definitionOf([mail('one')], limits);
    return decide(definition, enrolled(definition, facts, now), facts, { ...NO_USAGE, ...usage }, now);
  };

  it('hold by the lead’s calendar day, its week and the gap between messages', () => {
    const yesterday = '2026-03-01T22:59:00.000Z';
    const today = '2026-03-01T23:00:00.000Z';
    const perDay = { limits: { per_lead: { per_day: 1 } } };
    expect(capped(perDay, { lead_sent_at: [yesterday] }).kind).toBe('send');
    expect(capped(perDay, { lead_sent_at: [today] })).toMatchObject({
      kind: 'hold',
      reason: 'frequency_cap',
      until: '2026-03-02T23:00:00.000Z',
    });
    expect(capped({ limits: { per_lead: { per_week: 2 } } }, { lead_sent_at: [today, today] })).toMatchObject({
      reason: 'frequency_cap',
      until: '2026-03-08T23:00:00.000Z',
    });
    const gap = { limits: { per_lead: { min_gap_minutes: 60 } } };
    expect(capped(gap, { lead_sent_at: [minutes(-59).toISOString()] })).toMatchObject({
      until: minutes(1).toISOString(),
    });
    expect(capped(gap, { lead_sent_at: [minutes(-60).toISOString()] }).kind).toBe('send');
    expect(capped({}, { lead_sent_at: [today], account: { per_lead: { per_day: 1 } } }).kind).toBe('hold');
  });

  it('hold by the sender’s minute, day and ramp', () => {
    const sender = {
      minute: 5,
      minute_ends_at: minutes(1).toISOString(),
      day: 50,
      day_ends_at: minutes(600).toISOString(),
      day_number: 3,
      timezone: 'UTC',
    };
    expect(capped({ limits: { per_sender: { per_minute: 5 } } }, { sender })).toMatchObject({
      reason: 'sender_throttle',
      until: sender.minute_ends_at,
    });
    expect(capped({ limits: { per_sender: { per_minute: 6, per_day: 50 } } }, { sender })).toMatchObject({
      until: sender.day_ends_at,
    });
    const ramp = [
      { day: 1, max: 20 },
      { day: 3, max: 50 },
      { day: 5, max: 100 },
    ];
    expect(capped({ limits: { per_sender: { ramp } } }, { sender }).kind).toBe('hold');
    expect(capped({ limits: { per_sender: { ramp } } }, { sender: { ...sender, day_number: 5 } }).kind).toBe('send');
    expect(capped({}, { sender: { ...sender, limits: { per_day: 50 } } }).kind).toBe('hold');
  });

  it('hold new leads over the agent’s number a day, not those already begun', () => {
    const limits = { limits: { max_new_per_day: 10 } };
    expect(capped(limits, { new_today: 10 })).toMatchObject({
      reason: 'frequency_cap',
      until: '2026-03-02T23:00:00.000Z',
    });
    const definition = definitionOf([mail('one')], limits);
    const begun = { ...enrolled(definition, facts, START), sent_count: 1 };
    expect(decide(definition, begun, facts, { ...NO_USAGE, new_today: 10 }, START).kind).toBe('send');
  });

  it('name the cap and the window that follow on each other in the plan', () => {
    const definition = definitionOf([mail('one')], { window: office, limits: { per_lead: { per_day: 1 } } });
    const usage = { ...NO_USAGE, lead_sent_at: ['2026-03-02T09:00:00.000Z'] };
    const plan = nextPlan(definition, enrolled(definition, facts, START), facts, START, usage);
    expect(plan.holds.map((hold) => hold.reason)).toEqual(['frequency_cap', 'outside_window']);
    expect(plan.earliest_at).toBe('2026-03-03T08:00:00.000Z');
  });

  it('agree: what the plan says is when the run sends', () => {
    const definition = definitionOf([mail('one', { delay: lasting(300) }), mail('two', { delay: lasting(300) })], {
      window: { ...office, timezone: 'America/New_York' },
      limits: { per_lead: { per_day: 1 } },
    });
    const state = enrolled(definition, facts, START);
    const first = nextPlan(definition, state, facts, START);
    const result = run(definition, state, START, minutes(10_000));
    expect(result.sent[0]).toBe(`one@${(Date.parse(first.earliest_at ?? '') - START.getTime()) / 60_000}`);
    expect(result.sent).toEqual(['one@300', 'two@1680']);
  });
});

describe('the events a run waits for', () => {
  it('are those of its goals and waits, from a little before its enrolment for clocks that differ', () => {
    const definition = definitionOf([
      { key: 'w', type: 'wait_until', any: ['email.opened', { field: 'lead.email', operator: 'not_exists' }] },
      { key: 'v', type: 'wait_until', any: ['call.ended'] },
      { key: 'g', type: 'goal', any: ['conversion.recorded'] },
    ]);
    const state = enrolled(definition, facts, START);
    expect(wantedEvents(definition, state)).toEqual({
      kinds: ['email.opened', 'call.ended', 'conversion.recorded'],
      since: new Date(START.getTime() - 5 * 60_000),
    });
  });
});
