import type { Knex } from 'knex';
import { insertEvents } from '../db/events.js';
import type { AgentRunRow, MessageRow, TemplateRow } from '../db/tables.js';
import { updateTemplate } from '../db/templates.js';
import type { EventOrigin } from '../schemas/events.js';
import { templatePendingDetail } from './message-compose.js';
import { rouseMessage } from './outgoing-messages.js';
import { wakeRuns } from './wake.js';

type Known = Pick<TemplateRow, 'id' | 'account_id' | 'name' | 'language' | 'status'>;

/**
 * Changes a template's row. A new status is told of, and whatever waited for the template is looked at again at once:
 * it leaves when the template was approved and is given up when it was rejected.
 */
export async function changeTemplate(
  tx: Knex,
  now: Date,
  row: Known,
  origin: EventOrigin,
  changes: Partial<TemplateRow>,
): Promise<void> {
  await updateTemplate(tx, row.id, { ...changes, updated_at: now });
  if (changes.status === undefined || changes.status === row.status) return;
  const data = {
    template_id: row.id,
    previous_status: row.status,
    status: changes.status,
    reason: changes.rejected_reason ?? null,
  };
  await insertEvents(tx, now, [{ accountId: row.account_id, type: 'template.status_changed', data, origin }]);
  if (changes.status !== 'PENDING') await wakeWaiting(tx, now, row, `template ${changes.status.toLowerCase()}`);
}

const PAGE = 500;
/** How a run is held whose template the provider itself refused for the moment. */
const REFUSED_DETAIL = 'TEMPLATE_NOT_APPROVED';

async function wakeWaiting(tx: Knex, now: Date, template: Known, reason: string): Promise<void> {
  const { account_id } = template;
  for (let after = ''; ; ) {
    const runs: AgentRunRow[] = await tx('agent_runs')
      .where({ account_id, cadence_state: 'held', hold_reason: 'template_pending' })
      .whereIn('hold_detail', [templatePendingDetail(template), REFUSED_DETAIL])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE);
    await wakeRuns(tx, now, runs, reason);
    after = runs.at(-1)?.id ?? '';
    if (runs.length < PAGE) break;
  }
  for (let after = ''; ; ) {
    const messages: MessageRow[] = await tx('messages')
      .where({ account_id, status: 'held', hold_reason: 'template_pending' })
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE);
    const ids = messages.map(({ id }) => id);
    await tx('outgoing_messages').whereIn('message_id', ids).where('due_at', '>', now).update({ due_at: now });
    for (const message of messages) await rouseMessage(tx, now, message, reason);
    after = ids.at(-1) ?? '';
    if (messages.length < PAGE) return;
  }
}
