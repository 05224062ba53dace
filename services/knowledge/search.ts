import type { Db } from '../../db/connection.js';
import { findChunks, listSearched, listTerms, type SearchedRow } from '../../db/knowledge/index-rows.js';
import type { Source } from '../../domain/agent/turn-input.js';
import { unpackOccurrences } from '../../domain/knowledge/postings.js';
import {
  byWeight,
  type Posting,
  planQuestion,
  type Question,
  rank,
  type SearchedDocument,
  withNearness,
} from '../../domain/knowledge/rank.js';
import { asStemLanguage } from '../../domain/knowledge/tokens.js';
import { cut } from '../../domain/values/text.js';
import { DEFAULT_MIN_SCORE } from '../../schemas/knowledge/documents.js';

/** The terms and the scope of a search. */
export interface KnowledgeSearch {
  accountId: string;
  /** By their names; all of the account's if not given. */
  collections?: readonly string[] | undefined;
  query: string;
  limit?: number | undefined;
  /** The share of the question that a part must contain, 0 to 1. */
  minScore?: number | undefined;
}

const LIMIT = 5;
const MAX_QUERY = 200;
/** So many parts are read to see how near the words stand. */
const LOOKED_AT = 30;

const toSearched = ({ no, language, chunk_count, term_count }: SearchedRow): SearchedDocument => ({
  no,
  language: asStemLanguage(language),
  chunks: chunk_count,
  terms: term_count,
});

/** Returns the positions of the terms in the searched versions. */
async function postingsOf(
  db: Db,
  documents: ReadonlyMap<number, SearchedRow>,
  { terms }: Question,
): Promise<Posting[]> {
  const collections = [...new Set([...documents.values()].map(({ collection_no }) => collection_no))];
  const rows = await listTerms(db, collections, terms);
  return rows
    .filter(({ document_no, version }) => documents.get(document_no)?.active_version === version)
    .map(({ document_no, term, occurrences }) => ({
      documentNo: document_no,
      term: term.toString(),
      occurrences: unpackOccurrences(occurrences),
    }));
}

/**
 * Finds the parts of an account's documents that match a question, best first, with three statements. A document that
 * is being replaced is found in its old version or not at all.
 */
export async function searchKnowledge(
  db: Db,
  { accountId, collections, query, limit = LIMIT, minScore = DEFAULT_MIN_SCORE }: KnowledgeSearch,
): Promise<Source[]> {
  const rows = await listSearched(db, accountId, collections);
  const documents = new Map(rows.map((row) => [row.no, row]));
  const searched = rows.map(toSearched);
  const question = planQuestion(cut(query, MAX_QUERY), new Set(searched.map(({ language }) => language)));
  if (rows.length === 0 || question.terms.length === 0) return [];
  const postings = await postingsOf(db, documents, question);
  const ranked = rank(question, searched, postings, { minScore, limit: LOOKED_AT });
  if (ranked.length === 0) return [];
  const chunks = await findChunks(
    db,
    ranked.map(({ documentNo, no }) => ({
      document_no: documentNo,
      version: documents.get(documentNo)?.active_version ?? 0,
      no,
    })),
  );
  const found = ranked.flatMap((each) => {
    const document = documents.get(each.documentNo);
    const chunk = chunks.find(({ document_no, no }) => document_no === each.documentNo && no === each.no);
    if (!document || !chunk) return [];
    return [{ document, chunk, ranked: withNearness(each, question, chunk.text, asStemLanguage(document.language)) }];
  });
  return found
    .sort((a, b) => byWeight(a.ranked, b.ranked))
    .slice(0, limit)
    .map(({ document, chunk, ranked: { score } }, at) => ({
      n: at + 1,
      documentId: document.id,
      chunkId: `${document.id}/${chunk.version}/${chunk.no}`,
      title: document.title,
      heading: chunk.heading,
      page: chunk.page,
      url: document.url,
      text: chunk.text,
      score: Math.round(score * 1000) / 1000,
    }));
}
