import { LOCALE } from './locale.js';

const RULES = new Intl.PluralRules(LOCALE);
const NUMBER = new Intl.NumberFormat(LOCALE);

/** Returns the form for a count, with the count in place of `#`. */
export const plural = (count: number, forms: { one: string; other: string }): string =>
  (RULES.select(count) === 'one' ? forms.one : forms.other).replace('#', NUMBER.format(count));
