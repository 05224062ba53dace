import { capitalize } from './capitalize.js';
import { wordOf } from './fields.js';
import { translated } from './sentences.js';

/** The event kind at the start of a note. */
const KIND = /^\w+\.\w+(?=:)/;
/** The start of a note about a skipped step, with the code of the reason. */
const SKIPPED = /^skipped \(\w+\): /;

/** Formats a note of a simulation for readers, in the language of the dashboard. */
export const noteInWords = (note: string): string =>
  capitalize(translated(note.replace(SKIPPED, 'skipped. ').replace(KIND, wordOf)));
