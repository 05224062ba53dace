import { htmlToText } from '../messages/html-to-text.js';

const LEAD_INS = [
  /^on\b.{5,300}\bwrote:?$/is,
  /^el\b.{5,300}\bescribi[oó]:?$/is,
  /^em\b.{5,300}\bescreveu:?$/is,
  /^am\b.{5,300}\bschrieb\b.{0,200}:$/is,
  /^le\b.{5,300}\ba [ée]crit\s?:?$/is,
  /^il\b.{5,300}\bha scritto:?$/is,
  /^op\b.{5,300}\bschreef\b.{0,200}:$/is,
];
const SEPARATOR =
  /^(-{2,} ?(original message|mensaje original|mensagem original|urspr[üu]ngliche nachricht|message d['’]origine|messaggio originale|oorspronkelijk bericht|forwarded message).*|_{10,}|-{10,})$/i;
const HEADER_BLOCK =
  /^\*?(from|de|von|da|van)\s?:\*? .+\n(.*\n){0,3}?\*?(sent|date|enviado|enviada em|gesendet|envoy[ée]|inviato|verzonden|to|para|an|aan|[àa]|fecha|data|datum)\s?:\*? /i;
const SIGNATURE =
  /^(-- ?|—|sent from my .{1,40}|enviado desde mi .{1,40}|enviado do meu .{1,40}|von meinem .{1,40} gesendet|envoy[ée] de mon .{1,40}|inviato da(l mio)? .{1,40}|verstuurd vanaf mijn .{1,40}|get outlook for .{1,20})$/i;
const MAX_LENGTH = 100_000;

/**
 * Returns what a reply itself says: without the mail it quotes, and without the signature below it. Where nothing
 * stands above the quote, it is what stands below or between its lines.
 */
export function withoutQuotes(text: string): string {
  const lines = linesOf(text);
  const end = lines.findIndex((_line, index) => endsHere(lines, index));
  if (end < 0) return unquoted(lines);
  return unquoted(lines.slice(0, end)) || answerBelow(lines, end);
}

/** Returns what a reply itself says where it has only an HTML part. */
export function withoutHtmlQuotes(html: string): string {
  return withoutQuotes(htmlToText(html, { stopAtQuote: true }));
}

/** Tells whether a reply is empty but for a signature: it says nothing, and quotes nothing either. */
export function isBare(text: string): boolean {
  const lines = linesOf(text);
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) return true;
  return SIGNATURE.test(first.trim()) && !lines.some((line, index) => line.startsWith('>') || quotesFrom(lines, index));
}

const linesOf = (text: string): string[] =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/\r\n?/g, '\n')
    .replace(/\u200b/g, '')
    .split('\n');

const unquoted = (lines: readonly string[]): string =>
  lines
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .trim();

function answerBelow(lines: readonly string[], leadIn: number): string {
  const length = leadInLength(lines, leadIn);
  if (length === 0) return '';
  const below = lines.slice(leadIn + length);
  if (!below.find((line) => line.trim() !== '')?.startsWith('>')) return '';
  const end = below.findIndex((_line, index) => endsHere(below, index));
  return unquoted(end < 0 ? below : below.slice(0, end));
}

const endsHere = (lines: readonly string[], index: number): boolean =>
  SIGNATURE.test((lines[index] ?? '').trim()) || quotesFrom(lines, index);

/** Whether the quoted mail, or what leads in to it, begins with this line. */
function quotesFrom(lines: readonly string[], index: number): boolean {
  const line = (lines[index] ?? '').trim();
  if (line === '') return false;
  if (SEPARATOR.test(line) || leadInLength(lines, index) > 0) return true;
  return HEADER_BLOCK.test(
    lines
      .slice(index, index + 6)
      .map((part) => part.trim())
      .join('\n'),
  );
}

/** How many lines the line above a quote takes, which mail programs break in two or three; 0 where it is none. */
function leadInLength(lines: readonly string[], index: number): number {
  const length = [1, 2, 3].find((count) => {
    const together = lines
      .slice(index, index + count)
      .map((part) => part.trim())
      .join(' ');
    return LEAD_INS.some((leadIn) => leadIn.test(together));
  });
  return length ?? 0;
}
