import type { Knex } from 'knex';
import type { Db } from '../connection.js';

const COLUMNS = [
  ...(['first_name', 'last_name', 'email', 'phone', 'company', 'title', 'source', 'timezone', 'country'] as const),
  ...(['owner_id', 'external_id', 'deal_value', 'deal_currency'] as const),
];

/** JSON that says nothing; what is not there at all reads as `null`. */
const NOTHING = `('null', '""', '[]')`;
const jsonPath = (keys: readonly string[]): string => ['$', ...keys.map((key) => JSON.stringify(key))].join('.');
const empty = (column: string): string => `COALESCE(l.${column}, '') = ''`;

/**
 * Tests in SQL whether a lead `l` has nothing for a variable of messages, as the preview of one tells it; undefined
 * for variables that no lead lacks.
 */
export function variableIsMissing(db: Db, variable: string): Knex.Raw | undefined {
  const [root, ...keys] = variable.replace(/^lead\.metadata\./, 'metadata.').split('.');
  const [first = '', ...inner] = keys;
  if (first === '') return undefined;
  if (root === 'metadata') {
    return db.raw(`COALESCE(CAST(JSON_EXTRACT(l.metadata, ?) AS CHAR), 'null') IN ${NOTHING}`, [jsonPath(keys)]);
  }
  if (root === 'variables' || root === 'fields') {
    return db.raw(
      `NOT EXISTS (SELECT 1 FROM lead_variables v WHERE v.lead_id = l.id AND v.field_key = ?
        AND COALESCE(CAST(JSON_EXTRACT(v.value, ?) AS CHAR), 'null') NOT IN ${NOTHING})`,
      [first, jsonPath(inner)],
    );
  }
  if (root !== 'lead' || inner.length > 0) return undefined;
  if (first === 'full_name') return db.raw(`${empty('first_name')} AND ${empty('last_name')}`);
  if (first === 'tags') return db.raw('NOT EXISTS (SELECT 1 FROM lead_tags t WHERE t.lead_id = l.id)');
  const column = COLUMNS.find((each) => each === first);
  return column && db.raw(empty(column));
}
