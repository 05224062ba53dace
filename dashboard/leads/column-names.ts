/** What columns of the list there are beside the name and the metadata. */
export const COLUMNS = {
  contact: 'Contact',
  status: 'Status',
  tags: 'Tags',
  source: 'Source',
  owner: 'Owner',
  campaign: 'Campaign',
  country: 'Country',
  added: 'Added',
  changed: 'Changed',
} as const;
export type ColumnName = keyof typeof COLUMNS;
/** A column beside the name: one that every lead has, or a key of the metadata. */
export type Column = ColumnName | `metadata.${string}`;

/** What is shown where nobody has chosen. */
export const USUAL: readonly ColumnName[] = ['contact', 'status', 'tags', 'source', 'added'];

const isKey = (name: string): name is `metadata.${string}` => name.length > 9 && name.startsWith('metadata.');

/** Tells whether every lead has a column of a name. */
export const isOfAll = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name);

/** Tells whether there is a column of a name. */
export const isColumn = (name: string): name is Column => isOfAll(name) || isKey(name);

/** Returns which key of the metadata a column shows. */
export const keyIn = (column: Exclude<Column, ColumnName>): string => column.slice('metadata.'.length);

/** Returns what stands at the head of a column. */
export const headOf = (column: Column): string => (isOfAll(column) ? COLUMNS[column] : keyIn(column));

/** Lists the columns of the metadata that these leads have. An address has columns between commas, so none is in a key. */
export function columnsIn(leads: readonly { metadata: Record<string, unknown> }[]): Column[] {
  const keys = new Set(leads.flatMap(({ metadata }) => Object.keys(metadata)));
  return [...keys]
    .filter((key) => key !== '' && !key.includes(','))
    .sort()
    .map((key): Column => `metadata.${key}`);
}
