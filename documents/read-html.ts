import { type DefaultTreeAdapterMap, parse } from 'parse5';
import type { ReadText } from '../domain/knowledge/blocks.js';
import { type BlockWriter, createBlockWriter } from './block-writer.ts';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

/** The elements without text for readers. */
const LEFT_OUT = new Set([
  ...['script', 'style', 'head', 'template', 'noscript', 'nav', 'iframe', 'object', 'embed', 'svg', 'canvas'],
  ...['audio', 'video', 'map', 'select', 'textarea', 'button', 'dialog'],
]);
const HEADING = /^h([1-6])$/;
const OWN_LINES = new Set([
  ...['p', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'ul', 'ol', 'dl', 'dt', 'dd', 'pre'],
  ...['blockquote', 'figure', 'figcaption', 'form', 'fieldset', 'hr', 'address', 'details', 'summary', 'body', 'html'],
]);
/** Ways to keep a text from the eyes of readers. */
const UNSEEN_STYLE =
  /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|font-size\s*:\s*0{0,20}(?:\.0{0,20})?(px|em|rem|pt|%)?\s*(;|!|$)|opacity\s*:\s*0{0,20}(?:\.0{0,20})?\s*(;|!|$)|color\s*:\s*transparent|text-indent\s*:\s*-\d{3,}|(left|top)\s*:\s*-\d{4,}/i;

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((each) => each.name === name)?.value;

const isElement = (node: Node): node is Element => 'tagName' in node;

const isUnseen = (element: Element): boolean =>
  attribute(element, 'hidden') !== undefined || UNSEEN_STYLE.test(attribute(element, 'style') ?? '');

/** All text below a node, for what is hidden. */
function textBelow(node: Node): string {
  let text = '';
  const open: Node[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isElement(next) && ['script', 'style', 'template'].includes(next.tagName)) continue;
    if ('value' in next) text += next.value;
    if ('childNodes' in next) open.push(...[...next.childNodes].reverse());
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** Removes the empty cells at the end of a table's row. */
function withoutBars(row: string): string {
  let end = row.length;
  while (end > 0 && ' |'.includes(row.charAt(end - 1))) end -= 1;
  return row.slice(0, end);
}

/** Writes the page's text during the walk. Text on separate lines is a block. */
function createPageWriter(writer: BlockWriter) {
  let text = '';
  let heading = 0;
  let table = 0;
  const end = () => {
    if (table > 0) return;
    if (heading > 0) writer.write('heading', text, { level: heading });
    else writer.write('text', text);
    text = '';
  };
  return {
    add(value: string) {
      text += value.replace(/\s+/g, ' ');
    },
    open(name: string) {
      const level = HEADING.exec(name)?.[1];
      if (level !== undefined || OWN_LINES.has(name)) end();
      if (level !== undefined) heading = Number(level);
      if (name === 'table') {
        end();
        table += 1;
      }
      if (name === 'br') text += '\n';
      if (name === 'li') text += '\n- ';
      if (name === 'tr') text += '\n';
    },
    close(name: string) {
      if (HEADING.test(name)) {
        end();
        heading = 0;
      } else if (name === 'table') {
        table -= 1;
        if (table === 0) {
          writer.write('table', text.split('\n').map(withoutBars).join('\n'));
          text = '';
        }
      } else if (name === 'td' || name === 'th') text += ' | ';
      else if (OWN_LINES.has(name)) end();
    },
    end,
  };
}

/**
 * Reads the visible text of a page and reports text that its markup hides. Walks with a list, so depth needs no stack.
 */
export function readHtml(html: string, maxCharacters: number): ReadText {
  const writer = createBlockWriter(maxCharacters);
  const page = createPageWriter(writer);
  const hidden: string[] = [];
  const open: (Node | { leave: string })[] = [parse(html)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('leave' in node) {
      page.close(node.leave);
      continue;
    }
    if (node.nodeName === '#text' && 'value' in node) page.add(node.value);
    if (isElement(node)) {
      if (LEFT_OUT.has(node.tagName) || attribute(node, 'aria-hidden') === 'true') continue;
      if (isUnseen(node)) {
        hidden.push(textBelow(node));
        continue;
      }
      page.open(node.tagName);
      open.push({ leave: node.tagName });
    }
    if ('childNodes' in node) for (const child of [...node.childNodes].reverse()) open.push(child);
  }
  page.end();
  return { blocks: writer.blocks, pages: null, hidden };
}
