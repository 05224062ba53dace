import { lockAnyDocument } from '../../db/knowledge/documents.js';
import { deleteDocumentRow, deleteVersions } from '../../db/knowledge/index-rows.js';
import { inWork, type WorkDependencies } from '../../db/work.js';

/**
 * Deletes rows of a document that nobody finds any more: of versions before, or all of a deleted one. A piece at a time;
 * answers whether none is left.
 */
export async function clearDocument(deps: WorkDependencies, documentId: string): Promise<boolean> {
  return inWork(deps, async ({ tx }) => {
    // New content that comes meanwhile must not be taken for what was left behind.
    const row = await lockAnyDocument(tx, documentId);
    if (!row) return true;
    const { active_version, version, content_version, deleted_at } = row;
    const isGone = deleted_at !== null;
    const more = await deleteVersions(tx, row.no, {
      kept: isGone ? [] : [active_version, version],
      content: isGone ? null : content_version,
    });
    if (isGone && !more) await deleteDocumentRow(tx, documentId);
    return !more;
  });
}
