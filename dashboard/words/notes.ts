import { upper } from '../parts/upper.js';
import { wordOf } from './fields.js';

/** The kind of an event that a note begins with. */
const KIND = /^\w+\.\w+(?=:)/;
/** How a note begins that tells of a step that is passed over, with the code of the reason. */
const SKIPPED = /^skipped \(\w+\): /;

/** Returns what a simulation notes of a moment, as people say it. */
export const noteInWords = (note: string): string => upper(note.replace(SKIPPED, 'skipped. ').replace(KIND, wordOf));
