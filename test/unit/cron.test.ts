import { describe, expect, it } from '@jest/globals';
import { parseCron } from '../../domain/time/cron.js';
import { nextRuns } from '../../domain/time/cron-runs.js';

const runs = (expression: string, zone: string, after: string, count = 3) => {
  const parsed = parseCron(expression);
  if (!parsed.ok) throw new Error(parsed.message);
  return nextRuns(parsed.spec, zone, new Date(after), count).map((at) => at.toISOString());
};

describe('cron expressions', () => {
  it.each([
    ...['* * * * *', '0 9 * * *', '*/5 0-23/2 1,15 jan-mar mon-fri', '0 0 29 2 *', '0 0 * * 7', '@daily', '@Yearly'],
    ...['0 9 * * MON', '0,30 8-18 * * 1-5'],
  ])('takes %s', (expression) => expect(parseCron(expression).ok).toBe(true));

  it.each([
    ...['', '* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * 32 * *', '* * * 13 *', '* * * * 8'],
    ...[
      '*/0 * * * *',
      '5/10 * * * *',
      '1- * * * *',
      '5-1 * * * *',
      '* * L * *',
      '* * 15W * *',
      '* * ? * *',
      '* * * * 5#2',
    ],
    ...['@reboot', '@every 1h', 'CRON_TZ=UTC 0 9 * * *', '0 0 30 2 *', '0 0 31 4,6 *', '1,,2 * * * *', '-1 * * * *'],
  ])('refuses %s', (expression) => expect(parseCron(expression).ok).toBe(false));

  it('lets either day match where both are restricted, and both otherwise', () => {
    expect(runs('0 0 13 * fri', 'UTC', '2026-11-01T00:00:00Z')).toEqual([
      '2026-11-06T00:00:00.000Z',
      '2026-11-13T00:00:00.000Z',
      '2026-11-20T00:00:00.000Z',
    ]);
    expect(runs('0 0 */2 * mon', 'UTC', '2026-11-01T00:00:00Z', 2)).toEqual([
      '2026-11-09T00:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
    ]);
  });

  it('fires nothing in the spring gap', () => {
    expect(runs('30 2 * * *', 'Europe/Madrid', '2026-03-28T12:00:00Z', 1)).toEqual(['2026-03-30T00:30:00.000Z']);
    expect(runs('*/15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', 2)).toEqual([
      '2026-10-03T15:30:00.000Z',
      '2026-10-03T15:45:00.000Z',
    ]);
  });

  it('fires in the autumn fold when Temporal does', () => {
    expect(runs('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 3)).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ]);
    expect(runs('30 2 * * *', 'Europe/Madrid', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    // The hour before the fold is the one that Temporal takes for the repeated one east of Greenwich.
    expect(runs('15 1 * * *', 'Europe/Madrid', '2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-24T23:15:00.000Z',
      '2026-10-25T00:15:00.000Z',
      '2026-10-26T00:15:00.000Z',
    ]);
  });

  it('finds a 29 February', () => {
    expect(runs('0 0 29 2 *', 'UTC', '2026-11-01T00:00:00Z', 1)).toEqual(['2028-02-29T00:00:00.000Z']);
  });
});
