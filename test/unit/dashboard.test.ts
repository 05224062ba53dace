import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PATHS } from '../../dashboard/api/operations.js';
import { splitInput } from '../../dashboard/api/split.js';
import { ALSO_STALE, areaOf, staleAfter } from '../../dashboard/api/stale.js';
import { startOfDay } from '../../dashboard/home/start-of-day.js';
import { spanOf } from '../../dashboard/parts/span.js';
import { dashboardOperations } from '../../scripts/dashboard-operations.js';

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
        .filter((area) => !areas.has(area)),
    ).toEqual([]);
  });

  it('make stale what they change, and what shows it elsewhere', () => {
    expect(staleAfter('createLeadNote')).toEqual(
      expect.arrayContaining(['getLead', 'getLeadHistory', 'listAttention']),
    );
    expect(staleAfter('createKey')).toEqual(expect.arrayContaining(['listKeys', 'listAudit']));
    expect(staleAfter('createKey')).not.toContain('listLeads');
  });

  it('take of what is known what stands in their path, and the rest in their body', () => {
    expect(splitInput('resolveMessage', { id: '1', as: 'sent' })).toEqual({
      params: { id: '1' },
      body: { as: 'sent' },
    });
    expect(splitInput('wakeWorkflowRun', { id: '1' })).toEqual({ params: { id: '1' } });
  });
});

describe('times', () => {
  it.each([
    ['2026-03-29T12:00:00Z', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25T12:00:00Z', 'Europe/Madrid', '2026-10-24T22:00:00.000Z'],
    ['2026-07-01T03:00:00Z', 'America/New_York', '2026-06-30T04:00:00.000Z'],
    ['2026-07-01T20:00:00Z', 'Asia/Kathmandu', '2026-07-01T18:15:00.000Z'],
  ])('the day of %s in %s began at %s', (now, zone, began) => {
    expect(startOfDay(new Date(now), zone).toISOString()).toBe(began);
  });

  it('are told in the largest whole unit up to a week', () => {
    expect([spanOf(-30_000), spanOf(-61_000), spanOf(3 * 3_600_000), spanOf(-6 * 86_400_000)]).toEqual([
      { value: 0, unit: 'second' },
      { value: -1, unit: 'minute' },
      { value: 3, unit: 'hour' },
      { value: -6, unit: 'day' },
    ]);
    expect(spanOf(8 * 86_400_000)).toBeUndefined();
  });
});
