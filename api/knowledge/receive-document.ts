import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import type { Request } from 'express';
import { singleLine } from '../../domain/values/text.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import { DocumentForm, type DocumentKind, MAX_DOCUMENT_BYTES } from '../../schemas/knowledge/documents.js';
import type { Content } from '../../services/knowledge/documents.js';
import { ApiError } from '../http/errors.js';
import { BrokenUpload, receiveFile } from '../http/request/receive-file.js';
import { bodyChecker } from '../http/request/validation.js';

/** The fields of a document in a request, and its content. */
export interface ReceivedDocument extends Content {
  title: string | undefined;
  collection: string | undefined;
  url: string | undefined;
}

/** The same, where the content came as text in JSON. */
interface JsonDocument {
  kind: DocumentKind;
  content: string;
  title?: string;
  collection?: string;
  url?: string;
}

const checkForm = bodyChecker(DocumentForm);

const KINDS: Record<string, DocumentKind> = {
  '.pdf': 'pdf',
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'text',
};
const PDF_MARK = '%PDF-';
/** The mark may stand behind a few bytes of other programs. */
const MARK_WITHIN = 1024;

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, MARK_WITHIN).includes(PDF_MARK);

/** Returns the kind of a file: from the form, else its name, else its first bytes. */
function kindOf(bytes: Buffer, fileName: string | null, given: DocumentKind | undefined): DocumentKind {
  const kind = given ?? KINDS[extname(fileName ?? '').toLowerCase()] ?? (isPdf(bytes) ? 'pdf' : undefined);
  if (kind === undefined) {
    const message = "The file name isn't that of a PDF, HTML, Markdown or text file. Specify its type in `kind`.";
    throw new ApiError('VALIDATION_ERROR', { field: '/kind', message });
  }
  if (kind === 'pdf' && !isPdf(bytes)) {
    throw new ApiError('VALIDATION_ERROR', { field: '/file', message: "The file isn't a PDF." });
  }
  return kind;
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

async function receiveForm(req: Request): Promise<ReceivedDocument> {
  const take = async (bytes: AsyncIterable<Uint8Array>, fileName: string | null) => ({
    bytes: await collect(bytes),
    fileName,
  });
  const { file, fields } = await receiveFile(req, take, MAX_DOCUMENT_BYTES).catch((error) => {
    if (!(error instanceof BrokenUpload)) throw error;
    throw new ApiError('VALIDATION_ERROR', { field: '/file', message: error.message });
  });
  if (file.bytes.length === 0) {
    throw new ApiError('VALIDATION_ERROR', { field: '/file', message: 'The file is empty.' });
  }
  // An empty field of a form is one that was left out.
  const given = Object.fromEntries([...fields].filter(([, value]) => value !== ''));
  const { title, kind, collection, url } = checkForm(given) as DocumentForm;
  const name = singleLine(file.fileName ?? '').slice(0, 300);
  return {
    title: title ?? (name === '' ? undefined : name),
    collection,
    url,
    kind: kindOf(file.bytes, file.fileName, kind),
    bytes: file.bytes,
  };
}

/** Reads a document out of a request: its JSON body where it has one, else the form with its file. */
export async function receiveDocument(req: Request, body: JsonDocument | undefined): Promise<ReceivedDocument> {
  if (body === undefined) return receiveForm(req);
  const { title, kind, content, collection, url } = body;
  if (content.trim() === '') {
    throw new ApiError('VALIDATION_ERROR', { field: '/content', message: 'The content is empty.' });
  }
  return { title, kind, collection, url, bytes: Buffer.from(content) };
}

/** Returns what a request held, for telling a repeat from another one under the same idempotency key. */
export const contentOf = ({ bytes, ...about }: ReceivedDocument): string =>
  canonicalJson({ ...about, digest: createHash('sha256').update(bytes).digest('hex') });
