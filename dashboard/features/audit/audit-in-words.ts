import type { Answer, MutationOperation } from '../../api/operation-types.js';
import { PATHS } from '../../api/operations.js';
import { areaOf } from '../../api/stale-queries.js';
import { capitalize } from '../../words/capitalize.js';
import * as labels from '../../words/en/audit.js';
import { labelOf } from '../../words/fields.js';
import { LOCALE } from '../../words/locale.js';

/** Replaces names of the API with those of the pages. */
const asCalled = (words: string): string =>
  capitalize(words.replaceAll('workflow run', 'run').replaceAll('workflow', 'agent')).replace(
    /whats ?app/i,
    'WhatsApp',
  );

/** Says the name of an operation as words: `createLeadNote` is "Create lead note". */
export const operationInWords = (operation: string): string =>
  labels.OPERATION_NAMES[operation] ?? asCalled(operation.replaceAll(/([A-Z])/g, ' $1').toLowerCase());

/** Describes what an operation is about, by the first part of its path: `email-senders` is "Email senders". */
export const areaInWords = (area: string): string => labels.AREA_NAMES[area] ?? asCalled(area.replaceAll('-', ' '));

const ACTS = (Object.keys(PATHS) as (keyof typeof PATHS)[]).filter(
  (name) => !PATHS[name].startsWith('GET '),
) as MutationOperation[];

const choices = (values: Iterable<string>, wordsOf: (value: string) => string) =>
  [...values]
    .map((value) => ({ value, label: wordsOf(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));

/** Operations that the service executes in the background. */
const OWN = Object.keys(labels.OPERATION_NAMES).filter((name) => !(name in PATHS));

/** The kinds of change that there are, by what they are called. */
export const OPERATIONS = choices([...ACTS, ...OWN], operationInWords);
/** The areas that can change, by name. */
export const AREAS = choices(new Set(ACTS.map(areaOf)), areaInWords);

type Entry = Answer<'listAudit'>['entries'][number];

const OUTCOMES: Readonly<Record<Entry['outcome'], string | undefined>> = {
  done: undefined,
  refused: labels.rejected,
  failed: labels.wrongPassword,
  locked_out: labels.lockedOut,
};

/** Describes how many records a background operation searched and erased; undefined for requests. */
export const countsInWords = ({ counts }: Pick<Entry, 'counts'>): string | undefined =>
  counts ? labels.searchedAndErased(counts.searched ?? 0, counts.erased ?? 0) : undefined;

/** Describes how the attempts of an entry ended and how many there were; undefined for what was done. */
export function outcomeInWords({ outcome, count }: Pick<Entry, 'outcome' | 'count'>): string | undefined {
  const words = OUTCOMES[outcome];
  return words && (count > 1 ? labels.outcomeTimes(words, count) : words);
}

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 6 });

/** Describes a value of a field. Lists of texts are joined, and other structures are JSON. */
function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return labels.noValue;
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  if (typeof value === 'number') return NUMBER.format(value);
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return labels.noValue;
  return value.every((item) => typeof item !== 'object') ? value.map(valueInWords).join(', ') : JSON.stringify(value);
}

/** Describes what an update changed: fields with old and new values, and the names of those without. */
export function changesInWords({ changed, changes }: Pick<Entry, 'changed' | 'changes'>) {
  const withValues = new Set(changes?.map(({ field }) => field));
  return {
    values: (changes ?? []).map(({ field, before, after }) =>
      labels.fieldChange(labelOf(field), valueInWords(before), valueInWords(after)),
    ),
    others: changed.filter((field) => !withValues.has(field)).map(labelOf),
  };
}
