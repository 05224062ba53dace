const MAX_LENGTH = 80;

/** Signs that tell names apart, such as `C++` from `C#`: mathematical, currency and pictorial ones, and `# & % @ *`. */
const SIGN = '\\p{Sm}\\p{Sc}\\p{So}#&%@*';
const SEPARATORS = new RegExp(`[^\\p{L}\\p{M}\\p{N}${SIGN}]+`, 'gu');
const AT_SIGNS = new RegExp(`-(?=[${SIGN}])|(?<=[${SIGN}])-`, 'gu');

/**
 * Makes the slug of a tag name: lower case, letters and digits of any script and signs that tell names apart;
 * everything else is one hyphen between words. A name without any of these, such as `!!!`, is its own slug. Empty only
 * for a name without anything visible.
 */
export function tagSlug(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase();
  const words = folded.replace(SEPARATORS, '-').replace(/^-|-$/g, '').replace(AT_SIGNS, '');
  return [...(words || folded.trim())].slice(0, MAX_LENGTH).join('');
}
