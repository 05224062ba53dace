import type { DocumentStatus } from '../../schemas/knowledge/documents.js';
import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import type { IdPage } from '../keyset.js';
import type { KnowledgeContentRow, KnowledgeDocumentRow } from './tables.js';

/** A document with the name of its collection. */
export type DocumentWithCollection = KnowledgeDocumentRow & { collection: string };

const withCollection = (db: Db) =>
  db('knowledge_documents as d')
    .join('knowledge_collections as c', 'c.no', 'd.collection_no')
    .whereNull('d.deleted_at')
    .select('d.*', 'c.name as collection');

/** Finds the number of an account's collection, and makes the collection where there is none of that name. */
export async function ensureCollection(tx: Db, now: Date, accountId: string, name: string): Promise<number> {
  await tx('knowledge_collections')
    .insert({ account_id: accountId, name, created_at: now } as never)
    .onConflict()
    .merge(['name']);
  const row = await tx('knowledge_collections').where({ account_id: accountId, name }).first('no');
  return row?.no as number;
}

/** Counts the documents of an account, and the chunks of those that are searched. */
export async function countKnowledge(db: Db, accountId: string): Promise<{ documents: number; chunks: number }> {
  const [row] = (await db('knowledge_documents')
    .where({ account_id: accountId })
    .whereNull('deleted_at')
    .select(db.raw('COUNT(*) AS documents, COALESCE(SUM(chunk_count), 0) AS chunks'))) as unknown as {
    documents: number;
    chunks: number;
  }[];
  return { documents: Number(row?.documents ?? 0), chunks: Number(row?.chunks ?? 0) };
}

/** Inserts a document; the number that names it in the index is given to it. */
export async function insertDocument(tx: Db, row: Omit<KnowledgeDocumentRow, 'no'>): Promise<number> {
  const [no] = await tx('knowledge_documents').insert(row as KnowledgeDocumentRow);
  return no as number;
}

export const findDocument = (db: Db, accountId: string, id: string): Promise<DocumentWithCollection | undefined> =>
  withCollection(db).where({ 'd.account_id': accountId, 'd.id': id }).first() as unknown as Promise<
    DocumentWithCollection | undefined
  >;

/** Finds a document by its id alone, deleted ones too. */
export const findAnyDocument = (db: Db, id: string): Promise<KnowledgeDocumentRow | undefined> =>
  db('knowledge_documents').where({ id }).first();

/** Locks a document: new content, release, deletion and clearing take turns on it. */
export const lockDocument = (tx: Db, accountId: string, id: string): Promise<KnowledgeDocumentRow | undefined> =>
  tx('knowledge_documents').where({ account_id: accountId, id }).whereNull('deleted_at').forUpdate().first();

/** Locks a document by its id alone, a deleted one too. */
export const lockAnyDocument = (tx: Db, id: string): Promise<KnowledgeDocumentRow | undefined> =>
  tx('knowledge_documents').where({ id }).forUpdate().first();

/** Lists the documents of an account, newest first; one row more than `limit` where there are more. */
export function listDocuments(
  db: Db,
  accountId: string,
  { status, collection }: { status: DocumentStatus | undefined; collection: string | undefined },
  { limit, before }: IdPage,
): Promise<DocumentWithCollection[]> {
  const query = withCollection(db).where('d.account_id', accountId);
  if (before !== undefined) query.where('d.id', '<', before);
  if (status !== undefined) query.where('d.status', status);
  if (collection !== undefined) query.where('c.name', collection);
  return query.orderBy('d.id', 'desc').limit(limit + 1) as unknown as Promise<DocumentWithCollection[]>;
}

export async function updateDocument(db: Db, id: string, changes: Partial<KnowledgeDocumentRow>): Promise<void> {
  await db('knowledge_documents').where({ id }).update(changes);
}

/** Writes what came of one version of a document; false where another one is wanted by now, or none. */
export const updateVersion = async (
  db: Db,
  { id, version }: Pick<KnowledgeDocumentRow, 'id' | 'version'>,
  changes: Partial<KnowledgeDocumentRow>,
): Promise<boolean> =>
  (await db('knowledge_documents').where({ id, version }).whereNull('deleted_at').update(changes)) > 0;

/** The size of a batch, which any server accepts in one statement. */
const PIECE_BYTES = 1024 * 1024;

/** Stores the content of a document, in pieces. */
export async function insertContent(
  tx: Db,
  { document_no, version, account_id }: Omit<KnowledgeContentRow, 'piece' | 'bytes'>,
  bytes: Buffer,
): Promise<void> {
  for (let piece = 0; piece * PIECE_BYTES < bytes.length; piece += 1) {
    const part = bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
    await insertRows(tx, 'knowledge_contents', [{ document_no, version, piece, account_id, bytes: part }]);
  }
}

/** Reads the content of a document. */
export async function readContent(db: Db, documentNo: number, version: number): Promise<Buffer> {
  const rows = await db('knowledge_contents')
    .where({ document_no: documentNo, version })
    .orderBy('piece')
    .select('bytes');
  return Buffer.concat(rows.map(({ bytes }) => bytes));
}

/** Documents that wait for their workflow since `before`, or whose index has another form than `tokenizer`. */
export const listDocumentsToIndex = (
  db: Db,
  { before, tokenizer, limit }: { before: Date; tokenizer: number; limit: number },
): Promise<KnowledgeDocumentRow[]> =>
  db('knowledge_documents')
    .where('updated_at', '<', before)
    .where((behind) =>
      behind
        .where('status', 'queued')
        .orWhereNotNull('deleted_at')
        .orWhere((old) => old.whereIn('status', ['ready', 'flagged']).whereNot('tokenizer', tokenizer)),
    )
    .orderBy('updated_at')
    .limit(limit);

/** Lists documents by their ids, whosever they are. */
export const listDocumentsById = async (db: Db, ids: readonly string[]): Promise<KnowledgeDocumentRow[]> =>
  db('knowledge_documents').whereIn('id', [...ids]);
