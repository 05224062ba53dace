import { describe, expect, it } from '@jest/globals';
import type { Facts } from '../../domain/facts.js';
import { eventFacts } from '../../domain/jobs/event-facts.js';
import { checkConditions, evaluate } from '../../domain/rules/conditions/index.js';
import { CONDITION_OPERATORS, type Condition, type ConditionOperator } from '../../schemas/rules/conditions.js';
import { factsOf } from '../support/cadence.js';
import { cpuMs } from '../support/cpu-time.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const one = (condition: Condition, facts: Facts = factsOf(), now = NOW) => evaluate([condition], 'all', facts, now);
const holds = (condition: Condition, facts?: Facts, now?: Date) => one(condition, facts, now).matched;
/** Tests a metadata value `x`. */
const on = (x: unknown, operator: ConditionOperator, rest: Partial<Condition> = {}, now = NOW) =>
  holds({ field: 'metadata.x', operator, ...rest }, factsOf({ metadata: { x } }), now);
const value = (v: unknown, more: Partial<Condition> = {}): Partial<Condition> => ({ value: v, ...more });

// For each operator: what to compare with, a value that matches, one that doesn't, and one of a type it can't compare.
const NONE = Symbol('any type will do');
const TABLE: Record<ConditionOperator, { rest: Partial<Condition>; yes: unknown; no: unknown; mismatch: unknown }> = {
  eq: { rest: value('a'), yes: 'A', no: 'b', mismatch: NONE },
  neq: { rest: value('a'), yes: 'b', no: 'a', mismatch: NONE },
  in: { rest: value(['a', 5]), yes: 5, no: 6, mismatch: NONE },
  not_in: { rest: value(['a', 5]), yes: 6, no: 'A', mismatch: NONE },
  exists: { rest: {}, yes: 0, no: undefined, mismatch: NONE },
  not_exists: { rest: {}, yes: undefined, no: '', mismatch: NONE },
  contains: { rest: value('ell'), yes: 'Hello', no: 'Help', mismatch: 5 },
  not_contains: { rest: value('ell'), yes: 'Help', no: 'hELLo', mismatch: 5 },
  starts_with: { rest: value('he'), yes: 'Hello', no: 'Oh hello', mismatch: ['he'] },
  ends_with: { rest: value('LO'), yes: 'Hello', no: 'Hello!', mismatch: 5 },
  regex: { rest: value('^h.*o$'), yes: 'HELLO', no: 'hell', mismatch: 5 },
  not_regex: { rest: value('^h.*o$'), yes: 'hell', no: 'hello', mismatch: true },
  gt: { rest: value(10), yes: 11, no: 10, mismatch: 'many' },
  gte: { rest: value(10), yes: '10', no: 9, mismatch: 'many' },
  lt: { rest: value(10), yes: 9.5, no: 10, mismatch: {} },
  lte: { rest: value(10), yes: 10, no: 11, mismatch: true },
  between: { rest: value(1, { value_to: 3 }), yes: 3, no: 4, mismatch: 'x' },
  not_between: { rest: value(1, { value_to: 3 }), yes: 4, no: 1, mismatch: 'x' },
  before: { rest: value('today'), yes: '2026-03-09', no: '2026-03-10T11:00:00Z', mismatch: 'soon' },
  after: { rest: value('now'), yes: '2026-03-10T12:00:01Z', no: '2026-03-10T12:00:00Z', mismatch: 5 },
  on: { rest: value('tomorrow'), yes: '2026-03-11T22:59:00Z', no: '2026-03-11T23:00:00Z', mismatch: 'soon' },
  not_on: { rest: value('yesterday'), yes: '2026-03-10', no: '2026-03-09', mismatch: 'soon' },
  within_last: {
    rest: value(2, { unit: 'hours' }),
    yes: '2026-03-10T10:00:00Z',
    no: '2026-03-10T09:59:59Z',
    mismatch: 5,
  },
  within_next: { rest: value(2, { unit: 'days' }), yes: '2026-03-12', no: '2026-03-13', mismatch: 'soon' },
  more_than_ago: { rest: value(1, { unit: 'months' }), yes: '2026-02-09', no: '2026-02-10', mismatch: 'soon' },
  more_than_ahead: { rest: value(1, { unit: 'weeks' }), yes: '2026-03-18', no: '2026-03-17', mismatch: [] },
  days_since: { rest: value({ op: 'eq', n: 2 }), yes: '2026-03-08T00:00:00Z', no: '2026-03-07', mismatch: 'soon' },
  days_until: { rest: value({ op: 'lte', n: 1 }), yes: '2026-03-11', no: '2026-03-12', mismatch: 5 },
  anniversary: { rest: {}, yes: '1990-03-10', no: '1990-03-11', mismatch: 'march' },
  is_true: { rest: {}, yes: 'Yes', no: false, mismatch: NONE },
  is_false: { rest: {}, yes: 0, no: 'true', mismatch: NONE },
  empty: { rest: {}, yes: ' ', no: 0, mismatch: NONE },
  not_empty: { rest: {}, yes: [0], no: {}, mismatch: NONE },
  has: { rest: value('a'), yes: ['A', 'b'], no: ['b'], mismatch: 'a' },
  has_any: { rest: value(['a', 'c']), yes: ['c'], no: ['b'], mismatch: 'a' },
  has_all: { rest: value(['a', 'c']), yes: ['c', 'a'], no: ['a'], mismatch: 5 },
  has_none: { rest: value(['a', 'c']), yes: ['b'], no: ['b', 'c'], mismatch: 'a' },
  changed: { rest: {}, yes: NONE, no: NONE, mismatch: NONE },
  changed_to: { rest: value('a'), yes: NONE, no: NONE, mismatch: NONE },
  changed_from: { rest: value('a'), yes: NONE, no: NONE, mismatch: NONE },
};
const TRUE_WHEN_MISSING = ['not_exists', 'empty', 'neq', 'not_in', 'not_contains', 'has_none'];

