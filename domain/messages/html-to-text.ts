import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { attributeOf, type HtmlElement, isLegible, type Look, lookOf, PLAIN, readStyleRules } from './mail-styles.js';

type Node = DefaultTreeAdapterTypes.Node;

const NO_TEXT = new Set([
  ...['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'select'],
  ...['textarea', 'audio', 'video', 'canvas'],
]);
const PARAGRAPH = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'table', 'blockquote', 'section', 'article'],
  ...['header', 'footer', 'pre', 'address', 'center', 'form'],
]);

/** The treatment of an element of a reply: `quote` marks each of its lines with `>`, `stop` ends the text before it. */
export type Treatment = 'keep' | 'quote' | 'skip' | 'stop';

/**
 * Turns the HTML of a mail into the text that a reader sees: paragraphs, list items, and links as `text (address)`.
 * Text that styles hide is left out. `treat` is asked about each element outside quotes, with the last lines written
 * before it.
 */
export function htmlToText(
  html: string,
  treat: (element: HtmlElement, written: () => string) => Treatment = () => 'keep',
): string {
  const root = parse(html);
  const rules = readStyleRules(styleSheets(root));
  const writer = createWriter();
  const open: { node: Node; look: Look; isEnd?: boolean; quotes?: boolean }[] = [{ node: root, look: PLAIN }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, look } = next;
    if (node.nodeName === '#text' && 'value' in node) {
      if (isLegible(look)) writer.text(node.value);
    } else if (next.isEnd) {
      writer.close(node as HtmlElement);
      if (next.quotes) writer.unquote();
    } else if (!('tagName' in node)) {
      if ('childNodes' in node) open.push(...node.childNodes.map((child) => ({ node: child, look })).reverse());
    } else if (!NO_TEXT.has(node.tagName)) {
      const seen = lookOf(look, node, rules);
      const treatment = seen.isHidden ? 'skip' : writer.isQuoting() ? 'keep' : treat(node, writer.tail);
      if (treatment === 'stop') break;
      if (treatment === 'skip') continue;
      const quotes = treatment === 'quote';
      if (quotes) writer.quote();
      writer.open(node);
      open.push({ node, look: seen, isEnd: true, quotes });
      open.push(...node.childNodes.map((child) => ({ node: child, look: seen })).reverse());
    }
  }
  return writer.finish();
}

function styleSheets(root: Node): string {
  const css: string[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === 'style' && 'childNodes' in node)
      css.unshift(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
    else if ('childNodes' in node) open.push(...node.childNodes);
  }
  return css.join('\n');
}

/** The length of the text before an element that decides its treatment. */
const TAIL = 1_000;

function createWriter() {
  const parts: string[] = [];
  /** The start of each open link. */
  const links: { href: string; start: number }[] = [];
  /** The start of the outermost quote. */
  let quoteStart: number | undefined;
  let preformatted = 0;
  return {
    text: (raw: string) => parts.push(preformatted > 0 ? raw : raw.replace(/[ \t\r\n\f]+/g, ' ')),
    open(element: HtmlElement) {
      const { tagName: name } = element;
      if (name === 'br') parts.push('\n');
      if (name === 'hr') parts.push('\n---\n');
      if (name === 'li') parts.push('\n- ');
      if (name === 'pre') preformatted += 1;
      if (PARAGRAPH.has(name)) parts.push('\n\n');
      const href = name === 'a' ? attributeOf(element, 'href')?.trim() : undefined;
      if (name === 'a') links.push({ href: (href ?? '').replace(/^mailto:/i, ''), start: parts.length });
    },
    close({ tagName: name }: HtmlElement) {
      const link = name === 'a' ? links.pop() : undefined;
      if (link && link.href !== '') {
        const shown = parts.splice(link.start).join('').trim();
        parts.push(shown === '' || shown === link.href ? link.href : `${shown} (${link.href})`);
      }
      if (name === 'pre') preformatted -= 1;
      if (name === 'tr') parts.push('\n');
      if (name === 'td' || name === 'th') parts.push(' ');
      if (PARAGRAPH.has(name)) parts.push('\n\n');
    },
    isQuoting: () => quoteStart !== undefined,
    quote() {
      quoteStart = parts.length;
    },
    unquote() {
      const quoted = tidy(parts.splice(quoteStart ?? parts.length).join(''));
      quoteStart = undefined;
      if (quoted !== '') parts.push(`\n${quoted.replace(/^/gm, '> ')}\n`);
    },
    tail() {
      let from = parts.length;
      for (let length = 0; from > 0 && length < TAIL; from -= 1) length += parts[from - 1]?.length ?? 0;
      return tidy(parts.slice(from).join(''));
    },
    finish: () => tidy(parts.join('')),
  };
}

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[ \t\u00a0]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
