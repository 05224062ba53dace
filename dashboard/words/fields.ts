import { capitalize } from './capitalize.js';
import * as words from './en/fields.js';

/** Returns the label of a request field on a form. */
export const labelOf = (key: string): string =>
  words.LABELS[key] ?? capitalize(key.replace(/_(id|ids|key|keys)$/, '').replaceAll('_', ' '));

/** Returns the label of an enum value. */
export const wordOf = (word: string): string =>
  words.WORDS[word] ?? capitalize(word.replaceAll('_', ' ').replace('.', ' '));

/** Returns the label of a condition’s operator. A new condition may have none yet. */
export const operatorOf = (operator = '…'): string => words.OPERATORS[operator] ?? operator.replaceAll('_', ' ');

/** Returns the label of one item of a list. */
export const singularOf = (many: string): string => words.singularOf(many);
