import type { Occurrence } from './postings.js';
import type { StemLanguage } from './stop-words.js';
import { languageOfText, termOf, words } from './tokens.js';

/** A word that is asked for: the term by which documents of each language have it; none where it says nothing there. */
type AskedWord = ReadonlyMap<StemLanguage | null, string | undefined>;

/** A question as the index is asked it. */
export interface Question {
  words: readonly AskedWord[];
  /** All terms in it, each once. */
  terms: readonly string[];
}

const MOST_WORDS = 12;

/** Makes of a question what is looked up in documents of the given languages. */
export function planQuestion(query: string, languages: ReadonlySet<StemLanguage | null>): Question {
  const spoken = languageOfText(query);
  const asked = [...new Set(words(query))].filter((word) => termOf(word, spoken) !== undefined);
  const seen = new Set<string>();
  const kept = asked
    .map((word): AskedWord => new Map([...languages].map((language) => [language, termOf(word, language)])))
    .filter((word) => {
      const name = [...word.values()].join(' ');
      if (seen.has(name) || [...word.values()].every((term) => term === undefined)) return false;
      seen.add(name);
      return true;
    })
    .slice(0, MOST_WORDS);
  const terms = new Set(kept.flatMap((word) => [...word.values()].filter((term) => term !== undefined)));
  return { words: kept, terms: [...terms] };
}

/** A document that is searched, with what its collection's statistics need of it. */
export interface SearchedDocument {
  no: number;
  language: StemLanguage | null;
  chunks: number;
  terms: number;
}

/** The occurrences of a term in one document. */
export interface Posting {
  documentNo: number;
  term: string;
  occurrences: readonly Occurrence[];
}

/** A part of a document that answers to a question. */
export interface Ranked {
  documentNo: number;
  no: number;
  /** The share of the question that it contains, 0 to 1. Rare words count more. */
  score: number;
  /** By which it is ranked: BM25. */
  weight: number;
}

const K1 = 1.2;
const B = 0.75;
/** A word in more than this share of the parts tells little, where others tell more; in small collections chance decides. */
const COMMON_SHARE = 0.3;
const SMALL_COLLECTION = 50;

/**
 * Returns the weight of a word by its rarity. Small collections count as larger, or a word that none of their few parts
 * has would outweigh all.
 */
const idfOf = (all: number, having: number): number =>
  Math.log(1 + (Math.max(all, SMALL_COLLECTION) - having + 0.5) / (having + 0.5));

interface Weighed {
  word: AskedWord;
  idf: number;
  found: readonly (readonly [SearchedDocument, readonly Occurrence[]])[];
}

function weigh({ words }: Question, documents: readonly SearchedDocument[], postings: readonly Posting[]): Weighed[] {
  const all = documents.reduce((sum, { chunks }) => sum + chunks, 0);
  const byTerm = Map.groupBy(postings, ({ term }) => term);
  const byNo = new Map(documents.map((document) => [document.no, document]));
  const weighed = words.map((word) => {
    const terms = new Set([...word.values()].filter((term) => term !== undefined));
    const found = [...terms].flatMap((term) =>
      (byTerm.get(term) ?? []).flatMap(({ documentNo, occurrences }) => {
        const document = byNo.get(documentNo);
        return document && word.get(document.language) === term ? [[document, occurrences] as const] : [];
      }),
    );
    const having = found.reduce((sum, [, occurrences]) => sum + occurrences.length, 0);
    return { word, idf: idfOf(all, having), found, share: all === 0 ? 0 : having / all };
  });
  const telling = weighed.filter(({ share }) => share <= COMMON_SHARE);
  return all >= SMALL_COLLECTION && telling.some(({ share }) => share > 0) ? telling : weighed;
}

/**
 * Ranks parts of documents by BM25 over the documents given, and leaves out what holds less of the question than
 * `minScore`. Parts that rank alike stand in the order of their documents, so that the same question always has the
 * same answer.
 */
export function rank(
  question: Question,
  documents: readonly SearchedDocument[],
  postings: readonly Posting[],
  { minScore, limit }: { minScore: number; limit: number },
): Ranked[] {
  const chunks = documents.reduce((sum, each) => sum + each.chunks, 0);
  const average = documents.reduce((sum, { terms }) => sum + terms, 0) / Math.max(1, chunks) || 1;
  const weighed = weigh(question, documents, postings);
  const found = new Map<number, Map<number, { language: StemLanguage | null; covered: number; weight: number }>>();
  for (const { idf, found: places } of weighed) {
    for (const [{ no: documentNo, language }, occurrences] of places) {
      const parts = found.get(documentNo) ?? new Map();
      found.set(documentNo, parts);
      for (const { no, count, length } of occurrences) {
        const part = parts.get(no) ?? { language, covered: 0, weight: 0 };
        part.covered += idf;
        part.weight += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        parts.set(no, part);
      }
    }
  }
  const masses = new Map<StemLanguage | null, number>();
  const massOf = (language: StemLanguage | null): number => {
    const known = masses.get(language);
    if (known !== undefined) return known;
    const mass = weighed.reduce((sum, { word, idf }) => sum + (word.get(language) === undefined ? 0 : idf), 0);
    masses.set(language, mass);
    return mass;
  };
  return [...found]
    .flatMap(([documentNo, parts]) =>
      [...parts].map(([no, { language, covered, weight }]): Ranked => {
        const mass = massOf(language);
        return { documentNo, no, score: mass === 0 ? 0 : Math.min(1, covered / mass), weight };
      }),
    )
    .filter(({ score }) => score >= minScore)
    .sort(byWeight)
    .slice(0, limit);
}

/** Orders what was ranked, the best first. */
export const byWeight = (a: Ranked, b: Ranked): number =>
  b.weight - a.weight || a.documentNo - b.documentNo || a.no - b.no;

const NEAR_WORDS = 20;
const NEARNESS = 0.25;

/**
 * Raises a part in which words of the question stand near each other, by up to a quarter: as many of them as stand in
 * some twenty words in a row.
 */
export function withNearness(ranked: Ranked, question: Question, text: string, language: StemLanguage | null): Ranked {
  const asked = question.words.map((word) => word.get(language));
  if (asked.length < 2) return ranked;
  const places = words(text).flatMap((word, at) => {
    const which = asked.indexOf(termOf(word, language));
    return which < 0 || asked[which] === undefined ? [] : [{ which, at }];
  });
  const most = places.reduce((best, { at }, first) => {
    const near = new Set<number>();
    for (const place of places.slice(first)) {
      if (place.at - at >= NEAR_WORDS) break;
      near.add(place.which);
    }
    return Math.max(best, near.size);
  }, 0);
  return most < 2 ? ranked : { ...ranked, weight: ranked.weight * (1 + (NEARNESS * most) / asked.length) };
}
