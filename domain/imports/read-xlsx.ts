import type { FileRecord } from './header-row.js';
import { FileError, readTable, type Table } from './table.js';
import { columnOf, type NumberShape, numberShape, unescapeText, writeNumber } from './xlsx-cells.js';
import { XLSX_LIMITS } from './xlsx-limits.js';
import { openParts, type XlsxParts } from './xlsx-parts.js';

/** An opened spreadsheet. */
export interface XlsxFile extends Table {
  /** The name of the sheet that is read. */
  sheet: string;
  /** The names of all sheets, in the order of the file. */
  sheets: string[];
}

/** The options of a spreadsheet. The rest is detected. */
export interface XlsxOptions {
  /** The name of a sheet or its position from 1; the first visible one with rows if absent. */
  sheet?: string | undefined;
  headerLine?: number | undefined;
}

interface Sheet {
  name: string;
  part: string;
  hidden: boolean;
}

interface Book {
  parts: XlsxParts;
  sheets: Sheet[];
  since1904: boolean;
  /** By the number of the style. */
  shapes: NumberShape[];
  texts: string[];
}

/**
 * Opens a spreadsheet. Its rows are read from the archive as they are asked for. Formulas give the value that was saved
 * with them, dates become ISO dates, and errors such as `#REF!` are empty.
 */
export async function openXlsx(bytes: Buffer, options: XlsxOptions = {}): Promise<XlsxFile> {
  const book = await openBook(bytes);
  for (const sheet of chooseSheets(book.sheets, options.sheet)) {
    try {
      const table = await readTable(readRecords(book, sheet), { headerLine: options.headerLine, ragged: true });
      return Object.assign(table, { sheet: sheet.name, sheets: book.sheets.map(({ name }) => name) });
    } catch (error) {
      if (!(error instanceof FileError && error.code === 'EMPTY_FILE')) throw error;
    }
  }
  throw new FileError('EMPTY_FILE', options.sheet === undefined ? 'The file is empty.' : 'The sheet is empty.');
}

function chooseSheets(sheets: readonly Sheet[], wanted: string | undefined): Sheet[] {
  if (wanted === undefined) {
    const visible = sheets.filter(({ hidden }) => !hidden);
    return visible.length > 0 ? visible : [...sheets];
  }
  const named =
    sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase()) ??
    (/^\d{1,4}$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined);
  if (!named) throw new FileError('NO_SHEET', 'The file has no sheet with this name.');
  return [named];
}

async function openBook(bytes: Buffer): Promise<Book> {
  const parts = await openParts(bytes);
  const root = await relations(parts, '_rels/.rels', '');
  const workbook = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target;
  if (!workbook || !parts.has(workbook)) throw notXlsx();
  const folder = workbook.slice(0, workbook.lastIndexOf('/') + 1);
  const related = await relations(parts, `${folder}_rels/${workbook.slice(folder.length)}.rels`, folder);
  const partOf = (type: string) => [...related.values()].find((one) => one.type.endsWith(type))?.target;
  const { sheets, since1904 } = await readWorkbook(parts, workbook);
  const styles = partOf('/styles');
  const texts = partOf('/sharedStrings');
  return {
    parts,
    since1904,
    sheets: sheets.flatMap(({ id, name, hidden }) => {
      const part = related.get(id);
      return part?.type.endsWith('/worksheet') && parts.has(part.target) ? { name, hidden, part: part.target } : [];
    }),
    shapes: styles && parts.has(styles) ? await readStyles(parts, styles) : [],
    texts: texts && parts.has(texts) ? await readTexts(parts, texts) : [],
  };
}

const notXlsx = () => new FileError('NOT_XLSX', "The archive isn't an XLSX file.");

type Relations = Map<string, { type: string; target: string }>;

async function relations(parts: XlsxParts, name: string, folder: string): Promise<Relations> {
  const found: Relations = new Map();
  if (!parts.has(name)) throw notXlsx();
  const open = (element: string, { Id = '', Type = '', Target = '' }: Readonly<Record<string, string>>) => {
    if (element === 'Relationship') found.set(Id, { type: Type, target: resolve(folder, Target) });
  };
  for await (const _none of parts.read(name, { open }));
  return found;
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

async function readWorkbook(parts: XlsxParts, name: string) {
  const sheets: { id: string; name: string; hidden: boolean }[] = [];
  let since1904 = false;
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    if (element === 'workbookPr') since1904 = /^(?:1|true|on)$/.test(attributes.date1904 ?? '');
    if (element !== 'sheet') return;
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    sheets.push({ id, name: attributes.name ?? '', hidden: (attributes.state ?? 'visible') !== 'visible' });
  };
  for await (const _none of parts.read(name, { open }));
  return { sheets, since1904 };
}