describe('each condition operator', () => {
  for (const operator of CONDITION_OPERATORS) {
    const { rest, yes, no, mismatch } = TABLE[operator];

    if (yes !== NONE) {
      it(`${operator} tells what matches from what does not`, () => {
        expect([on(yes, operator, rest), on(no, operator, rest)]).toEqual([true, false]);
      });
    }

    it(`${operator} is ${TRUE_WHEN_MISSING.includes(operator)} for a missing value, without a warning`, () => {
      const evaluation = one({ field: 'metadata.none', operator, ...rest });
      expect(evaluation.matched).toBe(TRUE_WHEN_MISSING.includes(operator));
      expect(evaluation.warnings).toEqual([]);
    });

    if (mismatch !== NONE) {
      it(`${operator} is false with a warning for a value of another type`, () => {
        const evaluation = one({ field: 'metadata.x', operator, ...rest }, factsOf({ metadata: { x: mismatch } }));
        expect(evaluation.matched).toBe(false);
        expect(evaluation.warnings).toMatchObject([{ index: 0, code: 'TYPE_MISMATCH' }]);
        expect(evaluation.results[0]?.verdict).toBe('type_mismatch');
      });
    }

    it(`${operator} can be saved with what it needs`, () => {
      const condition = { source: 'metadata', key: 'x', operator, ...rest } as Condition;
      expect(checkConditions([condition], '/c', { event: true })).toEqual([]);
    });
  }

  it('changed, changed_to and changed_from read the change of the event', () => {
    const event = { type: 'lead.updated', data: {}, changes: { 'metadata.x': { from: 'A', to: 'b' } } };
    const facts = factsOf({ metadata: { x: 'b' }, event });
    const test = (operator: ConditionOperator, v?: unknown) =>
      holds({ field: 'metadata.x', operator, value: v }, facts);
    expect(test('changed')).toBe(true);
    expect([test('changed_to', 'B'), test('changed_to', 'a')]).toEqual([true, false]);
    expect([test('changed_from', 'a'), test('changed_from', 'b')]).toEqual([true, false]);
    expect(holds({ field: 'metadata.y', operator: 'changed' }, facts)).toBe(false);
  });

  it('changes of metadata hold for the values within that differ', () => {
    const event = eventFacts(
      {
        type: 'lead.updated',
        data: '{"changed":["metadata.x"]}',
        values_before: '{"metadata.x":{"a":1,"b":{"c":"x"}}}',
      },
      factsOf({ metadata: { x: { a: 2, b: { c: 'x' } } } }),
    );
    const facts = factsOf({ metadata: { x: { a: 2, b: { c: 'x' } } }, event });
    expect(holds({ field: 'metadata.x.a', operator: 'changed_from', value: 1 }, facts)).toBe(true);
    expect(holds({ field: 'metadata.x.a', operator: 'changed_to', value: 2 }, facts)).toBe(true);
    expect(holds({ field: 'metadata.x.b.c', operator: 'changed' }, facts)).toBe(false);
  });

  it('changes of tags hold for each that was added or removed', () => {
    const event = eventFacts(
      { type: 'lead.tags_changed', data: '{"added":["new","hot"],"removed":["cold"]}', values_before: null },
      factsOf({}),
    );
    const facts = factsOf({ event });
    const test = (operator: ConditionOperator, v: unknown) => holds({ source: 'tag', operator, value: v }, facts);
    expect([test('changed_to', 'Hot'), test('changed_to', ['new', 'hot']), test('changed_to', 'cold')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([test('changed_from', 'cold'), test('changed_from', ['cold', 'hot'])]).toEqual([true, false]);
  });

  it('changed can be saved only for values whose changes events report', () => {
    const problems = (field: string) =>
      checkConditions([{ field, operator: 'changed' } as Condition], '/c', { event: true });
    for (const field of ['lead.email', 'metadata.a.b', 'field.size', 'tag', 'status.key', 'consent.email']) {
      expect(problems(field)).toEqual([]);
    }
    for (const field of ['lead.updated_at', 'field.size.confidence', 'status.category', 'run.attempts', 'now.hour']) {
      expect(problems(field)).toMatchObject([{ field: '/c/0/operator', message: expect.stringContaining('lead.<') }]);
    }
  });
});

describe('conditions on texts', () => {
  it('leave letter case aside unless it is asked for', () => {
    expect(on('Ábc', 'eq', value('ÁBC'))).toBe(true);
    expect(on('Abc', 'eq', value('abc', { case_sensitive: true }))).toBe(false);
    expect(on('Abc', 'regex', value('^abc', { case_sensitive: true }))).toBe(false);
  });

  it('run patterns in time linear in the text', () => {
    const took = cpuMs(() => expect(on(`${'a'.repeat(50_000)}!`, 'regex', value('^(a+)+$'))).toBe(false));
    expect(took).toBeLessThan(2_000);
  });
});

describe('conditions on dates', () => {
  it('count calendar days on the lead’s clock, not in pieces of 24 hours', () => {
    const lateEvening = '2026-03-09T22:30:00Z';
    const early = new Date('2026-03-09T23:30:00Z');
    expect(on(lateEvening, 'days_since', value({ op: 'eq', n: 1 }), early)).toBe(true);
    const tokyo = value({ op: 'eq', n: 0 }, { timezone: 'Asia/Tokyo' });
    expect(on(lateEvening, 'days_since', tokyo, early)).toBe(true);
  });

  it('count the day on which clocks change like any other', () => {
    expect(on('2026-03-28', 'days_since', value({ op: 'eq', n: 2 }), new Date('2026-03-29T22:30:00Z'))).toBe(true);
    expect(on('2026-10-24', 'days_since', value({ op: 'eq', n: 1 }), new Date('2026-10-25T22:30:00Z'))).toBe(true);
  });

  it('keep 29 February on the 28th in other years, and only there', () => {
    const on28 = new Date('2026-02-28T12:00:00Z');
    expect(on('1992-02-29', 'anniversary', {}, on28)).toBe(true);
    expect(on('1992-02-29', 'anniversary', {}, new Date('2028-02-28T12:00:00Z'))).toBe(false);
    expect(on('1992-02-29', 'anniversary', {}, new Date('2028-02-29T12:00:00Z'))).toBe(true);
    expect(on('1992-02-28', 'anniversary', {}, new Date('2028-02-29T12:00:00Z'))).toBe(false);
  });

  it('read ISO dates and epochs, and take no amount for a date', () => {
    expect(on(1_772_448_000, 'on', value('2026-03-02'))).toBe(true);
    expect(on(1_772_448_000_000, 'on', value('2026-03-02'))).toBe(true);
    expect(on('2026-02-30', 'exists')).toBe(true);
    expect(
      one({ field: 'metadata.x', operator: 'before', value: 'now' }, factsOf({ metadata: { x: '2026-02-30' } }))
        .warnings,
    ).toHaveLength(1);
    expect(on('2026-03-02T10:00:00', 'on', value('2026-03-02'))).toBe(true);
  });

  it('include the last day of a range of days', () => {
    expect(on('2026-03-05T20:00:00Z', 'between', value('2026-03-01', { value_to: '2026-03-05' }))).toBe(true);
    expect(on('2026-03-05T23:30:00Z', 'between', value('2026-03-01', { value_to: '2026-03-05' }))).toBe(false);
  });
});

describe('each condition source', () => {
  const facts = factsOf({
    lead: { company: 'Acme', timezone: 'Europe/Madrid' },
    metadata: { deep: { budget: 5000 }, 'flat.key': 1 },
    variables: { budget: { value: '9000', value_text: '9000', confidence: 0.9, updated_at: '2026-03-09T10:00:00Z' } },
    fieldTypes: { budget: 'number' },
    tags: ['vip', 'spring-fair'],
    status: { key: 'contacted', category: 'active', entered_at: '2026-03-09T10:00:00Z', previous_key: 'new' },
    run: { step_index: 2, attempts: 1, cadence_state: 'active', started_at: null, last_step_at: null, variant: 'b' },
    engagement: {
      last_inbound_at: null,
      last_outbound_at: '2026-03-08T12:00:00Z',
      inbound_count: 0,
      outbound_count: 3,
      opened_count: 1,
      clicked_count: 0,
      last_channel: 'email',
      calls_count: 2,
      calls_answered: 1,
      last_call: {
        status: 'ended',
        disconnection_reason: 'voicemail_reached',
        successful: false,
        at: '2026-03-10T09:00:00Z',
      },
      whatsapp_window_expires_at: '2026-03-10T12:30:00Z',
    },
    consent: { whatsapp: 'opted_in', email: 'unknown', call: 'opted_out', sms: 'unknown' },
    event: { type: 'message.received', data: { channel: 'email', body: { words: 3 } } },
  });
  const test = (field: string, operator: ConditionOperator, v?: unknown) => holds({ field, operator, value: v }, facts);

  it('lead reads columns', () => {
    expect(test('lead.company', 'eq', 'acme')).toBe(true);
    expect(test('lead.created_at', 'before', '2026-03-02')).toBe(true);
    expect(test('lead.title', 'exists')).toBe(false);
  });
  it('metadata reads dotted paths and flat keys, never prototypes', () => {
    expect(test('metadata.deep.budget', 'gte', 5000)).toBe(true);
    expect(test('metadata.flat.key', 'eq', 1)).toBe(true);
    expect(test('metadata.constructor.name', 'exists')).toBe(false);
    expect(test('metadata.__proto__', 'exists')).toBe(false);
  });
  it('field reads values by their type, confidence and time', () => {
    expect(test('field.budget', 'gt', 8000)).toBe(true);
    expect(test('field.budget.confidence', 'gte', 0.9)).toBe(true);
    expect(test('field.budget.updated_at', 'on', 'yesterday')).toBe(true);
  });
  it('tag compares by slug', () => {
    expect(test('tag', 'has', 'VIP')).toBe(true);
    expect(test('tag', 'eq', 'Spring Fair')).toBe(true);
    expect(test('tag', 'has_none', ['other'])).toBe(true);
    expect(holds({ source: 'tag', operator: 'exists' }, factsOf())).toBe(false);
    expect(holds({ source: 'tag', operator: 'empty' }, factsOf())).toBe(true);
  });
  it('conversion knows types by their names as they are written, and by their ids', () => {
    const types = ['Signed contract', '01a206a9-0645-79f6-8d79-eb59948d248f'];
    const facts = factsOf({ conversion: { count: 1, total_amount: 10, last_at: null, types } });
    const held = (value: string) => holds({ field: 'conversion.types', operator: 'has', value }, facts);
    expect(['Signed contract', 'signed contract', types[1] ?? ''].map(held)).toEqual([true, true, true]);
    expect(held('Contract')).toBe(false);
  });

  it('status, run and consent read their keys', () => {
    expect(test('status.category', 'in', ['active'])).toBe(true);
    expect(test('status.previous_key', 'eq', 'new')).toBe(true);
    expect(test('run.step_index', 'gt', 1)).toBe(true);
    expect(test('run.variant', 'eq', 'b')).toBe(true);
    expect(test('consent.call', 'eq', 'opted_out')).toBe(true);
  });
  it('engagement counts, and knows how long a reply is missing', () => {
    expect(test('engagement.outbound_count', 'eq', 3)).toBe(true);
    expect(test('engagement.no_reply_hours', 'gte', 48)).toBe(true);
    expect(test('engagement.whatsapp_window_open', 'is_true')).toBe(true);
    const replied = factsOf({
      engagement: { ...facts.engagement, last_inbound_at: '2026-03-08T13:00:00Z' },
    });
    expect(holds({ field: 'engagement.no_reply_hours', operator: 'gte', value: 0 }, replied)).toBe(false);
  });
  it('engagement tells how the last call ended; where there was none, nothing of it', () => {
    expect(test('engagement.calls_count', 'gt', 1)).toBe(true);
    expect(test('engagement.calls_answered', 'eq', 1)).toBe(true);
    expect(test('engagement.last_call_status', 'eq', 'ended')).toBe(true);
    expect(test('engagement.last_call_disconnection_reason', 'eq', 'voicemail_reached')).toBe(true);
    expect(test('engagement.last_call_voicemail', 'is_true')).toBe(true);
    expect(test('engagement.last_call_answered', 'is_true')).toBe(false);
    expect(test('engagement.last_call_successful', 'is_false')).toBe(true);
    expect(test('engagement.last_call_at', 'within_last', 1)).toBe(true);
    const never = factsOf({ engagement: { ...facts.engagement, last_call: null } });
    expect(holds({ field: 'engagement.last_call_status', operator: 'exists' }, never)).toBe(false);
    expect(holds({ field: 'engagement.last_call_voicemail', operator: 'is_false' }, never)).toBe(false);
  });
  it('now reads the lead’s clock, holidays and business hours', () => {
    expect(test('now.weekday', 'eq', 'tue')).toBe(true);
    expect(test('now.hour', 'eq', 13)).toBe(true);
    expect(test('now.date', 'on', 'today')).toBe(true);
    expect(test('now.in_business_hours', 'is_true')).toBe(true);
    expect(holds({ field: 'now.is_holiday', operator: 'is_true' }, facts, new Date('2026-01-06T12:00:00Z'))).toBe(true);
    expect(
      holds({ field: 'now.in_business_hours', operator: 'is_true' }, facts, new Date('2026-01-06T12:00:00Z')),
    ).toBe(false);
  });
  it('event reads the payload', () => {
    expect(test('event.body.words', 'eq', 3)).toBe(true);
    expect(test('event.type', 'eq', 'message.received')).toBe(true);
    expect(holds({ field: 'event.channel', operator: 'exists' }, factsOf())).toBe(false);
  });
});

describe('several conditions', () => {
  const yes: Condition = { field: 'lead.company', operator: 'exists' };
  const no: Condition = { field: 'lead.title', operator: 'exists' };
  it('hold all or any, and always where there are none', () => {
    const matched = (conditions: Condition[] | null, match: 'all' | 'any' | null) =>
      evaluate(conditions, match, factsOf(), NOW).matched;
    expect([matched([yes, no], 'all'), matched([yes, no], 'any'), matched([no], 'any')]).toEqual([false, true, false]);
    expect([matched([], 'any'), matched(null, null), matched([yes, no], null)]).toEqual([true, true, false]);
  });
  it('tell of each how it came out, without the lead’s values', () => {
    const evaluation = evaluate([yes, no], 'any', factsOf(), NOW);
    expect(evaluation.results.map((result) => result.verdict)).toEqual(['matched', 'missing']);
    expect(JSON.stringify(evaluation)).not.toContain('Example');
  });
});

describe('saving conditions', () => {
  const problems = (condition: unknown, place = {}) => checkConditions([condition as Condition], '/conditions', place);
  it('names the property that has to change', () => {
    expect(problems({ field: 'lead.company', operator: 'like', value: 'x' })).toMatchObject([
      { code: 'UNKNOWN_OPERATOR', field: '/conditions/0/operator' },
    ]);
    expect(problems({ field: 'lead.company', operator: 'regex', value: '(' })).toMatchObject([
      { code: 'INVALID_REGEX', field: '/conditions/0/value' },
    ]);
    expect(problems({ field: 'lead.company', operator: 'regex', value: 'a'.repeat(201) })).toMatchObject([
      { code: 'INVALID_REGEX', field: '/conditions/0/value' },
    ]);
    expect(problems({ field: 'lead.created_at', operator: 'before', value: 'soon' })).toMatchObject([
      { code: 'INVALID_DATE', field: '/conditions/0/value' },
    ]);
    expect(problems({ field: 'lead.created_at', operator: 'on', value: 'today', timezone: 'Mars/X' })).toMatchObject([
      { code: 'INVALID_TIMEZONE', field: '/conditions/0/timezone' },
    ]);
    expect(problems({ source: 'lead', key: 'shoe_size', operator: 'exists' })).toMatchObject([
      { code: 'VALIDATION_ERROR', field: '/conditions/0/key' },
    ]);
    expect(problems({ source: 'moon', key: 'x', operator: 'exists' })).toMatchObject([
      { field: '/conditions/0/source' },
    ]);
    expect(problems({ field: 'metadata.a.b.c.d.e.f', operator: 'exists' })).toMatchObject([
      { field: '/conditions/0/field' },
    ]);
    expect(problems({ source: 'tag', key: 'x', operator: 'has', value: 'y' })).toMatchObject([
      { field: '/conditions/0/key' },
    ]);
    expect(problems({ field: 'lead.company', source: 'lead', operator: 'exists' })).toMatchObject([
      { field: '/conditions/0/field' },
    ]);
    expect(problems({ field: 'metadata.x', operator: 'between', value: 1 })).toMatchObject([
      { field: '/conditions/0/value_to' },
    ]);
    expect(problems({ field: 'metadata.x', operator: 'within_last', value: 3 })).toMatchObject([
      { field: '/conditions/0/unit' },
    ]);
    expect(problems({ field: 'metadata.x', operator: 'days_since', value: 3 })).toMatchObject([
      { field: '/conditions/0/value' },
    ]);
    expect(problems({ field: 'metadata.x', operator: 'in', value: 'a' })).toMatchObject([
      { field: '/conditions/0/value' },
    ]);
  });
  it('keeps events and changes to where an event is handled', () => {
    expect(problems({ field: 'event.x', operator: 'exists' })).toHaveLength(1);
    expect(problems({ field: 'event.x', operator: 'exists' }, { event: true })).toEqual([]);
    expect(problems({ field: 'metadata.x', operator: 'changed' })).toMatchObject([{ field: '/conditions/0/operator' }]);
  });
});
