import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { branchesOf, outlineOf } from '../../dashboard/features/agents/cadence-outline.js';
import { type History, NO_HISTORY, redo, remember, undo } from '../../dashboard/features/agents/edit-history.js';
import {
  duplicateStep,
  insertAfter,
  moveTo,
  newStep,
  removeStep,
  unusedKey,
} from '../../dashboard/features/agents/edit-steps.js';
import { timeOfNewEvent } from '../../dashboard/features/agents/event-time.js';
import {
  countsOf,
  leadsByStep,
  migrationsOf,
  NO_STEP,
  stepsOfMoves,
} from '../../dashboard/features/agents/lead-moves.js';
import {
  adjacentPosition,
  idOfPosition,
  positionsFor,
  readPosition,
} from '../../dashboard/features/agents/step-positions.js';
import { differingFrom } from '../../dashboard/features/agents/timeline-differences.js';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { cadences } from '../support/random-steps.js';

const place = fc.record({
  version: fc.integer({ min: 1, max: 4 }),
  step_key: fc.constantFrom(null, 'one', 'two', 'gone'),
  status_key: fc.constantFrom('new', 'warm'),
  runs: fc.integer({ min: 1, max: 900 }),
  to_step_key: fc.constant(null),
  problem: fc.constantFrom(null, 'step_gone' as const, 'being_sent' as const),
});
const STEPS = [{ key: 'two' }, { key: 'one' }];
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('leads under way when an agent is changed', () => {
  it('are each counted once, by their step, in the order of the steps', () => {
    fc.assert(
      fc.property(fc.array(place), (places) => {
        const standings = leadsByStep(places, STEPS);
        const order = [NO_STEP, 'two', 'one', 'gone'];
        expect(standings.map(({ at }) => at)).toEqual(
          order.filter((at) => places.some(({ step_key }) => (step_key ?? NO_STEP) === at)),
        );
        expect(sum(standings.map(({ leads }) => leads))).toBe(sum(places.map(({ runs }) => runs)));
        for (const { leads, movable, problems } of standings)
          expect(movable + sum(problems.map((each) => each.leads))).toBe(leads);
      }),
    );
  });

  it('stay unless a target is set, and only those move that can', () => {
    fc.assert(
      fc.property(fc.array(place), fc.subarray(['one', 'two', 'gone']), (places, chosen) => {
        const standings = leadsByStep(places, STEPS);
        const moves = Object.fromEntries(chosen.map((at) => [at, 'two']));
        const { move, stay } = countsOf(standings, moves);
        const meant = places.filter(({ step_key }) => chosen.includes(step_key ?? NO_STEP));
        expect(move).toBe(sum(meant.filter(({ problem }) => !problem).map(({ runs }) => runs)));
        expect(move + stay).toBe(sum(places.map(({ runs }) => runs)));
      }),
    );
  });

  it('are moved step by step, each to its own', () => {
    const moves = { one: 'one', gone: 'two' };
    expect(stepsOfMoves(moves)).toEqual({ gone: 'two' });
    const of = { operation: 'migrate', to_version: 3 };
    expect(migrationsOf('a', 3, moves)).toEqual([
      { ...of, filter: { workflow_id: 'a', step_key: 'one' } },
      { ...of, filter: { workflow_id: 'a', step_key: 'gone' }, steps: { gone: 'two' } },
    ]);
  });
});

const keysOf = (steps: readonly CadenceStep[]) => steps.map(({ key }) => key);
/** The steps that a lead can come to from the first one. */
function reachedIn(steps: readonly CadenceStep[]): Set<string> {
  const reached = new Set<string>();
  const walk = (key: string | undefined) => {
    const index = steps.findIndex((step) => step.key === key);
    if (key === undefined || index < 0 || reached.has(key)) return;
    reached.add(key);
    for (const { to } of branchesOf(steps, index)) walk(to);
  };
  walk(steps[0]?.key);
  return reached;
}
/** A cadence, one of its steps, and where that can be moved to. */
const moved = cadences.chain((steps) =>
  fc.constantFrom(...keysOf(steps)).chain((key) =>
    fc.record({
      steps: fc.constant(steps),
      key: fc.constant(key),
      spot: fc.constantFrom(...positionsFor(outlineOf(steps), key)),
    }),
  ),
);

