import { documents } from './activity-profiles.js';
import type { KnowledgeInput } from './knowledge.protocol.js';
import { listenForWakes } from './wait.js';

/**
 * Brings a document into the index of its account, and deletes what nobody finds any more. Woken by new content, a
 * release and the document's end; the row says what there is to do. Id: `knowledge/<document_id>`.
 */
export async function knowledgeWorkflow({ documentId }: KnowledgeInput): Promise<void> {
  const wakes = listenForWakes();
  for (;;) {
    wakes.take();
    const outcome = await documents.indexDocument.executeWithOptions({ summary: 'index the document' }, [
      { documentId },
    ]);
    let finished = false;
    while (!finished) {
      finished = await documents.clearDocument.executeWithOptions({ summary: 'clear what is left' }, [{ documentId }]);
    }
    // New content that came meanwhile must still be seen.
    if (outcome !== 'superseded' && !wakes.pending()) return;
  }
}
