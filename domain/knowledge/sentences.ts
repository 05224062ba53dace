/** Splits a text at the ends of its sentences and lines; what belongs to a sentence stays with it. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?؟][)"'”»]?)\s+(?=\S)|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
