import type { ImportRowRow, LeadRow } from '../../db/tables.js';
import type { ColumnPlan } from '../../domain/imports/mapping.js';
import type { RowProblem } from '../../domain/imports/read-cells.js';
import { ERASED_SINCE, type LeadProblem } from '../leads/read-lead.js';
import type { SaveOutcome } from '../leads/save-leads.js';
import type { ReadRow, StoredCells } from './read-row.js';

/** The columns of a lead that an undo puts back. */
const RESTORED = [
  ...(['first_name', 'last_name', 'email', 'phone', 'source', 'company', 'title', 'timezone', 'country'] as const),
  ...(['owner_id', 'campaign_id', 'deal_value', 'deal_currency', 'metadata'] as const),
] as const;

/** A lead as it was before an import changed it. */
export type LeadBefore = Pick<LeadRow, (typeof RESTORED)[number]> & { external_id: string | null };

/** The data that an undo of a row needs. It is stored with the first row of a piece that concerns the lead. */
export interface BeforeUpdate {
  /** The lead's version before this piece; none where the piece made it. */
  from?: number;
  /** Its version after this batch. Another version means that the lead was changed since then. */
  version: number;
  /** Null for a lead that the import made. */
  before: LeadBefore | null;
  /** Tags that the import gave to a lead it found. */
  tagIds: string[];
}

/** Returns the lead's columns that can be put back. */
export function beforeOf(lead: LeadRow): LeadBefore {
  const kept = Object.fromEntries(RESTORED.map((column) => [column, lead[column]]));
  return { ...kept, external_id: lead.external_id?.toString() ?? null } as LeadBefore;
}

/** Makes the row that a lead has when it is as before again, and names what that changes. */
export function restoreLead(lead: LeadRow, before: LeadBefore, now: Date): { row: LeadRow; changed: string[] } {
  const changed: string[] = RESTORED.filter((column) => lead[column] !== before[column]);
  if ((lead.external_id?.toString() ?? null) !== before.external_id) changed.push('external_id');
  const external_id = before.external_id === null ? null : Buffer.from(before.external_id);
  return {
    row: { ...lead, ...before, external_id, version: lead.version + 1, updated_at: now },
    changed,
  };
}

const WARNINGS: Record<string, string> = {
  duplicate_lead: 'A lead with this address or external ID already existed. This row created a second one.',
  ambiguous_match: 'Several leads have this address or external ID. The best match was used.',
  opt_out_kept: 'The lead has opted out of a channel. The import did not change that.',
  duplicate_in_cadence: "The lead wasn't enrolled. Another lead with this address has an open run of the workflow.",
  already_enrolled: "The lead wasn't enrolled again. It already has, or had, a run of the workflow.",
};

/** Lists everything worth telling about a row that was worked. */
export function problemsOf(
  read: ReadRow,
  saved: SaveOutcome | undefined,
  columns: readonly ColumnPlan[],
): RowProblem[] {
  if (!saved) return read.problems;
  if (saved.kind === 'failed') {
    return [...read.problems, ...saved.problems.map((problem) => fromLeadProblem(problem, columns))];
  }
  return [
    ...read.problems,
    ...saved.warnings.map((warning) => ({
      column: null,
      code: warning.toUpperCase(),
      message: WARNINGS[warning] ?? `Not enrolled: ${saved.refusal?.message ?? warning}`,
    })),
  ];
}

const fromLeadProblem = ({ code, field, message }: LeadProblem, columns: readonly ColumnPlan[]): RowProblem => {
  const target = field.slice(1).replace(/^(metadata|consent)\//, '$1.');
  return { column: columns.find(({ to }) => to === target)?.header ?? null, code, message };
};

/**
 * Returns the cells of a row to store: none of a row without problems, whose lead has them, nor of an erased person.
 */
function keptData(row: ImportRowRow, problems: readonly RowProblem[]): string {
  if (problems.length === 0) return '{}';
  if (!problems.some(({ code }) => code === ERASED_SINCE.code)) return row.data;
  const { line } = JSON.parse(row.data) as StoredCells;
  return JSON.stringify({ line });
}

/** Makes of a worked row what is kept of it. */
export function finishedRow(
  row: ImportRowRow,
  outcome: SaveOutcome['kind'],
  leadId: string | null,
  problems: readonly RowProblem[],
  undo: BeforeUpdate | undefined,
): ImportRowRow {
  const severity = outcome === 'failed' ? 'error' : problems.length > 0 ? 'warning' : null;
  return {
    ...row,
    data: keptData(row, severity === null ? [] : problems),
    outcome,
    severity,
    lead_id: leadId,
    problems: severity === null ? null : JSON.stringify(problems),
    before_update: undo ? JSON.stringify(undo) : null,
  };
}
