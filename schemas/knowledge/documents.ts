import {
  named,
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

/** What a document may be; files of the first three may also come as text in JSON. */
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
/** How much of a question a part of a document has to hold, unless said otherwise. */
export const DEFAULT_MIN_SCORE = 0.35;

const tag = 'Knowledge';
const count = (description: string) => Type.Integer({ minimum: 0, description });
/** The name of a collection. */
export const CollectionName = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'A collection, by its name: letters, digits, _ and -.',
});
const Title = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'What the document is called where it is cited.',
});
const Url = Type.String({
  pattern: '^https://[^\\s]{1,1990}$',
  description: 'Where people can read it; only such a document is cited with a link. https only.',
});
const Content = Type.String({
  minLength: 1,
  maxLength: MAX_DOCUMENT_CHARACTERS,
  description: 'The document itself.',
});

const Sign = strictObject({
  sign: oneOf(SIGNS, {
    description:
      'What was found: words that speak to an assistant, a bank account number, or text that readers do not see.',
  }),
  page: nullable(Type.Integer({ description: 'On which page.' })),
  text: Type.String({ description: 'What stands there, shortened.' }),
});

/** A document as the API answers it. */
export const KnowledgeDocument = named(
  'KnowledgeDocument',
  strictObject({
    id: Uuid('The document.'),
    title: Title,
    kind: oneOf(DOCUMENT_KINDS, { description: 'What it is.' }),
    collection: CollectionName,
    url: nullable(Url),
    status: oneOf(DOCUMENT_STATUSES, {
      description:
        'What became of its newest content: `queued` until it is indexed, `ready`, `flagged` until somebody releases ' +
        'it, or `failed`.',
    }),
    searched: Type.Boolean({
      description: 'Whether it is found. While new content is queued, flagged or failed, that is the content before.',
    }),
    failure: nullable(Type.String({ description: 'Why its newest content could not be indexed.' })),
    signs: Type.Array(Sign, { description: 'What has to be looked at before it is searched.' }),
    released_by: nullable(Type.String({ description: 'Who released it: `key:<id>` or `user:<id>`.' })),
    version: Type.Integer({ description: 'Counts what was to be indexed.' }),
    language: nullable(Type.String({ description: 'What it is written in, where that is clear.' })),
    bytes: count('How large its content is.'),
    characters: count('How long its text is, once indexed.'),
    pages: nullable(count('How many pages it has, where it has pages.')),
    chunks: count('In how many parts it is searched.'),
    created_at: Timestamp('When it was added.'),
    updated_at: Timestamp('When it last changed.'),
    indexed_at: nullable(Timestamp('When it was last indexed.')),
  }),
);
export type KnowledgeDocument = Static<typeof KnowledgeDocument>;

const KnowledgeChunk = named(
  'KnowledgeChunk',
  strictObject({
    no: count('Its place in the document, from 0.'),
    heading: nullable(Type.String({ description: 'The headings above it.' })),
    page: nullable(Type.Integer({ description: 'The page it begins on.' })),
    text: Type.String({ description: 'What it says.' }),
  }),
);
export type KnowledgeChunk = Static<typeof KnowledgeChunk>;

/** What a new document says of itself, with its content in JSON. */
const NewDocument = named(
  'NewKnowledgeDocument',
  strictObject({
    title: Title,
    kind: oneOf(TEXT_KINDS, { description: 'What the content is.' }),
    content: Content,
    collection: optional(CollectionName),
    url: optional(Url),
  }),
);

const NewContent = named(
  'NewKnowledgeContent',
  strictObject({
    title: optional(Title),
    kind: oneOf(TEXT_KINDS, { description: 'What the content is.' }),
    content: Content,
    url: optional(Url),
  }),
);

const KindOfFile = oneOf(DOCUMENT_KINDS, { description: 'What the file is; found out by its name if not given.' });

/** The fields of a form beside its file. */
export const DocumentForm = strictObject({
  title: optional(Title),
  kind: optional(KindOfFile),
  collection: optional(CollectionName),
  url: optional(Url),
});
export type DocumentForm = Static<typeof DocumentForm>;

const File = Type.String({
  format: 'binary',
  description: 'The file: PDF, HTML, Markdown or text in UTF-8, up to 10 MiB.',
});
const formOf = (fields: object) => Type.Object({ file: File, ...fields });
const shared = { title: Type.Optional(Title), kind: Type.Optional(KindOfFile), url: Type.Optional(Url) };

const One = strictObject({ success: Success, document: KnowledgeDocument });
const params = Type.Object({ id: Uuid('The document.') });
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
  summary: 'Add a document that agents answer from.',
  description:
    'Its content as text in JSON, or as a file in `multipart/form-data`. Answers once it is stored; it is searched as ' +
    'soon as its status is `ready`.',
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
    status: Type.Optional(oneOf(DOCUMENT_STATUSES, { description: 'Only these.' })),
    collection: Type.Optional(CollectionName),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      documents: Type.Array(KnowledgeDocument, { description: 'One page.' }),
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
  summary: 'See what became of a document.',
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
  summary: 'Give a document new content.',
  description:
    'The content before is searched until the new one is indexed; then all of the new one is, at once. Title and url ' +
    'that are not given stay. A document stays in its collection.',
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
  summary: 'Delete a document; from the answer on nobody finds it.',
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
  summary: 'Have a flagged document searched, once somebody has looked at it.',
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
  summary: 'Read the parts in which a document is searched, in order.',
  description: 'Of a flagged document those that would be.',
  params,
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      chunks: Type.Array(KnowledgeChunk, { description: 'One page.' }),
      pagination: Pagination,
    }),
  },
  errors: ['DOCUMENT_NOT_FOUND'],
});

const KnowledgeSource = named(
  'KnowledgeSource',
  strictObject({
    n: Type.Integer({ description: 'Its number, by which an answer cites it.' }),
    document_id: Uuid('The document.'),
    chunk_id: Type.String({ description: 'The part of it, in this version.' }),
    title: Title,
    heading: nullable(Type.String({ description: 'The headings above the part.' })),
    page: nullable(Type.Integer({ description: 'The page it begins on.' })),
    url: nullable(Url),
    text: Type.String({ description: 'What the part says.' }),
    score: Type.Number({ description: 'How much of the question it holds, 0 to 1, rare words counting more.' }),
  }),
);

export const searchKnowledgeContract = contract({
  operationId: 'searchKnowledge',
  method: 'post',
  path: '/api/public/knowledge/search',
  tag,
  scope: 'knowledge:read',
  summary: 'See what an agent would find for a question.',
  body: named(
    'SearchKnowledge',
    strictObject({
      query: Type.String({ minLength: 1, maxLength: 200, description: 'The question, in words.' }),
      collections: optional(
        Type.Array(CollectionName, { minItems: 1, maxItems: 20, description: 'Only in these; in all if not given.' }),
      ),
      limit: optional(Type.Integer({ minimum: 1, maximum: 20, description: 'At most so many parts; 5 if not given.' })),
      min_score: optional(
        Type.Number({ minimum: 0, maximum: 1, description: 'Leaves out what holds less of the question; 0.35.' }),
      ),
    }),
  ),
  success: {
    200: strictObject({
      success: Success,
      results: Type.Array(KnowledgeSource, { description: 'What was found, the best first.' }),
    }),
  },
  errors: [],
});
