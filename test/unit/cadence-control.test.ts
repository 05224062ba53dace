import { describe, expect, it } from '@jest/globals';
import { afterSend } from '../../domain/cadence/after-send.js';
import { decide } from '../../domain/cadence/decide.js';
import { exitRuleFor } from '../../domain/cadence/exit-rules.js';
import {
  channelOff,
  gotoStep,
  holdCadence,
  pauseCadence,
  restartCadence,
  resumeCadence,
  shiftCadence,
  skipStep,
} from '../../domain/cadence/pause.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { NO_USAGE } from '../../domain/messages/limits.js';
import type { ResumePolicy } from '../../schemas/rules/actions.js';
import { definitionOf, enrolled, lasting, mail } from '../support/cadence.js';
import { facts, minutes, run, START, THREE } from '../support/cadence-run.js';

describe('a pause', () => {
  const paused = (from: number, to: number, policy: ResumePolicy, definition = THREE) => {
    const before = run(definition, enrolled(definition, facts, START), START, minutes(from - 1));
    const resumed = resumeCadence(definition, pauseCadence(before.state, minutes(from)), policy, facts, minutes(to));
    return [...before.sent, ...run(definition, resumed, minutes(to), minutes(100_000)).sent];
  };

  it('with shift moves every later step by its length', () => {
    expect(paused(15, 75, 'shift')).toEqual(['one@10', 'two@80', 'three@90']);
  });
  it('with catch_up_one sends the earliest missed step at once and leaves out the others', () => {
    expect(paused(5, 25, 'catch_up_one')).toEqual(['one@25', 'three@30']);
    expect(paused(15, 75, 'catch_up_one')).toEqual(['one@10', 'two@75']);
  });
  it('with skip_missed leaves out all missed steps and keeps to the old times for the rest', () => {
    expect(paused(5, 25, 'skip_missed')).toEqual(['three@30']);
    expect(paused(15, 75, 'skip_missed')).toEqual(['one@10']);
  });
  it('in which nothing was due changes nothing but for shift', () => {
    expect(paused(12, 15, 'catch_up_one')).toEqual(['one@10', 'two@20', 'three@30']);
    expect(paused(12, 15, 'skip_missed')).toEqual(['one@10', 'two@20', 'three@30']);
    expect(paused(12, 15, 'shift')).toEqual(['one@10', 'two@23', 'three@33']);
  });
  it('follows waits in between, up to where a step decides the way', () => {
    const definition = definitionOf([
      mail('one', { delay: lasting(10) }),
      { key: 'w', type: 'wait', delay: lasting(20) },
      mail('two'),
      { key: 's', type: 'split', arms: [{ key: 'only', weight: 1 }] },
      mail('three', { delay: lasting(60) }),
    ]);
    expect(paused(5, 20, 'skip_missed', definition)).toEqual(['two@30', 'three@90']);
    expect(paused(5, 200, 'skip_missed', definition)).toEqual(['three@260']);
    expect(paused(5, 200, 'catch_up_one', definition)).toEqual(['one@200', 'three@260']);
  });
  it('shifts a step that is entered within it by what is left of it', () => {
    const state = pauseCadence(enrolled(THREE, facts, START), minutes(0));
    const moved = [
      gotoStep(THREE, state, 'two', facts, minutes(100)),
      skipStep(THREE, state, facts, minutes(100)),
      restartCadence(THREE, state, facts, minutes(100)),
    ];
    for (const jump of moved) {
      expect(jump?.due_at).toBe(minutes(110).toISOString());
      const resumed = resumeCadence(THREE, jump as CadenceState, 'shift', facts, minutes(105));
      expect(resumed.due_at).toBe(minutes(115).toISOString());
    }
  });
  it('begun twice counts from its first beginning', () => {
    const state = pauseCadence(pauseCadence(enrolled(THREE, facts, START), minutes(1)), minutes(5));
    expect(state.paused_at).toBe(minutes(1).toISOString());
    expect(resumeCadence(THREE, { ...state, paused_at: null }, 'shift', facts, minutes(9))).toEqual({
      ...state,
      paused_at: null,
    });
  });
});

describe('control by hand', () => {
  const state = enrolled(THREE, facts, START);
  it('shifts what lies ahead', () => {
    expect(shiftCadence(state, 60_000).due_at).toBe(minutes(11).toISOString());
  });
  it('goes to a step, skips one, starts over; a repeated step is a new visit', () => {
    const there = gotoStep(THREE, state, 'three', facts, minutes(5));
    expect(there).toMatchObject({ step_key: 'three', due_at: minutes(15).toISOString() });
    expect(gotoStep(THREE, state, 'none', facts, minutes(5))).toBeUndefined();
    expect(skipStep(THREE, state, facts, minutes(5))).toMatchObject({ step_key: 'two' });
    expect(restartCadence(THREE, state, facts, minutes(5))).toMatchObject({ step_key: 'one', visit: 2 });
  });
  it('turns a channel off for the rest of the run', () => {
    const off = channelOff(channelOff(state, 'email'), 'email');
    expect(off.channels_off).toEqual(['email']);
    expect(decide(THREE, off, facts, NO_USAGE, minutes(10))).toMatchObject({ kind: 'skip', reason: 'channel_off' });
  });
  it('holds a run for a while, but never in place of an unknown outcome', () => {
    const away = holdCadence(state, { reason: 'manual', until: minutes(60).toISOString(), detail: 'Away.' });
    expect(decide(THREE, away, facts, NO_USAGE, minutes(30))).toMatchObject({ kind: 'hold', reason: 'manual' });
    expect(decide(THREE, away, facts, NO_USAGE, minutes(60)).kind).toBe('send');
    const unknown = afterSend(THREE, state, { kind: 'unknown' }, facts, minutes(10));
    expect(holdCadence(unknown, { reason: 'manual', until: null, detail: '' }).hold?.reason).toBe('outcome_unknown');
  });
});

