import { describe, expect, it } from '@jest/globals';
import { parseCron } from '../../domain/time/cron.js';
import { nextRuns } from '../../domain/time/cron-runs.js';
import { eventually, useService } from '../support/service.js';

const service = useService();
const DAY_SECONDS = 86_400;
const NOTE = { type: 'add_note', params: { text: 'Seen' } };

/** Zones, each with days around which its clock changes, or a leap day. */
const ZONES: Record<string, string[]> = {
  'Europe/Madrid': ['2027-03-27', '2027-10-30'],
  'America/New_York': ['2027-03-13', '2027-11-06'],
  'Asia/Kolkata': ['2027-03-27', '2028-02-28'],
  'Australia/Lord_Howe': ['2027-04-03', '2027-10-02'],
  'Pacific/Apia': ['2027-04-03', '2027-09-25'],
  // The clock jumps over midnight and the hour before Greenwich's.
  'Atlantic/Azores': ['2027-03-27', '2027-10-30'],
};
const CRONS = [
  ...['30 2 * * *', '15 1 * * *', '*/20 0-4 * * *', '0 */2 * * *', '59 23 * * *', '@hourly', '30 2 * * sun'],
  ...['10 0 13 * fri', '0 0 29 2 *', '15 6 1,15 jan-jun mon-fri', '5,35 1-3/2 */3 mar-nov/2 sun,sat', '0 2 28-31 * 7'],
];

const seconds = (at: Date) => ({ seconds: at.getTime() / 1000 }) as never;

/** The times of a schedule in three days, by Temporal's own account. */
async function timesOf(scheduleId: string, from: Date, to: Date): Promise<string[]> {
  const { startTime } = await service.client.workflowService.listScheduleMatchingTimes({
    namespace: service.client.options.namespace,
    scheduleId,
    startTime: seconds(from),
    endTime: seconds(to),
  });
  return startTime.map((at) => new Date(Number(at.seconds) * 1000).toISOString());
}

describe('the next runs of a job', () => {
  it.each(Object.entries(ZONES))(
    'in %s are the ones of its schedule, also where the clock changes',
    async (timezone, days) => {
      const account = await service.account();
      for (const cron_expression of CRONS) {
        const { body } = await account
          .request('post', '/background-jobs')
          .send({ cron_expression, timezone, steps: [{ action: NOTE }] })
          .expect(201);
        const scheduleId = `background-job/${body.data.id}`;
        const schedule = service.client.schedule.getHandle(scheduleId);
        // Asked on both sides within one stretch in which nothing was due.
        const [told, planned] = await eventually(async () => {
          const read = () => account.request('get', `/background-jobs/${body.data.id}`).expect(200);
          const before: string[] = (await read()).body.data.next_runs;
          const described = await schedule.describe().catch(() => undefined);
          const after: string[] = (await read()).body.data.next_runs;
          if (!described || before.join() !== after.join()) return undefined;
          return [before, described.info.nextActionTimes.slice(0, 5).map((at) => at.toISOString())];
        });
        expect({ timezone, cron_expression, runs: told }).toEqual({ timezone, cron_expression, runs: planned });

        const parsed = parseCron(cron_expression);
        if (!parsed.ok) throw new Error(parsed.message);
        for (const day of days) {
          const from = new Date(`${day}T00:00:00Z`);
          const to = new Date(from.getTime() + 3 * DAY_SECONDS * 1000);
          const theirs = await timesOf(scheduleId, from, to);
          const ours = nextRuns(parsed.spec, timezone, from, theirs.length + 1).filter((at) => at <= to);
          expect({ day, cron_expression, runs: ours.map((at) => at.toISOString()) }).toEqual({
            day,
            cron_expression,
            runs: theirs,
          });
        }
        await account.request('delete', `/background-jobs/${body.data.id}`).expect(204);
      }
    },
    120_000,
  );
});
