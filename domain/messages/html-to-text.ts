// No tag reaches over another `<`, so every search ends at the next tag and the whole takes time in proportion to the text.
const TAG = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>|<!--|<![a-z][^<>]*>/gi;
const HIDDEN = new Set(['script', 'style', 'head', 'title', 'template', 'noscript']);
const PARAGRAPH = /^(p|div|h[1-6]|ul|ol|table|blockquote|section|article|header|footer)$/;
const QUOTE =
  /\bclass\s*=\s*["'][^"']*(gmail_quote|moz-cite|yahoo_quoted)|\bid\s*=\s*["'](divRplyFwdMsg|appendonsend)/i;
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const NAMED: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©', reg: '®', euro: '€', pound: '£' },
  ...{ hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·' },
};

/**
 * Turns the HTML of a mail into plain text: paragraphs, list items, and links as `text (address)`.
 * `stopAtQuote` leaves out the quoted mail below a reply.
 */
export function htmlToText(html: string, options: { stopAtQuote?: boolean } = {}): string {
  const writer = createWriter();
  let from = 0;
  for (let tag = nextTag(html, from); tag; tag = nextTag(html, from)) {
    writer.text(html.slice(from, tag.index));
    const [whole, slash, name = '', attributes = ''] = tag;
    from = tag.index + whole.length;
    const opened = name.toLowerCase();
    if (whole === '<!--') from = endOf(html, '-->', from);
    else if (slash === '' && HIDDEN.has(opened)) from = endOfElement(html, opened, from);
    else if (slash === '' && options.stopAtQuote && (opened === 'blockquote' || QUOTE.test(attributes)))
      return writer.finish();
    else if (slash === '') writer.open(opened, attributes);
    else writer.close(opened);
  }
  writer.text(html.slice(from));
  return writer.finish();
}

function createWriter() {
  const parts: string[] = [];
  let link: { href: string; start: number } | undefined;
  return {
    text: (raw: string) => parts.push(decodeEntities(raw.replace(/\s+/g, ' '))),
    open(name: string, attributes: string) {
      if (name === 'br') parts.push('\n');
      if (name === 'hr') parts.push('\n---\n');
      if (name === 'li') parts.push('\n- ');
      const href = name === 'a' ? HREF.exec(attributes) : null;
      if (href)
        link = {
          href: decodeEntities(href[1] ?? href[2] ?? href[3] ?? '').replace(/^mailto:/i, ''),
          start: parts.length,
        };
    },
    close(name: string) {
      if (name === 'a' && link) {
        const shown = parts.splice(link.start).join('').trim();
        parts.push(shown === '' || shown === link.href ? link.href : `${shown} (${link.href})`);
        link = undefined;
      }
      if (name === 'tr') parts.push('\n');
      if (name === 'td' || name === 'th') parts.push(' ');
      if (PARAGRAPH.test(name)) parts.push('\n\n');
    },
    finish: () =>
      parts
        .join('')
        .split('\n')
        .map((line) => line.replace(/[ \t\u00a0]+/g, ' ').trim())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
  };
}

function nextTag(html: string, from: number): RegExpExecArray | null {
  TAG.lastIndex = from;
  return TAG.exec(html);
}

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

function endOfElement(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}\\b[^<>]*>`, 'gi');
  close.lastIndex = from;
  return close.exec(html) ? close.lastIndex : html.length;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{1,10}));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });
}
