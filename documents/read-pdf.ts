import { getDocumentProxy } from 'unpdf';
import type { ReadText } from '../domain/knowledge/blocks.js';
import { type BlockWriter, createBlockWriter } from './block-writer.ts';
import { Refusal } from './refusal.ts';

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A piece of a line, as the page draws it. */
interface Piece {
  str: string;
  hasEOL: boolean;
  height: number;
  transform: number[];
}

interface Line {
  text: string;
  /** The height of its letters, in points. */
  size: number;
  y: number;
}

/** Smaller letters are there for machines. */
const READABLE = 2;
const HEADING_RATIO = 1.2;
const MAX_HEADING = 150;
/** A gap of more than so many line heights begins a paragraph. */
const PARAGRAPH_GAP = 1.7;

const isPiece = (item: object): item is Piece => 'str' in item && 'transform' in item;

function linesOf(pieces: readonly Piece[], hidden: string[], view: readonly number[]): Line[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, hasEOL, height, transform } of pieces) {
    const [x = 0, y = 0] = transform.slice(4);
    const outside = x < left - 1 || x > right + 1 || y < bottom - 1 || y > top + 1;
    if (str.trim() !== '' && ((height > 0 && height < READABLE) || outside)) hidden.push(str);
    else {
      line ??= { text: '', size: 0, y };
      line.text += str;
      line.size = Math.max(line.size, height);
    }
    if (hasEOL && line) {
      lines.push(line);
      line = undefined;
    }
  }
  if (line) lines.push(line);
  return lines.filter(({ text }) => text.trim() !== '');
}

/** The height in which most letters of a page are written. */
function usualSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Joins lines to paragraphs, a word that was divided at a line's end too. */
function join(lines: readonly Line[]): string {
  let text = '';
  for (const line of lines) {
    const next = line.text.trim();
    if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next;
    else text += text === '' ? next : ` ${next}`;
  }
  return text;
}

function writePage(writer: BlockWriter, lines: readonly Line[], page: number): void {
  const usual = usualSize(lines);
  let paragraph: Line[] = [];
  const end = () => {
    writer.write('text', join(paragraph), { page });
    paragraph = [];
  };
  for (const line of lines) {
    const isHeading = line.size > usual * HEADING_RATIO && line.text.trim().length <= MAX_HEADING;
    const before = paragraph.at(-1);
    if (isHeading) {
      end();
      writer.write('heading', line.text, { page, level: line.size > usual * 1.6 ? 1 : 2 });
      continue;
    }
    if (before && Math.abs(before.y - line.y) > PARAGRAPH_GAP * Math.max(line.size, 1)) end();
    paragraph.push(line);
  }
  end();
}

async function open(bytes: Uint8Array): Promise<Proxy> {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, disableFontFace: true, useSystemFonts: false });
  } catch (error) {
    const name = (error as Error).name;
    if (name === 'PasswordException') throw new Refusal('The PDF is password-protected. Send it without a password.');
    throw new Refusal("The file isn't a readable PDF.");
  }
}

/** Reads the text of a PDF, page by page. One that has none, such as a scan, is refused. */
export async function readPdf(
  bytes: Uint8Array,
  { maxPages, maxCharacters }: { maxPages: number; maxCharacters: number },
): Promise<ReadText> {
  const document = await open(bytes);
  if (document.numPages > maxPages)
    throw new Refusal(`The PDF has ${document.numPages} pages. The limit is ${maxPages}.`);
  const writer = createBlockWriter(maxCharacters);
  const hidden: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    writePage(writer, linesOf(items.filter(isPiece) as Piece[], hidden, page.view), number);
    page.cleanup();
  }
  if (writer.blocks.length === 0) {
    throw new Refusal('The PDF contains no text, as is common for scans. Send a PDF whose text can be selected.');
  }
  return { blocks: writer.blocks, pages: document.numPages, hidden };
}
