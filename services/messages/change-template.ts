import { listRunsHeldForTemplate } from '../../db/agent-runs/lists.js';
import { updateTemplate } from '../../db/channels/templates.js';
import { insertEvents } from '../../db/events/events.js';
import { claimHeldForTemplate } from '../../db/messages/held-for-template.js';
import type { TemplateRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { wakeRuns } from '../instructions/agent-runs.js';
import { wakeMessage } from '../instructions/messages.js';
import { templatePendingDetail } from './compose.js';

type Known = Pick<TemplateRow, 'id' | 'account_id' | 'name' | 'language' | 'status'>;

/**
 * Changes a template's row. A new status is told of, and whatever waited for the template is looked at again at once:
 * it leaves when the template was approved and is given up when it was rejected.
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
  if (changes.status !== 'PENDING') await wakeWaiting(work, row, `template ${changes.status.toLowerCase()}`);
}

const PAGE = 500;
/** How a run is held whose template the provider itself refused for the moment. */
const REFUSED_DETAIL = 'TEMPLATE_NOT_APPROVED';

async function wakeWaiting(work: Work, template: Known, reason: string): Promise<void> {
  const { tx, now } = work;
  const { account_id } = template;
  const details = [templatePendingDetail(template), REFUSED_DETAIL];
  for (let after = ''; ; ) {
    const runs = await listRunsHeldForTemplate(tx, account_id, details, after, PAGE);
    await wakeRuns(work, runs, reason);
    after = runs.at(-1)?.id ?? '';
    if (runs.length < PAGE) break;
  }
  for (let after = ''; ; ) {
    const messages = await claimHeldForTemplate(tx, now, account_id, after, PAGE);
    for (const message of messages) await wakeMessage(work, message, reason);
    after = messages.at(-1)?.id ?? '';
    if (messages.length < PAGE) return;
  }
}
