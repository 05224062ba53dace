import { continueAsNew } from '@temporalio/workflow';
import { messaging } from './activity-profiles.js';
import type { DigestInput, DigestResult } from './digest.protocol.js';
import { workRow } from './row.js';

/**
 * Mails one digest to its user. Started with the digest's first line and woken when the cycle that writes to it has
 * ended; the database decides what is due, this workflow keeps the time. Id: `digest/<digest_id>`.
 */
export const digestWorkflow = ({ digestId, plan }: DigestInput): Promise<DigestResult> =>
  workRow(plan, {
    what: 'the digest',
    look: (summary) => messaging.advanceDigest.executeWithOptions({ summary }, [{ digestId }]),
    continueAsNew: (rest) => continueAsNew<typeof digestWorkflow>({ digestId, ...rest }),
  });
