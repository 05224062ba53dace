import type { Chunk } from './chunks.js';
import type { StemLanguage } from './stop-words.js';
import { termsOf } from './tokens.js';

/** The number of occurrences of a term in a part of a document. */
export interface Occurrence {
  /** The part's place in its document. */
  no: number;
  /** The number of occurrences, with headings weighed higher. */
  count: number;
  /** The number of terms in the part. */
  length: number;
}

const HEADING_WEIGHT = 2;

/** The terms of a part with how often they stand in it; headings weigh double, the document's title once. */
function countTerms({ heading, text }: Chunk, title: readonly string[], language: StemLanguage | null) {
  const counts = new Map<string, number>();
  const count = (terms: readonly string[], weight: number) => {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  const own = termsOf(text, language);
  count(own, 1);
  count(heading === null ? [] : termsOf(heading, language), HEADING_WEIGHT);
  count(title, 1);
  return { counts, length: own.length };
}

/** Returns the postings of several parts: the occurrences of each term, and the number of terms in each part. */
export function postingsOf(chunks: readonly Chunk[], title: string, language: StemLanguage | null) {
  const titleTerms = termsOf(title, language);
  const postings = new Map<string, Occurrence[]>();
  const lengths: number[] = [];
  for (const chunk of chunks) {
    const { counts, length } = countTerms(chunk, titleTerms, language);
    lengths.push(length);
    for (const [term, count] of counts) {
      const found = postings.get(term);
      if (found) found.push({ no: chunk.no, count, length });
      else postings.set(term, [{ no: chunk.no, count, length }]);
    }
  }
  return { postings, lengths };
}

/** Encodes the occurrences of a term for storage in a table. */
export const packOccurrences = (occurrences: readonly Occurrence[]): string =>
  occurrences.map(({ no, count, length }) => `${no},${count},${length}`).join(' ');

/**
 * Decodes the output of `packOccurrences`. A common word occurs in thousands of parts, so only the needed fields are
 * split.
 */
export function unpackOccurrences(packed: string): Occurrence[] {
  const occurrences: Occurrence[] = [];
  for (let at = 0; at < packed.length; ) {
    const afterNo = packed.indexOf(',', at);
    const afterCount = packed.indexOf(',', afterNo + 1);
    const space = packed.indexOf(' ', afterCount);
    const end = space === -1 ? packed.length : space;
    occurrences.push({
      no: Number(packed.slice(at, afterNo)),
      count: Number(packed.slice(afterNo + 1, afterCount)),
      length: Number(packed.slice(afterCount + 1, end)),
    });
    at = end + 1;
  }
  return occurrences;
}
