import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { differencesOf } from '../../dashboard/agent/differences.js';
import {
  changeStep,
  freshKey,
  insertAfter,
  insertIntoWay,
  newStep,
  removeStep,
} from '../../dashboard/agent/edit-steps.js';
import { outlineOf, waysOf } from '../../dashboard/agent/outline.js';
import { lineDifferences } from '../../dashboard/function/line-differences.js';
import { compare } from '../../dashboard/parts/compare.js';
import { readLines, readValue, writeLines, writeValue } from '../../dashboard/shape/texts.js';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import { dashboardShapes } from '../../scripts/dashboard-shapes.js';
import { cadences } from '../support/random-steps.js';

const at = (steps: readonly CadenceStep[]) => fc.integer({ min: 0, max: steps.length - 1 });

const namedWays = (steps: readonly CadenceStep[]) =>
  steps.flatMap((_, index) => waysOf(steps, index).flatMap(({ to }) => (to ? [to] : [])));
const expectWhole = (steps: readonly CadenceStep[]) => {
  const keys = steps.map((each) => each.key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(namedWays(steps).filter((to) => !keys.includes(to))).toEqual([]);
};

describe('the tree of a cadence', () => {
  it('has each step once, and each way either as the step below or as a jump', () => {
    fc.assert(
      fc.property(cadences, (steps) => {
        const cards = outlineOf(steps);
        expect(cards.map((card) => card.step.key).sort()).toEqual(steps.map((each) => each.key).sort());
        for (const [place, card] of cards.entries()) {
          const below = cards.slice(place + 1).map((each) => each.step.key);
          const jumps = card.jumps.map(({ to }) => to);
          for (const { to } of waysOf(steps, card.index)) if (to) expect([...below, ...jumps]).toContain(to);
        }
      }),
    );
  });

  it('puts what comes together again below the lanes, and not into the last of them', () => {
    const steps = [
      { type: 'branch', key: 'big', conditions: [], then: 'personal', else: 'standard' },
      { type: 'message', key: 'personal', next: 'end' },
      { type: 'message', key: 'standard' },
      { type: 'exit', key: 'end' },
    ] as CadenceStep[];
    expect(
      outlineOf(steps).map(({ step: { key: own }, depth, way: by, jumps }) => [
        own,
        depth,
        by,
        jumps.map(({ to }) => to),
      ]),
    ).toEqual([
      ['big', 0, undefined, []],
      ['personal', 1, 'then', ['end']],
      ['standard', 1, 'else', ['end']],
      ['end', 0, undefined, []],
    ]);
  });
});

describe('steps that are changed', () => {
  it('stay whole: no way leads to a step that is gone', () => {
    fc.assert(
      fc.property(
        cadences.chain((steps) => fc.tuple(fc.constant(steps), at(steps))),
        ([steps, index]) => {
          const added = newStep('message', freshKey(steps, 'message'));
          expectWhole(removeStep(steps, index));
          expectWhole(insertAfter(steps, index, added));
          for (const { name } of waysOf(steps, index)) if (name) expectWhole(insertIntoWay(steps, index, name, added));
          expectWhole(changeStep(steps, index, { ...(steps[index] as CadenceStep), key: 'another' }));
        },
      ),
    );
  });

  it('lead on to where the way led that a step was put into, and leave the other way alone', () => {
    const steps = [
      { type: 'branch', key: 'big', conditions: [] },
      { type: 'exit', key: 'end' },
    ] as CadenceStep[];
    expect(insertIntoWay(steps, 0, 'then', { type: 'call', key: 'call' })).toEqual([
      { type: 'branch', key: 'big', conditions: [], then: 'call', else: 'end' },
      { type: 'call', key: 'call', next: 'end' },
      { type: 'exit', key: 'end' },
    ]);
  });

  it('hand on what led to them when they are taken out', () => {
    const steps = [
      { type: 'wait', key: 'a', delay: { type: 'none' } },
      { type: 'wait', key: 'b', delay: { type: 'none' }, next: 'd' },
      { type: 'wait', key: 'c', delay: { type: 'none' } },
      { type: 'exit', key: 'd' },
    ] as CadenceStep[];
    expect(removeStep(steps, 1)[0]).toMatchObject({ key: 'a', next: 'd' });
  });
});

describe('differences', () => {
  const settings = { name: 'Offers', limits: {} };
  const hello = { type: 'message', key: 'hello', subject: 'Hello', delay: { type: 'after', amount: 1 } };
  it('are told step by step, by key, whatever their place', () => {
    const end = { type: 'exit', key: 'end' };
    const before = { ...settings, cadence: { steps: [hello, end] } };
    const after = {
      name: 'Offers',
      limits: { max_new_per_day: 5 },
      cadence: { steps: [{ ...hello, delay: { type: 'after', amount: 2 } }, { type: 'call', key: 'call' }, end] },
    };
    expect(differencesOf(before, after)).toEqual([
      { about: 'Step hello', part: 'When › Amount', before: '1', after: '2' },
      { about: 'Step call', part: '', before: undefined, after: 'Call' },
      { about: 'Settings', part: 'Limits › Max new per day', before: undefined, after: '5' },
    ]);
    expect(differencesOf(before, before)).toEqual([]);
    const tags = (...names: string[]) => ({ tags: names.map((name) => ({ id: null, name })) });
    expect(compare('', tags('big'), tags('big', 'warm'))).toEqual([
      { about: '', part: 'Tags', before: 'big', after: 'big, warm' },
    ]);
  });

  it('of two sources add up to both of them', () => {
    const source = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(source, source, (before, after) => {
        const lines = lineDifferences(before, after);
        const without = (kind: string) =>
          lines
            .filter((line) => line.kind !== kind)
            .map(({ text }) => text)
            .join('\n');
        expect([without('added'), without('removed')]).toEqual([before, after]);
      }),
    );
  });
});

describe('what is typed', () => {
  it.each([
    ['5000', false, 5000],
    ['0034', false, '0034'],
    ['true', false, true],
    ['big, 3', true, ['big', 3]],
    ['', false, undefined],
  ])('%j means what it looks like', (text, isList, value) => {
    expect(readValue(text, isList)).toEqual(value);
    if (value !== undefined) expect(readValue(writeValue(value), isList)).toEqual(value);
  });

  it('is read line by line, and says which line is odd', () => {
    expect(readLines('1 = {{lead.first_name}}\nheader.1 = a=b').value).toEqual({
      '1': '{{lead.first_name}}',
      'header.1': 'a=b',
    });
    expect(readLines(writeLines({ a: 'b' })).value).toEqual({ a: 'b' });
    expect(readLines('nothing').fault).toContain('nothing');
  });
});

describe('the shapes of the forms', () => {
  it('are those of the schemas: otherwise npm run generate', () => {
    const file = path.resolve(import.meta.dirname, '../../dashboard/shape/shapes.ts');
    expect(readFileSync(file, 'utf8')).toBe(dashboardShapes());
  });
});
