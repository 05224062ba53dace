import { htmlToText } from './html-to-text.js';

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

/** What a reply itself says: without the mail it quotes, and without the signature below it. */
export function withoutQuotes(text: string): string {
  const lines = text.slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((_line, index) => endsHere(lines, index));
  return (end < 0 ? lines : lines.slice(0, end))
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .replace(/\u200b/g, '')
    .trim();
}

/** The same for a reply that has only an HTML part. */
export function withoutHtmlQuotes(html: string): string {
  return withoutQuotes(htmlToText(html, { stopAtQuote: true }));
}

function endsHere(lines: readonly string[], index: number): boolean {
  const line = (lines[index] ?? '').trim();
  if (line === '') return false;
  if (SEPARATOR.test(line) || SIGNATURE.test(line)) return true;
  // Mail programs break the line above a quote in two or three.
  const together = [1, 2, 3].map((count) =>
    lines
      .slice(index, index + count)
      .map((part) => part.trim())
      .join(' '),
  );
  if (together.some((part) => LEAD_INS.some((leadIn) => leadIn.test(part)))) return true;
  return HEADER_BLOCK.test(
    lines
      .slice(index, index + 6)
      .map((part) => part.trim())
      .join('\n'),
  );
}
