import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import type { KnowledgeChunkRow, KnowledgeDocumentRow, KnowledgeTermRow } from './tables.js';

const ROWS_AT_ONCE = 1_000;

async function insertInParts<Row extends object>(tx: Db, table: string, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await insertRows(tx, table as never, rows.slice(at, at + ROWS_AT_ONCE) as never);
  }
}

/** Writes chunks of a version that isn't searched yet, with the terms that lead to them. */
export async function insertChunks(
  tx: Db,
  chunks: readonly KnowledgeChunkRow[],
  terms: readonly KnowledgeTermRow[],
): Promise<void> {
  await insertInParts(tx, 'knowledge_chunks', chunks);
  await insertInParts(tx, 'knowledge_terms', terms);
}

/** Counts the chunks of a version and their terms. */
export async function countChunks(
  db: Db,
  documentNo: number,
  version: number,
): Promise<{ chunks: number; terms: number }> {
  const [row] = (await db('knowledge_chunks')
    .where({ document_no: documentNo, version })
    .select(db.raw('COUNT(*) AS chunks, COALESCE(SUM(term_count), 0) AS terms'))) as unknown as {
    chunks: number;
    terms: number;
  }[];
  return { chunks: Number(row?.chunks ?? 0), terms: Number(row?.terms ?? 0) };
}

/** Lists the chunks of a version in their order, from behind `after` on. */
export const listChunks = (
  db: Db,
  documentNo: number,
  version: number,
  { after, limit }: { after: number; limit: number },
): Promise<KnowledgeChunkRow[]> =>
  db('knowledge_chunks').where({ document_no: documentNo, version }).where('no', '>', after).orderBy('no').limit(limit);

const DELETED_AT_ONCE = 5_000;

/**
 * Deletes rows of versions of a document that are not among `kept`, a piece of them; its contents but for the version
 * `content`. Returns whether there may be more.
 */
export async function deleteVersions(
  tx: Db,
  documentNo: number,
  { kept, content }: { kept: readonly number[]; content: number | null },
): Promise<boolean> {
  const others = (table: 'knowledge_terms' | 'knowledge_chunks') =>
    tx(table)
      .where({ document_no: documentNo })
      .whereNotIn('version', [...kept])
      .limit(DELETED_AT_ONCE)
      .delete();
  const deleted = [await others('knowledge_terms'), await others('knowledge_chunks')];
  await tx('knowledge_contents')
    .where({ document_no: documentNo })
    .whereNot('version', content ?? -1)
    .delete();
  return deleted.some((count) => count === DELETED_AT_ONCE);
}

/** Deletes rows of one version, a piece of them. Returns whether there may be more. */
export async function deleteSomeOfVersion(tx: Db, documentNo: number, version: number): Promise<boolean> {
  const some = (table: 'knowledge_terms' | 'knowledge_chunks') =>
    tx(table).where({ document_no: documentNo, version }).limit(DELETED_AT_ONCE).delete();
  const deleted = [await some('knowledge_terms'), await some('knowledge_chunks')];
  return deleted.some((count) => count === DELETED_AT_ONCE);
}

export async function deleteDocumentRow(tx: Db, id: string): Promise<void> {
  await tx('knowledge_documents').where({ id }).delete();
}

/** The columns of a document that a search needs. */
export type SearchedRow = Pick<
  KnowledgeDocumentRow,
  'id' | 'no' | 'collection_no' | 'title' | 'url' | 'active_version' | 'language' | 'chunk_count' | 'term_count'
>;

/** Lists the documents of an account that are searched; of the named collections, or of all. */
export function listSearched(
  db: Db,
  accountId: string,
  collections: readonly string[] | undefined,
): Promise<SearchedRow[]> {
  const query = db('knowledge_documents as d')
    .where('d.account_id', accountId)
    .where('d.active_version', '>', 0)
    .whereNull('d.deleted_at')
    .orderBy('d.no')
    .select(
      ...['d.id', 'd.no', 'd.collection_no', 'd.title', 'd.url', 'd.active_version', 'd.language'],
      ...['d.chunk_count', 'd.term_count'],
    );
  if (collections) {
    query.join('knowledge_collections as c', 'c.no', 'd.collection_no').whereIn('c.name', [...collections]);
  }
  return query as unknown as Promise<SearchedRow[]>;
}

/** Lists where terms stand in the collections, in all versions of their documents. */
export const listTerms = (
  db: Db,
  collectionNos: readonly number[],
  terms: readonly string[],
): Promise<Pick<KnowledgeTermRow, 'term' | 'document_no' | 'version' | 'occurrences'>[]> =>
  db('knowledge_terms')
    .whereIn('collection_no', [...collectionNos])
    .whereIn('term', terms.map((term) => Buffer.from(term)) as never)
    .select('term', 'document_no', 'version', 'occurrences');

/** Finds the named chunks. */
export const findChunks = (
  db: Db,
  places: readonly Pick<KnowledgeChunkRow, 'document_no' | 'version' | 'no'>[],
): Promise<KnowledgeChunkRow[]> =>
  db('knowledge_chunks').whereIn(
    ['document_no', 'version', 'no'],
    places.map(({ document_no, version, no }) => [document_no, version, no]) as never,
  );
