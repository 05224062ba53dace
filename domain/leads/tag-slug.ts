const MAX_LENGTH = 80;

/**
 * Makes the slug of a tag name: lower case, letters and digits of any script, everything else one hyphen. A name of
 * signs only, such as an emoji, stands for itself. Empty only for a name without anything visible.
 */
export function tagSlug(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase();
  const words = folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return [...(words || folded.trim())].slice(0, MAX_LENGTH).join('');
}
