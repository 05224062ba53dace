import { guessTarget } from './targets.js';

/** A record of a file: its cells, and the line where it ends. */
export interface FileRecord {
  cells: string[];
  line: number;
  /** The position of its first formula whose value wasn't saved with it. */
  unsaved?: number;
  /** Its text, where one of its cells goes over several lines. */
  raw?: string;
}

/** The number of records in which the header is looked for. */
export const HEADER_WITHIN = 50;
const LONGEST_HEADER = 80;
const NAMES_PEOPLE = ['first_name', 'last_name', 'full_name', 'email', 'phone'];

/**
 * Returns the position of the record that names the columns: the first one, unless titles, filters or comments come
 * before a record that names more lead columns, or before the first one that isn't nearly empty.
 */
export function findHeader(records: readonly FileRecord[]): number {
  const filled = records.map(({ cells }) => countFilled(cells));
  const widest = Math.max(...filled);
  // A record after the first person isn't a header.
  const data = records.findIndex(({ cells }, at) => 2 * (filled[at] as number) > widest && cells.some(isAddress));
  const known = records.slice(0, data < 1 ? undefined : data).map(({ cells }) => knownHeaders(cells));
  const first = known[0] ?? new Set();
  if (first.size >= 2 && NAMES_PEOPLE.some((target) => first.has(target))) return 0;
  const most = Math.max(...known.map(({ size }) => size));
  if (most >= 2 && most > first.size) return known.findIndex(({ size }) => size === most);
  if (first.size > 0) return 0;
  return Math.max(
    0,
    filled.findIndex((count) => 2 * count > widest),
  );
}

/** Returns the lead columns that the cells of a record name; none where a cell holds what no header does. */
export function knownHeaders(cells: readonly string[]): ReadonlySet<string> {
  const targets = new Set<string>();
  for (const cell of cells) {
    if (cell.includes('@') || /^\s*\+?\d{5,}\s*$/.test(cell.slice(0, LONGEST_HEADER))) return new Set();
    const target = cell.length <= LONGEST_HEADER ? guessTarget(cell) : undefined;
    if (target) targets.add(target);
  }
  return targets;
}

/** Makes the names of columns unlike each other, so that a mapping can name each of them. */
export function uniqueHeaders(cells: readonly string[]): string[] {
  const headers = cells.map((cell) => cell.trim());
  const taken = new Set(headers);
  const seen = new Set<string>();
  return headers.map((header, index) => {
    const unnamed = header === '';
    if (!unnamed && !seen.has(header)) {
      seen.add(header);
      return header;
    }
    let name = unnamed ? `Column ${index + 1}` : `${header} (2)`;
    for (let count = unnamed ? 2 : 3; taken.has(name); count += 1)
      name = unnamed ? `Column ${index + 1} (${count})` : `${header} (${count})`;
    taken.add(name);
    seen.add(name);
    return name;
  });
}

const isAddress = (cell: string): boolean => /^\s*[^\s@]{1,64}@[^\s@]{1,255}\s*$/.test(cell.slice(0, 330));
const countFilled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;

/** Returns whether a record holds nothing. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const TOTAL =
  /^(?:(?:grand |sub ?)?totals?|sums?|count|average|gesamt(?:summe)?|summe|anzahl|suma|total(?:es)? general(?:es)?|totale|totaux|soma|somme|totale generale|gesamtergebnis)(?: records?| rows?| leads?| contacts?)?(?: ?\(\d{1,9} [\p{L}]{3,12}\))? ?:?(?: \d{1,9})?$/iu;
const NOTE =
  /^(?:#(?!n\/a|ref|value|name|error|null|num|div)|-{3,}|={3,}|\*{3,}|_{3,}|©|\(c\) |confidential|copyright|all rights reserved|(?:report )?(?:generated|created|exported|printed|downloaded|prepared) (?:by|on|at|from|with|via)\b|(?:as of|run on|report run|date of export|export date|source:|note:|legend:)|page \d+|end of (?:file|report|list|export|data)|\(?\d{1,9} (?:rows?|records?|leads?|contacts?|filas?|registros?|contactos?|zeilen|datensätze|lignes?|enregistrements?|righe|record|linhas?)\b|(?:total )?(?:rows?|records?|leads?|contacts?) ?: ?\d|vertraulich|erstellt (?:am|von)|exportiert (?:am|von)|seite \d+|ende der|confidencial|generado (?:por|el|en)|exportado (?:por|el|em|de)|creado (?:por|el)|página \d+|fin del?\b|confidentiel|généré (?:par|le)|exporté (?:par|le)|créé (?:par|le)|tous droits|fin du\b|riservato|generato (?:da|il)|esportato (?:da|il)|pagina \d+|gerado (?:por|em)|criado (?:por|em)|todos (?:los derechos|os direitos)|alle rechte|tutti i diritti|salesforce\.com)/iu;
const NUMERIC = /^[\p{Sc}\d\s.,'’%()+-]{1,30}$/u;
const LONGEST_NOTE = 300;

/**
 * Returns whether a record could be a line that programs write behind the rows, such as a total or who made the report.
 * Where rows follow it, it is a row like any other.
 */
export function soundsLikeFooter(cells: readonly string[]): boolean {
  let first: string | undefined;
  let others = 0;
  let numbers = true;
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') continue;
    if (first === undefined) {
      first = text;
      continue;
    }
    others += 1;
    numbers &&= NUMERIC.test(text);
    // Almost every row ends here.
    if (others > 1 && !numbers) return false;
    if (text.includes('@')) return false;
  }
  if (first === undefined || first.length > LONGEST_NOTE) return false;
  return (numbers && TOTAL.test(first)) || (others <= 1 && NOTE.test(first));
}
