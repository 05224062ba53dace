import {
  DAY_FIRST,
  DEVICE,
  FIELD_OF_LABEL,
  type HeadField,
  ORIGINAL_MESSAGE,
  OWN_VERBS,
  SENT_FROM,
  WROTE,
  WROTE_AT_END,
} from './mail-phrases.js';
import { foldPhrase } from './phrases.js';

const MAX_LENGTH = 100_000;
/** The line above a quote, joined; mail programs break it into up to four. */
const MAX_LEAD_IN = 400;
const LEAD_IN_LINES = 4;
const RULE = /^(_{10,}|-{10,})$/;
const ADDRESS = /[^\s<>()"@]{1,64}@[^\s<>()"@]{1,190}/;
const DATE = /(?<!\d)(19|20|25)\d\d(?!\d)|(?<!\d)\d{1,2}([./-])\d{1,2}\2\d{2}(?!\d)/;
const TIME = /(?<!\d)\d{1,2}[:.]\d{2}(?!\d)/;

/** A line of a mail. What is compared of it is worked out once. */
interface Line {
  raw: string;
  /** Without the marks that turn the direction of writing, and without blanks around it. */
  text: string;
  folded?: string;
  field?: Field | null;
}

/** A field of a copied head. */
interface Field {
  name: HeadField;
  value: string;
}

/** A run of lines that introduces a quote. */
interface LeadIn {
  start: number;
  /** The line behind it. */
  end: number;
}

/**
 * Returns what a reply itself says: without the mail it quotes, and without the signature below it. Where nothing is
 * written above the quote, it is what is written below or between its lines. Reads the first 100,000 characters, in
 * time proportional to them.
 */
export function withoutQuotes(text: string): string {
  const lines = linesOf(text);
  const end = ownEnd(lines);
  if (end.at === lines.length) return unquoted(lines);
  return unquoted(lines.slice(0, end.at)) || answerBelow(lines, end.leadIn);
}

/** Returns whether a text ends with the line that mail programs write above a quote. */
export function endsInLeadIn(text: string): boolean {
  const lines = linesOf(`${text.trimEnd()}\n>`);
  return leadInEndingAt(lines, lines.length - 2) !== undefined;
}

/** Returns whether a reply is empty except for a signature, and quotes nothing. */
export function isBare(text: string): boolean {
  const lines = linesOf(text);
  const first = lines.find((line) => line.text !== '');
  if (first === undefined) return true;
  return isSignature(first) && !lines.some((line, index) => line.raw.startsWith('>') || quoteAt(lines, index));
}

const linesOf = (text: string): Line[] =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/\r\n?/g, '\n')
    .replace(/\u200b/g, '')
    .split('\n')
    .map((raw) => ({ raw, text: raw.replace(DIRECTION, '').trim() }));
const DIRECTION = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

function fold(line: Line): string {
  line.folded ??= foldPhrase(line.text);
  return line.folded;
}

const unquoted = (lines: readonly Line[]): string =>
  lines
    .flatMap(({ raw }) => (/^ ?>/.test(raw) ? [] : [raw]))
    .join('\n')
    .trim();

function answerBelow(lines: readonly Line[], leadIn: LeadIn | undefined): string {
  if (!leadIn) return '';
  const below = lines.slice(leadIn.end);
  if (!below.find(({ text }) => text !== '')?.raw.startsWith('>')) return '';
  return unquoted(below.slice(0, ownEnd(below).at));
}

/** Returns the end of the person's own words: a signature, or the beginning of the quoted email. */
function ownEnd(lines: readonly Line[]): { at: number; leadIn?: LeadIn } {
  for (const [index, line] of lines.entries()) {
    if (isSignature(line)) return { at: index };
    const quote = quoteAt(lines, index);
    if (quote) return { at: quote.start, leadIn: quote };
  }
  return { at: lines.length };
}

function isSignature(line: Line): boolean {
  if (line.text === '--' || line.text === '—') return true;
  if (line.text.length < 6 || line.text.length > 120 || !DEVICE.test(line.text.toLowerCase())) return false;
  return SENT_FROM.test(fold(line)) && !/[?,;:]$/.test(line.text);
}

/** The quote that this line introduces, as its last line or as the first of a copied head. */
function quoteAt(lines: readonly Line[], index: number): LeadIn | undefined {
  const line = lines[index] as Line;
  if (line.text === '' || line.text.startsWith('>')) return undefined;
  if (RULE.test(line.text) || isSeparator(lines, index) || isHead(lines, index))
    return { start: index, end: index + 1 };
  return leadInEndingAt(lines, index);
}

const BETWEEN_DASHES = /^[-_=*~]{2,} ?([^-_=*~].{0,60}[^-_=*~ ]) ?[-_=*~]{2,}:?$/;

function isSeparator(lines: readonly Line[], index: number): boolean {
  const line = lines[index] as Line;
  if (line.text.length < 3 || line.text.length > 100) return false;
  const between = BETWEEN_DASHES.exec(line.text)?.[1];
  const isNamed = ORIGINAL_MESSAGE.has(between === undefined ? fold(line).replace(/:$/, '') : foldPhrase(between));
  if (isNamed && between !== undefined) return true;
  if (!isNamed && (between === undefined || !/^[-_=*~]{4}/.test(line.text))) return false;
  const next = nextLine(lines, index);
  return next !== undefined && (next.raw.startsWith('>') || fieldOf(next) !== undefined);
}

