import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { TextEncoding } from '../../schemas/imports/imports.js';
import { decodeText, type FileEncoding } from './decode-text.js';
import { type FileRecord, HEADER_WITHIN, knownHeaders } from './header-row.js';
import { splitSwallowed } from './swallowed-rows.js';
import { FileError, readTable, type Table } from './table.js';

/** An opened CSV file. */
export interface CsvFile extends Table {
  delimiter: string;
  /** As far as the rows read up to now tell. */
  encoding: FileEncoding;
}

/** The options of a CSV file. The rest is detected. */
export interface CsvOptions {
  encoding?: TextEncoding | undefined;
  headerLine?: number | undefined;
}

const MAX_ROW_CHARACTERS = 1024 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Opens a CSV file from a stream of bytes: encoding, separator and header are found out. Rows are read one by one,
 * whatever the size of the file. A row with more or fewer cells than the header is a row error; a file that stops
 * being CSV throws, since what follows an unclosed quote can't be told apart any more.
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, given: CsvOptions = {}): Promise<CsvFile> {
  const { encoding, sample, text } = await decodeText(bytes, given.encoding);
  if (sample.includes('\u0000')) throw new FileError('NOT_CSV', "The file isn't a text file.", 1);
  if (sample.trim() === '') throw new FileError('EMPTY_FILE', 'The file is empty.');
  // The line that names the separator for Excel.
  const named = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(sample)?.[1];
  const delimiter = named ?? guessDelimiter(sample);
  const records = readRecords(text, delimiter)[Symbol.asyncIterator]();
  if (named) await records.next();
  const table = await readTable(records, {
    headerLine: given.headerLine,
    split: (record, width) => splitSwallowed(record, width, delimiter),
  });
  return Object.assign(table, { delimiter, encoding });
}

async function* readRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRecord> {
  const recent = createWindow();
  let line = 0;
  let at = 0;
  const parser = parse({
    delimiter,
    // Each line alone: files that several programs wrote end their lines in several ways.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
    // Its types know arrays only.
    on_record: ((cells: string[], info: { lines: number; bytes: number }): FileRecord => {
      const raw = info.lines - line > 1 && cells.some(hasLineBreak) ? recent.slice(at, info.bytes) : undefined;
      line = info.lines;
      at = info.bytes;
      recent.dropBefore(at);
      return raw === undefined ? { cells, line } : { cells, line, raw: withoutLineEnds(raw) };
    }) as never,
  });
  pipeline(Readable.from(kept(text, recent)), parser, () => undefined);
  try {
    for await (const record of parser) yield record as FileRecord;
  } catch (error) {
    throw asFileError(error, line + 1);
  } finally {
    parser.destroy();
  }
}

function withoutLineEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && hasLineBreak(text[start] as string)) start += 1;
  while (end > start && hasLineBreak(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

const hasLineBreak = (cell: string): boolean => cell.includes('\n') || cell.includes('\r');

async function* kept(text: AsyncIterable<string>, window: ReturnType<typeof createWindow>): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    window.add(bytes);
    yield bytes;
  }
}

/** Keeps the bytes of a stream that may be asked for again, by their offset. */
function createWindow() {
  let pieces: Buffer[] = [];
  let start = 0;
  return {
    add: (piece: Buffer) => {
      pieces.push(piece);
    },
    slice: (from: number, to: number): string => {
      const parts: Buffer[] = [];
      let at = start;
      for (const piece of pieces) {
        if (at >= to) break;
        if (at + piece.length > from) parts.push(piece.subarray(Math.max(0, from - at), to - at));
        at += piece.length;
      }
      return Buffer.concat(parts).toString();
    },
    dropBefore: (offset: number) => {
      while (pieces[0] && start + pieces[0].length <= offset) {
        start += pieces[0].length;
        pieces = pieces.slice(1);
      }
    },
  };
}

/** Names the line where the record begins that could not be read. */
function asFileError(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new FileError('UNCLOSED_QUOTE', 'The quoted cell that starts here is never closed.', line);
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new FileError('ROW_TOO_LONG', 'A row is longer than 1 MiB. Check for a missing quote.', line);
  return new FileError('NOT_CSV', "The file isn't valid CSV.", line);
}

/**
 * Finds the separator: the one in which a line names most lead columns, else that of the first line that has any
 * outside of quotes; most of one kind wins, the comma among equals.
 */
function guessDelimiter(sample: string): string {
  const lines = firstLines(sample);
  let found = { delimiter: '', known: 1 };
  for (const delimiter of DELIMITERS) {
    for (const line of lines) {
      const known = line.includes(delimiter) ? knownHeaders(line.replaceAll('"', '').split(delimiter)).size : 0;
      if (known > found.known) found = { delimiter, known };
    }
  }
  return found.delimiter || mostInOneLine(lines);
}

const LONGEST_LINE = 20_000;

/** The first lines of a text; a line break within quotes ends none. */
function firstLines(sample: string): string[] {
  const lines: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= sample.length && lines.length < HEADER_WITHIN; at += 1) {
    const char = sample[at];
    if (char === '"') quoted = !quoted;
    if (char !== undefined && (quoted || (char !== '\n' && char !== '\r'))) continue;
    if (at > start) lines.push(sample.slice(start, Math.min(at, start + LONGEST_LINE)));
    start = at + 1;
  }
  return lines;
}

function mostInOneLine(lines: readonly string[]): string {
  const perLine = lines.map(countDelimiters).filter((counts) => counts.some((count) => count > 0));
  // A title may hold a comma; columns are separated as often in the line below.
  const even = perLine.find((counts, at) => {
    const below = perLine[at + 1];
    return below && counts.some((count, index) => count > 0 && count === below[index]);
  });
  const counts = even ?? perLine[0] ?? [];
  const most = Math.max(0, ...counts);
  return most === 0 ? ',' : (DELIMITERS[counts.indexOf(most)] as string);
}

function countDelimiters(line: string): number[] {
  const counts = DELIMITERS.map(() => 0);
  let quoted = false;
  for (const char of line) {
    if (char === '"') quoted = !quoted;
    const index = quoted ? -1 : DELIMITERS.indexOf(char);
    if (index >= 0) counts[index] = (counts[index] as number) + 1;
  }
  return counts;
}
