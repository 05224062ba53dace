import { CONTENT, DOCUMENT } from '../knowledge.js';
import { at, one, type Requests, resource } from './ask.js';

export const knowledgeRequests: Requests = {
  listKnowledgeDocuments: at('/knowledge/documents'),
  createKnowledgeDocument: at('/knowledge/documents', DOCUMENT),
  getKnowledgeDocument: resource((world) => world.document(), 'knowledge/documents'),
  replaceKnowledgeDocument: resource((world) => world.document(), 'knowledge/documents', CONTENT),
  deleteKnowledgeDocument: resource((world) => world.document(), 'knowledge/documents'),
  releaseKnowledgeDocument: one(
    (world) => world.flaggedDocument(),
    (id) => `/knowledge/documents/${id}/release`,
  ),
  listKnowledgeChunks: one(
    (world) => world.document(),
    (id) => `/knowledge/documents/${id}/chunks`,
  ),
  searchKnowledge: at('/knowledge/search', { query: 'How long is the guarantee?' }),
};
