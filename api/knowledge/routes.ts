import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import {
  createKnowledgeDocumentRoute,
  deleteKnowledgeDocumentRoute,
  getKnowledgeDocumentRoute,
  listKnowledgeChunksRoute,
  listKnowledgeDocumentsRoute,
  releaseKnowledgeDocumentRoute,
  replaceKnowledgeDocumentRoute,
  searchKnowledgeRoute,
} from './documents.js';

/** Lists the endpoints around the documents that agents answer from. */
export const knowledgeRoutes = (deps: ApiDependencies): Route[] =>
  [
    createKnowledgeDocumentRoute,
    listKnowledgeDocumentsRoute,
    getKnowledgeDocumentRoute,
    replaceKnowledgeDocumentRoute,
    deleteKnowledgeDocumentRoute,
    releaseKnowledgeDocumentRoute,
    listKnowledgeChunksRoute,
    searchKnowledgeRoute,
  ].map((make) => make(deps));
