import { insertEvents } from '../../../db/events/events.js';
import { putVariable } from '../../../db/leads/variables.js';
import { type ApplyToLead, DONE } from '../effect.js';

/** Sets a captured variable. */
export const applySetField: ApplyToLead<'set_field'> = async (work, { account, leadId }, { params }, source) => {
  const { tx, now } = work;
  const { key, value, value_text, confidence } = params;
  const { kind, origin } = source;
  await insertEvents(tx, now, [
    {
      accountId: account.id,
      type: 'lead.field_captured',
      leadId,
      data: { key, confidence },
      origin,
      variable: key,
    },
  ]);
  await putVariable(tx, {
    lead_id: leadId,
    account_id: account.id,
    field_key: key,
    value: JSON.stringify(value ?? null),
    value_text,
    confidence,
    updated_at: now,
    set_by: kind,
  });
  return DONE;
};
