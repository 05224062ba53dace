import { describe, expect, it } from '@jest/globals';
import type { MeetingFact } from '../../domain/facts.js';
import { evaluate } from '../../domain/rules/conditions/index.js';
import type { Condition } from '../../schemas/rules/conditions.js';
import { factsOf } from '../support/cadence.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const meeting = (status: string, day: number): MeetingFact => ({
  status,
  starts_at: `2026-03-${day}T10:00:00.000Z`,
  ends_at: `2026-03-${day}T10:30:00.000Z`,
});
const holds = (meetings: MeetingFact[], key: string, operator: Condition['operator'], value?: unknown): boolean =>
  evaluate([{ source: 'meeting', key, operator, value }], 'all', factsOf({ meetings }), NOW).matched;

describe('conditions about meetings', () => {
  const held = { status: 'completed', starts_at: '2026-03-01T10:00:00.000Z', ends_at: '2026-03-01T10:30:00.000Z' };
  const some = [held, meeting('no_show', 10), meeting('cancelled', 12), meeting('scheduled', 14)];

  it('see the next one that was not cancelled', () => {
    expect(holds(some, 'next_starts_at', 'on', '2026-03-14')).toBe(true);
    expect(holds([meeting('cancelled', 12)], 'next_starts_at', 'not_exists')).toBe(true);
  });

  it('see how the last one ended, and when', () => {
    expect(holds(some, 'last_status', 'eq', 'no_show')).toBe(true);
    expect(holds(some, 'last_ended_at', 'on', '2026-03-10')).toBe(true);
    expect(holds([meeting('confirmed', 14)], 'last_status', 'eq', 'confirmed')).toBe(true);
  });

  it('count them', () => {
    expect(holds(some, 'count', 'eq', 3)).toBe(true);
    expect(holds(some, 'no_show_count', 'eq', 1)).toBe(true);
    expect(holds([], 'count', 'eq', 0)).toBe(true);
    expect(holds([], 'last_status', 'not_exists')).toBe(true);
  });
});
