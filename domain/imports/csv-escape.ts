// Spreadsheets run a cell that starts so, also behind blanks and in the wide forms of the signs. One that has an
// apostrophe in front already gets another, so that each cell reads back as it was.
const FORMULA = /^'*[\s\p{Cf}]*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;

/**
 * Escapes a cell so that no spreadsheet takes it for a formula: such texts get an apostrophe in front. Numbers stay
 * numbers.
 */
export function escapeCsvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the text that was escaped on export, so that a file of ours reads back as it was. */
export function unescapeCsvCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Writes one line of a CSV file (RFC 4180), cells escaped and quoted where needed, with its line end. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => quoted(escapeCsvCell(cell))).join(',')}\r\n`;
}

function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
