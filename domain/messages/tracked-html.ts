import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { escapeHtml } from './escape-html.js';

/** The tracking of an email. */
export interface Tracking {
  /** The address that leads to a link's target and notes the click; undefined leaves the link as it is. */
  linkOf?: (url: string) => string | undefined;
  /** The address of the image that notes the opening. */
  pixelUrl?: string;
}

/** A piece of a text and what takes its place. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/** Replaces the web links of a mail's HTML and adds the image at its end. Everything else stays as it is written. */
export function trackHtml(html: string, { linkOf, pixelUrl }: Tracking): string {
  const linked = linkOf ? changed(html, linkChanges(html, linkOf)) : html;
  if (pixelUrl === undefined) return linked;
  const pixel = `<img src="${escapeHtml(pixelUrl)}" width="1" height="1" alt="" style="display:block;border:0">`;
  const end = linked.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? linked + pixel : linked.slice(0, end) + pixel + linked.slice(end);
}

/** The `href` of each `<a>` (no other attribute) that gets another target. */
function linkChanges(html: string, linkOf: (url: string) => string | undefined): Change[] {
  const changes: Change[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [parse(html, { sourceCodeLocationInfo: true })];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('childNodes' in node) open.push(...node.childNodes);
    if (!('tagName' in node) || node.tagName !== 'a') continue;
    const link = node.attrs.find(({ name }) => name === 'href');
    const at = node.sourceCodeLocation?.attrs?.href;
    const url = link?.value.trim() ?? '';
    const target = at && /^https?:\/\//i.test(url) && URL.canParse(url) ? linkOf(url) : undefined;
    if (at && target !== undefined) {
      const written = html.slice(at.startOffset, at.endOffset);
      const name = /^[^=]*=\s*/.exec(written)?.[0] ?? 'href=';
      changes.push({ start: at.startOffset, end: at.endOffset, text: `${name}"${escapeHtml(target)}"` });
    }
  }
  return changes;
}

function changed(html: string, changes: readonly Change[]): string {
  // The parser opens an unclosed link a second time where another element ends it: its place is the same.
  const ordered = [...new Map(changes.map((change) => [change.start, change])).values()].sort(
    (a, b) => a.start - b.start,
  );
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text } of ordered) {
    parts.push(html.slice(from, start), text);
    from = end;
  }
  return parts.join('') + html.slice(from);
}
