/** The slug of a tag name: lower case, letters and digits of any script, everything else one hyphen. */
export const tagSlug = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
