/** The options for reading a file. */
export interface ImportOptions {
  /** Header of the file -> where its cells go; what was guessed well is left out. */
  mapping: Readonly<Record<string, string>>;
  on_duplicate: string;
  /** Empty: detected. */
  encoding: string;
  /** The name of a sheet; empty: the first with rows. */
  sheet: string;
  /** Empty: detected. */
  header_line: string;
  /** Empty: decided by the file. */
  date_order: string;
  source: string;
  tags: string;
  workflow_id: string;
  skip_first_message: boolean;
}

export const DEFAULT_OPTIONS: ImportOptions = {
  mapping: {},
  on_duplicate: 'update',
  encoding: '',
  sheet: '',
  header_line: '',
  date_order: '',
  source: '',
  tags: '',
  workflow_id: '',
  skip_first_message: false,
};

/** Writes choices as the parameters that the API takes. */
export function queryOf(choices: ImportOptions, fileName: string): URLSearchParams {
  const { mapping, source, on_duplicate, workflow_id, skip_first_message } = choices;
  const tags = choices.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const defaults = { ...(source.trim() ? { source: source.trim() } : {}), ...(tags.length > 0 ? { tags } : {}) };
  const query = new URLSearchParams({ file_name: fileName, on_duplicate });
  if (Object.keys(mapping).length > 0) query.set('mapping', JSON.stringify(mapping));
  if (Object.keys(defaults).length > 0) query.set('defaults', JSON.stringify(defaults));
  for (const name of ['encoding', 'sheet', 'header_line', 'date_order'] as const)
    if (choices[name]) query.set(name, choices[name]);
  if (workflow_id) query.set('workflow_id', workflow_id);
  if (workflow_id && skip_first_message) query.set('skip_first_message', 'true');
  return query;
}
