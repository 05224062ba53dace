import { cut } from '../values/text.js';
import { sentencesOf } from './sentences.js';
import { isStopWord } from './stop-words.js';
import { languageOfText, termOf, words } from './tokens.js';

const MOST_SENTENCES = 3;
const MOST_CHARS = 400;

/**
 * Cuts out of a text the sentences that answer a question best: at most three in a row, those with most of its words,
 * the shortest of them.
 */
export function passageOf(text: string, query: string): string {
  const sentences = sentencesOf(text);
  const language = languageOfText(text);
  const asked = new Set(words(query).filter((word) => !isStopWord(word, languageOfText(query))));
  const terms = new Set([...asked].map((word) => termOf(word, language)).filter((term) => term !== undefined));
  const held = sentences.map((sentence) => {
    const own = words(sentence).map((word) => termOf(word, language));
    return new Set(own.filter((term) => term !== undefined && terms.has(term)));
  });
  let best = { from: 0, to: 1, count: -1 };
  for (let from = 0; from < sentences.length; from += 1) {
    const seen = new Set<string | undefined>();
    for (let to = from + 1; to <= Math.min(sentences.length, from + MOST_SENTENCES); to += 1) {
      for (const term of held[to - 1] ?? []) seen.add(term);
      const isShort = to === from + 1 || sentences.slice(from, to).join(' ').length <= MOST_CHARS;
      const isBetter = seen.size > best.count || (seen.size === best.count && to - from < best.to - best.from);
      if (isShort && isBetter) best = { from, to, count: seen.size };
    }
  }
  // The next sentence often completes the meaning.
  const { from, to } = best;
  const more = sentences.slice(from, to + 1).join(' ');
  const passage =
    to - from < MOST_SENTENCES && more.length <= MOST_CHARS / 2 ? more : sentences.slice(from, to).join(' ');
  return passage.length > MOST_CHARS ? `${cut(passage, MOST_CHARS).trimEnd()}…` : passage;
}
