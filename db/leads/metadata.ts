import { metadataIndex } from '../../domain/rules/conditions/metadata-index.js';
import type { Db } from '../connection.js';
import type { LeadRow } from './tables.js';

type Holder = Pick<LeadRow, 'id' | 'account_id' | 'metadata'>;

/** Below what a server takes in one packet. */
const STATEMENT_BYTES = 4 * 1024 * 1024;
const EMPTY = '{}';

const hex = (bytes: Buffer): string => `X'${bytes.toString('hex')}'`;

/** The index rows of leads as SQL. Nothing but hexadecimal digits goes into it, however many values there are. */
function* statements(leads: readonly Holder[]): Generator<string> {
  let tuples: string[] = [];
  let bytes = 0;
  const statement = () =>
    `INSERT IGNORE INTO lead_metadata_values (lead_id, account_id, path, value) VALUES ${tuples.join(', ')}`;
  for (const lead of leads) {
    if (lead.metadata === EMPTY) continue;
    const ids = `${hex(Buffer.from(lead.id))}, ${hex(Buffer.from(lead.account_id))}`;
    for (const { path, value } of metadataIndex(JSON.parse(lead.metadata))) {
      const tuple = `(${ids}, ${hex(Buffer.from(path))}, ${hex(value)})`;
      tuples.push(tuple);
      bytes += tuple.length;
      if (bytes < STATEMENT_BYTES) continue;
      yield statement();
      tuples = [];
      bytes = 0;
    }
  }
  if (tuples.length > 0) yield statement();
}

/** Writes what the index holds of the metadata of leads that have none in it, many to a statement. */
export async function insertMetadataValues(tx: Db, leads: readonly Holder[]): Promise<void> {
  for (const statement of statements(leads)) await tx.raw(statement);
}

/** Rewrites the metadata index of leads with changed metadata. */
export async function replaceMetadataValues(tx: Db, leads: readonly Holder[]): Promise<void> {
  if (leads.length === 0) return;
  await tx('lead_metadata_values')
    .whereIn(
      'lead_id',
      leads.map(({ id }) => id),
    )
    .delete();
  await insertMetadataValues(tx, leads);
}
