import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';

const FILE = 'db/schema.md';
/** The migrator's own. */
const HIDDEN = ['migrations', 'migrations_lock'];

interface Column {
  tableName: string;
  name: string;
  type: string;
  nullable: string;
  standard: string | null;
  extra: string;
  collation: string | null;
}
interface Part {
  tableName: string;
  indexName: string;
  nonUnique: number;
  name: string;
  length: number | null;
}

/**
 * The same words for MySQL and MariaDB: the one writes widths of integers, the other quotes defaults. A width of 1 both
 * keep: it makes a flag.
 */
const typeOf = ({ type, collation }: Column): string =>
  type.replace(/\b((?:tiny|small|medium|big)?int)\((?!1\))\d+\)/, '$1') +
  (collation && collation !== 'utf8mb4_unicode_ci' ? ` ${collation}` : '');

function standardOf({ standard, extra }: Column): string {
  if (/auto_increment/i.test(extra)) return 'counts up';
  if (standard === null || standard === 'NULL') return '';
  return standard.replace(/^'(.*)'$/, '$1');
}

/**
 * Writes the tables of a migrated database as Markdown: columns, then keys. It comes out alike from MySQL and from
 * MariaDB.
 */
export async function schemaText(db: Knex): Promise<string> {
  const columns: Column[] = await db('information_schema.columns')
    .whereRaw('table_schema = DATABASE()')
    .whereNotIn('table_name', HIDDEN)
    .orderBy(['table_name', 'ordinal_position'])
    .select({
      tableName: 'table_name',
      name: 'column_name',
      type: 'column_type',
      nullable: 'is_nullable',
      standard: 'column_default',
      extra: 'extra',
      collation: 'collation_name',
    });
  const parts: Part[] = await db('information_schema.statistics')
    .whereRaw('table_schema = DATABASE()')
    .whereNotIn('table_name', HIDDEN)
    .orderBy(['table_name', 'index_name', 'seq_in_index'])
    .select({
      tableName: 'table_name',
      indexName: 'index_name',
      nonUnique: 'non_unique',
      name: 'column_name',
      length: 'sub_part',
    });
  const tables = [...Map.groupBy(columns, ({ tableName }) => tableName)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = tables.map(([table, own]) =>
    [
      `## ${table}`,
      '| Column | Type | Null | Default |',
      '|---|---|---|---|',
      ...own.map((column) =>
        [`| ${column.name}`, typeOf(column), column.nullable === 'YES' ? 'yes' : '', `${standardOf(column)} |`].join(
          ' | ',
        ),
      ),
      '',
      ...keysOf(parts.filter(({ tableName }) => tableName === table)),
    ].join('\n'),
  );
  return `# The database\n\nWritten by \`npm run generate\` from a migrated database. Times are UTC.\n\n${sections.join('\n\n')}\n`;
}

function keysOf(parts: readonly Part[]): string[] {
  const keys = [...Map.groupBy(parts, ({ indexName }) => indexName)].sort(([a], [b]) => rank(a).localeCompare(rank(b)));
  return keys.map(([name, own]) => {
    const [first] = own;
    const what = name === 'PRIMARY' ? 'Primary key' : Number(first?.nonUnique) === 0 ? 'Unique' : 'Index';
    return `- ${what}${name === 'PRIMARY' ? '' : ` \`${name}\``}: ${own.map(columnOf).join(', ')}`;
  });
}

const rank = (name: string): string => (name === 'PRIMARY' ? `0` : `1${name.toLowerCase()}`);
const columnOf = ({ name, length }: Part): string => (length === null ? name : `${name}(${length})`);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const db = openDatabase({ url: process.env.DATABASE_URL ?? '', poolSize: 2 });
  try {
    writeFileSync(FILE, await schemaText(db));
  } finally {
    await db.destroy();
  }
}
