import { listDocumentsToIndex, updateDocument, updateVersion } from '../../db/knowledge/documents.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { TOKENIZER } from '../../domain/knowledge/tokens.js';
import { wakeKnowledge } from '../instructions/knowledge.js';

/** Reading and indexing a document takes a minute or two, its retries come every half minute. */
const STUCK_MS = 5 * 60_000;
const AT_ONCE = 20;

/**
 * Requests the indexing of documents without progress for minutes, such as after their workflow was terminated, and of
 * documents with an outdated index, which stay searchable until then. Returns the number of documents.
 */
export async function restartStuckDocuments(deps: WorkDependencies): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - STUCK_MS);
  const found = await listDocumentsToIndex(deps.db, { before, tokenizer: TOKENIZER, limit: AT_ONCE });
  if (found.length === 0) return 0;
  await inWork(deps, async (work) => {
    const { tx, now } = work;
    for (const row of found) {
      const isOld = row.deleted_at === null && row.status !== 'queued';
      // A document that got another version since then is already being indexed.
      if (isOld) await updateVersion(tx, row, { updated_at: now, version: row.version + 1, status: 'queued' });
      else await updateDocument(tx, row.id, { updated_at: now });
      await wakeKnowledge(work, row, 'behind');
    }
  });
  return found.length;
}
