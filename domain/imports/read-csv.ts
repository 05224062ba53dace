import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { TextEncoding } from '../../schemas/imports/imports.js';
import { decodeText, type FileEncoding } from './decode-text.js';

/** A row of the file; `error` says that it can't be read as one. Rows count from 1, without the header. */
export interface CsvRow {
  row: number;
  /** The line of the file where the row ends, for people with an editor. */
  line: number;
  cells: string[];
  error?: { code: 'UNEVEN_ROW'; message: string };
}

/** An opened file: its columns, and its rows as they come. */
export interface CsvFile {
  headers: string[];
  delimiter: string;
  /** As far as the rows read up to now tell. */
  encoding: FileEncoding;
  rows: AsyncIterable<CsvRow>;
}

/** A file that can't be read to its end; nothing after `line` was seen. */
export class CsvFileError extends Error {
  readonly code: 'EMPTY_FILE' | 'NOT_CSV' | 'UNCLOSED_QUOTE' | 'ROW_TOO_LONG' | 'TOO_MANY_COLUMNS';
  readonly line: number | null;
  constructor(code: CsvFileError['code'], message: string, line: number | null = null) {
    super(message);
    this.name = 'CsvFileError';
    this.code = code;
    this.line = line;
  }
}

const MAX_ROW_CHARACTERS = 1024 * 1024;
const MAX_COLUMNS = 500;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Opens a CSV file from a stream of bytes: encoding and separator are found out, the first row names the columns.
 * Rows are read one by one, whatever the size of the file. A row with more or fewer cells than the header is a row
 * error; a file that stops being CSV throws, since what follows an unclosed quote can't be told apart any more.
 */
export async function openCsv(bytes: AsyncIterable<Uint8Array>, given?: TextEncoding): Promise<CsvFile> {
  const { encoding, sample, text } = await decodeText(bytes, given);
  if (sample.includes('\u0000')) throw new CsvFileError('NOT_CSV', 'The file is not a text file.', 1);
  if (sample.trim() === '') throw new CsvFileError('EMPTY_FILE', 'The file is empty.');
  // The line that names the separator for Excel.
  const named = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(sample)?.[1];
  const delimiter = named ?? guessDelimiter(sample);
  const records = readRecords(text, delimiter)[Symbol.asyncIterator]();
  if (named) await records.next();
  const first = await records.next();
  if (first.done) throw new CsvFileError('EMPTY_FILE', 'The file is empty.');
  const headers = first.value.cells.map((cell) => cell.trim());
  if (headers.length > MAX_COLUMNS)
    throw new CsvFileError('TOO_MANY_COLUMNS', `A file may have ${MAX_COLUMNS} columns at most.`, 1);
  return { headers, delimiter, encoding, rows: dataRows(records, headers.length) };
}

async function* dataRows(
  records: AsyncIterator<{ cells: string[]; line: number }>,
  width: number,
): AsyncGenerator<CsvRow> {
  let row = 0;
  try {
    for (let next = await records.next(); !next.done; next = await records.next()) {
      row += 1;
      const { line } = next.value;
      const cells = ofWidth(next.value.cells, width);
      const message = `The row has ${cells.length} cells, the header has ${width}.`;
      yield cells.length === width
        ? { row, line, cells }
        : { row, line, cells, error: { code: 'UNEVEN_ROW', message } };
    }
  } finally {
    await records.return?.();
  }
}

// Some programs end each row with separators of empty cells, others end it behind its last filled cell. A single cell
// in a wide file is rather a note than a row.
function ofWidth(cells: string[], width: number): string[] {
  if (cells.length > 1 && cells.length < width) return [...cells, ...Array<string>(width - cells.length).fill('')];
  return cells.length > width && cells.slice(width).every((cell) => cell.trim() === '') ? cells.slice(0, width) : cells;
}

async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<{ cells: string[]; line: number }> {
  const parser = parse({
    delimiter,
    // Each line by itself: files that several programs wrote end their lines in several ways.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  pipeline(Readable.from(text), parser, () => undefined);
  try {
    for await (const { record, info } of parser) yield { cells: record, line: info.lines };
  } catch (error) {
    throw asFileError(error);
  } finally {
    parser.destroy();
  }
}

function asFileError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = typeof error.lines === 'number' ? error.lines : null;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new CsvFileError('UNCLOSED_QUOTE', 'A quoted cell is never closed.', line);
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new CsvFileError('ROW_TOO_LONG', 'A row is longer than 1 MiB: is a quote missing?', line);
  return new CsvFileError('NOT_CSV', 'The file can not be read as CSV.', line);
}

// The separator of the first row that has any outside of quotes; most of one kind wins, the comma among equals.
function guessDelimiter(sample: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const char of sample) {
    if (char === '"') quoted = !quoted;
    if (quoted) continue;
    if (DELIMITERS.includes(char)) counts.set(char, (counts.get(char) ?? 0) + 1);
    if (char === '\n' && counts.size > 0) break;
  }
  return DELIMITERS.reduce((best, char) => ((counts.get(char) ?? 0) > (counts.get(best) ?? 0) ? char : best), ',');
}
