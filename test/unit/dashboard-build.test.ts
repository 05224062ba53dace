import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareValues } from '../../dashboard/components/compare-values.js';
import { lineDifferences, wordDifferences } from '../../dashboard/components/text-differences.js';
import { branchesOf, outlineOf } from '../../dashboard/features/agents/cadence-outline.js';
import { differencesOf } from '../../dashboard/features/agents/definition-differences.js';
import {
  changeStep,
  insertAfter,
  insertIntoBranch,
  newStep,
  pasteAfter,
  removeStep,
  unusedKey,
} from '../../dashboard/features/agents/edit-steps.js';
import { stepsIn, textOf } from '../../dashboard/features/agents/step-text.js';
import { operatorsFor, typesOf } from '../../dashboard/forms/condition-operators.js';
import { complete, typingAt, VARIABLES, variablesLike } from '../../dashboard/forms/template-variables.js';
import { readLines, readValue, writeLines, writeValue } from '../../dashboard/forms/value-text.js';
import { QUERY_OPERATORS, QUERY_SOURCES } from '../../domain/functions/function-reference.js';
import { KNOWN_VARIABLES } from '../../domain/messages/template-render.js';
import type { CadenceStep } from '../../schemas/cadence/cadence.js';
import type { LeadsReference } from '../../schemas/functions/function-reference.js';
import { CONDITION_OPERATORS } from '../../schemas/rules/conditions.js';
import { dashboardShapes } from '../../scripts/generate/dashboard-shapes.js';
import { cadences } from '../support/random-steps.js';

const at = (steps: readonly CadenceStep[]) => fc.integer({ min: 0, max: steps.length - 1 });

