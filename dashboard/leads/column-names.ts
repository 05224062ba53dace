/** What columns of the list there are beside the name. */
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

/** What is shown where nobody has chosen. */
export const USUAL: readonly ColumnName[] = ['contact', 'status', 'tags', 'source', 'added'];

/** Tells whether there is a column of a name. */
export const isColumn = (name: string): name is ColumnName => Object.hasOwn(COLUMNS, name);
