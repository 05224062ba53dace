import { listDocumentsBehind, updateDocument, updateVersion } from '../../db/knowledge/documents.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { TOKENIZER } from '../../domain/knowledge/tokens.js';
import { wakeKnowledge } from '../instructions/knowledge.js';

/** Reading and indexing a document takes a minute or two, its retries come every half minute. */
const STUCK_MS = 5 * 60_000;
const AT_ONCE = 20;

/**
 * Has documents indexed that got no further for minutes, as when somebody terminated their workflow, and those whose
 * index has an older form: they are searched in it until they have the new one. Answers how many.
 */
export async function restartStuckDocuments(deps: WorkDependencies): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - STUCK_MS);
  const found = await listDocumentsBehind(deps.db, { before, tokenizer: TOKENIZER, limit: AT_ONCE });
  if (found.length === 0) return 0;
  await inWork(deps, async (work) => {
    const { tx, now } = work;
    for (const row of found) {
      const isOld = row.deleted_at === null && row.status !== 'queued';
      // What got another version meanwhile is worked for that already.
      if (isOld) await updateVersion(tx, row, { updated_at: now, version: row.version + 1, status: 'queued' });
      else await updateDocument(tx, row.id, { updated_at: now });
      await wakeKnowledge(work, row, 'behind');
    }
  });
  return found.length;
}
