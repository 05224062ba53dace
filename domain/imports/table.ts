import { type FileRecord, findHeader, HEADER_WITHIN, isBlank, soundsLikeFooter, uniqueHeaders } from './header-row.js';
import type { RowProblem } from './read-cells.js';

/** A row of the file; `error` says that it can't be read as one. Rows count from 1, without the header. */
export interface TableRow {
  row: number;
  /** The line of the file where the row ends, for people with an editor. */
  line: number;
  cells: string[];
  error?: { code: 'UNEVEN_ROW' | 'INVALID_JSON'; message: string };
  /** The repair of the row. */
  warning?: RowProblem;
}

/** The columns of an opened file, and its rows as they come. */
export interface Table {
  headers: string[];
  /** The line with the names of the columns; null where each row names its own. */
  headerLine: number | null;
  /** Lines behind the rows that were skipped, such as totals; complete at the end of `rows`. */
  footerLines: number[];
  rows: AsyncIterable<TableRow>;
}

type FileErrorCode =
  | ('EMPTY_FILE' | 'NOT_CSV' | 'UNCLOSED_QUOTE' | 'ROW_TOO_LONG' | 'TOO_MANY_COLUMNS' | 'NO_HEADER')
  | ('NOT_XLSX' | 'NO_SHEET' | 'FILE_TOO_LARGE' | 'NOT_NDJSON');

/** A file that can't be read to its end; nothing after `line` was seen. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  readonly line: number | null;
  constructor(code: FileErrorCode, message: string, line: number | null = null) {
    super(message);
    this.name = 'FileError';
    this.code = code;
    this.line = line;
  }
}

/** The options for splitting a file. */
export interface TableOptions {
  /** The line with the names of the columns; found out if absent. */
  headerLine?: number | undefined;
  /** True if records end behind their last filled cell; else one that ends behind its first cell is a note. */
  ragged?: boolean;
  /** Takes a record apart that holds several rows; undefined for all others. */
  split?: (record: FileRecord, width: number) => FileRecord[] | undefined;
}

const MAX_COLUMNS = 500;
const MAX_FOOTER_LINES = 20;

/**
 * Finds the columns of a stream of records, and its rows. What comes before the header is skipped, as are blank
 * records and the notes and totals behind the last row.
 */
export async function readTable(records: AsyncIterator<FileRecord>, options: TableOptions = {}): Promise<Table> {
  const { headerLine } = options;
  const { seen, some, failure, ended } = await peek(records, headerLine);
  const at = headerLine === undefined ? findHeader(seen) : 0;
  const header = seen[at];
  if (!header) {
    if (failure) throw failure.error;
    if (!some) throw new FileError('EMPTY_FILE', 'The file is empty.');
    throw new FileError('NO_HEADER', 'The file has no line with this number.', headerLine ?? null);
  }
  const width = widthOf(header.cells);
  if (width > MAX_COLUMNS)
    throw new FileError('TOO_MANY_COLUMNS', `A file can have at most ${MAX_COLUMNS} columns.`, header.line);
  const footerLines: number[] = [];
  const rest = chain(seen.slice(at + 1), ended ? undefined : records, failure);
  const headers = uniqueHeaders(header.cells.slice(0, width));
  return {
    headers,
    headerLine: header.line,
    footerLines,
    rows: dataRows(rest, headers, footerLines, options),
  };
}

/** Reads the first records. What breaks there breaks again where the rows are read. */
async function peek(records: AsyncIterator<FileRecord>, headerLine: number | undefined) {
  const seen: FileRecord[] = [];
  let some = false;
  try {
    for (;;) {
      const next = await records.next();
      if (next.done) return { seen, some, ended: true };
      if (isBlank(next.value.cells)) continue;
      some = true;
      // Lines before a header that the caller named aren't needed.
      if (headerLine === undefined || next.value.line >= headerLine) seen.push(next.value);
      if (seen.length >= (headerLine === undefined ? HEADER_WITHIN : 1)) return { seen, some, ended: false };
    }
  } catch (error) {
    return { seen, some, ended: true, failure: { error } };
  }
}

async function* chain(
  first: readonly FileRecord[],
  rest: AsyncIterator<FileRecord> | undefined,
  failure: { error: unknown } | undefined,
): AsyncGenerator<FileRecord> {
  try {
    yield* first;
    if (failure) throw failure.error;
    if (!rest) return;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest?.return?.();
  }
}

// A title row makes spreadsheets end each record with separators of empty cells.
function widthOf(cells: readonly string[]): number {
  if (cells.length <= MAX_COLUMNS) return cells.length;
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

async function* dataRows(
  records: AsyncIterable<FileRecord>,
  headers: readonly string[],
  footerLines: number[],
  { split, ragged = false }: TableOptions,
): AsyncGenerator<TableRow> {
  const width = headers.length;
  let row = 0;
  const toRow = (record: FileRecord, warning = unsavedFormula(record, headers)): TableRow => {
    row += 1;
    const cells = ofWidth(record.cells, width, ragged);
    const message = `The row has ${cells.length} cells, but the header has ${width}.`;
    return {
      row,
      line: record.line,
      cells,
      ...(cells.length === width ? {} : { error: { code: 'UNEVEN_ROW', message } }),
      ...(warning && { warning }),
    };
  };
  // Lines that may be behind the last row.
  const held: FileRecord[] = [];
  for await (const record of records) {
    if (isBlank(record.cells)) continue;
    if (width > 1 && soundsLikeFooter(record.cells)) {
      held.push(record);
      if (held.length > MAX_FOOTER_LINES) yield toRow(held.shift() as FileRecord);
      continue;
    }
    for (const before of held.splice(0)) yield toRow(before);
    const parts = split?.(record, width);
    if (!parts) yield toRow(record);
    else for (const [index, part] of parts.entries()) yield toRow(part, index === 0 ? BROKEN_QUOTE : undefined);
  }
  footerLines.push(...held.map(({ line }) => line));
}

/** Warns of a formula that a program wrote without computing it. */
const unsavedFormula = ({ unsaved }: FileRecord, headers: readonly string[]): RowProblem | undefined =>
  unsaved === undefined
    ? undefined
    : {
        column: headers[unsaved] ?? null,
        code: 'FORMULA_WITHOUT_VALUE',
        message: 'The value of a formula is missing in the file. Open it in a spreadsheet program, save and import it.',
      };

const BROKEN_QUOTE: RowProblem = {
  column: null,
  code: 'BROKEN_QUOTE',
  message: 'A quote in this line is never closed. The line was read without it.',
};

// Some programs end each row with separators of empty cells, others end it behind its last filled cell. A single cell
// in a wide file is rather a note than a row.
function ofWidth(cells: string[], width: number, ragged: boolean): string[] {
  if ((ragged || cells.length > 1) && cells.length < width)
    return [...cells, ...Array<string>(width - cells.length).fill('')];
  return cells.length > width && cells.slice(width).every((cell) => cell.trim() === '') ? cells.slice(0, width) : cells;
}
