import type { ImportRow, ImportRowRow } from '../../db/tables.js';
import type { ColumnPlan } from '../../domain/imports/mapping.js';
import { type ImportedLead, planRow, type RowOptions } from '../../domain/imports/plan-row.js';
import type { RowProblem } from '../../domain/imports/read-cells.js';
import { tagSlug } from '../../domain/leads/tag-slug.js';
import { parseCountry } from '../../domain/values/country.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import type { ImportDefaults, ImportFile } from '../../schemas/imports/imports.js';
import type { DuplicatePolicy } from '../../schemas/leads/leads.js';
import type { LeadInput } from '../leads/read-lead.js';

/** The stored options of an import. */
export interface StoredOptions {
  onDuplicate: DuplicatePolicy;
  agentId: string | null;
  skipFirstMessage: boolean;
  defaults: ImportDefaults;
  /** The reading of the file; absent in imports of earlier releases. */
  file?: ImportFile;
  origin: EventOrigin;
  requestId: string | null;
}

/** A row of a file as it is kept until it is worked. */
export interface StoredCells {
  line: number;
  cells: string[];
  /** The repair of the row when the file was split. */
  warning?: RowProblem;
  /** The reason why it can't be read as a row; a row of the wrong length needs none. */
  error?: { code: string; message: string };
}

/** A row that was read: what goes to the leads, or why nothing does. */
export interface ReadRow {
  row: number;
  stored: StoredCells;
  problems: RowProblem[];
  /** Absent when the row can't be taken. */
  input?: LeadInput;
  /** The lead that it fills, for previews. */
  lead?: ImportedLead;
}

/** The context for reading a row. */
export interface Reading {
  columns: readonly ColumnPlan[];
  options: Pick<StoredOptions, 'onDuplicate' | 'agentId' | 'skipFirstMessage' | 'defaults'>;
  account: { timezone: string; country: string | null };
}

/** Reads one row into the lead that it asks for. */
export function readRow(row: Pick<ImportRowRow, 'row_no' | 'data'>, reading: Reading): ReadRow {
  const stored = JSON.parse(row.data) as StoredCells;
  const { columns } = reading;
  const read = { row: row.row_no, stored };
  if (stored.error) return { ...read, problems: [{ column: null, ...stored.error }] };
  if (stored.cells.length !== columns.length) {
    const message = `The row has ${stored.cells.length} cells, but the header has ${columns.length}.`;
    return { ...read, problems: [{ column: null, code: 'UNEVEN_ROW', message }] };
  }
  const plan = planRow(stored.cells, columns, rowOptions(reading));
  if (plan.kind === 'error') return { ...read, problems: plan.errors };
  const problems = [...(stored.warning ? [stored.warning] : []), ...plan.warnings];
  const tags = visibleTags([...plan.tags, ...(reading.options.defaults.tags ?? [])], columns, problems);
  return { ...read, problems, lead: plan.lead, input: toInput(plan.lead, tags, reading.options) };
}

function rowOptions({ account, options }: Reading): RowOptions {
  const country = options.defaults.country ? parseCountry(options.defaults.country) : undefined;
  return {
    defaultCountry: country?.ok ? country.value : account.country,
    timezone: options.defaults.timezone ?? account.timezone,
  };
}

function visibleTags(tags: readonly string[], columns: readonly ColumnPlan[], problems: RowProblem[]): string[] {
  const visible = tags.filter((tag) => tagSlug(tag) !== '');
  if (visible.length < tags.length) {
    const column = columns.find(({ to }) => to === 'tags')?.header ?? null;
    problems.push({ column, code: 'INVALID_TAG', message: 'A tag has no visible characters. It was skipped.' });
  }
  return visible;
}

function toInput(lead: ImportedLead, tags: string[], options: Reading['options']): LeadInput {
  const { tags: _tags, metadata, consent, ...defaults } = options.defaults;
  return {
    ...defaults,
    ...lead,
    metadata: { ...metadata, ...lead.metadata },
    consent: { ...consent, ...lead.consent },
    tags,
    on_duplicate: options.onDuplicate,
    ...(options.agentId === null ? {} : { workflow_id: options.agentId, skip_first_message: options.skipFirstMessage }),
  };
}

/** Takes owners away that the account doesn't have, with a warning: an export names the owners of another system. */
export function dropUnknownOwners(
  rows: readonly ReadRow[],
  columns: readonly ColumnPlan[],
  known: ReadonlySet<string>,
) {
  const column = columns.find(({ to }) => to === 'owner_id')?.header ?? null;
  for (const { input, lead, problems } of rows) {
    const owner = lead?.owner_id;
    if (!input || !owner || known.has(owner)) continue;
    delete input.owner_id;
    problems.push({
      column,
      code: 'INVALID_OWNER',
      message: 'The account has no user with this ID. The value was skipped.',
    });
  }
}

/** Returns the options of an import. */
export const optionsOf = (row: Pick<ImportRow, 'options'>): StoredOptions => JSON.parse(row.options) as StoredOptions;

/** Returns the column plan of an import. */
export const columnsOf = (row: Pick<ImportRow, 'columns_plan'>): ColumnPlan[] =>
  JSON.parse(row.columns_plan) as ColumnPlan[];
