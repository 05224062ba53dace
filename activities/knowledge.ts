import { Context } from '@temporalio/activity';
import { clearDocument } from '../services/knowledge/clear.js';
import { type IndexDependencies, type IndexOutcome, indexDocument } from '../services/knowledge/index-document.js';
import type { KnowledgeInput } from '../workflows/knowledge.protocol.js';

/** What breaks so often is no outage. */
const MOST_TRIES = 10;

/** Creates the activities that bring documents into the index. */
export const createKnowledgeActivities = (deps: IndexDependencies) => ({
  /** Indexes a document's newest content. Safe to repeat: nobody finds any of it before its last statement. */
  indexDocument({ documentId }: KnowledgeInput): Promise<IndexOutcome> {
    const { cancellationSignal: signal, info } = Context.current();
    return indexDocument(deps, documentId, { signal, isLastTry: info.attempt >= MOST_TRIES });
  },
  /** Deletes a piece of what nobody finds any more, and tells whether none is left. */
  clearDocument: ({ documentId }: KnowledgeInput): Promise<boolean> => clearDocument(deps, documentId),
});
