import { stem } from './stems.js';
import { commonWords, isStopWord, STEMMED, type StemLanguage } from './stop-words.js';

/** The version of stored terms. Documents of an earlier version are indexed again. */
export const TOKENIZER = 1;

/** A longer string isn't a term, because no one searches for it. */
const MAX_TERM_BYTES = 48;

const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  þ: 'th',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ؤ: 'و',
  ئ: 'ي',
  ـ: '',
};
const FOLDED_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/** Marks above and below letters of scripts that are read without them. */
const MARKS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}+/gu;

/** A digit of any script as 0 to 9: each script has its ten in a row, zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Folds a text: compatible forms, case, accents, digits. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(FOLDED_LETTERS, (letter) => LETTERS[letter] as string)
    .normalize('NFD')
    .replace(MARKS, '$1')
    .normalize('NFC')
    .replace(/[٠-٩۰-۹०-९]/g, asciiDigit);

const WORD = /[\p{L}\p{N}\p{M}]+(?:[-_./:,][\p{L}\p{N}\p{M}]+)*/gu;
const JOINT = /[-_./:,]/;
/** Scripts that are written without spaces, or whose words are long sentences of particles. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]+/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;
const HAS_DIGIT = /\p{Nd}/u;
const ARABIC = /^\p{Script=Arabic}/u;

/** Returns each pair of adjacent characters, or a single character alone. */
function pairsOf(run: string): string[] {
  const signs = [...run];
  return signs.length === 1 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
}

const partsOf = (run: string): string[] =>
  (run.match(RUN) ?? []).flatMap((part) => (UNSPACED.test(part) ? pairsOf(part) : [part]));

/** Returns the words between joints. A code such as AB-1204 is kept whole in addition to its parts. */
function wordsOf(found: string): string[] {
  const parts = found.split(JOINT);
  if (parts.length === 1) return partsOf(found);
  const inner = parts.flatMap(partsOf);
  return HAS_DIGIT.test(found) ? [found, ...inner.filter((part) => part.length > 1)] : inner;
}

const tooLong = (word: string): boolean => new TextEncoder().encode(word).length > MAX_TERM_BYTES;
/** A letter alone says nothing; a sign of a script that writes a word with it does. */
const isBare = (word: string): boolean => word.length === 1 && /^[a-zα-ωа-я]$/u.test(word);

/** Returns the folded words of a text in their order, those that say little too. */
export const words = (text: string): string[] =>
  (fold(text).match(WORD) ?? []).flatMap(wordsOf).filter((word) => !isBare(word) && !tooLong(word));

/**
 * Returns the term that a folded word is found by in a document of a language; undefined where it says little there.
 * Arabic is known by its letters.
 */
export function termOf(word: string, language: StemLanguage | null): string | undefined {
  const own = ARABIC.test(word) ? 'ar' : language;
  if (isStopWord(word, own)) return undefined;
  return HAS_DIGIT.test(word) || UNSPACED.test(word) ? word : stem(word, own);
}

/** Returns the terms of a text in a language, in their order and with repetitions. */
export const termsOf = (text: string, language: StemLanguage | null): string[] =>
  words(text).flatMap((word) => termOf(word, language) ?? []);

const SAMPLE = 20_000;

/** Tells in which of the languages with stems a text is written, by its commonest words; null where that isn't clear. */
export function languageOfText(text: string): StemLanguage | null {
  const sample = words(text.slice(0, SAMPLE));
  const [best, second] = commonWords(sample);
  if (!best || best.hits === 0 || best.hits === second?.hits) return null;
  return best.hits >= 2 || sample.length <= 6 ? best.language : null;
}

/** Reads the language of a document; null for one whose words are kept whole. */
export const asStemLanguage = (language: string | null): StemLanguage | null =>
  STEMMED.find((each) => each === language) ?? null;
