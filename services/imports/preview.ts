import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { listImportRows } from '../../db/imports/imports.js';
import { listKnownUsers } from '../../db/leads/lead-details.js';
import { findMatches } from '../../db/leads/matches.js';
import { ROWS_AT_ONCE } from '../../domain/flow/import.js';
import type { ColumnAnalysis } from '../../domain/imports/analysis.js';
import type { RowProblem } from '../../domain/imports/read-cells.js';
import { type Identity, identitiesOf, identityKey } from '../../domain/values/identity.js';
import type { ImportPreview, ImportRowProblems } from '../../schemas/imports/imports.js';
import type { DuplicatePolicy } from '../../schemas/leads/leads.js';
import { dropUnknownOwners, type Reading, type ReadRow, readRow } from './read-row.js';

const FIRST_ROWS = 20;
const FIRST_ERRORS = 200;
const WARNING_GROUPS = 100;
const WARNING_LINES = 10;

type Outcome = ImportPreview['first_rows'][number]['outcome'];

export interface PreviewRequest {
  importId: string;
  account: { id: string; timezone: string; country: string | null };
  reading: Reading;
  analysis: readonly ColumnAnalysis[];
  encoding: ImportPreview['encoding'];
  file: ImportPreview['file'];
  sheets: readonly string[];
}

/**
 * Says what importing a stored file would do, by the same reading of rows and the same order of identities, without
 * taking or writing anything. Of the file's people only short hashes are kept, so that any file fits into memory.
 */
export async function previewImport(db: Knex, request: PreviewRequest): Promise<ImportPreview> {
  const { importId, account, reading, analysis, encoding, file, sheets } = request;
  const preview: ImportPreview = {
    rows: 0,
    created: 0,
    updated: 0,
    reused: 0,
    failed: 0,
    warnings: 0,
    opted_out: 0,
    encoding,
    file,
    sheets: [...sheets],
    columns: reading.columns.map((plan, at) => ({ ...plan, samples: analysis[at]?.samples ?? [] })),
    first_rows: [],
    errors: [],
    warning_groups: [],
  };
  const seen = new Set<number>();
  for (let after = 0; ; ) {
    const stored = await listImportRows(db, importId, after, ROWS_AT_ONCE);
    const rows = stored.map((row) => readRow(row, reading));
    const owners = [...new Set(rows.flatMap(({ lead }) => lead?.owner_id ?? []))];
    dropUnknownOwners(rows, reading.columns, new Set(await listKnownUsers(db, account.id, owners)));
    const known = await knownIdentities(db, account.id, rows);
    for (const row of rows) {
      const outcome = outcomeOf(row, reading.options.onDuplicate, known, seen);
      addRow(preview, row, outcome);
    }
    after = stored.at(-1)?.row_no ?? after;
    if (stored.length < ROWS_AT_ONCE) return preview;
  }
}

const identitiesOfRow = ({ input }: ReadRow): Identity[] =>
  input
    ? [
        ...(input.id ? [{ kind: 'id' as const, value: input.id }] : []),
        ...identitiesOf({
          external_id: input.external_id?.trim() || null,
          email: input.email ?? null,
          phone: input.phone ?? null,
        }),
      ]
    : [];

async function knownIdentities(db: Knex, accountId: string, rows: readonly ReadRow[]): Promise<Set<string>> {
  const matches = await findMatches(db, accountId, rows.flatMap(identitiesOfRow));
  return new Set(matches.map(identityKey));
}

/** 48 bits tell a million people apart; a preview may be wrong about one in a million million. */
const shortHash = (identity: Identity): number =>
  createHash('sha256').update(identityKey(identity)).digest().readUIntBE(0, 6);

function outcomeOf(row: ReadRow, policy: DuplicatePolicy, known: ReadonlySet<string>, seen: Set<number>): Outcome {
  if (!row.input) return 'failed';
  const identities = identitiesOfRow(row);
  const hashes = identities.map(shortHash);
  const isKnown =
    identities.some((identity) => known.has(identityKey(identity))) || hashes.some((hash) => seen.has(hash));
  const refused = isKnown && policy === 'reject';
  if (isKnown && (policy === 'create' || refused)) {
    const message = 'A lead with this email address, phone number or external ID already exists.';
    row.problems.push({ column: null, code: 'DUPLICATE_LEAD', message });
  }
  if (refused) return 'failed';
  const outcome = !isKnown || policy === 'create' ? 'created' : policy === 'reuse' ? 'reused' : 'updated';
  if (outcome !== 'reused') for (const hash of hashes) seen.add(hash);
  return outcome;
}

function addRow(preview: ImportPreview, row: ReadRow, outcome: Outcome): void {
  preview.rows += 1;
  preview[outcome] += 1;
  if (outcome === 'failed') {
    if (preview.errors.length < FIRST_ERRORS) preview.errors.push(rowProblems(row));
  } else {
    preview.warnings += row.problems.length;
    for (const problem of row.problems) addWarning(preview.warning_groups, problem, row.stored.line);
    if (Object.values(row.input?.consent ?? {}).includes('opted_out')) preview.opted_out += 1;
  }
  if (preview.first_rows.length >= FIRST_ROWS) return;
  const { input, lead } = row;
  preview.first_rows.push({
    row: row.row,
    outcome,
    lead: lead ? { ...lead, tags: input?.tags ?? [] } : null,
    problems: row.problems,
  });
}

/** Counts a warning with those of the same kind in the same column. */
function addWarning(groups: ImportPreview['warning_groups'], problem: RowProblem, line: number | null): void {
  const { column, code, message } = problem;
  let group = groups.find((each) => each.column === column && each.code === code);
  if (!group) {
    if (groups.length >= WARNING_GROUPS) return;
    group = { column, code, message, count: 0, lines: [] };
    groups.push(group);
  }
  group.count += 1;
  if (line !== null && group.lines.length < WARNING_LINES) group.lines.push(line);
}

const rowProblems = ({ row, stored, problems }: ReadRow): ImportRowProblems => ({
  row,
  line: stored.line,
  severity: 'error',
  lead_id: null,
  problems,
});
