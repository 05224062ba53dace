import { updateTemplate } from '../../db/channels/templates.js';
import { insertEvents } from '../../db/events/events.js';
import type { TemplateRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { templatePendingDetail } from './compose.js';
import { wakeHeld } from './wake-held.js';

type Known = Pick<TemplateRow, 'id' | 'account_id' | 'name' | 'language' | 'status'>;

/**
 * Updates a template's row. A new status is reported, and messages that wait for the template are checked immediately.
 * They are sent after an approval and given up after a rejection.
 */
export async function changeTemplate(
  work: Work,
  row: Known,
  origin: EventOrigin,
  changes: Partial<TemplateRow>,
): Promise<void> {
  const { tx, now } = work;
  await updateTemplate(tx, row.id, { ...changes, updated_at: now });
  if (changes.status === undefined || changes.status === row.status) return;
  const data = {
    template_id: row.id,
    previous_status: row.status,
    status: changes.status,
    reason: changes.rejected_reason ?? null,
  };
  await insertEvents(tx, now, [{ accountId: row.account_id, type: 'template.status_changed', data, origin }]);
  if (changes.status === 'PENDING') return;
  const details = [templatePendingDetail(row), REFUSED_DETAIL];
  const hold = { accountId: row.account_id, reason: 'template_pending', details } as const;
  await wakeHeld(work, hold, `template ${changes.status.toLowerCase()}`);
}

/** The detail of a run's hold if the provider itself has rejected the template for now. */
const REFUSED_DETAIL = 'TEMPLATE_NOT_APPROVED';
