import { cancellationSignal } from '@temporalio/activity';
import type { Knex } from 'knex';
import { findFailingCycle } from '../db/job-cycles.js';
import { findDelivery } from '../db/job-deliveries.js';
import type { OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import type { SafeFetch } from '../runtime/safe-fetch.js';
import { cancelCycleById, workCycle } from '../services/job-cycles.js';
import { attemptDelivery } from '../services/webhook-delivery.js';
import type { CyclePiece, CycleProgress } from '../workflows/background-job-cycle.protocol.js';
import type { WebhookAttempt, WebhookResult } from '../workflows/webhook-delivery.protocol.js';
import { type DigestDependencies, sendDigests } from './digests.js';

export interface JobDependencies extends DigestDependencies {
  clock: Clock;
  logger: Logger;
  /** Requests to addresses that accounts chose. */
  webhooks: SafeFetch;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** As long as an activity goes on with further pieces of a cycle, so that each costs one commit and no task of its own. */
const PIECES_MS = 1_000;

/** Tells of a cycle that did nothing: at its end, or when the last of what it asked for has failed. */
export async function tellIfInVain(db: Knex, logger: Logger, cycleId: string | null | undefined): Promise<void> {
  const cycle = cycleId ? await findFailingCycle(db, cycleId) : undefined;
  if (!cycle) return;
  const { account_id, job_id, id, failure } = cycle;
  logger.warn(
    { account_id, background_job_id: job_id, cycle_id: id, reason: failure },
    'A background job failed for every lead',
  );
}

/** The activities that work background jobs. Each piece is a transaction: a repeat goes on behind the last one. */
export const createJobActivities = ({
  db,
  clock,
  logger,
  dispatch,
  box,
  email,
  webhooks,
  stopping,
}: JobDependencies) => ({
  /** Works the next pieces of a cycle, for about a second: to its end, or until it is cancelled. */
  async workJobCycle(first: CyclePiece): Promise<CycleProgress> {
    const until = performance.now() + PIECES_MS;
    for (let piece = first; ; ) {
      const { progress, pending, digests, ended } = await workCycle(db, clock, piece);
      if (pending.length > 0) dispatch(pending);
      await tellIfInVain(db, logger, ended);
      if (digests) await sendDigests({ db, email, box, stopping }, digests.accountId, piece.jobId);
      if (progress.finished || performance.now() > until || cancellationSignal().aborted) return progress;
      piece = { ...piece, progress };
    }
  },
  /** Notes in the database that a cycle's run was cancelled. */
  cancelJobCycle: (piece: CyclePiece): Promise<void> => cancelCycleById(db, clock, piece),
  /** Makes one attempt at a request to an account's address. A repeat carries the same id. */
  async attemptWebhook({ deliveryId, last }: WebhookAttempt): Promise<WebhookResult> {
    const result = await attemptDelivery({ db, fetch: webhooks, box, now: clock.now() }, deliveryId, last);
    if (result.outcome === 'failed') await tellIfInVain(db, logger, (await findDelivery(db, deliveryId))?.cycle_id);
    return result;
  },
});
