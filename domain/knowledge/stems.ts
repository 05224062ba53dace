import type { StemLanguage } from './stop-words.js';

/** An ending, what takes its place, and how many letters have to be left. */
type Rule = readonly [ending: RegExp, put: string, left: number];

/** Takes the first ending that fits, as long as enough of the word is left. */
function cutOnce(word: string, rules: readonly Rule[]): string {
  for (const [ending, put, left] of rules) {
    const cut = word.replace(ending, put);
    if (cut !== word && cut.length >= left) return cut;
  }
  return word;
}

const inTurn =
  (...steps: readonly (readonly Rule[])[]) =>
  (word: string): string =>
    steps.reduce(cutOnce, word);

const ADVERB: Rule = [/mente$/, '', 4];

/**
 * Rules that bring forms of a word together: plurals, genders, the commonest endings of verbs. They are light: what is
 * left is no word, and two words that are alike may meet in one.
 */
const STEMS: Record<StemLanguage, (word: string) => string> = {
  en: inTurn(
    [
      [/ies$/, 'y', 4],
      [/(ss|x|z|ch|sh)es$/, '$1', 3],
      [/([^su])s$/, '$1', 3],
    ],
    [
      [/ation$/, '', 4],
      [/ment$/, '', 3],
      [/^([^aeiouy]*[aeiouy].*)ing$/, '$1', 3],
      [/^([^aeiouy]*[aeiouy].*)ed$/, '$1', 3],
      [/ly$/, '', 4],
    ],
    [
      [/e$/, '', 3],
      [/([b-df-hj-np-tv-z])\1$/, '$1', 3],
      [/y$/, 'i', 3],
    ],
  ),
  es: inTurn(
    [
      [/ces$/, 'z', 3],
      [/([^aeiou])es$/, '$1', 3],
      [/s$/, '', 3],
    ],
    [ADVERB, [/acion$/, '', 4]],
    [
      [/(iendo|ando|ieron|aron|amo|emo|imo|aba|ado|ido|ada|ida)$/, '', 3],
      [/(ar|er|ir|an|en|a|e|o)$/, '', 3],
    ],
  ),
  pt: inTurn(
    [
      [/(oes|aes)$/, 'ao', 3],
      [/([ae])is$/, '$1l', 3],
      [/ns$/, 'm', 3],
      [/([rzs])es$/, '$1', 3],
      [/s$/, '', 3],
    ],
    [ADVERB, [/acao$/, '', 4]],
    [
      [/(ando|endo|indo|aram|eram|iram|amo|emo|imo|ava|ado|ido|ada|ida)$/, '', 3],
      [/(ar|er|ir|am|em|ou|a|e|o)$/, '', 3],
    ],
  ),
  fr: inTurn(
    [
      [/eaux$/, 'eau', 3],
      [/aux$/, 'al', 3],
      [/[sx]$/, '', 3],
    ],
    [
      [/ation$/, '', 4],
      [/ement$/, '', 4],
      [/(ant|ent|ons|on|ees|ee|er|ez|e)$/, '', 3],
    ],
  ),
  de: inTurn(
    [
      [/ungen$/, '', 4],
      [/ung$/, '', 4],
      [/(ern|ert)$/, '', 3],
      [/(em|en|er|es|et|e|n)$/, '', 3],
    ],
    [[/s$/, '', 3]],
  ),
  it: inTurn(
    [ADVERB, [/azion[ei]$/, '', 4], [/(ando|endo|iamo|ano|ono|are|ere|ire|at[aeio]|it[aeio]|ut[aeio])$/, '', 3]],
    [[/[aeio]$/, '', 3]],
    [[/[hi]$/, '', 3]],
  ),
  ar: inTurn(
    [
      [/^(?:وال|بال|كال|فال|لل|ال)/, '', 3],
      [/^و/, '', 4],
    ],
    [[/(?:ها|ان|ات|ون|ين|يه|ه|ي)$/, '', 3]],
  ),
};

/** Brings a folded word to its stem in a language; what is short, or of a language without rules, stays. */
export const stem = (word: string, language: StemLanguage | null): string =>
  language === null || word.length < 4 ? word : STEMS[language](word);
