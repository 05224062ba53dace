import type { FileType, TextEncoding } from '../../schemas/imports/imports.js';
import type { FileEncoding } from './decode-text.js';
import { openCsv } from './read-csv.js';
import { openNdjson } from './read-ndjson.js';
import { openXlsx } from './read-xlsx.js';
import { FileError, type Table } from './table.js';
import { XLSX_LIMITS } from './xlsx-limits.js';

/** An opened file of leads, with what was found out about it; null is what files of its type haven't. */
export interface LeadFile extends Table {
  type: FileType;
  encoding: FileEncoding | null;
  delimiter: string | null;
  sheet: string | null;
  /** The names of all sheets; empty for files without sheets. */
  sheets: readonly string[];
  numbers: ReadonlySet<string>;
}

/** The options of a file. The rest is detected. */
export interface FileOptions {
  encoding?: TextEncoding | undefined;
  sheet?: string | undefined;
  headerLine?: number | undefined;
}

const NONE: ReadonlySet<string> = new Set();
const NO_SHEETS = { sheet: null, sheets: [] };
const startsWith = (head: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte);
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
const HEAD_BYTES = 4_096;

/** Opens a file of leads. Its first bytes decide whether it is a spreadsheet, JSON lines or CSV, not its name. */
export async function openFile(bytes: AsyncIterable<Uint8Array>, options: FileOptions = {}): Promise<LeadFile> {
  const source = bytes[Symbol.asyncIterator]();
  const head = await readHead(source);
  const whole = chain(head, source);
  if (startsWith(head, OLE)) {
    await source.return?.();
    throw new FileError(
      'NOT_XLSX',
      'The file is password-protected or in the old XLS format. Save it as XLSX without a password.',
    );
  }
  if (startsWith(head, ZIP)) {
    const file = await openXlsx(await collect(whole), options);
    return Object.assign(file, { type: 'xlsx' as const, encoding: null, delimiter: null, numbers: NONE });
  }
  if (looksLikeJson(head)) {
    const file = await openNdjson(whole, options.encoding);
    return Object.assign(file, { type: 'ndjson' as const, delimiter: null, ...NO_SHEETS });
  }
  const file = await openCsv(whole, options);
  return Object.assign(file, { type: 'csv' as const, ...NO_SHEETS, numbers: NONE });
}

async function readHead(source: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await source.next();
    if (next.done) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(chunks);
}

async function* chain(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** An archive lists its parts at its end, so all of it has to be there. */
async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > XLSX_LIMITS.fileBytes)
      throw new FileError('FILE_TOO_LARGE', 'Spreadsheets can be at most 20 MiB. Save larger files as CSV.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns whether a file begins with a JSON object. A header of CSV may begin with a brace, but not with a key. */
function looksLikeJson(head: Buffer): boolean {
  const text = head
    .toString()
    .replace(/^\ufeff/, '')
    .trimStart();
  if (/^\[\s{0,100}\{\s{0,100}"/.test(text))
    throw new FileError('NOT_NDJSON', 'The file is a JSON array. Write one object per line without commas.');
  return /^\{\s{0,100}(?:"|\})/.test(text);
}
