import type { DocumentKind, DocumentStatus } from '../../schemas/knowledge/documents.js';

export interface KnowledgeCollectionRow {
  /** Names it in the index, where an id would stand in every row. */
  no: number;
  account_id: string;
  name: string;
  created_at: Date;
}

export interface KnowledgeDocumentRow {
  id: string;
  /** Names it in the index. */
  no: number;
  account_id: string;
  collection_no: number;
  title: string;
  kind: DocumentKind;
  url: string | null;
  status: DocumentStatus;
  failure: string | null;
  /** The reasons for flagging it, as JSON. */
  signs: string | null;
  /** The user who released this content. */
  released_by: string | null;
  /** Counts what was to be indexed: new content, or a new form of the index. */
  version: number;
  /** The version that brought the content. */
  content_version: number;
  /** The last version that was worked, whatever came of it. */
  indexed_version: number;
  /** The version that is searched; 0 where none is. */
  active_version: number;
  /** The form of the index that the active version is in. */
  tokenizer: number;
  language: string | null;
  byte_count: number;
  character_count: number;
  page_count: number | null;
  /** Of the active version. */
  chunk_count: number;
  term_count: number;
  created_at: Date;
  updated_at: Date;
  indexed_at: Date | null;
  deleted_at: Date | null;
}

export interface KnowledgeContentRow {
  document_no: number;
  version: number;
  piece: number;
  account_id: string;
  bytes: Buffer;
}

export interface KnowledgeChunkRow {
  document_no: number;
  version: number;
  no: number;
  account_id: string;
  heading: string | null;
  page: number | null;
  text: string;
  term_count: number;
}

export interface KnowledgeTermRow {
  collection_no: number;
  term: Buffer;
  document_no: number;
  version: number;
  piece: number;
  /** The occurrences of the term in the chunks of the part. */
  occurrences: string;
}
