import { lockAccount } from '../../db/accounts/accounts.js';
import type { Db } from '../../db/connection.js';
import {
  countKnowledge,
  findAnyDocument,
  lockAnyDocument,
  readContent,
  updateDocument,
} from '../../db/knowledge/documents.js';
import { deleteSomeOfVersion, insertChunks } from '../../db/knowledge/index-rows.js';
import type { KnowledgeChunkRow, KnowledgeDocumentRow, KnowledgeTermRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import type { DocumentReader, ReadOutcome } from '../../documents/read.js';
import type { ReadText } from '../../domain/knowledge/blocks.js';
import { type Chunk, chunksOf } from '../../domain/knowledge/chunks.js';
import { packOccurrences, postingsOf } from '../../domain/knowledge/postings.js';
import { signsOf, withoutUnseen } from '../../domain/knowledge/signs.js';
import { languageOfText, TOKENIZER } from '../../domain/knowledge/tokens.js';
import { cut, storable } from '../../domain/values/text.js';
import { MAX_DOCUMENT_CHARACTERS } from '../../schemas/knowledge/documents.js';

/** The dependencies of indexing. */
export interface IndexDependencies extends WorkDependencies {
  readDocument: DocumentReader;
  /** The most parts that the documents of an account may come to. */
  maxKnowledgeChunks: number;
}

/** The outcome of indexing. `superseded` means that the document has newer content. */
export type IndexOutcome = 'ready' | 'flagged' | 'failed' | 'superseded' | 'nothing_to_do';

/** So many parts are written in one transaction. */
const PIECE = 200;

/** Reads plain text here and all other formats in a separate process. */
async function read(
  { readDocument }: IndexDependencies,
  { kind, account_id: accountId }: KnowledgeDocumentRow,
  bytes: Buffer,
  signal?: AbortSignal,
): Promise<ReadOutcome> {
  if (kind !== 'text') return readDocument({ accountId, kind, bytes, maxCharacters: MAX_DOCUMENT_CHARACTERS }, signal);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const paragraphs = text.split(/\n[^\S\n]*\n/).filter((paragraph) => paragraph.trim() !== '');
    if (text.length > MAX_DOCUMENT_CHARACTERS) {
      return { ok: false, reason: `The document exceeds ${MAX_DOCUMENT_CHARACTERS} characters.` };
    }
    const blocks = paragraphs.map((paragraph) => ({
      kind: 'text' as const,
      level: 0,
      text: paragraph.trim(),
      page: null,
    }));
    return { ok: true, text: { blocks, pages: null, hidden: [] } };
  } catch {
    return { ok: false, reason: "The file isn't valid UTF-8." };
  }
}

/** The index data of a document. */
interface Indexed {
  chunks: Chunk[];
  language: ReturnType<typeof languageOfText>;
  characters: number;
  signs: ReturnType<typeof signsOf>;
}

function prepare({ blocks, hidden }: ReadText): Indexed {
  const signs = signsOf(blocks, hidden);
  const seen = blocks.map((block) => ({ ...block, text: storable(withoutUnseen(block.text)) }));
  const text = seen.map((block) => block.text).join('\n');
  return { chunks: chunksOf(seen), language: languageOfText(text), characters: text.length, signs };
}

function rowsOf(row: KnowledgeDocumentRow, { language }: Indexed, chunks: readonly Chunk[], piece: number) {
  const { no: document_no, version, account_id, collection_no } = row;
  const { postings, lengths } = postingsOf(chunks, row.title, language);
  return {
    chunks: chunks.map(
      (chunk, at): KnowledgeChunkRow => ({
        document_no,
        version,
        no: chunk.no,
        account_id,
        heading: chunk.heading,
        page: chunk.page,
        text: chunk.text,
        term_count: lengths[at] ?? 0,
      }),
    ),
    terms: [...postings].map(
      ([term, occurrences]): KnowledgeTermRow => ({
        collection_no,
        term: Buffer.from(term),
        document_no,
        version,
        piece,
        occurrences: packOccurrences(occurrences),
      }),
    ),
    length: lengths.reduce((sum, length) => sum + length, 0),
  };
}

type Finish = [
  row: KnowledgeDocumentRow,
  outcome: Exclude<IndexOutcome, 'superseded' | 'nothing_to_do'>,
  changes: Partial<KnowledgeDocumentRow>,
];

/**
 * Locks a document and returns whether this version still has to be indexed. It doesn't if another process has taken it
 * over, or if a newer version is wanted.
 */
async function isWanted(tx: Db, { id, version }: KnowledgeDocumentRow): Promise<boolean> {
  const now = await lockAnyDocument(tx, id);
  return now?.deleted_at === null && now.version === version && now.indexed_version !== version;
}

