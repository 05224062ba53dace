import { singleLine, withoutOverrides } from '../values/text.js';

/** Returns a text of a meeting as one line of a calendar entry. */
export const entryLine = (text: string): string => withoutOverrides(singleLine(text));

/** Returns a text of a meeting for a calendar entry. Line breaks stay, other control characters are removed. */
export const entryLines = (text: string): string =>
  withoutOverrides(text.toWellFormed())
    .replace(/\r\n|[\r\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');

/** Returns the title of an entry, which is never empty. */
export const entryTitle = (title: string): string => entryLine(title) || 'Meeting';
