import { htmlToText } from '../messages/html-to-text.js';
import {
  DAY_FIRST,
  DEVICE,
  FIELD_OF_LABEL,
  foldPhrase,
  type HeadField,
  ORIGINAL_MESSAGE,
  OWN_VERBS,
  SENT_FROM,
  WROTE,
} from './mail-phrases.js';

const MAX_LENGTH = 100_000;
/** The line above a quote, joined; mail programs break it into up to four. */
const MAX_LEAD_IN = 400;
const LEAD_IN_LINES = 4;
const RULE = /^(_{10,}|-{10,})$/;
const ADDRESS = /[^\s<>()"@]{1,64}@[^\s<>()"@]{1,190}/;
const DATE = /(?<!\d)(19|20|25)\d\d(?!\d)|(?<!\d)\d{1,2}([./-])\d{1,2}\2\d{2}(?!\d)/;
const TIME = /(?<!\d)\d{1,2}[:.]\d{2}(?!\d)/;

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
  const end = ownEnd(lines, 0);
  if (end.at === lines.length) return unquoted(lines);
  return unquoted(lines.slice(0, end.at)) || answerBelow(lines, end.leadIn);
}

/** Returns what a reply itself says where it has only an HTML part. */
export function withoutHtmlQuotes(html: string): string {
  return withoutQuotes(htmlToText(html, { stopAtQuote: true }));
}

/** Returns whether a reply is empty except for a signature, and quotes nothing. */
export function isBare(text: string): boolean {
  const lines = linesOf(text);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return true;
  if (!isSignature(clean(lines[first] as string))) return false;
  return !lines.some((line, index) => line.startsWith('>') || quoteAt(lines, index) !== undefined);
}

const linesOf = (text: string): string[] =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/\r\n?/g, '\n')
    .replace(/\u200b/g, '')
    .split('\n');

/** A line as it is compared: without the marks that turn the direction of writing. */
const clean = (line: string): string =>
  line.replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '').trim();

const unquoted = (lines: readonly string[]): string =>
  lines
    .filter((line) => !/^ ?>/.test(line))
    .join('\n')
    .trim();

function answerBelow(lines: readonly string[], leadIn: LeadIn | undefined): string {
  if (!leadIn) return '';
  const below = lines.slice(leadIn.end);
  if (!below.find((line) => line.trim() !== '')?.startsWith('>')) return '';
  return unquoted(below.slice(0, ownEnd(below, 0).at));
}

/** Where the person's own words end: at a signature, or where the quoted mail begins. */
function ownEnd(lines: readonly string[], from: number): { at: number; leadIn?: LeadIn } {
  for (let index = from; index < lines.length; index += 1) {
    if (isSignature(clean(lines[index] as string))) return { at: index };
    const quote = quoteAt(lines, index);
    if (quote) return { at: quote.start, leadIn: quote };
  }
  return { at: lines.length };
}

const isSignature = (line: string): boolean => {
  if (line === '--' || line === '—') return true;
  if (line === '' || line.length > 120) return false;
  const folded = foldPhrase(line);
  return SENT_FROM.test(folded) && DEVICE.test(folded) && !/\?$|[,;:]$/.test(folded);
};

/** The quote that this line introduces, as its last line or as the first of a copied head. */
function quoteAt(lines: readonly string[], index: number): LeadIn | undefined {
  const line = clean(lines[index] as string);
  if (line === '' || line.startsWith('>')) return undefined;
  if (RULE.test(line) || isSeparator(lines, index, line) || isHead(lines, index))
    return { start: index, end: index + 1 };
  return leadInEndingAt(lines, index);
}

function isSeparator(lines: readonly string[], index: number, line: string): boolean {
  if (line.length > 100) return false;
  const between = /^[-_=*~]{2,} ?([^-_=*~].*?[^-_=*~ ]) ?[-_=*~]{2,}:?$/.exec(line)?.[1];
  const phrase = foldPhrase(between ?? line.replace(/:$/, ''));
  if (between !== undefined && ORIGINAL_MESSAGE.has(phrase)) return true;
  const marked = ORIGINAL_MESSAGE.has(phrase) || (between !== undefined && /^[-_=*~]{4}/.test(line));
  return marked && (nextLine(lines, index)?.startsWith('>') || fieldOf(nextLine(lines, index) ?? '') !== undefined);
}

const nextLine = (lines: readonly string[], index: number): string | undefined =>
  lines
    .slice(index + 1, index + 4)
    .map(clean)
    .find((line) => line !== '');

