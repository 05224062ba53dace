import { createRequire } from 'node:module';
import type { Knex } from 'knex';

/** The driver's response: rows with their columns, or the result of a write. */
type Response = [rows: unknown, columns: readonly Column[] | undefined];

interface Column {
  name: string;
  columnType: number;
  columnLength: number;
}

type ClientClass = new (config: Knex.Config) => { processResponse(query: Query | undefined, runner: unknown): unknown };
interface Query {
  response?: Response;
}

// The types of knex don't list its dialects.
const MySqlClient = createRequire(import.meta.url)('knex/lib/dialects/mysql2') as ClientClass;

class Client extends MySqlClient {
  override processResponse(query: Query | undefined, runner: unknown): unknown {
    if (query?.response) readFlags(query.response);
    return super.processResponse(query, runner);
  }
}

/**
 * Speaks to MySQL as knex does, and reads flags as true or false: TINYINT(1) holds nothing else, and nothing else is
 * TINYINT(1). The driver would ask a function of ours about each field of each row, which takes longer than all else that
 * it does to read them.
 */
export const FlaggedClient = Client as unknown as typeof Knex.Client;

const TINY = 1;

function readFlags([rows, columns]: Response): void {
  if (!Array.isArray(rows) || rows.length === 0 || !columns) return;
  const flags = new Set<string>();
  for (const { name, columnType, columnLength } of columns) {
    // Of two columns of one name the last one is in the row.
    if (columnType === TINY && columnLength === 1) flags.add(name);
    else flags.delete(name);
  }
  for (const row of rows as Record<string, unknown>[])
    for (const name of flags) if (row[name] !== null) row[name] = row[name] === 1;
}
