import * as words from './en/locale.js';

/** Returns the reader's own variant of a language, such as Mexican Spanish, else the language itself. */
const variantOf = (language: string): string =>
  globalThis.navigator?.languages.find((tag) => tag.split('-')[0] === language) ?? language;

/** The language of the texts, in the reader's variant: dates and numbers are formatted for it. */
export const LOCALE = variantOf(words.language);

/** A variant of the language that writes times of day with 24 hours. */
export const CLOCK_LOCALE: string = words.clockLocale;
