/** What is put into a mail to learn whether it is read. */
export interface Tracking {
  /** The address that leads to a link's target and notes the click; undefined leaves the link as it is. */
  linkOf?: (url: string) => string | undefined;
  /** The address of the image that notes the opening. */
  pixelUrl?: string;
}

// No part reaches over another `<` or `>`, so the time it takes grows with the text only.
const ANCHOR = /<a\b[^<>]*>/gi;
const HREF = /(\bhref\s*=\s*)(?:"([^"]*)"|'([^']*)')/i;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

const encode = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Replaces the web links of a mail's HTML and adds the image at its end. */
export function trackHtml(html: string, { linkOf, pixelUrl }: Tracking): string {
  const linked = linkOf ? html.replace(ANCHOR, (tag) => replaceHref(tag, linkOf)) : html;
  if (pixelUrl === undefined) return linked;
  const pixel = `<img src="${encode(pixelUrl)}" width="1" height="1" alt="" style="display:block;border:0">`;
  const end = linked.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? linked + pixel : linked.slice(0, end) + pixel + linked.slice(end);
}

const replaceHref = (tag: string, linkOf: (url: string) => string | undefined): string =>
  tag.replace(HREF, (whole, name, double, single) => {
    const url = decode(String(double ?? single ?? '')).trim();
    const target = /^https?:\/\//i.test(url) && URL.canParse(url) ? linkOf(url) : undefined;
    return target === undefined ? whole : `${name}"${encode(target)}"`;
  });
