import type { ColumnMapping, ImportMapping } from '../../schemas/imports/import-mapping.js';
import type { DateOrder } from '../values/dates.js';
import { FORBIDDEN_KEYS } from '../values/text.js';
import type { ColumnAnalysis } from './analysis.js';
import { foldHeader } from './fold-header.js';
import { leavingStatusChannel, optOutChannel } from './opt-outs.js';
import { ownTargets } from './own-files.js';
import {
  guessFallback,
  guessTarget,
  LEAD_TARGETS,
  type LeadTarget,
  metadataKey,
  soundsLikeDate,
  soundsLikeNumber,
  type Target,
} from './targets.js';

/** The reading of each column of a file, in the order of the file. Plain JSON, stored with the import. */
export interface ColumnPlan {
  header: string;
  to: Target;
  type: 'text' | 'number' | 'date';
  date_order: DateOrder | null;
  /** True if the mapping said so or the header was guessed. */
  guessed: boolean;
  /** The field that its cells also fill in rows without a valid one. */
  fallback_for: 'email' | 'phone' | null;
  /** A warning for users about the reading of the column. */
  warning: string | null;
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
  dateOrder: DateOrder | null = null,
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
    fallback_for: null,
    warning: null,
  }));

  for (const [index, entry] of given) {
    const plan = columns[index] as ColumnPlan;
    plan.to = entry.to as Target;
    plan.type = entry.type ?? 'text';
    plan.date_order = entry.date_order ?? null;
    claim(plan, taken, problems);
  }
  const headers = analysis.map(({ header }) => header);
  const ownTarget = ownTargets(headers);
  const guessName = nameGuesser(headers);
  // A business phone is a lead's phone only in a file that has no mobile.
  const better = new Set(
    analysis.flatMap(({ header }, index) => (given.has(index) ? [] : (guessTarget(header) ?? []))),
  );
  analysis.forEach((column, index) => {
    if (given.has(index)) return;
    const plan = columns[index] as ColumnPlan;
    plan.guessed = true;
    const address = addressOf(column.header);
    const spare = address !== undefined && guessTarget(column.header) === undefined && better.has(address);
    const guessed = guessName(column.header) ?? (spare ? undefined : (guessTarget(column.header) ?? address));
    plan.to = ownTarget(column.header, index) ?? guess(column, index, taken, guessed);
    if (address && plan.to.startsWith('metadata.')) plan.fallback_for = address;
    taken.set(plan.to, column.header);
    if (plan.to.startsWith('metadata.')) plan.type = guessType(column);
  });
  const order = dateOrder ?? commonOrder(columns, analysis);
  columns.forEach((plan, index) => {
    const problem = settleDateOrder(plan, analysis[index] as ColumnAnalysis, order);
    if (problem) problems.push(problem);
  });
  if (!taken.has('first_name') && !taken.has('full_name')) {
    problems.push({
      field: '/mapping',
      code: 'VALIDATION_ERROR',
      message: 'Map a column to the first name. Every lead needs one.',
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
        message: 'The file has no column with this name.',
      });
    else found.set(index, typeof value === 'string' ? { to: value } : (value ?? { to: 'ignore' }));
  }
  return found;
}

function claim(plan: ColumnPlan, taken: Map<string, string>, problems: MappingProblem[]): void {
  const refuse = (message: string) => problems.push({ field: pointer(plan.header), code: 'VALIDATION_ERROR', message });
  const key = plan.to.startsWith('metadata.') ? plan.to.slice('metadata.'.length) : undefined;
  if (key !== undefined && FORBIDDEN_KEYS.has(key)) refuse("This metadata key isn't allowed.");
  if (key === undefined && plan.type !== 'text') refuse('Only metadata columns can have a type.');
  if (plan.to === 'ignore' || takesMany(plan.to)) return;
  if (taken.has(plan.to)) refuse('Another column is already mapped to this field.');
  taken.set(plan.to, plan.header);
}

const isChannelTarget = (header: string): header is LeadTarget =>
  /^(?:consent|opt_out)\./.test(header) && LEAD_TARGETS.includes(header as LeadTarget);

const takesMany = (target: Target): boolean => target === 'tags' || target.startsWith('opt_out.');

/** Returns what of a person a header names an address of. */
function addressOf(header: string): 'email' | 'phone' | undefined {
  const target = guessTarget(header);
  return target === 'email' || target === 'phone' ? target : guessFallback(header);
}

/** Makes a guesser of the headers `Name` and `Nom`, which name the last name next to a first name. */
function nameGuesser(headers: readonly string[]): (header: string) => Target | undefined {
  const targets = headers.map(guessTarget);
  const folded = headers.map(foldHeader);
  const splits = folded.some((header) => ['vorname', 'rufname', 'prenom', 'prenoms', 'voornaam'].includes(header));
  const first = targets.includes('first_name') || targets.includes('full_name');
  return (header) => {
    if (foldHeader(header) === 'name' && splits && !targets.includes('last_name')) return 'last_name';
    return foldHeader(header) === 'nom' && !first ? 'full_name' : undefined;
  };
}

function guess(
  { header, left, filled, objects }: ColumnAnalysis,
  index: number,
  taken: ReadonlyMap<string, string>,
  target: Target | undefined,
): Target {
  if (header === 'metadata' && filled > 0 && objects === filled && !taken.has(header)) return header;
  if (isChannelTarget(header) && !taken.has(header)) return header;
  const leaving = optOutChannel(header) ?? leavingStatusChannel(header, left);
  if (leaving) return `opt_out.${leaving}`;
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
  if (column.isNumber) return 'number';
  if (column.dates + column.serials === column.filled && soundsLikeDate(column.header)) return 'date';
  return column.numbers === column.filled && soundsLikeNumber(column.header) ? 'number' : 'text';
}

/** The order that the other columns of dates prove: one program writes all of them alike. */
function commonOrder(columns: readonly ColumnPlan[], analysis: readonly ColumnAnalysis[]): DateOrder | null {
  const proven = new Set(
    columns.flatMap(({ type }, index) => {
      const order = analysis[index]?.dateOrder;
      return type === 'date' && (order === 'day_first' || order === 'month_first') ? [order] : [];
    }),
  );
  return proven.size === 1 ? ([...proven][0] as DateOrder) : null;
}

/** Decides how a column writes dates. Where nothing does, a guessed column stays text; a mapped one is a problem. */
function settleDateOrder(
  plan: ColumnPlan,
  column: ColumnAnalysis,
  order: DateOrder | null,
): MappingProblem | undefined {
  if (plan.type !== 'date' || plan.date_order || column.dateOrder === 'not_needed') return undefined;
  if (column.dateOrder === 'day_first' || column.dateOrder === 'month_first') {
    plan.date_order = column.dateOrder;
    return undefined;
  }
  if (order) {
    plan.date_order = order;
    return undefined;
  }
  const why =
    column.dateOrder === 'undecided'
      ? 'Every date of this column can be read day first and month first'
      : 'Some dates of this column can only be day first, others only month first';
  if (plan.guessed) {
    plan.type = 'text';
    plan.warning = `${why}. It was kept as text. Name its \`date_order\` to read it as dates.`;
    return undefined;
  }
  return {
    field: pointer(plan.header),
    code: 'INVALID_DATE',
    message: `${why}: the mapping must say \`date_order\`, or read the column as text.`,
  };
}

function pointer(header: string): string {
  return `/mapping/${header.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
