import { htmlToText, type Treatment } from '../messages/html-to-text.js';
import { attributeOf, type HtmlElement } from '../messages/mail-styles.js';
import { endsInLeadIn } from './quoted-text.js';

const MAX_HTML = 300_000;
/** Classes of what mail programs quote, and of the line above it. Outlook puts `x_` before those of others. */
const QUOTED_CLASS =
  /(?:^|\s)(?:x_)*(?:gmail_attr|moz-cite-prefix|moz-forward-container|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|zohomail_quote|WPEMAIL_quote|ydp\w{1,20}yahoo_quoted|cite)(?:\s|$)/;
const QUOTED_ID = /^(?:x_)*(?:yahoo_quoted|mail-editor-reference-message-container|OLK_SRC_BODY_SECTION|reply-intro)/;
/** Markup above a quoted mail that no element encloses. */
const DIVIDER_ID = /^(?:x_)*(?:appendonsend|divRplyFwdMsg|replySplit|divtagdefaultwrapper_quote|stopSpelling)$/i;
const SIGNATURE_CLASS = /(?:^|\s)(?:x_)*(?:gmail_signature|moz-signature|protonmail_signature_block|zmail_signature)/;
const SIGNATURE_ID = /^(?:x_)*(?:AppleMailSignature|ms-outlook-mobile-signature|ymail_android_signature|Signature)$/;
/** Outlook's line above the head of the quoted mail. */
const OUTLOOK_RULE = /border:\s?none;\s?border-top:\s?solid #[0-9a-f]{6} 1\.0pt/i;

/**
 * Returns the text of a reply that has only an HTML part. The lines of the mail it quotes begin with `>`; passages that
 * the person quotes don't. Reads the first 300,000 characters.
 */
export function htmlReplyText(html: string): string {
  return htmlToText(html.slice(0, MAX_HTML), treat);
}

function treat(element: HtmlElement, written: () => string): Treatment {
  const name = attributeOf(element, 'class') ?? '';
  const id = attributeOf(element, 'id') ?? '';
  if (DIVIDER_ID.test(id) || OUTLOOK_RULE.test(attributeOf(element, 'style') ?? ''))
    return written() === '' ? 'keep' : 'stop';
  if (SIGNATURE_CLASS.test(name) || SIGNATURE_ID.test(id)) return 'skip';
  if (QUOTED_CLASS.test(name) || QUOTED_ID.test(id)) return 'quote';
  if (element.tagName !== 'blockquote') return 'keep';
  if (attributeOf(element, 'type') === 'cite' || /gmail_quote/.test(name) || isInside(element, /gmail_quote/))
    return 'quote';
  const before = written();
  return before === '' || isAfterLeadIn(before) ? 'quote' : 'keep';
}

/** Returns whether the text ends with the line above a quote, or with a quote. */
const isAfterLeadIn = (text: string): boolean =>
  /(?:^|\n)> [^\n]*$/.test(text.slice(-2_000)) || endsInLeadIn(text.slice(-2_000));

function isInside(element: HtmlElement, name: RegExp): boolean {
  let above = element.parentNode;
  for (let count = 0; above && 'attrs' in above && count < 20; count += 1) {
    if (name.test(attributeOf(above, 'class') ?? '')) return true;
    above = above.parentNode;
  }
  return false;
}
