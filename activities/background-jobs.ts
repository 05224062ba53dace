import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { Knex } from 'knex';
import { findFailingCycle } from '../db/jobs/cycles.js';
import { findDelivery } from '../db/jobs/deliveries.js';
import type { WorkDependencies } from '../db/work.js';
import { createLanes } from '../runtime/lanes.js';
import type { Logger } from '../runtime/logger.js';
import type { SafeFetch } from '../runtime/safe-fetch.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { attemptDelivery } from '../services/jobs/webhook-delivery.js';
import { cancelCycleById, workCycle } from '../services/jobs/work-cycle.js';
import type { CyclePiece, CycleProgress } from '../workflows/background-job-cycle.protocol.js';
import type { WebhookAttempt, WebhookResult } from '../workflows/webhook-delivery.protocol.js';

export interface JobDependencies extends WorkDependencies {
  logger: Logger;
  /** Requests to addresses that accounts chose. */
  webhooks: SafeFetch;
  box: SecretBox;
}

/**
 * The time in which one activity continues with further batches of a cycle, so that each batch costs one commit but no
 * task.
 */
const PIECES_MS = 1_000;

/** Describes a cycle that did nothing: at its end, or when the last of what it asked for has failed. */
export async function warnIfNothingMatched(
  db: Knex,
  logger: Logger,
  cycleId: string | null | undefined,
): Promise<void> {
  const cycle = cycleId ? await findFailingCycle(db, cycleId) : undefined;
  if (!cycle) return;
  const { account_id, job_id, id, failure } = cycle;
  logger.warn(
    { account_id, background_job_id: job_id, cycle_id: id, reason: failure },
    'A background job failed for every lead',
  );
}

/**
 * Creates the activities that process background jobs. Each batch is a transaction, so a repetition continues after the
 * last one.
 */
export const createJobActivities = ({ logger, box, webhooks, ...deps }: JobDependencies) => ({
  /** Works the next pieces of a cycle, for about a second: to its end, or until it is cancelled. */
  async workJobCycle(first: CyclePiece): Promise<CycleProgress> {
    const until = performance.now() + PIECES_MS;
    for (let piece = first; ; ) {
      const { progress, ended } = await workCycle(deps, piece);
      await warnIfNothingMatched(deps.db, logger, ended);
      if (progress.finished || performance.now() > until || cancellationSignal().aborted) return progress;
      piece = { ...piece, progress };
    }
  },
  /** Notes in the database that a cycle's run was cancelled. */
  cancelJobCycle: (piece: CyclePiece): Promise<void> => cancelCycleById(deps, piece),
  ...createDeliveryActivities({ logger, box, webhooks, ...deps }),
});

/** Makes the activity that delivers requests, which knows what this process has under way to each address. */
function createDeliveryActivities({ db, clock, logger, box, webhooks }: JobDependencies) {
  const lanes = createLanes();
  return {
    /** Makes one attempt at a request to an account's address, when it is its turn. A repeat carries the same id. */
    async attemptWebhook({ deliveryId, last }: WebhookAttempt): Promise<WebhookResult> {
      const result = await attemptDelivery({ db, fetch: webhooks, lanes, box, now: clock.now() }, deliveryId, last);
      if (result.outcome === 'waits') throw waitForTurn(result.forMs);
      if (result.outcome === 'failed')
        await warnIfNothingMatched(db, logger, (await findDelivery(db, deliveryId))?.cycle_id);
      return result;
    },
  };
}

/** Makes Temporal retry when the turn is near. Until then, the run takes no slot and adds nothing to the history. */
const waitForTurn = (ms: number): ApplicationFailure =>
  ApplicationFailure.create({
    type: 'WaitsForItsTurn',
    message: 'The URL already has the maximum number of concurrent requests from the account.',
    nextRetryDelay: ms,
    category: ApplicationFailureCategory.BENIGN,
  });
