import en from './locales/en.js';
import type { Words } from './locales/words.js';

const OTHERS: Record<string, () => Promise<{ default: Words }>> = {
  es: () => import('./locales/es.js'),
  pt: () => import('./locales/pt.js'),
  de: () => import('./locales/de.js'),
  fr: () => import('./locales/fr.js'),
  ar: () => import('./locales/ar.js'),
};

/** The texts of the chat, and its format of times, in one language. */
export interface Language {
  words: Words;
  locale: string;
}

/** Gets a language; English where there is no such one, or where it doesn't come. */
export async function languageOf(locale: string): Promise<Language> {
  const [base = 'en'] = locale.toLowerCase().split('-');
  const other = OTHERS[base];
  const words = other
    ? await other()
        .then(({ default: it }) => it)
        .catch(() => en)
    : en;
  return { words, locale: words === en ? 'en' : locale };
}

/** Returns a text with what is in braces put in. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Returns a moment as people write it; without an option that the browser doesn't know, rather than not at all. */
export function timeText({ locale }: Language, at: string, options: Intl.DateTimeFormatOptions): string {
  try {
    return new Intl.DateTimeFormat(locale, options).format(new Date(at));
  } catch {
    return new Date(at).toLocaleString();
  }
}
