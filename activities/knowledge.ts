import { Context } from '@temporalio/activity';
import { clearDocument } from '../services/knowledge/clear.js';
import { type IndexDependencies, type IndexOutcome, indexDocument } from '../services/knowledge/index-document.js';
import type { KnowledgeInput } from '../workflows/knowledge.protocol.js';
import type { CountAttempts } from './count-attempts.js';

/** Work that fails this often isn't caused by an outage. */
const MOST_TRIES = 10;

/** Creates the activities that bring documents into the index. */
export const createKnowledgeActivities = (deps: IndexDependencies & { countAttempts: CountAttempts }) => ({
  /**
   * Indexes a document's newest content. It is safe to repeat, because its last statement makes the content searchable.
   */
  indexDocument({ documentId }: KnowledgeInput): Promise<IndexOutcome> {
    const { cancellationSignal: signal, info } = Context.current();
    const work = () => indexDocument(deps, documentId, { signal, isLastTry: info.attempt >= MOST_TRIES });
    return deps.countAttempts<IndexOutcome>('document', documentId, work, 'nothing_to_do');
  },
  /** Deletes a batch of rows that searches no longer find, and returns whether none is left. */
  clearDocument: ({ documentId }: KnowledgeInput): Promise<boolean> => clearDocument(deps, documentId),
});
