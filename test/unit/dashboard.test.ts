import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PATHS } from '../../dashboard/api/operations.js';
import { splitInput } from '../../dashboard/api/split-input.js';
import { ALSO_STALE, areaOf, staleAfter } from '../../dashboard/api/stale-queries.js';
import { relativeTimeOf } from '../../dashboard/components/time/relative-time.js';
import { sparklinePath } from '../../dashboard/features/home/sparkline.js';
import { bodyOf, filterOf } from '../../dashboard/features/runs/run-changes.js';
import { readRunSearch } from '../../dashboard/features/runs/run-search.js';
import { byDue } from '../../dashboard/features/tasks/task-order.js';
import { dashboardOperations } from '../../scripts/generate/dashboard-operations.js';

const names = Object.keys(PATHS) as (keyof typeof PATHS)[];
const areas = new Set(names.map(areaOf));

describe('the operations of the dashboard', () => {
  it('are those of the contracts: otherwise npm run generate', async () => {
    const file = path.resolve(import.meta.dirname, '../../dashboard/api/operations.ts');
    expect(readFileSync(file, 'utf8')).toBe(await dashboardOperations());
  });

  it('say of every area that is written what goes stale, in areas that there are', () => {
    const written = new Set(names.filter((name) => !PATHS[name].startsWith('GET ')).map(areaOf));
    expect(Object.keys(ALSO_STALE).sort()).toEqual([...written].sort());
    expect(
      Object.values(ALSO_STALE)
        .flat()
        .filter((area) => !areas.has(area) && !(area in PATHS)),
    ).toEqual([]);
  });

  it('make stale what they change, and what shows it elsewhere', () => {
    expect(staleAfter('createLeadNote')).toEqual(
      expect.arrayContaining(['getLead', 'getLeadHistory', 'listAttention']),
    );
    expect(staleAfter('createKey')).toEqual(expect.arrayContaining(['listKeys', 'listAudit']));
    expect(staleAfter('createKey')).not.toContain('listLeads');
  });

  it('take the path parameters from the known data, and the rest into their body', () => {
    expect(splitInput('resolveMessage', { id: '1', as: 'sent' })).toEqual({
      params: { id: '1' },
      body: { as: 'sent' },
    });
    expect(splitInput('wakeWorkflowRun', { id: '1' })).toEqual({ params: { id: '1' } });
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 26, 1, 30);
  const later = (ms: number) => relativeTimeOf(new Date(now.getTime() + ms), now);

  it('are shown in the largest whole unit up to a week', () => {
    expect([later(-30_000), later(-61_000), later(3 * 3_600_000), later(-6 * 86_400_000)]).toEqual([
      { value: 0, unit: 'second' },
      { value: -1, unit: 'minute' },
      { value: 3, unit: 'hour' },
      { value: -6, unit: 'day' },
    ]);
    expect(later(8 * 86_400_000)).toBeUndefined();
  });

  it('are shown in calendar days', () => {
    const hours = (count: number) => later(count * 3_600_000)?.value;
    // Half past midnight, the day after tomorrow; half past eleven at night, tomorrow; the evening before yesterday.
    expect([hours(47), hours(46), hours(-26)]).toEqual([2, 1, -2]);
  });
});

describe('the runs that are meant', () => {
  it('are those that are chosen, else all that fit the filters, and never all without any', () => {
    const search = readRunSearch({ cadence_state: 'held', hold_reason: 'error', page: '2' });
    expect(filterOf({ ids: ['a'] })).toEqual({ workflow_run_ids: ['a'] });
    expect(filterOf({ search })).toEqual({ cadence_state: ['held'], hold_reason: ['error'] });
    expect(filterOf({ search: {} })).toBeUndefined();
    expect(filterOf({ ids: [] })).toBeUndefined();
  });

  it('are moved by minutes, whatever the unit', () => {
    const by = (amount: string, unit: string) => bodyOf('shift', { ids: ['a'] }, { amount, unit });
    expect(by('2', 'days')).toMatchObject({ operation: 'shift', shift_minutes: 2_880 });
    expect(by('-1', 'hours')).toMatchObject({ shift_minutes: -60 });
  });
});

describe('the lists of the day', () => {
  it('have what is due first on top, and what has no time below, the oldest first', () => {
    const task = (id: string, due_at: string | null, created_at: string) => ({ id, due_at, created_at });
    const sorted = byDue([
      task('new', null, '2026-11-03T00:00:00Z'),
      task('later', '2026-11-09T00:00:00Z', '2026-11-01T00:00:00Z'),
      task('old', null, '2026-11-02T00:00:00Z'),
      task('first', '2026-11-08T00:00:00Z', '2026-11-01T00:00:00Z'),
    ]);
    expect(sorted.map(({ id }) => id)).toEqual(['first', 'later', 'old', 'new']);
  });

  it('draw the highest count at the top and none at the bottom of their line', () => {
    expect(sparklinePath([0, 4, 2])).toBe('M0.0 22.0L50.0 2.0L100.0 12.0');
    expect(sparklinePath([0, 0])).toBe('M0.0 22.0L100.0 22.0');
    expect(sparklinePath([])).toBe('');
  });
});
