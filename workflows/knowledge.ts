import { workflowInfo } from '@temporalio/workflow';
import { documents } from './activity-profiles.js';
import type { KnowledgeInput } from './knowledge.protocol.js';
import { TASK_QUEUES } from './task-queues.js';
import { listenForWakes } from './wait.js';

/**
 * Indexes a document and deletes rows that searches no longer find. New content, a release and the document's deletion
 * wake it. The row decides what to do. Id: `knowledge/<document_id>`.
 */
export async function knowledgeWorkflow({ documentId }: KnowledgeInput): Promise<void> {
  const wakes = listenForWakes();
  // A queue of its own, so that slow documents keep nothing else from its work.
  const taskQueue = workflowInfo().taskQueue.replace(/\w+$/, TASK_QUEUES.documents);
  for (;;) {
    wakes.take();
    const outcome = await documents.indexDocument.executeWithOptions({ summary: 'index the document', taskQueue }, [
      { documentId },
    ]);
    let finished = false;
    while (!finished) {
      finished = await documents.clearDocument.executeWithOptions({ summary: 'clear what is left' }, [{ documentId }]);
    }
    // Content that was added during the indexing still has to be indexed.
    if (outcome !== 'superseded' && !wakes.pending()) return;
  }
}
