import { heartbeat } from '@temporalio/activity';
import type { OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import type { SafeFetch } from '../runtime/safe-fetch.js';
import { cancelCycleById, workCycle } from '../services/job-cycles.js';
import { attemptDelivery } from '../services/webhook-delivery.js';
import type { CyclePiece, CycleProgress } from '../workflows/background-job-cycle.protocol.js';
import type { WebhookAttempt, WebhookResult } from '../workflows/webhook-delivery.protocol.js';
import { type DigestDependencies, sendDigests } from './digests.js';

export interface JobDependencies extends DigestDependencies {
  clock: Clock;
  /** Requests to addresses that accounts chose. */
  webhooks: SafeFetch;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

const BEAT_MS = 3_000;

/** The activities that work background jobs. Each piece is a transaction: a repeat goes on behind the last one. */
export const createJobActivities = ({ db, clock, dispatch, box, email, webhooks }: JobDependencies) => ({
  /** Works the next piece of a cycle. */
  async workJobCycle(piece: CyclePiece): Promise<CycleProgress> {
    const beat = setInterval(() => heartbeat(), BEAT_MS);
    try {
      const { progress, pending, digests } = await workCycle(db, clock, piece);
      if (pending.length > 0) dispatch(pending);
      if (digests) await sendDigests({ db, email, box }, digests.accountId, piece.jobId);
      return progress;
    } finally {
      clearInterval(beat);
    }
  },
  /** Notes in the database that a cycle's run was cancelled. */
  cancelJobCycle: (piece: CyclePiece): Promise<void> => cancelCycleById(db, clock, piece),
  /** Makes one attempt at a request to an account's address. A repeat carries the same id. */
  attemptWebhook: ({ deliveryId, last }: WebhookAttempt): Promise<WebhookResult> =>
    attemptDelivery({ db, fetch: webhooks, box, now: clock.now() }, deliveryId, last),
});
