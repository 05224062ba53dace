import type { Act } from '../api/names.js';
import { PATHS } from '../api/operations.js';
import { areaOf } from '../api/stale.js';
import { upper } from '../parts/upper.js';

/** The API calls agents workflows. */
const asCalled = (words: string): string =>
  upper(words.replaceAll('workflow run', 'run').replaceAll('workflow', 'agent'));

/** Says the name of an operation as words: `createLeadNote` is "Create lead note". */
export const operationInWords = (operation: string): string =>
  asCalled(operation.replaceAll(/([A-Z])/g, ' $1').toLowerCase());

/** Says what an operation is about, by the first part of its path: `email-senders` is "Email senders". */
export const areaInWords = (area: string): string => asCalled(area.replaceAll('-', ' '));

const ACTS = (Object.keys(PATHS) as (keyof typeof PATHS)[]).filter((name) => !PATHS[name].startsWith('GET ')) as Act[];

const choices = (values: Iterable<string>, wordsOf: (value: string) => string) =>
  [...values]
    .map((value) => ({ value, label: wordsOf(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));

/** The kinds of change that there are, by what they are called. */
export const OPERATIONS = choices(ACTS, operationInWords);
/** What can be changed, by what it is called. */
export const AREAS = choices(new Set(ACTS.map(areaOf)), areaInWords);
