import { describe, expect, it } from '@jest/globals';
import type { Hold } from '../../domain/facts.js';
import { earliestSend, holdsAt, type SendRules } from '../../domain/messages/earliest-send.js';
import { NO_USAGE, type Usage } from '../../domain/messages/limits.js';

// A Tuesday.
const NOON = Date.parse('2030-01-01T12:00:00Z');
const OFFICE = { days: { mon: [['09:00', '17:00']], tue: [['09:00', '11:00']], wed: [['09:00', '17:00']] } };
const rules = (more: Partial<SendRules> = {}): SendRules => ({
  window: null,
  zones: { timezone: 'UTC', agentTimezone: 'UTC' },
  limits: {},
  usage: NO_USAGE,
  isFirst: false,
  ...more,
});
const office = { window: { ...OFFICE, timezone: 'UTC' } as SendRules['window'] };
const sentAt = (...lead_sent_at: string[]): Usage => ({ ...NO_USAGE, lead_sent_at });
const found = (more: Partial<SendRules>) => {
  const { at, holds } = earliestSend(rules(more), NOON);
  return [at === null ? null : new Date(at).toISOString(), holds.map(({ reason }) => reason)];
};

describe('when a message may leave at the earliest', () => {
  it('is at once where nothing holds it', () => {
    expect(found({})).toEqual(['2030-01-01T12:00:00.000Z', []]);
  });

  it('is when its window opens', () => {
    expect(found(office)).toEqual(['2030-01-02T09:00:00.000Z', ['outside_window']]);
  });

  it('is when a cap gives way', () => {
    const limits = { per_lead: { min_gap_minutes: 60 } };
    const usage = sentAt('2030-01-01T11:30:00Z');
    expect(found({ limits, usage })).toEqual(['2030-01-01T12:30:00.000Z', ['frequency_cap']]);
  });

  it('is when all have given way: a cap that ends while the window is closed waits for the window', () => {
    const limits = { per_lead: { min_gap_minutes: 29 * 60 } };
    const usage = sentAt('2030-01-01T12:30:00Z');
    const [at, reasons] = found({ ...office, limits, usage });
    expect([at, new Set(reasons)]).toEqual(['2030-01-07T09:00:00.000Z', new Set(['outside_window', 'frequency_cap'])]);
  });

  it('is unknown if only a user can end a hold, and if the window never opens', () => {
    const off: Hold = { reason: 'manual', until: null, detail: 'Sending is turned off.' };
    expect(found({ others: () => [off] })).toEqual([null, ['manual']]);
    expect(found({ window: { days: {}, timezone: 'UTC' } as SendRules['window'] })).toEqual([null, ['outside_window']]);
  });

  it('is not computed beyond an unpredictable hold', () => {
    const others = (at: number): Hold[] => [
      { reason: 'consent_missing', until: new Date(at + 86_400_000).toISOString(), detail: 'No consent yet.' },
    ];
    expect(found({ others })).toEqual(['2030-01-02T12:00:00.000Z', ['consent_missing']]);
  });

  it('is an instant at which nothing known holds it', () => {
    const limits = { per_lead: { per_day: 1, min_gap_minutes: 90 } };
    const one = rules({ ...office, limits, usage: sentAt('2030-01-01T10:00:00Z') });
    const { at } = earliestSend(one, NOON);
    expect(holdsAt(one, at ?? 0)).toEqual([]);
  });

  it('is when its turn comes in line: as many leave in each minute, day and call as may', () => {
    const sender = {
      minute: 2,
      minute_ends_at: '2030-01-01T12:01:00.000Z',
      day: 10,
      day_ends_at: '2030-01-02T00:00:00.000Z',
      day_number: 1,
      timezone: 'UTC',
    };
    const behind = (ahead: number, per_sender: object) => {
      const { at, holds } = earliestSend(
        rules({ limits: { per_sender }, usage: { ...NO_USAGE, sender: { ...sender, ahead } } }),
        NOON,
      );
      return [at === null ? null : new Date(at).toISOString(), ...holds.map(({ place }) => place)];
    };
    // Room for three more in this minute, and for five in each that follows.
    expect(behind(2, { per_minute: 5 })).toEqual(['2030-01-01T12:00:00.000Z']);
    expect(behind(3, { per_minute: 5 })).toEqual(['2030-01-01T12:01:00.000Z', 4]);
    expect(behind(8, { per_minute: 5 })).toEqual(['2030-01-01T12:02:00.000Z', 9]);
    expect(behind(7, { per_day: 10 })).toEqual(['2030-01-02T00:00:00.000Z', 8]);
    expect(behind(10, { per_day: 10 })).toEqual(['2030-01-03T00:00:00.000Z', 11]);
    const calls = {
      ...sender,
      ahead: 2,
      calls: 2,
      call_ends_at: '2030-01-01T12:00:30.000Z',
      limits: { concurrent: 2 },
    };
    const { at } = earliestSend(rules({ usage: { ...NO_USAGE, sender: calls } }), NOON);
    expect(at).toBe(NOON + 150_000);
    const usage = { ...NO_USAGE, new_today: 3, new_ahead: 4, new_day_ends_at: '2030-01-02T00:00:00.000Z' };
    expect(earliestSend(rules({ limits: { max_new_per_day: 3 }, isFirst: true, usage }), NOON)).toMatchObject({
      at: Date.parse('2030-01-03T00:00:00Z'),
      holds: [{ line: 'new_leads', place: 5 }],
    });
  });
});
