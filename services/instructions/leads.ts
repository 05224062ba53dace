import type { ErasureRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { erasureWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

type InstructedErasure = Pick<ErasureRow, 'id' | 'account_id' | 'lead_id'>;

/** Starts the workflows that finish erasures; those that run look at their rows again. */
export const wakeErasures = (work: Work, rows: readonly InstructedErasure[], reason: string): Promise<void> =>
  instruct(
    work,
    rows.map(({ id, account_id, lead_id }) =>
      startOf(erasureWorkflowId(id), {
        workflow: 'erasureWorkflow',
        kind: 'erasure',
        summary: 'Finishes the erasure of a lead',
        accountId: account_id,
        leadId: lead_id,
        input: { erasureId: id },
        wake: reason,
      }),
    ),
  );
