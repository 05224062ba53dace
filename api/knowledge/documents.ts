import { findDocument, listDocuments } from '../../db/knowledge/documents.js';
import { listChunks } from '../../db/knowledge/index-rows.js';
import {
  createKnowledgeDocumentContract,
  deleteKnowledgeDocumentContract,
  getKnowledgeDocumentContract,
  listKnowledgeChunksContract,
  listKnowledgeDocumentsContract,
  releaseKnowledgeDocumentContract,
  replaceKnowledgeDocumentContract,
  searchKnowledgeContract,
} from '../../schemas/knowledge/documents.js';
import { addDocument, releaseDocument, removeDocument, replaceDocument } from '../../services/knowledge/documents.js';
import { searchKnowledge } from '../../services/knowledge/search.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, idPage, idPageOf, pageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { contentOf, receiveDocument } from './receive-document.js';
import { toChunk, toDocument } from './to-document.js';

const KIND = 'knowledge_documents';
const CHUNKS = 'knowledge_chunks';

const idOf = (text: string): string => pathId(text, 'DOCUMENT_NOT_FOUND');

export const createKnowledgeDocumentRoute = (deps: ApiDependencies) =>
  route(createKnowledgeDocumentContract).handle(async (input) => {
    const { account, body, req, assertInTime } = input;
    const received = await receiveDocument(req, body);
    const { title } = received;
    if (title === undefined) {
      throw new ApiError('VALIDATION_ERROR', { field: '/title', message: 'The field title is required.' });
    }
    assertInTime();
    return commit(deps, deps.clock.now(), (work) =>
      input.once(work.tx, contentOf(received), async () => {
        const given = { ...received, title, accountId: account.id };
        const document = await addDocument(work, given, deps.config.KNOWLEDGE_DOCUMENTS);
        if (!document) throw new ApiError('KNOWLEDGE_FULL');
        return { status: 202 as const, body: { success: true as const, document: toDocument(document) } };
      }),
    );
  });

export const replaceKnowledgeDocumentRoute = (deps: ApiDependencies) =>
  route(replaceKnowledgeDocumentContract).handle(async ({ account, body, req, params, assertInTime }) => {
    const id = idOf(params.id);
    // Checked first, so that no client uploads 10 MiB only to learn that the document doesn't exist.
    found(await findDocument(deps.db, account.id, id), 'DOCUMENT_NOT_FOUND');
    const received = await receiveDocument(req, body);
    if (received.collection !== undefined) {
      const message =
        "The collection of a document can't be changed. Add the document to the other collection, and delete it " +
        'here.';
      throw new ApiError('VALIDATION_ERROR', { field: '/collection', message });
    }
    assertInTime();
    return commit(deps, deps.clock.now(), async (work) => {
      const replaced = await replaceDocument(work, { accountId: account.id, id }, received);
      const document = toDocument(found(replaced, 'DOCUMENT_NOT_FOUND'));
      return { status: 202 as const, body: { success: true as const, document } };
    });
  });

export const listKnowledgeDocumentsRoute = (_deps: ApiDependencies) =>
  route(listKnowledgeDocumentsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = { status: query.status, collection: query.collection };
    const { rows, pagination } = idPageOf(KIND, await listDocuments(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, documents: rows.map(toDocument), pagination } };
  });

export const getKnowledgeDocumentRoute = (_deps: ApiDependencies) =>
  route(getKnowledgeDocumentContract).handle(async ({ account, db, params }) => {
    const row = found(await findDocument(db, account.id, idOf(params.id)), 'DOCUMENT_NOT_FOUND');
    return { status: 200, body: { success: true, document: toDocument(row) } };
  });

export const deleteKnowledgeDocumentRoute = (_deps: ApiDependencies) =>
  route(deleteKnowledgeDocumentContract).handle(async ({ account, work, params }) => {
    if (!(await removeDocument(work, account.id, idOf(params.id)))) throw new ApiError('DOCUMENT_NOT_FOUND');
    return { status: 204, body: null };
  });

export const releaseKnowledgeDocumentRoute = (deps: ApiDependencies) =>
  route(releaseKnowledgeDocumentContract).handle(async (input) => {
    const own = { accountId: input.account.id, id: idOf(input.params.id) };
    const release = { by: callerName(input), mostChunks: deps.config.KNOWLEDGE_CHUNKS };
    const { document, outcome } = found(await releaseDocument(input.work, own, release), 'DOCUMENT_NOT_FOUND');
    if (outcome === 'full') throw new ApiError('KNOWLEDGE_FULL');
    if (outcome === 'not_flagged') {
      const message = `The document is ${document.status}. Only flagged documents can be released.`;
      throw new ApiError('NOT_MODIFIABLE', { message });
    }
    return { status: 200, body: { success: true, document: toDocument(document) } };
  });

export const listKnowledgeChunksRoute = (_deps: ApiDependencies) =>
  route(listKnowledgeChunksContract).handle(async ({ account, db, params, query }) => {
    const row = found(await findDocument(db, account.id, idOf(params.id)), 'DOCUMENT_NOT_FOUND');
    const version = row.status === 'flagged' ? row.version : row.active_version;
    const limit = query.limit ?? DEFAULT_LIMIT;
    const after = Number(decodeCursor(query.cursor, CHUNKS)?.[0] ?? -1);
    const chunks = await listChunks(db, row.no, version, { after, limit: limit + 1 });
    const { rows, pagination } = pageOf(chunks, limit, ({ no }) => encodeCursor(CHUNKS, [String(no)]));
    return { status: 200, body: { success: true, chunks: rows.map(toChunk), pagination } };
  });

export const searchKnowledgeRoute = (_deps: ApiDependencies) =>
  route(searchKnowledgeContract).handle(async ({ account, body, work }) => {
    const { query, collections, limit, min_score: minScore } = body;
    const found = await searchKnowledge(work.tx, { accountId: account.id, query, collections, limit, minScore });
    const results = found.map(({ documentId: document_id, chunkId: chunk_id, ...source }) => ({
      document_id,
      chunk_id,
      ...source,
    }));
    return { status: 200, body: { success: true, results } };
  });