/** Does a piece of the work on a version; undefined where that is not to be worked any more. */
const inPiece = <T>(deps: IndexDependencies, row: KnowledgeDocumentRow, work: (tx: Db) => Promise<T>) =>
  inWork(deps, async ({ tx }) => ((await isWanted(tx, row)) ? { value: await work(tx) } : undefined));

/** Writes an outcome for the version that was worked, where it still is to be. */
async function finishIn({ tx, now }: Work, ...[row, outcome, changes]: Finish): Promise<IndexOutcome> {
  if (!(await isWanted(tx, row))) return 'superseded';
  const about = { status: outcome, indexed_version: row.version, indexed_at: now, updated_at: now };
  await updateDocument(tx, row.id, { ...about, ...changes });
  return outcome;
}

const finish = (deps: IndexDependencies, ...what: Finish): Promise<IndexOutcome> =>
  inWork(deps, (work) => finishIn(work, ...what));

/** Takes away what an earlier try wrote of a version; false where it is not to be worked any more. */
async function clearTry(deps: IndexDependencies, row: KnowledgeDocumentRow): Promise<boolean> {
  for (;;) {
    const piece = await inPiece(deps, row, (tx) => deleteSomeOfVersion(tx, row.no, row.version));
    if (!piece?.value) return piece !== undefined;
  }
}

/**
 * Indexes a document's newest content. If that fails on the last try, this content is given up, but not newer content.
 * Safe to repeat.
 */
export async function indexDocument(
  deps: IndexDependencies,
  documentId: string,
  { signal, isLastTry = false }: { signal?: AbortSignal; isLastTry?: boolean } = {},
): Promise<IndexOutcome> {
  const row = await findAnyDocument(deps.db, documentId);
  if (!row || row.deleted_at || row.indexed_version === row.version) return 'nothing_to_do';
  try {
    return await indexVersion(deps, row, signal);
  } catch (error) {
    if (!isLastTry || signal?.aborted) throw error;
    // It could be read: something of ours is wrong with it.
    return finish(deps, row, 'failed', {
      failure: "The document couldn't be indexed. The log of the service has the error.",
    });
  }
}

/**
 * Indexes a version of a document. It reads and splits it, writes all parts next to the searched ones, and makes them
 * searchable with one statement. Safe to repeat: rows of an earlier attempt are written again, and searches find none
 * of them before the last statement.
 */
async function indexVersion(
  deps: IndexDependencies,
  row: KnowledgeDocumentRow,
  signal?: AbortSignal,
): Promise<IndexOutcome> {
  const { db } = deps;
  const outcome = await read(deps, row, await readContent(db, row.no, row.content_version), signal);
  if (!outcome.ok) return finish(deps, row, 'failed', { failure: cut(outcome.reason, 500) });
  const indexed = prepare(outcome.text);
  const problem = await problemOf(deps, db, row, indexed);
  if (problem !== undefined) return finish(deps, row, 'failed', { failure: problem });
  if (!(await clearTry(deps, row))) return 'superseded';
  let terms = 0;
  for (let at = 0; at < indexed.chunks.length; at += PIECE) {
    const rows = rowsOf(row, indexed, indexed.chunks.slice(at, at + PIECE), at / PIECE);
    if (!(await inPiece(deps, row, (tx) => insertChunks(tx, rows.chunks, rows.terms)))) return 'superseded';
    terms += rows.length;
  }
  const { signs, language, characters } = indexed;
  const about = {
    failure: null,
    tokenizer: TOKENIZER,
    language,
    character_count: characters,
    page_count: outcome.text.pages,
    signs: signs.length > 0 ? JSON.stringify(signs) : null,
  };
  if (signs.length > 0 && row.released_by === null) return finish(deps, row, 'flagged', about);
  const searched = { active_version: row.version, chunk_count: indexed.chunks.length, term_count: terms };
  return inWork(deps, async (work) => {
    // The documents of an account come in one after another: of two that fit alone, both may be too much.
    await lockAccount(work.tx, row.account_id);
    const late = await problemOf(deps, work.tx, row, indexed);
    return late === undefined
      ? finishIn(work, row, 'ready', { ...about, ...searched })
      : finishIn(work, row, 'failed', { failure: late });
  });
}

/** Returns why a document can't be indexed that could be read. */
async function problemOf(
  { maxKnowledgeChunks }: IndexDependencies,
  db: Db,
  row: KnowledgeDocumentRow,
  { chunks }: Indexed,
): Promise<string | undefined> {
  if (chunks.length === 0) return 'The document contains no text.';
  const others = (await countKnowledge(db, row.account_id)).chunks - row.chunk_count;
  return others + chunks.length <= maxKnowledgeChunks
    ? undefined
    : `The document needs ${chunks.length} of the account's ${maxKnowledgeChunks} chunks, and ${others} are in use. Delete other documents first.`;
}
