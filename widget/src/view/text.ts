import { el } from '../dom.js';

const LINK = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]|mailto:[^\s<>"']+[^\s<>"'.,;:!?)\]])/g;
const BOLD = /\*\*([^*\n]+)\*\*/g;
const SAFE = /^(https?|mailto):$/;

/** Returns a link to an address, or only its text where it leads to anything else than a page or a mail. */
export function link(url: string, label: string, className?: string): Node {
  try {
    const { protocol, href } = new URL(url);
    if (!SAFE.test(protocol)) return document.createTextNode(label);
    return el('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow', class: className }, label);
  } catch {
    return document.createTextNode(label);
  }
}

const shownAddress = (url: string) => url.replace(/^mailto:/, '');

/** Splits a text by a pattern with one group: what is between, and what it matched. */
function* split(text: string, pattern: RegExp): Generator<{ text: string; matched: boolean }> {
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) yield { text: text.slice(at, match.index), matched: false };
    yield { text: match[1] ?? '', matched: true };
    at = match.index + match[0].length;
  }
  if (at < text.length) yield { text: text.slice(at), matched: false };
}

function* inline(text: string): Generator<Node> {
  for (const part of split(text, LINK)) {
    if (part.matched) yield link(part.text, shownAddress(part.text));
    else
      for (const { text: words, matched } of split(part.text, BOLD))
        yield matched ? el('strong', {}, words) : document.createTextNode(words);
  }
}

/** Returns a text as nodes: paragraphs, `- ` lists, `**bold**` and bare links. Nothing in it is ever markup. */
export function richText(text: string): Node[] {
  const nodes: Node[] = [];
  let list: HTMLUListElement | undefined;
  let lines: string[] = [];
  const endParagraph = () => {
    if (lines.some((line) => line.trim() !== ''))
      nodes.push(el('p', { dir: 'auto' }, ...inline(lines.join('\n').trim())));
    lines = [];
  };
  for (const line of text.split('\n')) {
    const item = /^\s*[-•*] (.+)$/.exec(line)?.[1];
    if (item !== undefined) {
      endParagraph();
      list ??= el('ul', { dir: 'auto' });
      if (!list.isConnected && !nodes.includes(list)) nodes.push(list);
      list.append(el('li', {}, ...inline(item)));
      continue;
    }
    list = undefined;
    if (line.trim() === '') endParagraph();
    else lines.push(line);
  }
  endParagraph();
  return nodes;
}
