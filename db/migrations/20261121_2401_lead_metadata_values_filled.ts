import type { Knex } from 'knex';
import { insertMetadataValues } from '../lead-metadata.js';
import type { LeadRow } from '../tables.js';

const CHUNK = 1_000;

/** Fills the index of metadata from the leads there are, a thousand at a time; doing so again changes nothing. */
export async function up(db: Knex): Promise<void> {
  let after = '';
  for (;;) {
    const leads: Pick<LeadRow, 'id' | 'account_id' | 'metadata'>[] = await db('leads')
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .select('id', 'account_id', 'metadata');
    await insertMetadataValues(db, leads);
    if (leads.length < CHUNK) return;
    after = leads.at(-1)?.id ?? after;
  }
}

export const down = (db: Knex) => db.raw('TRUNCATE TABLE lead_metadata_values');