describe('exit rules', () => {
  const rule = (type: string, more: object = {}, exit: Parameters<typeof definitionOf>[1] = {}) =>
    exitRuleFor(definitionOf([mail('one')], exit), { type, ...more }, START);
  it('by default pause on a reply and stop on a meeting, a conversion and an opt-out', () => {
    expect(rule('message.received')).toEqual({ action: 'pause', reason: 'replied' });
    expect(rule('meeting.scheduled')).toEqual({ action: 'stop', reason: 'meeting_booked' });
    expect(rule('conversion.recorded')).toEqual({ action: 'stop', reason: 'converted' });
    for (const type of ['lead.opted_out', 'email.unsubscribed', 'email.complained']) {
      expect(rule(type)).toEqual({ action: 'stop', reason: 'opted_out' });
    }
    expect(rule('email.opened')).toEqual({ action: 'continue' });
  });
  it('follow the agent', () => {
    expect(rule('message.received', {}, { exit: { on_reply: 'stop' } })).toEqual({ action: 'stop', reason: 'replied' });
    expect(rule('message.received', {}, { exit: { on_reply: 'continue' } })).toEqual({ action: 'continue' });
    expect(rule('meeting.scheduled', {}, { exit: { on_meeting_booked: 'continue' } })).toEqual({ action: 'continue' });
    expect(rule('message.received', { same_company: true })).toEqual({ action: 'continue' });
    expect(rule('message.received', { same_company: true }, { exit: { same_company_reply: 'stop' } }).action).toBe(
      'stop',
    );
  });
  it('tell a soft bounce from a hard one', () => {
    expect(rule('email.bounced')).toEqual({ action: 'continue' });
    expect(rule('email.bounced', { hard: true })).toEqual({ action: 'channel_off', channel: 'email' });
    expect(rule('email.bounced', { hard: true }, { exit: { on_hard_bounce: 'stop' } })).toEqual({
      action: 'stop',
      reason: 'bounced',
    });
  });
  it('hold through an absence: until its date within reason, three days where it names none', () => {
    const until = (date: string | null) => rule('message.received', { out_of_office: true, until: date });
    expect(until('2026-03-09T00:00:00Z')).toMatchObject({ action: 'hold_until', until: '2026-03-09T00:00:00.000Z' });
    expect(until(null)).toMatchObject({ until: '2026-03-05T10:00:00.000Z' });
    expect(until('2020-01-01T00:00:00Z')).toMatchObject({ until: '2026-03-05T10:00:00.000Z' });
    expect(until('2099-01-01T00:00:00Z')).toMatchObject({ until: '2026-05-01T10:00:00.000Z' });
  });
  it('stop at a terminal status', () => {
    expect(rule('workflow_run.status_changed', { status_key: 'lost' })).toEqual({
      action: 'stop',
      reason: 'status_terminal',
    });
    expect(rule('workflow_run.status_changed', { status_key: 'engaged' })).toEqual({ action: 'continue' });
  });
});

describe('exit rules of an agent that answers automatically', () => {
  const reply = (channel: 'chat' | 'email' | 'whatsapp', on_reply: 'pause' | 'stop' | 'continue' = 'pause') => {
    const { ai, exit, handoff, ...rest } = definitionOf([mail('one')]);
    const answering = { ...ai, enabled: true, channels: ['chat' as const, 'email' as const] };
    const definition = {
      ...rest,
      ai: answering,
      exit: { ...exit, on_reply },
      handoff: { ...handoff, keywords: ['boss'] },
    };
    return exitRuleFor(definition, { type: 'message.received', channel, said: ['call me, boss'] }, START);
  };

  it('let the cadence rest where it answers, and leave it to the conversation who calls a person', () => {
    expect(reply('email')).toEqual({ action: 'rest', minutes: 1440 });
    expect(reply('chat')).toEqual({ action: 'rest', minutes: 1440 });
    expect(reply('email', 'stop')).toEqual({ action: 'stop', reason: 'replied' });
    expect(reply('email', 'continue')).toEqual({ action: 'continue' });
  });

  it('are as ever where it doesn’t', () => {
    expect(reply('whatsapp')).toEqual({ action: 'pause', reason: 'asked_for_person' });
  });
});
