/** The words that end messages on a channel when they are all a message says, per language. */
export const OPT_OUT_WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ['stop', 'unsubscribe', 'cancel'],
  es: ['baja', 'alto', 'parar'],
  pt: ['sair', 'parar'],
  fr: ['arret', 'desabonner'],
  de: ['stopp', 'abmelden', 'abbestellen'],
  it: ['ferma', 'disiscrivimi'],
  nl: ['afmelden'],
};

/** The words that take messages up again. */
export const OPT_IN_WORDS: readonly string[] = ['start'];

const OUT = new Set(Object.values(OPT_OUT_WORDS).flat());
const IN = new Set(OPT_IN_WORDS);

/**
 * Whether a message asks to end or take up messages: it says one of the words and nothing else, in whatever case, with
 * or without accents, punctuation and emoji around it. Words within a sentence mean nothing.
 */
export function optOutIntent(text: string): 'opt_out' | 'opt_in' | null {
  const word = fold(text);
  if (OUT.has(word)) return 'opt_out';
  return IN.has(word) ? 'opt_in' : null;
}

function fold(text: string): string {
  if (text.length > 100) return '';
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