describe('a step that is moved', () => {
  it('is there once, as all others are, and every way leads to a step that there is', () => {
    fc.assert(
      fc.property(moved, ({ steps, key, spot }) => {
        const after = moveTo(steps, key, spot);
        expect(keysOf(after).sort()).toEqual(keysOf(steps).sort());
        for (const [index] of after.entries())
          for (const { to } of branchesOf(after, index)) if (to) expect(keysOf(after)).toContain(to);
      }),
    );
  });

  it('is where it was put: the first, after a step, or in a lane of a branch', () => {
    fc.assert(
      fc.property(moved, ({ steps, key, spot }) => {
        const after = moveTo(steps, key, spot);
        if (spot.after === undefined) return expect(after[0]?.key).toBe(key);
        const index = after.findIndex((step) => step.key === spot.after);
        // If the moved step was the whole other branch, one way is left, and has no name.
        const ways = branchesOf(after, index).filter(({ name = spot.way }) => name === spot.way);
        expect(ways.map(({ to }) => to)).toContain(key);
      }),
    );
  });

  it('cuts nothing off: every step that a lead could reach, it still can', () => {
    fc.assert(
      fc.property(moved, ({ steps, key, spot }) => {
        const step = steps.find((each) => each.key === key);
        const after = moveTo(steps, key, spot);
        const before = reachedIn(steps);
        const isPlain = step?.type === 'wait' && step.next !== key;
        const target = spot.after;
        if (!isPlain || !before.has(key) || (target !== undefined && !before.has(target))) return;
        expect([...before].filter((each) => !reachedIn(after).has(each))).toEqual([]);
      }),
    );
  });

  it('is never put into lanes of its own', () => {
    const steps = [
      { type: 'branch', key: 'big', conditions: [], then: 'personal', else: 'standard' },
      { type: 'message', key: 'personal', next: 'end' },
      { type: 'message', key: 'standard' },
      { type: 'exit', key: 'end' },
    ] as CadenceStep[];
    expect(positionsFor(outlineOf(steps), 'big').map(idOfPosition)).toEqual(['|']);
    expect(positionsFor(outlineOf(steps), 'personal').map(idOfPosition)).toEqual([
      '|',
      'big|then',
      'big|else',
      'standard|',
    ]);
    expect(readPosition('big|else')).toEqual({ after: 'big', way: 'else' });
  });

  it('goes up and down as it is seen, into and out of the lanes it passes', () => {
    let steps = [
      { type: 'branch', key: 'big', conditions: [], then: 'personal', else: 'end' },
      { type: 'message', key: 'personal', next: 'end' },
      { type: 'exit', key: 'end' },
    ] as CadenceStep[];
    const go = (key: string, by: -1 | 1) => {
      const cards = outlineOf(steps);
      const spot = adjacentPosition(cards, key, by);
      if (spot) steps = moveTo(steps, key, spot);
      return spot && idOfPosition(spot);
    };
    steps = insertAfter(steps, 1, { type: 'call', key: 'call' });
    expect(outlineOf(steps).map(({ step }) => step.key)).toEqual(['big', 'personal', 'call', 'end']);
    expect(go('call', -1)).toBe('big|then');
    expect(go('call', -1)).toBe('|');
    expect(go('call', -1)).toBeUndefined();
    expect(keysOf(steps)[0]).toBe('call');
    for (const spot of ['big|then', 'personal|', 'big|else']) expect(go('call', 1)).toBe(spot);
    expect(go('end', 1)).toBeUndefined();
  });

  it('is doubled under a key of its own, right behind itself', () => {
    fc.assert(
      fc.property(cadences, (steps) => {
        for (const [index, step] of steps.entries()) {
          const after = duplicateStep(steps, index);
          expect(after).toHaveLength(steps.length + 1);
          expect(new Set(keysOf(after)).size).toBe(after.length);
          expect(after[index]?.key).toBe(step.key);
          expect(after[index + 1]?.type).toBe(step.type);
        }
      }),
    );
  });
});

