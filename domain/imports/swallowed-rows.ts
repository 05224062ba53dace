import type { FileRecord } from './header-row.js';

/**
 * Takes a record apart in which a quote that is never closed swallowed the line break, and so the rows below it. Only
 * where its quotes are not in order, and each of its lines has as many cells as the header.
 */
export function splitSwallowed({ raw, line }: FileRecord, width: number, delimiter: string): FileRecord[] | undefined {
  if (raw === undefined || width < 2 || quotesAreInOrder(raw, delimiter)) return undefined;
  const lines = raw.split(/\r\n|\n|\r/);
  const rows = lines.map((text) => splitLine(text, delimiter));
  if (rows.some((cells) => cells.length !== width)) return undefined;
  return rows.map((cells, index) => ({ cells, line: line - rows.length + 1 + index }));
}

/** Returns whether quotes begin cells, end them, or are doubled within them. */
function quotesAreInOrder(raw: string, delimiter: string): boolean {
  let quoted = false;
  for (let at = raw.indexOf('"'); at >= 0; at = raw.indexOf('"', at + 1)) {
    const isEnd = (char: string | undefined) => char === undefined || /[\r\n]/.test(char) || char === delimiter;
    if (!quoted) {
      // A quote within a cell that has none around it is a character like any other.
      quoted = isEnd(raw[at - 1]);
    } else if (raw[at + 1] === '"') at += 1;
    else if (isEnd(raw[at + 1])) quoted = false;
    else return false;
  }
  return !quoted;
}

/** Splits a line into cells. A quote that opens a cell and is never closed is left out, any other stray quote is kept. */
function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let failures = 0;
  for (let at = 0; at <= line.length; ) {
    const opens = line[at] === '"';
    // Each search for the end may read the whole line.
    const end = opens && failures < MAX_FAILURES ? findClosingQuote(line, at + 1, delimiter) : -1;
    if (opens && end < 0) failures += 1;
    const stop = end < 0 ? line.indexOf(delimiter, at) : end + 1;
    const next = stop < 0 ? line.length : stop;
    cells.push(end < 0 ? line.slice(opens ? at + 1 : at, next) : line.slice(at + 1, end).replaceAll('""', '"'));
    at = next + 1;
  }
  return cells;
}

const MAX_FAILURES = 2;

/** Finds the quote that ends a cell; -1 where there is none, or where another quoted cell begins before it. */
function findClosingQuote(line: string, from: number, delimiter: string): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    const next = line[at + 1];
    if (next === '"') at += 1;
    else if (next === undefined || next === delimiter) return at;
    else if (line[at - 1] === delimiter) return -1;
  }
  return -1;
}