const MAX_STYLES = 100_000;

async function readStyles(parts: XlsxParts, name: string): Promise<NumberShape[]> {
  const codes = new Map<number, string>();
  const shapes: NumberShape[] = [];
  let within = false;
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    if (element === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    else if (element === 'cellXfs') within = true;
    else if (element === 'xf' && within && shapes.length < MAX_STYLES) {
      const id = Number(attributes.numFmtId ?? 0);
      shapes.push(numberShape(id, codes.get(id)));
    }
  };
  const close = (element: string) => {
    if (element === 'cellXfs') within = false;
    return undefined;
  };
  for await (const _none of parts.read(name, { open, close }));
  return shapes;
}

async function readTexts(parts: XlsxParts, name: string): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  for await (const text of parts.read(name, textHandler('si'))) {
    // Each one takes room, however short it is.
    characters += text.length + 8;
    if (characters > XLSX_LIMITS.sharedCharacters)
      throw new FileError('FILE_TOO_LARGE', 'The texts of the spreadsheet exceed 32 MiB.');
    texts.push(text);
  }
  return texts;
}

/** Collects the text of each element of a name, without the pronunciations that Japanese texts hold. */
function textHandler(element: string) {
  let text = '';
  let reading = false;
  let phonetic = false;
  return {
    open: (name: string) => {
      if (name === element) text = '';
      else if (name === 'rPh') phonetic = true;
      reading = name === 't' && !phonetic;
    },
    text: (piece: string) => {
      if (reading) text += piece;
    },
    close: (name: string) => {
      reading = false;
      if (name === 'rPh') phonetic = false;
      return name === element ? unescapeText(text) : undefined;
    },
  };
}

async function* readRecords({ parts, texts, shapes, since1904 }: Book, sheet: Sheet): AsyncGenerator<FileRecord> {
  let line = 0;
  let cells: string[] = [];
  let length = 0;
  let total = 0;
  let cell = { column: -1, type: 'n', style: 0 };
  let value = '';
  let reading = false;
  let phonetic = false;
  let formula = false;
  let unsaved: number | undefined;
  const textOf = (): string => {
    if (cell.type === 's') return texts[Number(value)] ?? '';
    if (cell.type === 'inlineStr' || cell.type === 'str') return unescapeText(value);
    if (cell.type === 'b') return value === '1' ? 'true' : 'false';
    if (cell.type === 'e') return '';
    if (cell.type === 'd' || value === '') return value;
    return writeNumber(value, shapes[cell.style] ?? { kind: 'number' }, since1904);
  };
  const put = (): void => {
    const text = textOf();
    // A formula whose result is an empty text says so by its type.
    if (formula && value === '' && cell.type === 'n') unsaved ??= cell.column;
    if (text === '') return;
    if (cell.column >= XLSX_LIMITS.columns)
      throw new FileError('TOO_MANY_COLUMNS', `A file can have at most ${XLSX_LIMITS.columns} columns.`, line);
    length += text.length;
    if (length > XLSX_LIMITS.rowLength) throw new FileError('ROW_TOO_LONG', 'A row is longer than 1 MiB.', line);
    while (cells.length < cell.column) cells.push('');
    cells[cell.column] = text;
  };
  yield* parts.read<FileRecord>(sheet.part, {
    open: (name, attributes) => {
      reading = (name === 'v' || name === 't') && !phonetic;
      if (name === 'rPh') phonetic = true;
      else if (name === 'row') {
        line = Number(attributes.r) || line + 1;
        cells = [];
        length = 0;
        unsaved = undefined;
        cell = { ...cell, column: -1 };
      } else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : cell.column + 1;
        cell = { column: Math.max(0, column), type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        value = '';
        formula = false;
      } else if (name === 'f') formula = true;
    },
    text: (text) => {
      if (reading) value += text;
    },
    close: (name) => {
      reading = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'c') put();
      if (name !== 'row' || cells.length === 0) return undefined;
      total += length;
      if (total > XLSX_LIMITS.rowCharacters)
        throw new FileError('FILE_TOO_LARGE', 'The rows of the spreadsheet exceed 100 MiB.');
      return { cells, line, ...(unsaved === undefined ? {} : { unsaved }) };
    },
  });
}
