import { describe, expect, it } from '@jest/globals';
import { afterCall, afterSend } from '../../domain/cadence/after-send.js';
import { nextPlan } from '../../domain/cadence/plan.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { factsOf, lasting, mail } from '../support/cadence.js';
import { ask, minutes, START, settle, start } from '../support/cadence-steps.js';

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
  it('does not write when the last call was answered, nor while its outcome is unknown', () => {
    expect(end(last, 2, true, 32)).toMatchObject({ step_key: 'after', hold: null });
    const { decision, passed } = settle(definition, last, facts, minutes(91));
    expect(passed).toEqual(['c>after']);
    expect(decision).toMatchObject({ kind: 'wait', step_key: 'after' });
  });
  it('is not affected by a late report that an earlier call was missed', () => {
    expect(end(last, 1, false, 32)).toBe(last);
    expect(end(last, 1, true, 32).step_key).toBe('after');
  });
  it('continues if the lead can’t be reached there either', () => {
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
