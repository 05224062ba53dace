import type { KnowledgeDocumentRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { knowledgeWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** Wakes a document's workflow after the caller's transaction has committed. A workflow that ended is started again. */
export const wakeKnowledge = (
  work: Work,
  { id, account_id }: Pick<KnowledgeDocumentRow, 'id' | 'account_id'>,
  reason: string,
): Promise<void> =>
  instruct(work, [
    startOf(knowledgeWorkflowId(id), {
      workflow: 'knowledgeWorkflow',
      kind: 'knowledge',
      summary: 'Indexes a document',
      accountId: account_id,
      input: { documentId: id },
      wake: reason,
    }),
  ]);
