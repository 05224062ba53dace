import { capitalize } from './capitalize.js';
import { wordOf } from './fields.js';

/** The event kind at the start of a note. */
const KIND = /^\w+\.\w+(?=:)/;
/** The start of a note about a skipped step, with the code of the reason. */
const SKIPPED = /^skipped \(\w+\): /;

/** Formats a note of a simulation for readers. */
export const noteInWords = (note: string): string =>
  capitalize(note.replace(SKIPPED, 'skipped. ').replace(KIND, wordOf));
