import { LeadAutomationError } from './errors.js';

/**
 * The content of a file, never its path. A stream is read to its end before the first attempt, so that every attempt
 * sends the same bytes.
 */
export type FileContent = Blob | ArrayBuffer | Uint8Array | string | AsyncIterable<Uint8Array | string>;

/** A form with one file, whose fields are sent before it. */
export interface FileForm {
  fields: Record<string, unknown>;
  file: FileContent;
}

/** The bytes of a form and the media type that names its boundary. */
export interface EncodedForm {
  contentType: string;
  body: Uint8Array;
}

type Part = string | ArrayBuffer | Uint8Array;

/** The largest file that the service imports. */
const MAX_BYTES = 50 * 1024 * 1024;

const refusal = (message: string): LeadAutomationError => new LeadAutomationError(`${message} Nothing was sent.`);

/** Encodes a form as bytes, which every implementation of `fetch` sends as they are. */
export async function encodeForm({ fields, file }: FileForm): Promise<EncodedForm> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, written(value));
  }
  const content = new Blob(await partsOf(file));
  if (content.size > MAX_BYTES) throw tooLarge();
  form.append('file', content, nameOf(fields, file));
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
}

const written = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const tooLarge = () => refusal(`A file can have at most ${MAX_BYTES} bytes.`);

function nameOf({ file_name: given }: Record<string, unknown>, file: FileContent): string {
  const own = (file as { name?: unknown }).name;
  return [given, own].find((name): name is string => typeof name === 'string' && name !== '') ?? 'leads';
}

// Compared by what they can do, since other realms and packages have classes of their own for them.
const isBlob = (file: object): file is Blob => 'size' in file && 'arrayBuffer' in file;
const isBuffer = (file: object): file is ArrayBuffer => Object.prototype.toString.call(file) === '[object ArrayBuffer]';

async function partsOf(file: FileContent): Promise<Part[]> {
  if (typeof file === 'string') return [file];
  if (typeof file === 'object' && file !== null) {
    if (ArrayBuffer.isView(file) || isBuffer(file)) return [file as Part];
    if (isBlob(file)) return [await file.arrayBuffer()];
    if (Symbol.asyncIterator in file) return collect(file);
  }
  throw refusal('file must be a Blob, a buffer, a text or a stream.');
}

async function collect(chunks: AsyncIterable<Uint8Array | string>): Promise<Part[]> {
  const parts: Part[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge();
    parts.push(chunk);
  }
  return parts;
}
