import { lockAccount } from '../../db/accounts/accounts.js';
import {
  countKnowledge,
  type DocumentWithCollection,
  ensureCollection,
  findDocument,
  insertContent,
  insertDocument,
  lockDocument,
  updateDocument,
} from '../../db/knowledge/documents.js';
import { countChunks } from '../../db/knowledge/index-rows.js';
import type { KnowledgeDocumentRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import { DEFAULT_COLLECTION, type DocumentKind } from '../../schemas/knowledge/documents.js';
import { wakeKnowledge } from '../instructions/knowledge.js';

/** The content of a document, as it came. */
export interface Content {
  kind: DocumentKind;
  bytes: Buffer;
}

/** A document to be added. */
export interface NewDocument extends Content {
  accountId: string;
  title: string;
  collection: string | undefined;
  url: string | undefined;
}

/** Returns the initial state of a version, independent of earlier ones. */
const queued = ({ kind, bytes }: Content, now: Date) => ({
  kind,
  byte_count: bytes.length,
  status: 'queued' as const,
  failure: null,
  signs: null,
  released_by: null,
  updated_at: now,
});

/**
 * Adds a document and has it indexed. Undefined where the account has `mostDocuments` already; requests that add to one
 * account take turns.
 */
export async function addDocument(
  work: Work,
  { accountId, title, collection = DEFAULT_COLLECTION, url, ...content }: NewDocument,
  mostDocuments: number,
): Promise<DocumentWithCollection | undefined> {
  const { tx, now } = work;
  await lockAccount(tx, accountId);
  const collectionNo = await ensureCollection(tx, now, accountId, collection);
  const { documents } = await countKnowledge(tx, accountId);
  if (documents >= mostDocuments) return undefined;
  const row: Omit<KnowledgeDocumentRow, 'no'> = {
    id: newId(),
    account_id: accountId,
    collection_no: collectionNo,
    title,
    url: url ?? null,
    version: 1,
    content_version: 1,
    indexed_version: 0,
    active_version: 0,
    tokenizer: 0,
    language: null,
    character_count: 0,
    page_count: null,
    chunk_count: 0,
    term_count: 0,
    created_at: now,
    indexed_at: null,
    deleted_at: null,
    ...queued(content, now),
  };
  const no = await insertDocument(tx, row);
  await insertContent(tx, { document_no: no, version: 1, account_id: accountId }, content.bytes);
  await wakeKnowledge(work, row, 'added');
  return { ...row, no, collection };
}

/** The replaced parts of a document. Missing ones stay. */
export interface NewVersion extends Content {
  title: string | undefined;
  url: string | undefined;
}

/** Replaces a document's content and has it indexed. Until then, searches find the previous content. */
export async function replaceDocument(
  work: Work,
  { accountId, id }: { accountId: string; id: string },
  { title, url, ...content }: NewVersion,
): Promise<DocumentWithCollection | undefined> {
  const { tx, now } = work;
  const row = await lockDocument(tx, accountId, id);
  if (!row) return undefined;
  const version = row.version + 1;
  await updateDocument(tx, id, {
    version,
    content_version: version,
    ...queued(content, now),
    ...(title === undefined ? {} : { title }),
    ...(url === undefined ? {} : { url }),
  });
  await insertContent(tx, { document_no: row.no, version, account_id: accountId }, content.bytes);
  await wakeKnowledge(work, row, 'replaced');
  return findDocument(tx, accountId, id);
}

/** Deletes a document. Searches stop finding it immediately, and its rows are deleted in batches. */
export async function removeDocument(work: Work, accountId: string, id: string): Promise<boolean> {
  const { tx, now } = work;
  const row = await lockDocument(tx, accountId, id);
  if (!row) return false;
  await updateDocument(tx, id, { deleted_at: now, active_version: 0, updated_at: now });
  await wakeKnowledge(work, row, 'deleted');
  return true;
}

/** The outcome of a release: `full` if the account has no room for the document's parts. */
export interface Release {
  document: DocumentWithCollection;
  outcome: 'released' | 'not_flagged' | 'full';
}

/** Makes a flagged document searchable if the account has room for its chunks. Otherwise returns it unchanged with the reason. */
export async function releaseDocument(
  work: Work,
  { accountId, id }: { accountId: string; id: string },
  { by, mostChunks }: { by: string; mostChunks: number },
): Promise<Release | undefined> {
  const { tx, now } = work;
  // Of two documents that fit alone, both may be too much: what comes in for one account takes turns.
  await lockAccount(tx, accountId);
  const row = await lockDocument(tx, accountId, id);
  if (!row) return undefined;
  let outcome: Release['outcome'] = 'not_flagged';
  if (row.status === 'flagged') {
    const { chunks, terms } = await countChunks(tx, row.no, row.version);
    const others = (await countKnowledge(tx, accountId)).chunks - row.chunk_count;
    outcome = others + chunks <= mostChunks ? 'released' : 'full';
    if (outcome === 'released') {
      await updateDocument(tx, id, {
        status: 'ready',
        released_by: by,
        active_version: row.version,
        updated_at: now,
        chunk_count: chunks,
        term_count: terms,
      });
      await wakeKnowledge(work, row, 'released');
    }
  }
  const document = await findDocument(tx, accountId, id);
  return document && { document, outcome };
}
