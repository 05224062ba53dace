import { describe, expect, it } from '@jest/globals';
import { afterSend } from '../../domain/cadence/after-send.js';
import { enroll, nextPlan } from '../../domain/cadence/plan.js';
import type { Facts } from '../../domain/facts.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { factsOf, lasting, mail } from '../support/cadence.js';
import { ask, minutes, START, settle, start } from '../support/cadence-steps.js';

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
    key: 'w',
    type: 'wait_until',
    any: ['message.received', { field: 'metadata.ready', operator: 'is_true' }],
    timeout: lasting(600),
    on_timeout: 'late',
  };
  const steps: CadenceStepRequest[] = [
    wait,
    mail('happened', { next: 'end' }),
    mail('late'),
    { key: 'end', type: 'exit' },
  ];
  const { definition, facts, state } = start(steps);
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
  it('tells what came after it began by the order of events, however far the clocks of their writers are apart', () => {
    const event = (seq: number, at: Date) => ({ type: 'message.received', created_at: at.toISOString(), seq });
    const before = factsOf({ events: [event(7, minutes(-60))] });
    const { state } = start(steps, before);
    const withNewest = (seq: number, at: Date) => factsOf({ events: [event(seq, at), event(7, minutes(-60))] });
    expect(ask(definition, state, withNewest(8, minutes(-1)), minutes(1))).toMatchObject({ to: 'happened' });
    expect(ask(definition, state, withNewest(8, minutes(2)), minutes(1))).toMatchObject({ to: 'happened' });
    expect(ask(definition, state, withNewest(6, minutes(1)), minutes(1)).kind).toBe('wait');
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
      key: 'b',
      type: 'branch',
      conditions: [{ field: 'engagement.inbound_count', operator: 'gt', value: 0 }],
      ['then' as const]: 'yes',
      else: 'no',
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
      why: 'else: engagement.inbound_count gt 0 does not hold',
    });
    const replied = factsOf({ engagement: { ...facts.engagement, inbound_count: 1 } });
    expect(ask(definition, sent, replied, START)).toMatchObject({
      to: 'yes',
      why: 'then: engagement.inbound_count gt 0 holds',
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
    expect(arm(factsOf({ tags: ['vip'] }))).toMatchObject({ kind: 'moved', to: 'c', why: 'vip: tag has vip holds' });
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
  it('counts what came behind the enrolment’s own place, whatever the clocks of its writers said', () => {
    const event = (seq: number, at: Date) =>
      factsOf({ events: [{ type: 'conversion.recorded', created_at: at.toISOString(), seq }] });
    const { state: after } = enroll(definition, { newest_event: 7 }, facts, START);
    expect(ask(definition, after, event(7, minutes(1)), minutes(2)).kind).toBe('wait');
    expect(ask(definition, after, event(8, minutes(-1)), minutes(2))).toMatchObject({ kind: 'moved', to: 'g' });
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
