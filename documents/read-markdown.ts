import markdownIt from 'markdown-it';
import type { ReadText } from '../domain/knowledge/blocks.js';
import { readHtml } from './read-html.ts';

/** Reads a Markdown text as the page that it makes; HTML in it is read as such, and so is what that hides. */
export function readMarkdown(text: string, maxCharacters: number): ReadText {
  return readHtml(markdownIt({ html: true }).render(text), maxCharacters);
}
