import type { TextEncoding } from '../../schemas/imports/imports.js';
import { decodeText, type FileEncoding } from './decode-text.js';
import { writeTags } from './read-cells.js';
import { FileError, type Table, type TableRow } from './table.js';

/** An opened file of JSON objects, one on each line. */
export interface NdjsonFile extends Table {
  encoding: FileEncoding;
  /** The columns whose values are all numbers, as far as the rows read up to now tell. */
  numbers: ReadonlySet<string>;
}

interface Line {
  line: number;
  text: string;
}
type Fields = Map<string, unknown>;

const MAX_LINE = 1024 * 1024;
const MAX_COLUMNS = 500;
/** The first lines name the columns; keys that only later ones have become metadata. */
const NAMED_BY = 1_000;
const NAMED_BY_CHARACTERS = 4 * 1024 * 1024;
const METADATA = 'metadata';

/**
 * Opens a file with a JSON object on each line. Keys are columns, those of an inner object with a dot between
 * (`consent.email`). A line that isn't an object is a row error.
 */
export async function openNdjson(bytes: AsyncIterable<Uint8Array>, given?: TextEncoding): Promise<NdjsonFile> {
  const { encoding, text } = await decodeText(bytes, given);
  const lines = readLines(text);
  const first: Line[] = [];
  const headers = new Set<string>();
  let characters = 0;
  while (first.length < NAMED_BY && characters < NAMED_BY_CHARACTERS) {
    const next = await lines.next();
    if (next.done) break;
    first.push(next.value);
    characters += next.value.text.length;
    for (const key of fieldsOf(next.value.text)?.keys() ?? []) headers.add(key);
  }
  headers.delete(METADATA);
  if (headers.size === 0) throw new FileError('NOT_NDJSON', 'The file contains no JSON objects.', 1);
  if (headers.size >= MAX_COLUMNS)
    throw new FileError('TOO_MANY_COLUMNS', `A file can have at most ${MAX_COLUMNS} columns.`, 1);
  const numbers = new Set(headers);
  const names = [...headers, METADATA];
  return {
    headers: names,
    headerLine: null,
    footerLines: [],
    encoding,
    numbers,
    rows: rowsOf(first, lines, names, numbers),
  };
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = '';
  let line = 0;
  const tooLong = () => new FileError('ROW_TOO_LONG', 'A line is longer than 1 MiB.', line + 1);
  for await (const piece of text) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() as string;
    for (const part of parts) {
      if (part.length > MAX_LINE) throw tooLong();
      line += 1;
      if (part.trim() !== '') yield { line, text: part };
    }
    if (rest.length > MAX_LINE) throw tooLong();
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}

async function* rowsOf(
  first: readonly Line[],
  lines: AsyncIterator<Line>,
  headers: readonly string[],
  numbers: Set<string>,
): AsyncGenerator<TableRow> {
  let row = 0;
  const toRow = ({ line, text }: Line): TableRow => {
    row += 1;
    const fields = fieldsOf(text);
    if (fields) return { row, line, cells: cellsOf(fields, headers, numbers) };
    return { row, line, cells: [], error: { code: 'INVALID_JSON', message: "The line isn't a JSON object." } };
  };
  try {
    for (const one of first) yield toRow(one);
    for (let next = await lines.next(); !next.done; next = await lines.next()) yield toRow(next.value);
  } finally {
    await lines.return?.();
  }
}

/** The fields of a line, those of inner objects with the name of the object in front; undefined for another text. */
function fieldsOf(text: string): Fields | undefined {
  const value = parse(text);
  if (!isObject(value)) return undefined;
  const fields: Fields = new Map();
  for (const [key, item] of Object.entries(value)) {
    if (key !== METADATA && isObject(item)) {
      for (const [inner, part] of Object.entries(item)) fields.set(`${key}.${inner}`, part);
    } else fields.set(key, item);
  }
  return fields;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function cellsOf(fields: Fields, headers: readonly string[], numbers: Set<string>): string[] {
  const metadata = fields.get(METADATA);
  const others: [string, unknown][] = isObject(metadata) ? Object.entries(metadata) : [];
  const known = new Set(headers);
  for (const [key, value] of fields) if (!known.has(key)) others.push([key, value]);
  return headers.map((header) => {
    if (header === METADATA) return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
    const value = fields.get(header);
    if (value !== undefined && value !== null && value !== '' && typeof value !== 'number') numbers.delete(header);
    return cellOf(value);
  });
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return writeTags(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
