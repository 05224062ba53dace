import { foldWords } from '../values/text.js';

/** The reason why a run is paused whose lead said one of its agent's words for a person. */
export const ASKED_FOR_PERSON = 'The lead requested a person.';

/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/**
 * Returns whether one of the texts that a lead said holds one of an agent's words for a person: whole words in their
 * order, in whatever case, with or without accents and punctuation.
 */
export const asksForPerson = (said: readonly string[], keywords: readonly string[]): boolean =>
  keywords.some((keyword) => said.some((text) => holds(text, keyword)));

function holds(text: string, keyword: string): boolean {
  const words = foldWords(keyword);
  if (words === '') return text.includes(keyword);
  return UNSPACED.test(keyword) ? foldWords(text).includes(words) : ` ${foldWords(text)} `.includes(` ${words} `);
}
