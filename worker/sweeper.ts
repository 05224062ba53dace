import type { Knex } from 'knex';
import { listNeglectedRuns } from '../db/agent-runs.js';
import { sweepIdempotencyKeys } from '../db/idempotency.js';
import { addToOutbox } from '../db/outbox.js';
import { listOverdueOutgoing } from '../db/outgoing-messages.js';
import { forgetSignInGuesses } from '../db/sign-in-guesses.js';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import { restartStuckImports } from '../services/import-start.js';
import { failAbandonedUploads } from '../services/import-upload.js';
import { restartLostRuns } from '../services/lost-function-runs.js';
import { rouseMessage } from '../services/outgoing-messages.js';
import { emptyRawEvents } from '../services/raw-events.js';
import { forgetSeconds } from '../services/usage.js';
import { cadenceWorkflowId } from '../workflows/cadence.protocol.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 60_000;
const BATCH = 500;
/** An enrolment whose start nobody confirmed for this long, or that is this late, is looked after. */
const UNSTARTED_MS = 30_000;
const OVERDUE_MS = 120_000;

export interface SweeperOptions {
  db: Knex;
  clock: Clock;
  logger: Logger;
  /** Days for which what providers sent is kept as it came. */
  rawEventDays: number;
}

/**
 * Looks after what fell between: open enrolments without a workflow or overdue are woken again through the outbox
 * (which restarts a missing workflow), imports that stand still are started again, uploads whose process died are given up, idempotency keys older than a day
 * are forgotten, and what providers sent is emptied after its days.
 */
export function startSweeper({ db, clock, logger, rawEventDays }: SweeperOptions): Loop {
  return startLoop(logger, 'sweeper', async () => {
    const now = clock.now();
    const runs = await listNeglectedRuns(db, {
      unstartedBefore: new Date(now.getTime() - UNSTARTED_MS),
      overdueBefore: new Date(now.getTime() - OVERDUE_MS),
      limit: BATCH,
    });
    if (runs.length > 0) {
      logger.warn({ runs: runs.length }, 'Enrolments without a live workflow are started again');
      await db.transaction((tx) =>
        addToOutbox(
          tx,
          now,
          runs.map((run) => ({
            accountId: run.account_id,
            kind: 'wake' as const,
            workflowId: cadenceWorkflowId(run.id),
            args: {
              agentRunId: run.id,
              accountId: run.account_id,
              agentId: run.agent_id,
              leadId: run.lead_id,
              reason: 'overdue',
            },
          })),
        ),
      );
    }
    const messages = await listOverdueOutgoing(db, new Date(now.getTime() - OVERDUE_MS), BATCH);
    if (messages.length > 0) {
      await db.transaction(async (tx) => {
        for (const { message_id: id, account_id, lead_id } of messages) {
          await rouseMessage(tx, now, { id, account_id, lead_id }, 'overdue');
        }
      });
    }
    await failAbandonedUploads(db, now);
    const imports = await restartStuckImports(db, now);
    if (imports > 0) logger.warn({ imports }, 'Imports that got no further are started again');
    const functions = await restartLostRuns(db, now);
    if (functions > 0) logger.warn({ runs: functions }, 'Runs of functions that nobody made are asked for again');
    await forgetSignInGuesses(db, now);
    await forgetSeconds(db, now);
    await emptyRawEvents(db, now, rawEventDays);
    while ((await sweepIdempotencyKeys(db, now)) === 1_000);
    return PAUSE_MS;
  });
}
