import type { DocumentWithCollection } from '../../db/knowledge/documents.js';
import type { KnowledgeChunkRow } from '../../db/tables.js';
import type { KnowledgeChunk, KnowledgeDocument } from '../../schemas/knowledge/documents.js';

/** Shows a document as the API answers it. */
export const toDocument = (row: DocumentWithCollection): KnowledgeDocument => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  collection: row.collection,
  url: row.url,
  status: row.status,
  searched: row.active_version > 0,
  failure: row.failure,
  signs: JSON.parse(row.signs ?? '[]') as KnowledgeDocument['signs'],
  released_by: row.released_by,
  version: row.version,
  language: row.language,
  bytes: row.byte_count,
  characters: row.character_count,
  pages: row.page_count,
  chunks: row.chunk_count,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  indexed_at: row.indexed_at?.toISOString() ?? null,
});

/** Shows a part of a document as the API answers it. */
export const toChunk = ({ no, heading, page, text }: KnowledgeChunkRow): KnowledgeChunk => ({
  no,
  heading,
  page,
  text,
});
