import type { ColumnMapping, ImportMapping } from '../../schemas/imports/import-mapping.js';
import type { DateOrder } from '../values/dates.js';
import { FORBIDDEN_KEYS } from '../values/text.js';
import type { ColumnAnalysis } from './analysis.js';
import { leavingStatusChannel, optOutChannel } from './opt-outs.js';
import { ownTargets } from './own-files.js';
import { guessTarget, metadataKey, soundsLikeDate, soundsLikeNumber, type Target } from './targets.js';

/** How each column of a file is read, in the order of the file; plain JSON, kept with the import. */
export interface ColumnPlan {
  header: string;
  to: Target;
  type: 'text' | 'number' | 'date';
  date_order: DateOrder | null;
  /** Whether the mapping said so or the header was guessed. */
  guessed: boolean;
}

/** A fault in the mapping that keeps the file from being imported; `field` is a JSON pointer. */
export interface MappingProblem {
  field: string;
  code: 'VALIDATION_ERROR' | 'INVALID_DATE';
  message: string;
}

/**
 * Decides what becomes of every column: what the mapping says, else what the header suggests, else metadata under the
 * header in snake_case. Slashed dates whose order neither the file nor the mapping decides are a problem.
 */
export function planColumns(
  analysis: readonly ColumnAnalysis[],
  mapping: ImportMapping = {},
): { columns: ColumnPlan[]; problems: MappingProblem[] } {
  const problems: MappingProblem[] = [];
  const given = matchHeaders(analysis, mapping, problems);
  const taken = new Map<string, string>();
  const columns: ColumnPlan[] = analysis.map((column) => ({
    header: column.header,
    to: 'ignore',
    type: 'text',
    date_order: null,
    guessed: false,
  }));

  for (const [index, entry] of given) {
    const plan = columns[index] as ColumnPlan;
    plan.to = entry.to as Target;
    plan.type = entry.type ?? 'text';
    plan.date_order = entry.date_order ?? null;
    claim(plan, taken, problems);
  }
  const ownTarget = ownTargets(analysis.map(({ header }) => header));
  analysis.forEach((column, index) => {
    if (given.has(index)) return;
    const plan = columns[index] as ColumnPlan;
    plan.guessed = true;
    plan.to = ownTarget(column.header, index) ?? guess(column, index, taken);
    taken.set(plan.to, column.header);
    if (plan.to.startsWith('metadata.')) plan.type = guessType(column);
  });
  columns.forEach((plan, index) => {
    const problem = settleDateOrder(plan, analysis[index] as ColumnAnalysis);
    if (problem) problems.push(problem);
  });
  if (!taken.has('first_name') && !taken.has('full_name')) {
    problems.push({
      field: '/mapping',
      code: 'VALIDATION_ERROR',
      message: 'No column holds the first name, which every lead needs.',
    });
  }
  return { columns, problems };
}

function matchHeaders(
  analysis: readonly ColumnAnalysis[],
  mapping: ImportMapping,
  problems: MappingProblem[],
): Map<number, ColumnMapping> {
  const found = new Map<number, ColumnMapping>();
  for (const [header, value] of Object.entries(mapping)) {
    const same = (test: (text: string) => string) =>
      analysis.findIndex((column) => test(column.header) === test(header));
    const exact = same((text) => text);
    const index = exact >= 0 ? exact : same((text) => text.trim().toLowerCase());
    if (index < 0)
      problems.push({
        field: pointer(header),
        code: 'VALIDATION_ERROR',
        message: 'The file has no column of this name.',
      });
    else found.set(index, typeof value === 'string' ? { to: value } : (value ?? { to: 'ignore' }));
  }
  return found;
}

function claim(plan: ColumnPlan, taken: Map<string, string>, problems: MappingProblem[]): void {
  const refuse = (message: string) => problems.push({ field: pointer(plan.header), code: 'VALIDATION_ERROR', message });
  const key = plan.to.startsWith('metadata.') ? plan.to.slice('metadata.'.length) : undefined;
  if (key !== undefined && FORBIDDEN_KEYS.has(key)) refuse('This metadata key is not allowed.');
  if (key === undefined && plan.type !== 'text') refuse('Only metadata columns have a type.');
  if (plan.to === 'ignore' || takesMany(plan.to)) return;
  if (taken.has(plan.to)) refuse('Another column is mapped to the same place.');
  taken.set(plan.to, plan.header);
}

const takesMany = (target: Target): boolean => target === 'tags' || target.startsWith('opt_out.');

function guess({ header, left }: ColumnAnalysis, index: number, taken: ReadonlyMap<string, string>): Target {
  const leaving = optOutChannel(header) ?? leavingStatusChannel(header, left);
  if (leaving) return `opt_out.${leaving}`;
  const target = guessTarget(header);
  if (target && (target === 'tags' || !taken.has(target))) {
    const nameKnown = target === 'full_name' && taken.has('first_name');
    if (!nameKnown) return target;
  }
  const named = /^metadata\.(.{1,100})$/.exec(header)?.[1];
  const base = named && !FORBIDDEN_KEYS.has(named) ? named : metadataKey(header, index + 1);
  let key = base;
  for (let count = 2; taken.has(`metadata.${key}`); count += 1) key = `${base}_${count}`;
  return `metadata.${key}`;
}

function guessType(column: ColumnAnalysis): ColumnPlan['type'] {
  if (column.filled === 0) return 'text';
  if (column.dates === column.filled && soundsLikeDate(column.header)) return 'date';
  return column.numbers === column.filled && soundsLikeNumber(column.header) ? 'number' : 'text';
}

function settleDateOrder(plan: ColumnPlan, column: ColumnAnalysis): MappingProblem | undefined {
  if (plan.type !== 'date' || plan.date_order) return undefined;
  if (column.dateOrder === 'day_first' || column.dateOrder === 'month_first') {
    plan.date_order = column.dateOrder;
    return undefined;
  }
  if (column.dateOrder === 'not_needed') return undefined;
  const why =
    column.dateOrder === 'undecided'
      ? 'Every date of this column can be read day first and month first'
      : 'Some dates of this column can only be day first, others only month first';
  return {
    field: pointer(plan.header),
    code: 'INVALID_DATE',
    message: `${why}: the mapping must say \`date_order\`, or read the column as text.`,
  };
}

function pointer(header: string): string {
  return `/mapping/${header.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
