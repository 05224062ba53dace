import {
  named,
  nameText,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

/** The kinds of documents. Files of the first three may also come as text in JSON. */
export const DOCUMENT_KINDS = ['text', 'markdown', 'html', 'pdf'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
const TEXT_KINDS = ['text', 'markdown', 'html'] as const;

const DOCUMENT_STATUSES = ['queued', 'ready', 'flagged', 'failed'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

const SIGNS = ['addresses_assistant', 'iban', 'hidden_text'] as const;

/** The largest file. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
/** The longest text of a document. */
export const MAX_DOCUMENT_CHARACTERS = 1_000_000;
/** The collection of documents that name none. */
export const DEFAULT_COLLECTION = 'default';
/** The default share of a question that a part of a document must contain. */
export const DEFAULT_MIN_SCORE = 0.35;

const tag = 'Knowledge';
const count = (description: string) => Type.Integer({ minimum: 0, description });
/** The name of a collection. */
export const CollectionName = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Name of the collection: letters, digits, `_` and `-`.',
});
const Title = nameText('Title, used in citations.', 300);
const Url = Type.String({
  pattern: '^https://[^\\s]{1,1990}$',
  description: 'Public URL of the document, https only. Citations only link to documents with a URL.',
});
const Content = Type.String({
  minLength: 1,
  maxLength: MAX_DOCUMENT_CHARACTERS,
});

const Sign = strictObject({
  sign: oneOf(SIGNS, {
    description: 'Reason for the flag: instructions to an assistant, a bank account number, or hidden text.',
  }),
  page: nullable(Type.Integer({ description: 'Page of the finding.' })),
  text: Type.String({ description: 'Text of the finding, shortened.' }),
});

/** A document as the API answers it. */
export const KnowledgeDocument = named(
  'KnowledgeDocument',
  strictObject({
    id: Uuid(),
    title: Title,
    kind: oneOf(DOCUMENT_KINDS, { description: 'Type of the document.' }),
    collection: CollectionName,
    url: nullable(Url),
    status: oneOf(DOCUMENT_STATUSES, {
      description:
        'Status of the latest content: `queued` until it is indexed, `ready`, `flagged` until a user releases ' +
        'it, or `failed`.',
    }),
    searched: Type.Boolean({
      description:
        'Whether the document is searchable. While new content is queued, flagged or failed, the previous ' +
        'content is used.',
    }),
    failure: nullable(Type.String({ description: "Reason why the latest content couldn't be indexed." })),
    signs: Type.Array(Sign, { description: 'Findings to review before the document is released.' }),
    released_by: nullable(
      Type.String({ description: 'User or API key that released the document: `key:<id>` or `user:<id>`.' }),
      'Null if no one has released it.',
    ),
    version: Type.Integer({ description: 'Version number of the content.' }),
    language: nullable(Type.String({ description: 'Detected language.' })),
    bytes: count('Size of the content in bytes.'),
    characters: count('Number of characters, once indexed.'),
    pages: nullable(count('Number of pages, if the document has pages.')),
    chunks: count('Number of searchable chunks.'),
    created_at: Timestamp('Time at which the document was added.'),
    updated_at: Timestamp('Time of the last change.'),
    indexed_at: nullable(Timestamp('Time of the last indexing.')),
  }),
);
export type KnowledgeDocument = Static<typeof KnowledgeDocument>;

const KnowledgeChunk = named(
  'KnowledgeChunk',
  strictObject({
    no: count('Position in the document, from 0.'),
    heading: nullable(Type.String({ description: 'Headings above the chunk.' })),
    page: nullable(Type.Integer({ description: 'Page on which the chunk starts.' })),
    text: Type.String(),
  }),
);
export type KnowledgeChunk = Static<typeof KnowledgeChunk>;

/** The data of a new document, with its content in JSON. */
const NewDocument = named(
  'NewKnowledgeDocument',
  strictObject({
    title: Title,
    kind: oneOf(TEXT_KINDS, { description: 'Type of the content.' }),
    content: Content,
    collection: optional(CollectionName),
    url: optional(Url),
  }),
);

const NewContent = named(
  'NewKnowledgeContent',
  strictObject({
    title: optional(Title),
    kind: oneOf(TEXT_KINDS, { description: 'Type of the content.' }),
    content: Content,
    url: optional(Url),
  }),
);

const KindOfFile = oneOf(DOCUMENT_KINDS, { description: 'Type of the file. Detected from the file name if omitted.' });

/** The fields of a form in addition to its file. */
export const DocumentForm = strictObject({
  title: optional(Title),
  kind: optional(KindOfFile),
  collection: optional(CollectionName),
  url: optional(Url),
});
export type DocumentForm = Static<typeof DocumentForm>;

const File = Type.String({
  format: 'binary',
  description: 'The file: PDF, HTML, Markdown or UTF-8 text, at most 10 MiB.',
});
const formOf = (fields: object) => Type.Object({ file: File, ...fields });
const shared = { title: Type.Optional(Title), kind: Type.Optional(KindOfFile), url: Type.Optional(Url) };

const One = strictObject({ success: Success, document: KnowledgeDocument });
const params = Type.Object({ id: Uuid() });
/** A million characters as JSON, each escaped. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** A slow line may take minutes for 10 MiB. */
const UPLOAD_MS = 5 * 60_000;
const EXAMPLE = { title: 'Guarantee', kind: 'markdown', content: '# Guarantee\n\nPanels carry 25 years.' };

export const createKnowledgeDocumentContract = contract({
  operationId: 'createKnowledgeDocument',
  method: 'post',
  path: '/api/public/knowledge/documents',
  tag,
  scope: 'knowledge:write',
  summary: 'Add a knowledge document.',
  description:
    'Send the content as text in JSON, or as a file in `multipart/form-data`. The response is sent when the ' +
    'document is stored. It is searchable once its status is `ready`.',
  body: NewDocument,
  bodyExample: EXAMPLE,
  mediaTypes: { 'multipart/form-data': formOf({ ...shared, collection: Type.Optional(CollectionName) }) },
  maxBytes: MAX_BODY_BYTES,
  idempotency: 'handler',
  deadlineMs: UPLOAD_MS,
  success: { 202: One },
  errors: ['KNOWLEDGE_FULL'],
});

export const listKnowledgeDocumentsContract = contract({
  operationId: 'listKnowledgeDocuments',
  method: 'get',
  path: '/api/public/knowledge/documents',
  tag,
  scope: 'knowledge:read',
  summary: 'List documents, newest first.',
  query: Type.Object({
    status: Type.Optional(oneOf(DOCUMENT_STATUSES, { description: 'Returns only documents with this status.' })),
    collection: Type.Optional(CollectionName),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      documents: Type.Array(KnowledgeDocument, { description: 'One page of results.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const getKnowledgeDocumentContract = contract({
  operationId: 'getKnowledgeDocument',
  method: 'get',
  path: '/api/public/knowledge/documents/{id}',
  tag,
  scope: 'knowledge:read',
  summary: 'Get a document with its status.',
  params,
  success: { 200: One },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const replaceKnowledgeDocumentContract = contract({
  operationId: 'replaceKnowledgeDocument',
  method: 'put',
  path: '/api/public/knowledge/documents/{id}',
  tag,
  scope: 'knowledge:write',
  summary: 'Replace the content of a document.',
  description:
    'The previous content is searchable until the new content is indexed, and is then replaced at once. ' +
    "Omitted title and url are unchanged. The collection can't be changed.",
  params,
  body: NewContent,
  bodyExample: EXAMPLE,
  mediaTypes: { 'multipart/form-data': formOf(shared) },
  maxBytes: MAX_BODY_BYTES,
  idempotency: 'handler',
  deadlineMs: UPLOAD_MS,
  success: { 202: One },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const deleteKnowledgeDocumentContract = contract({
  operationId: 'deleteKnowledgeDocument',
  method: 'delete',
  path: '/api/public/knowledge/documents/{id}',
  tag,
  scope: 'knowledge:write',
  summary: 'Delete a document. It is no longer searchable.',
  params,
  success: { 204: null },
  errors: ['DOCUMENT_NOT_FOUND'],
});

export const releaseKnowledgeDocumentContract = contract({
  operationId: 'releaseKnowledgeDocument',
  method: 'post',
  path: '/api/public/knowledge/documents/{id}/release',
  tag,
  scope: 'knowledge:write',
  summary: 'Release a flagged document after a review.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 200: One },
  errors: ['DOCUMENT_NOT_FOUND', 'NOT_MODIFIABLE', 'KNOWLEDGE_FULL'],
});

export const listKnowledgeChunksContract = contract({
  operationId: 'listKnowledgeChunks',
  method: 'get',
  path: '/api/public/knowledge/documents/{id}/chunks',
  tag,
  scope: 'knowledge:read',
  summary: 'List the chunks of a document, in order.',
  description: 'For flagged documents, returns the chunks that would be searched.',
  params,
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      chunks: Type.Array(KnowledgeChunk, { description: 'One page of results.' }),
      pagination: Pagination,
    }),
  },
  errors: ['DOCUMENT_NOT_FOUND'],
});

const KnowledgeSource = named(
  'KnowledgeSource',
  strictObject({
    n: Type.Integer({ description: 'Number that replies use to cite the chunk.' }),
    document_id: Uuid(),
    chunk_id: Type.String({ description: 'ID of the chunk in this version.' }),
    title: Title,
    heading: nullable(Type.String({ description: 'Headings above the chunk.' })),
    page: nullable(Type.Integer({ description: 'Page on which the chunk starts.' })),
    url: nullable(Url),
    text: Type.String({ description: 'Text of the chunk.' }),
    score: Type.Number({ description: 'Relevance to the question, from 0 to 1. Rare terms have more weight.' }),
  }),
);

export const searchKnowledgeContract = contract({
  operationId: 'searchKnowledge',
  method: 'post',
  path: '/api/public/knowledge/search',
  tag,
  scope: 'knowledge:read',
  summary: 'Search the documents as an agent would.',
  body: named(
    'SearchKnowledge',
    strictObject({
      query: Type.String({ minLength: 1, maxLength: 200, description: 'Question or search words.' }),
      collections: optional(
        Type.Array(CollectionName, {
          minItems: 1,
          maxItems: 20,
          description: 'Collections to search. Defaults to all.',
        }),
      ),
      limit: optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'Maximum number of chunks. Defaults to 5.' }),
      ),
      min_score: optional(Type.Number({ minimum: 0, maximum: 1, description: 'Minimum relevance. Defaults to 0.35.' })),
    }),
  ),
  success: {
    200: strictObject({
      success: Success,
      results: Type.Array(KnowledgeSource, { description: 'Results, best first.' }),
    }),
  },
  errors: [],
});