describe('two courses of things', () => {
  const moment = fc.record({
    type: fc.constantFrom('message', 'wait'),
    step_key: fc.constantFrom('one', 'two'),
    local_time: fc.constantFrom('2026-03-02 09:00:00', '2026-03-02 09:00:30', '2026-03-03 09:00:00'),
    subject: fc.constantFrom('Hello', null),
  });
  it('differ in what the other has not, each as often as it has it', () => {
    fc.assert(
      fc.property(fc.array(moment), fc.array(moment), (one, other) => {
        expect(differingFrom(one, one.toReversed()).size).toBe(0);
        expect(differingFrom(one, []).size).toBe(one.length);
        const common = one.length - differingFrom(one, other).size;
        expect(other.length - differingFrom(other, one).size).toBe(common);
      }),
    );
  });
});

describe('changes of a cadence', () => {
  it('are taken back and done again, in any order and to the last one', () => {
    const change = fc.constantFrom('add', 'remove', 'back', 'forth');
    fc.assert(
      fc.property(cadences, fc.array(change, { maxLength: 60 }), (begun, changes) => {
        let history: History<readonly CadenceStep[]> = NO_HISTORY;
        let now: readonly CadenceStep[] = begun;
        const line = [now];
        let at = 0;
        for (const each of changes) {
          if (each === 'back' || each === 'forth') {
            const gone = (each === 'back' ? undo : redo)(history, now);
            at += gone ? (each === 'back' ? -1 : 1) : 0;
            if (gone) ({ history, value: now } = gone);
          } else {
            history = remember(history, now, '', 0);
            now = each === 'add' ? insertAfter(now, 0, newStep('wait', unusedKey(now, 'x'))) : removeStep(now, 0);
            at += 1;
            line.splice(at, line.length, now);
          }
          expect(now).toBe(line[at]);
        }
      }),
    );
  });

  it('are a hundred at most, and what is typed at one place in one go is one of them', () => {
    let history: History<number> = NO_HISTORY;
    for (let n = 0; n < 150; n += 1) history = remember(history, n, '', n);
    expect([history.past.length, history.past.at(0), history.past.at(-1)]).toEqual([100, 50, 149]);
    let typed: History<string> = NO_HISTORY;
    for (const [n, text] of ['', 'H', 'He', 'Hel'].entries()) typed = remember(typed, text, 'step 1', n * 200);
    expect(undo(typed, 'Hell')?.value).toBe('');
    typed = remember(typed, 'Hell', 'step 1', 60_000);
    expect(undo(typed, 'Hello')?.value).toBe('Hell');
  });
});

describe('an event that is added to a simulation', () => {
  const item = (at: string, sender: object | null) =>
    ({ at, sender }) as Parameters<typeof timeOfNewEvent>[0]['timeline'][number];
  const starts_at = '2026-11-01T08:00:00.000Z';

  it('happens after the first message, so that it has something to answer', () => {
    const timeline = [item('2026-11-01T08:00:00.000Z', null), item('2026-11-04T09:00:00.000Z', { id: 'sender' })];
    expect(timeOfNewEvent({ starts_at, timeline }, [])).toBe('2026-11-04T10:00:00.000Z');
    expect(timeOfNewEvent({ starts_at, timeline: [] }, [])).toBe('2026-11-02T08:00:00.000Z');
  });

  it('happens after the events that were added before', () => {
    const timeline = [item('2026-11-04T09:00:00.000Z', { id: 'sender' })];
    const events = ['2026-11-09T12:00:00.000Z', undefined, '2026-11-07T12:00:00.000Z'];
    expect(timeOfNewEvent({ starts_at, timeline }, events)).toBe('2026-11-09T13:00:00.000Z');
  });
});
