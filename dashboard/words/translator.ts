import type { Translator } from './en/sentences.js';

/** Translations by English text. A `{}` is a value, a `{…}` in a translation a value that is translated too. */
export type Catalog = Readonly<Record<string, string>>;

/** A translation of texts with values: the English text and its translation, split at the values. */
interface Pattern {
  english: readonly string[];
  own: readonly string[];
  /** True for the values that are texts of the API themselves. */
  isText: readonly boolean[];
}

const HOLE = /\{…?\}/g;

const patternsOf = (catalog: Catalog): Pattern[] =>
  Object.entries(catalog)
    .filter(([english]) => english.includes('{}'))
    .map(([english, own]) => ({
      english: english.split('{}'),
      own: own.split(HOLE),
      isText: (own.match(HOLE) ?? []).map((hole) => hole !== '{}'),
    }))
    // The most specific text first.
    .sort((a, b) => b.english.join('').length - a.english.join('').length);

/** Returns the values of a text that has these parts in this order; undefined for another text. */
function valuesOf(text: string, [first = '', ...others]: readonly string[]): string[] | undefined {
  const last = others.pop() ?? '';
  const isFramed = text.startsWith(first) && text.endsWith(last) && text.length >= first.length + last.length;
  if (!isFramed) return undefined;
  let rest = text.slice(first.length, text.length - last.length);
  const values: string[] = [];
  for (const part of others) {
    const end = rest.indexOf(part);
    if (end < 0) return undefined;
    values.push(rest.slice(0, end));
    rest = rest.slice(end + part.length);
  }
  return [...values, rest];
}

/** Creates a translator of the API's texts. It returns texts that the catalog doesn't have as they are. */
export function createTranslator(catalog: Catalog): Translator {
  const patterns = patternsOf(catalog);

  function sentence(text: string): string {
    const whole = catalog[text];
    if (whole !== undefined) return whole;
    for (const { english, own, isText } of patterns) {
      const values = valuesOf(text, english);
      if (!values) continue;
      const shown = values.map((value, at) => (isText[at] ? sentence(value) : value));
      return own.map((part, at) => part + (shown[at] ?? '')).join('');
    }
    return text;
  }

  /** The end of a sentence is listed with or without its full stop. */
  const end = (text: string): string =>
    text in catalog || !text.endsWith('.') ? sentence(text) : `${sentence(text.slice(0, -1))}.`;

  function error(message: string): string {
    const [, pointer, rest] = /^(\/\S*) (.+)$/s.exec(message) ?? [];
    return rest === undefined ? sentence(message) : `${pointer} ${end(rest)}`;
  }

  return { sentence, error };
}
