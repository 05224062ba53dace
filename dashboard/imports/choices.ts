/** How a file is to be read. */
export interface ImportChoices {
  /** Header of the file -> where its cells go; what was guessed well is left out. */
  mapping: Readonly<Record<string, string>>;
  on_duplicate: string;
  /** Empty: detected. */
  encoding: string;
  source: string;
  tags: string;
  workflow_id: string;
  skip_first_message: boolean;
}

export const NO_CHOICES: ImportChoices = {
  ...{
    mapping: {},
    on_duplicate: 'update',
    encoding: '',
    source: '',
    tags: '',
    workflow_id: '',
    skip_first_message: false,
  },
};

/** Writes choices as the parameters that the API takes. */
export function queryOf(choices: ImportChoices, fileName: string): URLSearchParams {
  const { mapping, source, on_duplicate, workflow_id, skip_first_message } = choices;
  const tags = choices.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
  const defaults = { ...(source.trim() ? { source: source.trim() } : {}), ...(tags.length > 0 ? { tags } : {}) };
  const query = new URLSearchParams({ file_name: fileName, on_duplicate });
  if (Object.keys(mapping).length > 0) query.set('mapping', JSON.stringify(mapping));
  if (Object.keys(defaults).length > 0) query.set('defaults', JSON.stringify(defaults));
  if (choices.encoding) query.set('encoding', choices.encoding);
  if (workflow_id) query.set('workflow_id', workflow_id);
  if (workflow_id && skip_first_message) query.set('skip_first_message', 'true');
  return query;
}
