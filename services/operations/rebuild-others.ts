import { listRowsToRebuild, type PageToRebuild, type RowsToRebuild } from '../../db/operations/to-rebuild.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { SETTLE_MS } from '../../domain/meetings/booking-tasks.js';
import { campaignChanged } from '../instructions/campaigns.js';
import { syncFunctionSchedule } from '../instructions/functions.js';
import { startInboundEvent } from '../instructions/inbound.js';
import { startDelivery, syncJobSchedule } from '../instructions/jobs.js';
import { wakeBooking, wakeCalendarSync } from '../instructions/meetings.js';
import { startUserMail, wakeDigest } from '../instructions/messages.js';

const PAGE = 500;

/** The instruction that recreates a row's workflow or schedule in Temporal. */
const ASK: { [Kind in keyof RowsToRebuild]: (work: Work, row: RowsToRebuild[Kind]) => Promise<void> } = {
  job_schedules: syncJobSchedule,
  function_schedules: syncFunctionSchedule,
  bookings: (work, row) => wakeBooking(work, row, 'rebuilt'),
  calendars: wakeCalendarSync,
  campaigns: campaignChanged,
  digests: (work, row) => wakeDigest(work, row, 'rebuilt'),
  user_mails: (work, row) => startUserMail(work, row, { again: true }),
  deliveries: (work, row) => startDelivery(work, row, { again: true }),
  inbound_events: (work, row) => startInboundEvent(work, row, { again: true }),
};

/**
 * Requests everything in Temporal except enrollments, for one account or all. Schedules are set from their rows,
 * existing workflows read their rows or ignore the request, and lost ones are started again. Safe to repeat. Returns
 * the number of each kind.
 */
export async function rebuildOthers(deps: WorkDependencies, accountId?: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of Object.keys(ASK) as (keyof RowsToRebuild)[]) counts[kind] = await rebuild(deps, kind, accountId);
  return counts;
}

async function rebuild<Kind extends keyof RowsToRebuild>(
  deps: WorkDependencies,
  kind: Kind,
  accountId: string | undefined,
): Promise<number> {
  let total = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const settledBefore = new Date(deps.clock.now().getTime() - SETTLE_MS);
    const page: PageToRebuild<RowsToRebuild[Kind]> = await listRowsToRebuild(deps.db, kind, {
      accountId,
      settledBefore,
      after,
      limit: PAGE,
    });
    if (page.rows.length > 0) {
      await inWork(deps, async (work) => {
        for (const row of page.rows) await ASK[kind](work, row);
      });
    }
    total += page.rows.length;
    after = page.next;
  }
  return total;
}