const namedWays = (steps: readonly CadenceStep[]) =>
  steps.flatMap((_, index) => branchesOf(steps, index).flatMap(({ to }) => (to ? [to] : [])));
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
          for (const { to } of branchesOf(steps, card.index)) if (to) expect([...below, ...jumps]).toContain(to);
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
          const added = newStep('message', unusedKey(steps, 'message'));
          expectWhole(removeStep(steps, index));
          expectWhole(insertAfter(steps, index, added));
          for (const { name } of branchesOf(steps, index))
            if (name) expectWhole(insertIntoBranch(steps, index, name, added));
          expectWhole(pasteAfter(steps, index, steps));
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
    expect(insertIntoBranch(steps, 0, 'then', { type: 'call', key: 'call' })).toEqual([
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

describe('steps as text', () => {
  it('are read as they were written, alone, as a list and as a cadence, and nothing else is', () => {
    fc.assert(
      fc.property(cadences, (steps) => {
        const written = JSON.parse(JSON.stringify(steps));
        expect(stepsIn(JSON.stringify(steps))).toEqual(written);
        expect(stepsIn(JSON.stringify({ steps }))).toEqual(written);
        expect(stepsIn(textOf(steps[0] as CadenceStep))).toEqual([written[0]]);
      }),
    );
    for (const text of [
      '',
      'hello',
      '{}',
      '[]',
      'null',
      '7',
      '{"key":"a","type":"nonsense"}',
      '{"key":"a","type":"branch"}',
    ])
      expect(stepsIn(text)).toEqual([]);
  });

  it('get keys of their own where they are pasted, and lead to each other as before', () => {
    const steps = [
      { type: 'message', key: 'hello', next: 'end' },
      { type: 'message', key: 'later' },
      { type: 'exit', key: 'end' },
    ] as CadenceStep[];
    const copied = [
      { type: 'branch', key: 'big', conditions: [], then: 'hello', else: 'gone' },
      { type: 'message', key: 'hello' },
    ] as CadenceStep[];
    expect(pasteAfter(steps, 0, copied)).toEqual([
      { type: 'message', key: 'hello' },
      { type: 'branch', key: 'big', conditions: [], then: 'hello_2' },
      { type: 'message', key: 'hello_2', next: 'end' },
      { type: 'message', key: 'later' },
      { type: 'exit', key: 'end' },
    ]);
  });
});

describe('differences', () => {
  const settings = { name: 'Offers', limits: {} };
  const hello = { type: 'message', key: 'hello', subject: 'Hello', delay: { type: 'after', amount: 1 } };
  it('are listed step by step, by key, whatever their position', () => {
    const end = { type: 'exit', key: 'end' };
    const before = { ...settings, cadence: { steps: [hello, end] } };
    const after = {
      name: 'Offers',
      limits: { max_new_per_day: 5 },
      cadence: { steps: [{ ...hello, delay: { type: 'after', amount: 2 } }, { type: 'call', key: 'call' }, end] },
    };
    expect(differencesOf(before, after)).toEqual([
      { about: 'Step hello', part: 'Delay › Amount', before: '1', after: '2' },
      { about: 'Step call', part: '', before: undefined, after: 'Call' },
      { about: 'Settings', part: 'Limits › Max new per day', before: undefined, after: '5' },
    ]);
    expect(differencesOf(before, before)).toEqual([]);
    const tags = (...names: string[]) => ({ tags: names.map((name) => ({ id: null, name })) });
    expect(compareValues('', tags('big'), tags('big', 'warm'))).toEqual([
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

  it('of two texts are listed word by word, and add up to both of them', () => {
    const text = fc.array(fc.constantFrom('Hello', ' ', '{{ lead.first_name }}', ',', '\n', 'ñandú'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDifferences(before.join(''), after.join(''));
        const without = (kind: string) =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('');
        expect([without('added'), without('removed')]).toEqual([before.join(''), after.join('')]);
      }),
    );
    expect(
      wordDifferences('Hello {{ lead.first_name }}, shall we talk?', 'Hello {{ lead.last_name }}, shall we talk?'),
    ).toEqual([
      { kind: 'same', text: 'Hello {{ ' },
      { kind: 'removed', text: 'lead.first_name' },
      { kind: 'added', text: 'lead.last_name' },
      { kind: 'same', text: ' }}, shall we talk?' },
    ]);
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

describe('variables of a message', () => {
  it('are offered behind two braces, and are all ones that messages can read', () => {
    const isKnown = (name: string) =>
      KNOWN_VARIABLES.some((known) => known === name || (known.endsWith('.*') && name.startsWith(known.slice(0, -1))));
    expect(VARIABLES.filter((name) => !isKnown(name))).toEqual([]);
    expect(typingAt('Hello {{ lead.fi', 16)).toEqual({ from: 9, stem: 'lead.fi' });
    expect(typingAt('Hello {{', 8)).toEqual({ from: 8, stem: '' });
    for (const text of ['Hello', 'Hello { ', '{{ lead.first_name }}', '{{ lead.first_name | up', '{% if lead.title'])
      expect(typingAt(text, text.length)).toBeUndefined();
    expect(variablesLike('lead.fi', [])).toEqual(['lead.first_name']);
    expect(variablesLike('budg', ['metadata.budget'])).toEqual(['metadata.budget']);
    expect(variablesLike('lead.first_name', [])).toEqual([]);
  });

  it('are inserted where they are typed, and leave the surrounding text unchanged', () => {
    const piece = fc.stringMatching(/^[a-z ,]{0,8}$/);
    fc.assert(
      fc.property(
        piece,
        fc.constantFrom('', 'lead.', 'le'),
        fc.constantFrom('', ' }}', ' | upcase }}'),
        piece,
        (before, stem, closing, after) => {
          const text = `${before}{{ ${stem}${closing}${after}`;
          const caret = before.length + 3 + stem.length;
          const typing = typingAt(text, caret);
          const done = complete(text, caret, typing!, 'lead.title');
          expect(done.text).toBe(`${before}{{ lead.title${closing || ' }}'}${after}`);
          expect(done.text.slice(0, done.caret)).toBe(`${before}{{ lead.title${closing === '' ? ' }}' : ''}`);
        },
      ),
    );
  });
});

describe('the shapes of the forms', () => {
  it('are those of the schemas: otherwise npm run generate', () => {
    const file = path.resolve(import.meta.dirname, '../../dashboard/forms/shapes.ts');
    expect(readFileSync(file, 'utf8')).toBe(dashboardShapes());
  });
});

describe('the operators of a condition', () => {
  const reference = {
    sources: QUERY_SOURCES,
    operators: QUERY_OPERATORS,
    account: {
      metadata_keys: [
        { key: 'budget', type: 'number', seen: 2 },
        { key: 'since', type: 'string', seen: 1 },
      ],
      fields: [{ key: 'city', type: 'enum' }],
    },
  } as unknown as LeadsReference;
  const of = (source: string, key: string) =>
    operatorsFor(typesOf(reference, source, key), reference, CONDITION_OPERATORS);

  it('fit the type of its field', () => {
    expect(of('lead', 'country')).not.toEqual(expect.arrayContaining(['anniversary']));
    expect(of('lead', 'country').filter((name) => /true|gt|before|has|within/.test(name))).toEqual([]);
    expect(of('lead', 'country')).toEqual(expect.arrayContaining(['eq', 'in', 'contains', 'regex', 'empty']));
    expect(of('lead', 'created_at')).toEqual(expect.arrayContaining(['before', 'within_last', 'anniversary']));
    expect(of('lead', 'created_at')).not.toContain('contains');
    expect(of('engagement', 'whatsapp_window_open')).toEqual(expect.arrayContaining(['is_true', 'is_false']));
    expect(of('tag', '')).toEqual(expect.arrayContaining(['has', 'has_none']));
    expect(of('tag', '')).not.toContain('regex');
    expect(of('field', 'city')).not.toContain('anniversary');
    expect(of('metadata', 'budget')).not.toContain('contains');
    // Files bring dates as text.
    expect(of('metadata', 'since')).toEqual(expect.arrayContaining(['contains', 'before', 'gte']));
  });

  it('are all of them if its type isn’t known', () => {
    expect(of('metadata', 'unseen')).toEqual(CONDITION_OPERATORS);
    expect(operatorsFor(typesOf(undefined, 'lead', 'country'), undefined, CONDITION_OPERATORS)).toEqual(
      CONDITION_OPERATORS,
    );
  });
});