/** The field of a copied head that a line gives, with its value; labels may be bold. */
function fieldOf(line: string): { field: HeadField; value: string } | undefined {
  const found = /^[*_]{0,2}([^:：*_<>@]{1,30})[*_]{0,2} ?[:：][*_]{0,2}(.*)$/u.exec(clean(line.slice(0, 500)));
  const field = found && FIELD_OF_LABEL.get(foldPhrase(found[1] as string));
  return field ? { field, value: (found[2] as string).trim() } : undefined;
}

/** Whether a copied head begins here: it says from whom, and enough more that no person would. */
function isHead(lines: readonly string[], index: number): boolean {
  if (!fieldOf(lines[index] as string)) return false;
  const values = new Map<HeadField, string>();
  let others = 0;
  for (const line of lines.slice(index, index + 16)) {
    if (clean(line) === '') {
      others += 0.5;
    } else {
      const found = fieldOf(line);
      if (!found) others += 1;
      // A head has each field once; the next mail's begins with the same one.
      else if (values.has(found.field) && found.field !== 'copy') break;
      else {
        values.set(found.field, found.value);
        others = 0;
      }
    }
    if (others > 2) break;
  }
  const from = values.get('from');
  if (from === undefined || from === '' || values.size < 2) return false;
  return values.has('subject') || values.has('sent') ? values.size > 2 || ADDRESS.test(from) : ADDRESS.test(from);
}

/** The lines that end here and say who wrote the quoted mail, and when. */
function leadInEndingAt(lines: readonly string[], index: number): LeadIn | undefined {
  const last = clean(lines[index] as string);
  const ends = /[:：]$|\)$|-{2,}$/.test(last) || WROTE.some((verb) => foldPhrase(last.slice(-30)).endsWith(verb));
  if (!ends || last.length > MAX_LEAD_IN) return undefined;
  const quoteFollows = nextLine(lines, index)?.startsWith('>') ?? false;
  let weak: number | undefined;
  for (let start = index; start > index - LEAD_IN_LINES && start >= 0; start -= 1) {
    const part = clean(lines[start] as string);
    if (part === '' || part.startsWith('>')) break;
    if (start < index && !isBroken(lines, start)) break;
    const joined = foldPhrase(
      lines
        .slice(start, index + 1)
        .map(clean)
        .join(' '),
    );
    if (joined.length > MAX_LEAD_IN) break;
    const strength = leadInStrength(joined, quoteFollows);
    if (strength === 'strong') return { start: withItsDay(lines, start), end: index + 1 };
    if (strength === 'weak') weak ??= start;
  }
  return weak === undefined ? undefined : { start: weak, end: index + 1 };
}

function leadInStrength(line: string, quoteFollows: boolean): 'strong' | 'weak' | undefined {
  if (OWN_VERBS.test(line)) return undefined;
  const [date, time, address] = [DATE.test(line), TIME.test(line), ADDRESS.test(line)];
  const wrote = WROTE.some((verb) => line.includes(verb));
  const colon = /[:：]$|-{2,}$/.test(line);
  if (date && (wrote ? colon || address : colon && time && address)) return 'strong';
  if (date && time && quoteFollows && colon) return 'strong';
  return wrote && (address || time || quoteFollows) && (colon || address) ? 'weak' : undefined;
}

/** The narrowest that mail programs break lines. */
const MIN_WIDTH = 40;

/** Whether a program may have broken the line here: the next word didn't fit, or the line gives a day and goes on. */
function isBroken(lines: readonly string[], index: number): boolean {
  const line = clean(lines[index] ?? '');
  const [nextWord = ''] = clean(lines[index + 1] ?? '').split(' ', 1);
  if (line === '' || line.length > MAX_LEAD_IN) return false;
  if (line.length + nextWord.length >= MIN_WIDTH) return true;
  const folded = foldPhrase(line);
  return DAY_FIRST.test(folded) && DATE.test(folded);
}

/** Where a broken line begins whose rest says enough: lines above it may name the writer or the day. */
function withItsDay(lines: readonly string[], found: number): number {
  let start = found;
  while (start > 0 && found - start < LEAD_IN_LINES - 1 && isBroken(lines, start - 1)) {
    const [above, line] = [clean(lines[start - 1] as string), clean(lines[start] as string)];
    const folded = foldPhrase(above);
    const isDay = DAY_FIRST.test(folded) && !DAY_FIRST.test(foldPhrase(line));
    const isWriter =
      line.startsWith('<') || (/<[^<>]{3,200}>/.test(above) && ADDRESS.test(above) && !ADDRESS.test(line));
    if (above.startsWith('>') || /[.!?]$/.test(above) || !(isDay || isWriter)) break;
    start -= 1;
  }
  return start;
}
