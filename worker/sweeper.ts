import { forgetApiRequests } from '../db/accounts/api-requests.js';
import { deleteExpiredFailedSignIns } from '../db/accounts/failed-sign-ins.js';
import { forgetSignOns } from '../db/accounts/identities.js';
import { forgetChallenges } from '../db/accounts/passkeys.js';
import { forgetUserTokens } from '../db/accounts/user-tokens.js';
import { listOverdueRuns } from '../db/agent-runs/agent-runs.js';
import { forgetSeconds } from '../db/channels/sender-usage.js';
import { forgetConnectionLinks } from '../db/connections/connection-links.js';
import { listOverdueConversations } from '../db/conversations/conversations.js';
import { sweepIdempotencyKeys } from '../db/idempotency.js';
import { forgetHookTokens } from '../db/inbound/hooks.js';
import { forgetLeadChanges } from '../db/leads/lead-changes.js';
import { forgetNotices } from '../db/messages/notices.js';
import { listOverdueOutgoing } from '../db/messages/outgoing-messages.js';
import { forgetUserMails } from '../db/messages/user-mails.js';
import { forgetSummaries } from '../db/messages/weekly-summaries.js';
import { forgetDismissals } from '../db/operations/dismissals.js';
import { forgetReportLinks } from '../db/operations/report-links.js';
import { forgetDeliveries } from '../db/webhooks/deliveries.js';
import { listOverdueWebhooks } from '../db/webhooks/webhooks.js';
import { forgetTelemetry } from '../db/widget/telemetry.js';
import { forgetTurnCounts } from '../db/widget/turn-counters.js';
import { forgetUsedProofs } from '../db/widget/used-proofs.js';
import { inWork, type WorkDependencies } from '../db/work.js';
import { buildId } from '../runtime/build.js';
import type { Logger } from '../runtime/logger.js';
import { UNDOABLE_MS } from '../schemas/rules/lead-changes.js';
import { restartLostRuns } from '../services/functions/restart-lost.js';
import { restartStuckImports } from '../services/imports/restart.js';
import { failAbandonedUploads } from '../services/imports/upload.js';
import { emptyRawEvents } from '../services/inbound/process-event.js';
import { wakeRuns } from '../services/instructions/agent-runs.js';
import { wakeConversation } from '../services/instructions/conversations.js';
import { wakeMessage } from '../services/instructions/messages.js';
import { wakeWebhook } from '../services/instructions/webhooks.js';
import { restartStuckDocuments } from '../services/knowledge/restart.js';
import { restartStuckErasures } from '../services/leads/erasures.js';
import { clearOldSteps } from '../services/models/empty-steps.js';
import { retryHeld } from '../services/operations/retry-held.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 60_000;
const BATCH = 500;
/** The time for which deliveries of webhooks are in the log. */
const DELIVERY_LOG_MS = 30 * 86_400_000;
/** An enrollment without a confirmed start for this long, or that is this late, is repaired. */
const UNSTARTED_MS = 30_000;
const OVERDUE_MS = 120_000;
/** The time after which a workflow that was woken under this build and neither continued nor failed is woken again. */
const WOKEN_MS = 600_000;

export interface SweeperOptions extends WorkDependencies {
  logger: Logger;
  /** Days for which what providers sent is kept as it came. */
  rawEventDays: number;
  /** Days for which what models were asked and answered is kept. */
  promptDays: number;
}

/**
 * Looks after what fell between: open enrolments without a workflow or overdue are woken again through the outbox
 * (which restarts a missing workflow), what another build has held as an error is tried again, imports and documents that stand still are started again, uploads whose process died are given up, idempotency keys older than a day
 * are forgotten, and what providers sent is emptied after its days.
 */
export function startSweeper(options: SweeperOptions): Loop {
  const { db, clock, logger, rawEventDays, promptDays } = options;
  return startLoop(logger, 'sweeper', async () => {
    const now = clock.now();
    const runs = await listOverdueRuns(db, {
      unstartedBefore: new Date(now.getTime() - UNSTARTED_MS),
      overdueBefore: new Date(now.getTime() - OVERDUE_MS),
      limit: BATCH,
    });
    if (runs.length > 0) {
      logger.warn({ runs: runs.length }, 'Enrolments without a live workflow are started again');
      await inWork(options, (work) => wakeRuns(work, runs, 'overdue'));
    }
    const messages = await listOverdueOutgoing(db, new Date(now.getTime() - OVERDUE_MS), BATCH);
    if (messages.length > 0) {
      await inWork(options, async (work) => {
        for (const { message_id: id, account_id, lead_id } of messages) {
          await wakeMessage(work, { id, account_id, lead_id }, 'overdue');
        }
      });
    }
    const talks = await listOverdueConversations(db, new Date(now.getTime() - OVERDUE_MS), BATCH);
    if (talks.length > 0) {
      await inWork(options, async (work) => {
        for (const conversation of talks) await wakeConversation(work, conversation, 'overdue');
      });
    }
    const webhooks = await listOverdueWebhooks(db, new Date(now.getTime() - OVERDUE_MS), BATCH);
    if (webhooks.length > 0) {
      await inWork(options, async (work) => {
        for (const webhook of webhooks) await wakeWebhook(work, webhook, 'overdue');
      });
    }
    const retried = await retryHeld(options, { notOf: buildId() }, new Date(now.getTime() - WOKEN_MS));
    if (retried > 0) logger.warn({ held: retried }, 'What another build could not work is tried again');
    await failAbandonedUploads(db, now);
    const imports = await restartStuckImports(options);
    if (imports > 0) logger.warn({ imports }, 'Restarted imports that made no progress');
    const documents = await restartStuckDocuments(options);
    if (documents > 0) logger.warn({ documents }, 'Restarted the indexing of documents with an outdated index');
    const functions = await restartLostRuns(options);
    if (functions > 0) logger.warn({ runs: functions }, 'Requested lost function runs again');
    const erasures = await restartStuckErasures(options);
    if (erasures > 0) logger.warn({ erasures }, 'Restarted erasures that made no progress');
    await deleteExpiredFailedSignIns(db, now);
    await forgetApiRequests(db, now);
    await forgetHookTokens(db, now);
    await forgetUserTokens(db, now);
    await forgetSignOns(db, now);
    await forgetChallenges(db, now);
    await forgetConnectionLinks(db, now);
    await forgetUserMails(db, now);
    await forgetNotices(db, now);
    await forgetSummaries(db, now);
    await forgetDismissals(db, now);
    await forgetReportLinks(db, now);
    await forgetLeadChanges(db, now, UNDOABLE_MS);
    await forgetTurnCounts(db);
    await forgetUsedProofs(db, now);
    await forgetTelemetry(db, now);
    await forgetSeconds(db, now);
    await forgetDeliveries(db, new Date(now.getTime() - DELIVERY_LOG_MS));
    await emptyRawEvents(db, now, rawEventDays);
    await clearOldSteps(db, now, promptDays);
    while ((await sweepIdempotencyKeys(db, now)) === 1_000);
    return PAUSE_MS;
  });
}
