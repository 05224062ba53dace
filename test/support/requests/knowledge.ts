import { CONTENT, DOCUMENT } from '../knowledge.js';
import { at, one, type Requests, resource } from './ask.js';

export const knowledgeRequests: Requests = {
  listKnowledgeDocuments: at('/knowledge/documents'),
  createKnowledgeDocument: at('/knowledge/documents', DOCUMENT),
  getKnowledgeDocument: resource((fixture) => fixture.document(), 'knowledge/documents'),
  replaceKnowledgeDocument: resource((fixture) => fixture.document(), 'knowledge/documents', CONTENT),
  deleteKnowledgeDocument: resource((fixture) => fixture.document(), 'knowledge/documents'),
  releaseKnowledgeDocument: one(
    (fixture) => fixture.flaggedDocument(),
    (id) => `/knowledge/documents/${id}/release`,
  ),
  listKnowledgeChunks: one(
    (fixture) => fixture.document(),
    (id) => `/knowledge/documents/${id}/chunks`,
  ),
  searchKnowledge: at('/knowledge/search', { query: 'How long is the guarantee?' }),
};
