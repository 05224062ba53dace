import { Context } from '@temporalio/activity';
import { clearDocument } from '../services/knowledge/clear.js';
import { type IndexDependencies, type IndexOutcome, indexDocument } from '../services/knowledge/index-document.js';
import type { KnowledgeInput } from '../workflows/knowledge.protocol.js';
import type { CountAttempts } from './count-attempts.js';

/** What breaks so often is no outage. */
const MOST_TRIES = 10;

/** Creates the activities that bring documents into the index. */
export const createKnowledgeActivities = (deps: IndexDependencies & { countAttempts: CountAttempts }) => ({
  /** Indexes a document's newest content. Safe to repeat: nobody finds any of it before its last statement. */
  indexDocument({ documentId }: KnowledgeInput): Promise<IndexOutcome> {
    const { cancellationSignal: signal, info } = Context.current();
    const work = () => indexDocument(deps, documentId, { signal, isLastTry: info.attempt >= MOST_TRIES });
    return deps.countAttempts<IndexOutcome>('document', documentId, work, 'nothing_to_do');
  },
  /** Deletes a piece of what nobody finds any more, and tells whether none is left. */
  clearDocument: ({ documentId }: KnowledgeInput): Promise<boolean> => clearDocument(deps, documentId),
});
