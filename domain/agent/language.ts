import { LANGUAGES, type Language } from '../../schemas/agents/talking.js';
import { foldWords } from '../values/text.js';

/** Words that tell a language, without accents. */
const WORDS: Record<Exclude<Language, 'ar'>, string> = {
  en: 'the and is are you i am my what how can we to for of do hello hi thanks please would want need have it this with about yes',
  es: 'el la los de que y es soy quiero hola gracias por para una un con mi como cuanto tengo me llamo buenos dias si pero nos esta',
  pt: 'o a os de que e sou quero ola obrigado obrigada por para uma um com meu minha como quanto tenho nao voce bom dia eu nos esta',
  de: 'der die das und ist ich bin wir sie guten tag mein meine zu es sind mit nicht ein eine wie hallo danke bitte fur haben aus',
  fr: 'le la les de et est je suis nous bonjour merci un une pour avec mon ma comment combien vous veux oui quel des ce il',
};
const SETS = Object.entries(WORDS).map(
  ([language, words]) => [language as Language, new Set(words.split(' '))] as const,
);
const ARABIC = /\p{Script=Arabic}/gu;
const LETTER = /\p{L}/gu;

/** Gives the language of a locale such as `pt-BR`, if the agent's own sentences are written in it. */
export const languageOf = (locale: string | null | undefined): Language | undefined =>
  LANGUAGES.find((language) => language === locale?.slice(0, 2).toLowerCase());

const COMMON = new Set(SETS.flatMap(([, words]) => [...words]));

/** Returns whether a word is one of the commonest of some language, and so says little. */
export const isCommon = (word: string): boolean => COMMON.has(foldWords(word));

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function hitsByLanguage(text: string): { language: Language; hits: number }[] {
  const words = foldWords(text).split(' ');
  return SETS.map(([language, known]) => ({ language, hits: words.filter((word) => known.has(word)).length })).sort(
    (a, b) => b.hits - a.hits,
  );
}

/**
 * Detects the language of a text, by its script and then by common words. It only changes if another language has at
 * least two more words.
 */
export function detectLanguage(texts: readonly string[], current: Language, allowed: readonly Language[]): Language {
  const text = texts.join('\n');
  const letters = count(text, LETTER);
  if (letters > 0 && count(text, ARABIC) * 2 > letters) return allowed.includes('ar') ? 'ar' : current;
  const scores = hitsByLanguage(text).filter(({ language }) => allowed.includes(language));
  const now = scores.find(({ language }) => language === current)?.hits ?? 0;
  const [best, second] = scores;
  if (!best || best.hits - now < 2 || best.hits === second?.hits) return current;
  return best.language;
}
