import { describe, expect, it } from '@jest/globals';
import { nextSummary, summaryWeek } from '../../domain/accounts/weekly-summary.js';
import { weeklySummaryMail } from '../../domain/accounts/weekly-summary-mail.js';

const MADRID = { weekly_at: '08:00', timezone: 'Europe/Madrid' };
const at = (iso: string) => new Date(iso);

describe('the time of the weekly summary', () => {
  it.each([
    ['2026-03-01T12:00:00Z', '2026-03-02T07:00:00.000Z'],
    ['2026-03-02T06:59:59Z', '2026-03-02T07:00:00.000Z'],
    ['2026-03-02T07:00:00Z', '2026-03-09T07:00:00.000Z'],
    // The clock is put forward in the week between.
    ['2026-03-24T12:00:00Z', '2026-03-30T06:00:00.000Z'],
  ])('is the next Monday at the local time after %s', (now, due) => {
    expect(nextSummary(MADRID, at(now))?.toISOString()).toBe(due);
  });

  it('is none if it is turned off', () => {
    expect(nextSummary({ ...MADRID, weekly_at: null }, at('2026-03-01T12:00:00Z'))).toBeNull();
    expect(summaryWeek({ ...MADRID, weekly_at: null }, at('2026-03-02T08:00:00Z'))).toBeUndefined();
  });

  it('reports the week before the Monday, for a day', () => {
    const week = { week: '2026-03-02', from: '2026-02-23', to: '2026-03-01' };
    expect(summaryWeek(MADRID, at('2026-03-02T07:00:00Z'))).toEqual(week);
    expect(summaryWeek(MADRID, at('2026-03-03T07:00:00Z'))).toEqual(week);
    expect(summaryWeek(MADRID, at('2026-03-03T07:00:01Z'))).toBeUndefined();
    expect(summaryWeek(MADRID, at('2026-03-02T06:59:59Z'))).toBeUndefined();
  });
});

describe('the text of the weekly summary', () => {
  const NONE = { delivery_rate: null, reply_rate: null, meeting_rate: null, win_rate: null };
  const now = { sent: 1_200, delivered: 1_100, replied: 150, met: 12, won: 3 };
  const before = { sent: 0, delivered: 0, replied: 0, met: 0, won: 0, ...NONE };
  const step = { workflow_id: null, workflow_name: 'New\nleads\u202e', step_key: 'hello', sent: 40, reply_rate: 0.125 };
  const summary = {
    account: 'Acme <Ltd>',
    from: '2026-02-23',
    to: '2026-03-01',
    report: {
      now: { ...now, delivery_rate: 0.9167, reply_rate: 0.125, meeting_rate: 0.01, win_rate: 0.0025 },
      before,
      best_step: step,
      worst_step: null,
    },
    reportUrl: 'https://las.test/reports',
    settingsUrl: 'https://las.test/profile/notifications',
  };

  it('has counts, rates and the week before', () => {
    const { subject, text, html } = weeklySummaryMail(summary, null);
    expect(subject).toBe('Acme <Ltd>: results of February 23 to March 1');
    expect(text).toContain('Leads contacted: 1,200, 0 the week before\nDelivered: 1,100 (91.7%), 0 the week before');
    expect(text).toContain('New leads · hello: 12.5% reply rate of 40 leads');
    expect(text).not.toContain('Worst step');
    expect(html).not.toContain('<Ltd>');
  });

  it('is in Spanish for who reads Spanish', () => {
    const { subject, text, html } = weeklySummaryMail(summary, 'es');
    expect(subject).toBe('Acme <Ltd>: resultados del 23 de febrero al 1 de marzo');
    expect(text).toContain('Respondieron: 150 (12,5');
    expect(html).toContain('<html lang="es">');
  });
});
