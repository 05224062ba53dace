import { describe, expect, it } from '@jest/globals';
import { decide } from '../../domain/cadence/decide.js';
import type { Decision } from '../../domain/cadence/decision.js';
import { gotoStep, pauseCadence, resumeCadence } from '../../domain/cadence/pause.js';
import { actionsAhead } from '../../domain/cadence/set-step.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import { NO_USAGE } from '../../domain/messages/limits.js';
import type { CadenceStepRequest, StepOf } from '../../schemas/cadence/cadence.js';
import type { Action, TimedAction } from '../../schemas/rules/actions.js';
import { factsOf, lasting, mail } from '../support/cadence.js';
import { ask, dated, minutes, START, start } from '../support/cadence-steps.js';

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
      type: 'add_tag',
      params: { tags: [name] },
      ...(minutes > 0 ? { delay_seconds: minutes * 60 } : {}),
    });
    const keysOf = (decision: Decision) =>
      decision.kind === 'moved' ? decision.effects.map(({ idempotency_key }) => idempotency_key) : decision.kind;
    const set = (actions: TimedAction[], more: object = {}): CadenceStepRequest => ({
      key: 's',
      type: 'set',
      actions,
      ...more,
    });

    it('does each in its turn, that long after the one before it, and continues after the last', () => {
      const { definition, facts, state } = start([
        set([tag('a'), tag('b', 10), tag('c'), tag('d', 5)]),
        mail('one', { delay: lasting(1, 'hours') }),
      ]);
      const first = ask(definition, state, facts, START);
      expect(first).toMatchObject({ to: 's', why: 'does add_tag; waits 600 s for add_tag' });
      expect(ask(definition, first.state, facts, minutes(9))).toMatchObject({ until: minutes(10).toISOString() });
      // It was held for two minutes, and the following actions keep their distance.
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

    it('goes where an action sends it once all are done, and starts over when it is entered again', () => {
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

    it('leaves the rest undone if the run ends in between, and delays it by a pause', () => {
      const { definition, facts, state } = start([set([tag('a'), tag('b', 10)]), mail('one')]);
      const { state: begun } = ask(definition, state, facts, START);
      const lost = factsOf({ status: { key: 'lost', category: 'lost', entered_at: '', previous_key: null } });
      expect(ask(definition, begun, lost, minutes(10))).toMatchObject({ kind: 'exit', reason: 'status_terminal' });
      const hold = {
        reason: 'human_takeover' as const,
        until: null,
        detail: 'A user has taken over the conversation.',
      };
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
