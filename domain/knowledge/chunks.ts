import { cut } from '../values/text.js';
import type { Block } from './blocks.js';
import { sentencesOf } from './sentences.js';

/** A part of a document that is found, shown and cited as one. */
export interface Chunk {
  /** Its place in the document, from 0. */
  no: number;
  /** The headings above it, the highest first. */
  heading: string | null;
  page: number | null;
  text: string;
}

const SENTENCE_END = /[.!?؟。！？:;]['"”’)\]]*\s*$/u;
const LEAST = 900;
const MOST = 1_200;
/** So much of the end of a part begins the next one of its section. */
const OVERLAP = 120;
const MOST_OF_TABLE = 8_000;
const MOST_OF_HEADING = 500;
const HEADING_LEVELS = 6;

/** A unit that is added to a part as a whole, and the separator before it. */
interface Unit {
  text: string;
  between: string;
  page: number | null;
}

/** Cuts a sentence that is longer than a part, at its words where it has some. */
function piecesOf(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > MOST) {
    const head = cut(rest, MOST);
    const space = head.lastIndexOf(' ');
    const piece = space > LEAST ? head.slice(0, space) : head;
    pieces.push(piece);
    rest = rest.slice(piece.length).trimStart();
  }
  return [...pieces, rest];
}

const unitsOf = ({ text, page }: Block): Unit[] =>
  text.split('\n').flatMap((line, lineAt) =>
    sentencesOf(line)
      .flatMap(piecesOf)
      .map((piece, at) => ({ text: piece, between: at > 0 ? ' ' : lineAt > 0 ? '\n' : '\n\n', page })),
  );

/** The last words of a part, as many as overlap. */
function tailOf(text: string): string {
  const tail = text.slice(-OVERLAP);
  const space = tail.search(/\s/);
  return space < 0 ? '' : tail.slice(space).trim();
}

/** Fills parts of one section, one after the other. */
function createSection(heading: string | null, emit: (chunk: Omit<Chunk, 'no'>) => void) {
  let text = '';
  let page: number | null = null;
  let fresh = false;
  const end = () => {
    if (fresh && text.trim() !== '') emit({ heading, page, text: text.trim() });
    text = '';
    fresh = false;
  };
  const add = (unit: Unit, rest: number) => {
    const full = text.length + unit.between.length + unit.text.length > MOST;
    // A paragraph that no longer fits as a whole begins a part of its own, where the one before is long enough.
    const breaks = unit.between === '\n\n' && text.length >= LEAST && text.length + rest > MOST;
    // A part belongs to one page, so that citations name the correct page. A sentence that continues on the next page
    // is kept whole.
    const turns = unit.page !== page;
    if (fresh && (full || breaks || turns)) {
      const tail = turns && SENTENCE_END.test(text) ? '' : tailOf(text);
      end();
      text = tail;
    }
    if (!fresh) page = unit.page;
    text = text === '' ? unit.text : `${text}${unit.between}${unit.text}`;
    fresh = true;
  };
  return {
    write(block: Block) {
      const units = unitsOf(block);
      for (const unit of units) add(unit, block.text.length);
    },
    table(block: Block) {
      end();
      for (let at = 0; at < block.text.length; ) {
        const piece = cut(block.text.slice(at), MOST_OF_TABLE);
        emit({ heading, page: block.page, text: piece });
        at += piece.length;
      }
    },
    end,
  };
}

const pathOf = (path: readonly (string | undefined)[]): string | null => {
  const shown = path.filter((heading) => heading !== undefined && heading !== '').join(' › ');
  return shown === '' ? null : cut(shown, MOST_OF_HEADING);
};

/**
 * Splits a document into parts of 900 to 1,200 characters, at its headings, then at paragraphs and sentences. Tables
 * stay whole. The same text always gives the same parts.
 */
export function chunksOf(blocks: readonly Block[]): Chunk[] {
  const chunks: Chunk[] = [];
  const emit = (chunk: Omit<Chunk, 'no'>) => chunks.push({ no: chunks.length, ...chunk });
  let path: (string | undefined)[] = [];
  let section = createSection(null, emit);
  for (const block of blocks) {
    if (block.kind === 'table') section.table(block);
    else if (block.kind === 'text') section.write(block);
    else {
      section.end();
      const level = Math.min(Math.max(block.level, 1), HEADING_LEVELS);
      path = [...Array.from({ length: level - 1 }, (_, at) => path[at]), block.text.trim()];
      section = createSection(pathOf(path), emit);
    }
  }
  section.end();
  // A text of headings alone, such as a slide.
  const headings = blocks.map(({ text }) => text.trim()).join('\n');
  if (chunks.length === 0 && headings !== '') {
    for (const piece of piecesOf(headings)) emit({ heading: null, page: blocks[0]?.page ?? null, text: piece });
  }
  return chunks;
}
