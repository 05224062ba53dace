import { lockAnyDocument } from '../../db/knowledge/documents.js';
import { deleteDocumentRow, deleteVersions } from '../../db/knowledge/index-rows.js';
import { inWork, type WorkDependencies } from '../../db/work.js';

/**
 * Deletes rows of a document that searches no longer find, of earlier versions or of a deleted document, one batch at a
 * time. Returns whether none is left.
 */
export async function clearDocument(deps: WorkDependencies, documentId: string): Promise<boolean> {
  return inWork(deps, async ({ tx }) => {
    // Locked, so that content that is added at the same time isn't deleted as outdated.
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
