import type { WhatsAppNumberRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { templateSyncWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** Wakes the workflows that sync templates and state of WhatsApp numbers, or starts them. */
export const wakeTemplateSyncs = (
  work: Work,
  numbers: readonly Pick<WhatsAppNumberRow, 'id' | 'account_id'>[],
): Promise<void> =>
  instruct(
    work,
    numbers.map(({ id, account_id }) =>
      startOf(templateSyncWorkflowId(id), {
        workflow: 'templateSyncWorkflow',
        kind: 'template_sync',
        summary: 'Brings the templates of a WhatsApp number up to date',
        accountId: account_id,
        input: { whatsAppNumberId: id },
        wake: 'asked for',
      }),
    ),
  );
