import type { Db } from '../connection.js';
import type { LeadVariableRow } from './tables.js';

/** Writes a captured variable of a lead over what it held. */
export async function putVariable(tx: Db, row: LeadVariableRow): Promise<void> {
  await tx('lead_variables')
    .insert(row)
    .onConflict(['lead_id', 'field_key'])
    .merge(['value', 'value_text', 'confidence', 'updated_at', 'set_by']);
}

/** Deletes variables of a lead that something of a kind had set. */
export async function dropVariables(
  tx: Db,
  leadId: string,
  { keys, setBy }: { keys: readonly string[]; setBy: string },
): Promise<void> {
  await tx('lead_variables')
    .where({ lead_id: leadId, set_by: setBy })
    .whereIn('field_key', [...keys])
    .delete();
}
