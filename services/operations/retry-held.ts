import { listRunsHeldAsError } from '../../db/agent-runs/lists.js';
import { listCampaignsById, listCampaignsOfLeads } from '../../db/campaigns/campaigns.js';
import { listConversationsById } from '../../db/conversations/conversations.js';
import { listImportsById } from '../../db/imports/imports.js';
import { listDocumentsById } from '../../db/knowledge/documents.js';
import { listMeetingsById } from '../../db/meetings/meeting-parties.js';
import { listMessagesHeldAsError } from '../../db/messages/held-as-error.js';
import { forgetHeldWork, type HeldFilter, takeHeldWork } from '../../db/operations/held-work.js';
import type { HeldWorkRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { wakeRuns } from '../instructions/agent-runs.js';
import { campaignChanged } from '../instructions/campaigns.js';
import { wakeConversation } from '../instructions/conversations.js';
import { restartImports } from '../instructions/imports.js';
import { wakeKnowledge } from '../instructions/knowledge.js';
import { wakeBooking } from '../instructions/meetings.js';
import { wakeMessage } from '../instructions/messages.js';
import { continueCycle } from '../jobs/end-cycle.js';

const AT_ONCE = 200;
const REASON = 'retried';

/** Wakes the rows that still exist and are still held, and returns them. */
type Retry = (work: Work, ids: string[]) => Promise<readonly string[]>;

/** Runs, messages and bookings stay recorded until they continue. The others are recorded again if they fail again. */
const RETRY: Record<HeldWorkRow['kind'], { retry: Retry; removesRecord?: true }> = {
  run: {
    async retry(work, ids) {
      const runs = await listRunsHeldAsError(work.tx, ids);
      await wakeRuns(work, runs, REASON);
      return runs.map(({ id }) => id);
    },
  },
  message: {
    async retry(work, ids) {
      const messages = await listMessagesHeldAsError(work.tx, ids);
      for (const message of messages) await wakeMessage(work, message, REASON);
      return messages.map(({ id }) => id);
    },
  },
  meeting: {
    async retry(work, ids) {
      const meetings = await listMeetingsById(work.tx, ids);
      for (const meeting of meetings) await wakeBooking(work, meeting, REASON);
      return meetings.map(({ id }) => id);
    },
  },
  campaign: {
    removesRecord: true,
    async retry(work, ids) {
      for (const campaign of await listCampaignsById(work.tx, ids)) await campaignChanged(work, campaign);
      return ids;
    },
  },
  campaign_lead: {
    removesRecord: true,
    async retry(work, ids) {
      for (const campaign of await listCampaignsOfLeads(work.tx, ids)) await campaignChanged(work, campaign);
      return ids;
    },
  },
  cycle: {
    removesRecord: true,
    async retry(work, ids) {
      for (const id of ids) await continueCycle(work, id);
      return ids;
    },
  },
  conversation: {
    removesRecord: true,
    async retry(work, ids) {
      const conversations = await listConversationsById(work.tx, ids);
      for (const conversation of conversations) await wakeConversation(work, conversation, REASON);
      return conversations.map(({ id }) => id);
    },
  },
  import: {
    removesRecord: true,
    async retry(work, ids) {
      const imports = await listImportsById(work.tx, ids);
      await restartImports(work, imports);
      return imports.map(({ id }) => id);
    },
  },
  document: {
    removesRecord: true,
    async retry(work, ids) {
      const documents = await listDocumentsById(work.tx, ids);
      for (const document of documents) await wakeKnowledge(work, document, REASON);
      return documents.map(({ id }) => id);
    },
  },
};

/**
 * Retries some held work, each at its position. Nothing starts over or is repeated. Work that was woken since
 * `wokenBefore` is skipped. Returns the number of retries, and whether there may be more.
 */
export async function retrySomeHeld(
  work: Work,
  filter: HeldFilter,
  wokenBefore: Date,
): Promise<{ retried: number; more: boolean }> {
  const rows = await takeHeldWork(work.tx, work.now, filter, { wokenBefore, limit: AT_ONCE });
  let retried = 0;
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = some.map(({ id }) => id);
    const { retry, removesRecord } = RETRY[kind];
    const found = new Set(await retry(work, ids));
    retried += found.size;
    // Work that was paused, ended or erased since then isn't held any more.
    await forgetHeldWork(work.tx, kind, removesRecord ? ids : ids.filter((id) => !found.has(id)));
  }
  return { retried, more: rows.length === AT_ONCE };
}

/** Retries all held work that matches, see `retrySomeHeld`. Returns its number. Safe to repeat. */
export async function retryHeld(deps: WorkDependencies, filter: HeldFilter, wokenBefore: Date): Promise<number> {
  for (let total = 0; ; ) {
    const { retried, more } = await inWork(deps, (work) => retrySomeHeld(work, filter, wokenBefore));
    total += retried;
    if (!more) return total;
  }
}
