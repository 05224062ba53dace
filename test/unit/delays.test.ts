import { describe, expect, it } from '@jest/globals';
import { dueAt, lateBySeconds } from '../../domain/cadence/delays.js';
import type { Facts } from '../../domain/facts.js';
import type { Delay } from '../../schemas/cadence/cadence.js';
import { factsOf } from '../support/cadence.js';

const due = (delay: Delay, anchor: string, zone = 'Europe/Madrid', facts: Facts = factsOf(), holidays?: string[]) => {
  const ms = dueAt(delay, { anchor: Date.parse(anchor), zone, facts, closed: { holidays } });
  return ms === null ? null : new Date(ms).toISOString();
};
const lasting = (amount: number, unit: (Delay & { type: 'after' })['unit']): Delay => ({ type: 'after', amount, unit });

describe('delays', () => {
  it('of minutes and hours are exact, whatever clocks do', () => {
    expect(due(lasting(90, 'minutes'), '2026-03-29T00:30:00Z')).toBe('2026-03-29T02:00:00.000Z');
    expect(due(lasting(24, 'hours'), '2026-03-28T12:00:00Z')).toBe('2026-03-29T12:00:00.000Z');
    expect(due(lasting(0.05, 'minutes'), '2026-03-28T12:00:00Z')).toBe('2026-03-28T12:00:03.000Z');
  });

  it('of days keep the time on the lead’s clock', () => {
    expect(due(lasting(1, 'days'), '2026-03-28T12:00:00.250Z')).toBe('2026-03-29T11:00:00.250Z');
    expect(due(lasting(1, 'weeks'), '2026-10-24T08:00:00Z')).toBe('2026-10-31T09:00:00.000Z');
    expect(due(lasting(0, 'days'), '2026-03-28T12:00:07Z')).toBe('2026-03-28T12:00:07.000Z');
  });

  it('of days end after the gap where clocks skip their time, and at the first of two same times', () => {
    // 02:30 doesn't exist in Madrid on 29 March 2026 and comes twice on 25 October.
    expect(due(lasting(1, 'days'), '2026-03-28T01:30:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(due(lasting(1, 'days'), '2026-10-24T00:30:00Z')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('of business days pass over weekends and holidays', () => {
    expect(due(lasting(1, 'business_days'), '2026-03-06T10:00:00Z')).toBe('2026-03-09T10:00:00.000Z');
    expect(due(lasting(3, 'business_days'), '2026-03-06T10:00:00Z')).toBe('2026-03-11T10:00:00.000Z');
    // 1 May 2026 is a Friday and a holiday.
    expect(due(lasting(1, 'business_days'), '2026-04-30T10:00:00Z', 'Europe/Madrid', factsOf(), ['ES'])).toBe(
      '2026-05-04T10:00:00.000Z',
    );
  });

  it('at a local time take the next one, on the named days', () => {
    const nine: Delay = { type: 'at_local_time', time: '09:00' };
    expect(due(nine, '2026-03-02T07:59:00Z')).toBe('2026-03-02T08:00:00.000Z');
    expect(due(nine, '2026-03-02T08:00:00Z')).toBe('2026-03-03T08:00:00.000Z');
    expect(due({ ...nine, days: ['sat'] }, '2026-03-02T10:00:00Z')).toBe('2026-03-07T08:00:00.000Z');
    expect(due(nine, '2026-03-02T10:00:00Z', 'America/New_York')).toBe('2026-03-02T14:00:00.000Z');
  });

  it('until a field follow the lead’s date, before or after it', () => {
    const delay: Delay = { type: 'until_field', source: 'metadata', key: 'demo.at', offset_minutes: -60 };
    const facts = factsOf({ metadata: { demo: { at: '2026-05-01T12:00:00+02:00' } } });
    expect(due(delay, '2026-03-02T10:00:00Z', 'Europe/Madrid', facts)).toBe('2026-05-01T09:00:00.000Z');
    const dayOnly = factsOf({ metadata: { 'demo.at': '2026-05-01' } });
    expect(due({ ...delay, offset_minutes: 540 }, '2026-03-02T10:00:00Z', 'Europe/Madrid', dayOnly)).toBe(
      '2026-05-01T07:00:00.000Z',
    );
    const variable = {
      value: '2026-05-01T08:00:00Z',
      value_text: '',
      confidence: 1,
      updated_at: '2026-03-01T00:00:00Z',
    };
    const captured = factsOf({ variables: { renewal: variable } });
    expect(due({ type: 'until_field', source: 'field', key: 'renewal' }, '2026-03-02T10:00:00Z', 'UTC', captured)).toBe(
      '2026-05-01T08:00:00.000Z',
    );
    expect(due({ type: 'until_field', source: 'lead', key: 'created_at' }, '2026-03-02T10:00:00Z')).toBe(
      '2026-03-01T10:00:00.000Z',
    );
    expect(due(delay, '2026-03-02T10:00:00Z')).toBeNull();
  });

  it('of none are over at once, and lateness is counted in whole seconds', () => {
    expect(due({ type: 'none' }, '2026-03-02T10:00:00Z')).toBe('2026-03-02T10:00:00.000Z');
    expect(lateBySeconds(1000, 3999)).toBe(2);
    expect(lateBySeconds(5000, 1000)).toBe(0);
  });
});
