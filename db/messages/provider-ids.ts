import type { Knex } from 'knex';
import type { MessageRow } from './tables.js';

/**
 * Returns whether a message's lead was erased, which took the address out of the row: from then on it keeps neither an
 * id that tells it nor words that may name the lead.
 */
export const isErased = ({ to_address }: Pick<MessageRow, 'to_address'>): boolean => to_address === null;

/** Writes what may name the lead, but not once the lead was erased: the same for a row that isn't read before. */
export const unlessErased = (tx: Knex, value: string | Buffer): Knex.Raw =>
  tx.raw('IF(to_address IS NULL, NULL, ?)', [value]);

/** Notes the provider's id of a message whose claim was settled before; replies are matched by that id. */
export async function noteProviderId(
  tx: Knex,
  { id, claimNo }: { id: string; claimNo: number },
  providerMessageId: string,
): Promise<void> {
  await tx('messages')
    .where({ id, claim_no: claimNo })
    .whereNull('provider_message_id')
    .update({ provider_message_id: unlessErased(tx, Buffer.from(providerMessageId)) });
}
