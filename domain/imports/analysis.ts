import { addDateEvidence, type DateEvidence, type DecidedOrder, dateShape, decideDateOrder } from '../values/dates.js';
import { parseMoney } from '../values/money.js';
import { isOptOut } from './opt-outs.js';

/** The content of a column of a file. Plain JSON, so it can be stored between upload and import. */
export interface ColumnAnalysis {
  header: string;
  /** Cells that hold anything. */
  filled: number;
  /** Filled cells that read as numbers or amounts, and as dates. */
  numbers: number;
  dates: number;
  /** Filled cells that are numbers as spreadsheets store dates. */
  serials: number;
  dateOrder: DecidedOrder;
  /** True if the file itself says that the cells are numbers. */
  isNumber?: boolean;
  /** Filled cells that are JSON objects. */
  objects: number;
  /** Filled cells that say in a word, such as "Unsubscribed", that a person has left. */
  left: number;
  /** The first few different values, cut short, for a preview. */
  samples: string[];
}

/** Collects the analysis of a file row by row, so that a file of any length needs no memory. */
export interface ColumnAnalyser {
  add(cells: readonly string[]): void;
  finish(): ColumnAnalysis[];
}

const SAMPLES = 3;
// No date and no amount is longer; prose needs no look.
const LONGEST_VALUE = 60;
const SAMPLE_LENGTH = 80;

/** Makes an analyser for the columns of a file. */
export function createColumnAnalyser(headers: readonly string[]): ColumnAnalyser {
  const columns = headers.map((header) => ({
    header,
    filled: 0,
    numbers: 0,
    dates: 0,
    serials: 0,
    objects: 0,
    left: 0,
    evidence: noEvidence(),
    samples: [] as string[],
  }));
  return {
    add(cells) {
      columns.forEach((column, index) => {
        const text = (cells[index] ?? '').trim();
        if (text === '') return;
        column.filled += 1;
        if (text.startsWith('{') && text.endsWith('}')) column.objects += 1;
        if (text.length <= LONGEST_VALUE) count(column, text);
        const sample = text.slice(0, SAMPLE_LENGTH).toWellFormed();
        if (column.samples.length < SAMPLES && !column.samples.includes(sample)) column.samples.push(sample);
      });
    },
    finish: () => columns.map(({ evidence, ...column }) => ({ ...column, dateOrder: decideDateOrder(evidence) })),
  };
}

interface Counts {
  numbers: number;
  dates: number;
  serials: number;
  left: number;
  evidence: DateEvidence;
}

function count(column: Counts, text: string): void {
  const shape = dateShape(text);
  addDateEvidence(column.evidence, shape);
  if (shape.kind === 'serial') column.serials += 1;
  else if (shape.kind !== 'none' && shape.kind !== 'epoch') column.dates += 1;
  if (parseMoney(text).ok) column.numbers += 1;
  if (isOptOut(text)) column.left += 1;
}

const noEvidence = (): DateEvidence => ({ dayFirst: 0, monthFirst: 0, ambiguous: 0 });
