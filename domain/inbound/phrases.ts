/** Returns a phrase without case, accents, invisible characters and repeated blanks, with Latin digits. */
export function foldPhrase(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.replace(/`/g, "'").replace(/ +/g, ' ').trim().toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .normalize('NFC')
    .replace(/\p{Nd}/gu, latinDigit)
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ς', 'σ');
}

// Each script's ten digits follow one another, zero first.
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code < 0x80 ? digit : String(code - zero);
}

/** Splits phrases that are written with a bar between them. */
export const phrases = (text: string): string[] => text.split('|').map(foldPhrase);

/** Returns the pattern of any of the phrases, longest first. */
export const alternatives = (text: string): string =>
  phrases(text)
    .sort((a, b) => b.length - a.length)
    .map((phrase) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');

/** Scripts that write words without blanks, or join prefixes to them. */
const UNSPACED = /[\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Returns a pattern that finds any of the phrases as whole words in a folded text, in any script. */
export function wordsOf(text: string): RegExp {
  const split = (unspaced: boolean) =>
    text
      .split('|')
      .filter((phrase) => UNSPACED.test(phrase) === unspaced)
      .join('|');
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${alternatives(split(false))})(?![\\p{L}\\p{N}])|${alternatives(split(true))}`,
    'u',
  );
}
