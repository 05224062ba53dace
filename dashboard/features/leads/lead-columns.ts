import * as words from '../../words/en/leads.js';
/** The columns of the list in addition to the name and the metadata. */
export const COLUMNS = {
  contact: words.contact,
  status: words.statusLabel,
  tags: words.tags,
  source: words.source,
  deal: words.dealValue,
  owner: words.owner,
  campaign: words.campaign,
  country: words.country,
  added: words.created,
  changed: words.updated,
} as const;
export type ColumnName = keyof typeof COLUMNS;
/** A column in addition to the name: one that every lead has, or a key of the metadata. */
export type Column = ColumnName | `metadata.${string}`;

/** The default columns. */
export const DEFAULT_COLUMNS: readonly ColumnName[] = ['contact', 'status', 'tags', 'source', 'added'];

const isKey = (name: string): name is `metadata.${string}` => name.length > 9 && name.startsWith('metadata.');

/** Returns whether every lead has a column of a name. */
export const isOfAll = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name);

/** Returns whether there is a column of a name. */
export const isColumn = (name: string): name is Column => isOfAll(name) || isKey(name);

/** Returns which key of the metadata a column shows. */
export const keyIn = (column: Exclude<Column, ColumnName>): string => column.slice('metadata.'.length);

/** Returns the header of a column. */
export const headOf = (column: Column): string => (isOfAll(column) ? COLUMNS[column] : keyIn(column));

/** Lists the columns of the metadata that these leads have. An address has columns between commas, so none is in a key. */
export function columnsIn(leads: readonly { metadata: Record<string, unknown> }[]): Column[] {
  const keys = new Set(leads.flatMap(({ metadata }) => Object.keys(metadata)));
  return [...keys]
    .filter((key) => key !== '' && !key.includes(','))
    .sort()
    .map((key): Column => `metadata.${key}`);
}

/** The columns of a file for each column of the list. */
const IN_FILES: Readonly<Record<ColumnName, readonly string[]>> = {
  contact: ['email', 'phone'],
  status: ['workflow', 'status'],
  tags: ['tags'],
  source: ['source'],
  deal: ['deal_value', 'deal_currency'],
  owner: ['owner', 'owner_id'],
  campaign: ['campaign'],
  country: ['country'],
  added: ['created_at'],
  changed: ['updated_at'],
};

/** Returns the columns of a file with the name and what the list shows, as the API takes them. */
export const fileColumnsOf = (columns: readonly Column[]): string =>
  ['first_name', 'last_name', 'company', ...columns.flatMap((name) => (isOfAll(name) ? IN_FILES[name] : [name]))].join(
    ',',
  );
