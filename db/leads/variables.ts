import type { Db } from '../connection.js';
import type { LeadVariableRow } from '../tables.js';

/** Writes a captured variable of a lead over what it held. */
export async function putVariable(tx: Db, row: LeadVariableRow): Promise<void> {
  await tx('lead_variables')
    .insert(row)
    .onConflict(['lead_id', 'field_key'])
    .merge(['value', 'value_text', 'confidence', 'updated_at', 'set_by']);
}
