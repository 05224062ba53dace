import { LANGUAGES, type Language } from '../../schemas/agents/talking.js';

/**
 * The preferences of a reader of the service's pages and emails: the language of the texts, and the locale of dates and
 * times.
 */
export interface Reader {
  language: Language;
  /** A BCP 47 tag in the same language: `pt-BR`. */
  locale: string;
}

/** Someone whose language isn't known, or one without texts. */
export const ENGLISH_READER: Reader = { language: 'en', locale: 'en-GB' };

/** Returns the reader of a locale such as `pt-BR` or `es_MX`; undefined if there are no texts in its language. */
export function readerOf(tag: unknown): Reader | undefined {
  const parsed = typeof tag === 'string' ? parse(tag) : undefined;
  const language = LANGUAGES.find((each) => each === parsed?.language);
  if (!language) return undefined;
  if (parsed?.region) return { language, locale: `${language}-${parsed.region}` };
  return language === 'en' ? ENGLISH_READER : { language, locale: language };
}

function parse(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
