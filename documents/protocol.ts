import type { ReadText } from '../domain/knowledge/blocks.js';

/** The files that are read in a process of their own. */
export type FileKind = 'markdown' | 'html' | 'pdf';

/** The order that the process receives before the bytes of the file. */
export interface ReadOrder {
  kind: FileKind;
  maxPages: number;
  maxCharacters: number;
}

/** The response of the process: the text, or why it can't be read, in words for the document's owner. */
export type ReadAnswer = { ok: true; text: ReadText } | { ok: false; reason: string };