const nextLine = (lines: readonly Line[], index: number): Line | undefined =>
  lines.slice(index + 1, index + 4).find(({ text }) => text !== '');

const FIELD = /^[*_]{0,2}([^:：*_<>@]{1,30})[*_]{0,2} ?[:：][*_]{0,2}(.*)$/u;

/** The field of a copied head that a line gives; labels may be bold. */
function fieldOf(line: Line): Field | undefined {
  if (line.field === undefined) {
    const found = FIELD.exec(line.text.slice(0, 500));
    const name = found ? FIELD_OF_LABEL.get(foldPhrase(found[1] as string)) : undefined;
    line.field = name === undefined ? null : { name, value: (found?.[2] ?? '').trim() };
  }
  return line.field ?? undefined;
}

const MAX_HEAD = 16;

/** Returns whether a copied head begins here: it says from whom, and enough more that no person would. */
function isHead(lines: readonly Line[], index: number): boolean {
  if (!fieldOf(lines[index] as Line)) return false;
  const values = new Map<HeadField, string>();
  let others = 0;
  for (const line of lines.slice(index, index + MAX_HEAD)) {
    const field = fieldOf(line);
    // A head has each field once; the next mail's begins with the same one.
    if (field && field.name !== 'copy' && values.has(field.name)) break;
    if (field) values.set(field.name, field.value);
    // Addresses may take more lines, and blank ones may stand between fields.
    others = field ? 0 : others + (line.text === '' ? 0.5 : 1);
    if (others > 2) break;
  }
  const from = values.get('from');
  if (from === undefined || from === '' || values.size < 2) return false;
  return ADDRESS.test(from) || (values.size > 2 && (values.has('subject') || values.has('sent')));
}

/** The lines that end here and say who wrote the quoted mail, and when. */
function leadInEndingAt(lines: readonly Line[], index: number): LeadIn | undefined {
  const last = lines[index] as Line;
  if (last.text.length > MAX_LEAD_IN) return undefined;
  if (
    !/(?:[:：)]|-{2})$/.test(last.text) &&
    (last.text.length < 8 || !WROTE_AT_END.test(foldPhrase(last.text.slice(-40))))
  )
    return undefined;
  const quoteFollows = nextLine(lines, index)?.raw.startsWith('>') ?? false;
  let joined = '';
  let weak: number | undefined;
  for (let start = index; start > index - LEAD_IN_LINES && start >= 0; start -= 1) {
    const line = lines[start] as Line;
    if (line.text === '' || line.text.startsWith('>') || line.text.length + joined.length > MAX_LEAD_IN) break;
    if (start < index && !isBroken(lines, start)) break;
    joined = `${fold(line)} ${joined}`.trim();
    const strength = leadInStrength(joined, quoteFollows);
    if (strength === 'strong') return { start: withItsDay(lines, start), end: index + 1 };
    if (strength === 'weak') weak ??= start;
  }
  return weak === undefined ? undefined : { start: weak, end: index + 1 };
}

function leadInStrength(line: string, quoteFollows: boolean): 'strong' | 'weak' | undefined {
  if (OWN_VERBS.test(line)) return undefined;
  const [date, time, address] = [DATE.test(line), TIME.test(line), ADDRESS.test(line)];
  const wrote = WROTE.test(line);
  const colon = /(?:[:：]|-{2})$/.test(line);
  if (date && (wrote ? colon || address : colon && time && (address || quoteFollows))) return 'strong';
  return wrote && (address || time || quoteFollows) && (colon || address) ? 'weak' : undefined;
}

/** The narrowest that mail programs break lines. */
const MIN_WIDTH = 40;

/**
 * Returns whether a program may have broken the line here: the next word didn't fit, or the line gives a day and
 * continues.
 */
function isBroken(lines: readonly Line[], index: number): boolean {
  const line = lines[index] as Line;
  const [nextWord = ''] = (lines[index + 1]?.text ?? '').split(' ', 1);
  if (line.text === '' || line.text.length > MAX_LEAD_IN) return false;
  if (line.text.length + nextWord.length >= MIN_WIDTH) return true;
  return DATE.test(fold(line)) && DAY_FIRST.test(fold(line));
}

/** Returns the start of a broken line, since lines above it may name the writer or the day. */
function withItsDay(lines: readonly Line[], found: number): number {
  let start = found;
  while (start > 0 && found - start < LEAD_IN_LINES - 1 && isBroken(lines, start - 1)) {
    const [above, line] = [lines[start - 1] as Line, lines[start] as Line];
    const isDay = DAY_FIRST.test(fold(above)) && !DAY_FIRST.test(fold(line));
    const namesWriter = /<[^<>]{3,200}>/.test(above.text) && ADDRESS.test(above.text) && !ADDRESS.test(line.text);
    if (above.text.startsWith('>') || /[.!?]$/.test(above.text)) break;
    if (!isDay && !namesWriter && !line.text.startsWith('<')) break;
    start -= 1;
  }
  return start;
}
