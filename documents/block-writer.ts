import type { Block } from '../domain/knowledge/blocks.js';
import { Refusal } from './refusal.ts';

/** Collects the blocks of a document, up to a length. */
export interface BlockWriter {
  readonly blocks: Block[];
  write(kind: Block['kind'], text: string, place?: { level?: number; page?: number | null }): void;
}

/** Makes a writer. What is longer than `maxCharacters` in all is refused. */
export function createBlockWriter(maxCharacters: number): BlockWriter {
  const blocks: Block[] = [];
  let length = 0;
  return {
    blocks,
    write(kind, text, { level = 0, page = null } = {}) {
      const plain = text
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
      if (plain === '') return;
      length += plain.length;
      if (length > maxCharacters) throw new Refusal(`The document exceeds ${maxCharacters} characters.`);
      blocks.push({ kind, level, text: kind === 'heading' ? plain.replaceAll('\n', ' ') : plain, page });
    },
  };
}
