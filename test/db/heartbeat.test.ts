import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { listAttention } from '../../services/operations/attention.js';
import { startHeartbeat } from '../../services/operations/heartbeat.js';
import { useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';

const api = useApi();
const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});

/** A process whose clock is so far ahead of the others', once it has been seen. */
async function processAhead(ms: number, ignoresProxy = false) {
  const lines: string[] = [];
  const metrics = createMetrics();
  const logger = createLogger('warn', 'test', { write: (line: string) => void lines.push(line) });
  const clock = { now: () => new Date(Date.now() + ms) };
  const known: string[] = await api.db('processes').pluck('id');
  ends.push(startHeartbeat({ db: api.db, clock, logger, metrics, kind: 'worker', ignoresProxy: () => ignoresProxy }));
  const row = await eventually(() => api.db('processes').whereNotIn('id', known).first());
  const listed = (await listAttention(api.db, new Date())).filter(({ id }) => id === row.id);
  return { row, lines, listed, metrics };
}

describe('a process whose clock is two seconds off', () => {
  it('is listed for operators of the service, reported in its log and shown by a metric', async () => {
    const { row, lines, listed, metrics } = await processAhead(2_000);
    expect(Math.abs(row.clock_ahead_ms - 2_000)).toBeLessThan(900);
    expect(listed).toMatchObject([{ what: 'process whose clock is wrong', account_id: null }]);
    expect(lines.join('')).toContain('apart');
    const [{ value = 0 } = {}] = (await metrics.clockAhead.get()).values;
    expect(value).toBe(row.clock_ahead_ms / 1000);
    const { accountId } = await api.account();
    expect(await listAttention(api.db, new Date(), accountId)).toEqual([]);
  });

  it('is not, where the clocks agree', async () => {
    const { row, lines, listed } = await processAhead(0);
    expect(Math.abs(row.clock_ahead_ms)).toBeLessThan(900);
    expect([listed, lines]).toEqual([[], []]);
  });
});

describe('a process that receives X-Forwarded-For and trusts no proxy', () => {
  it('is listed for operators of the service, with the setting that is missing', async () => {
    const { listed } = await processAhead(0, true);
    expect(listed).toMatchObject([{ what: 'process behind an untrusted proxy', account_id: null }]);
    expect(listed[0]?.detail).toContain("TRUST_PROXY isn't set");
  });
});
