import DOMPurify, { type Config } from 'dompurify';
import { sanitizeEmail } from './sanitize-email.js';

/**
 * The script in the frame of an email, a separate document without origin and network. The surrounding page sends it
 * the email, and it returns its height. Nothing of the email itself ever runs.
 */
const CLEAN: Config = {
  WHOLE_DOCUMENT: true,
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    ...['form', 'input', 'button', 'textarea', 'select', 'option', 'optgroup', 'fieldset', 'label'],
    ...['audio', 'video', 'source', 'track', 'picture', 'dialog', 'map', 'marquee'],
  ],
  FORBID_ATTR: ['srcset', 'ping', 'background', 'poster', 'autoplay', 'autofocus', 'tabindex', 'accesskey', 'popover'],
};

const withImages = new URLSearchParams(location.search).has('images');
let hidden = 0;

const reportHeight = () => parent.postMessage({ kind: 'shown', height: document.body.scrollHeight, hidden }, '*');

function show(html: string): void {
  const clean = DOMPurify.sanitize(html, { ...CLEAN, RETURN_DOM: true }) as HTMLElement;
  hidden = sanitizeEmail(clean, withImages);
  const body = clean.querySelector('body');
  const styles = clean.querySelectorAll('head style');
  document.body.replaceChildren(...styles, ...(body?.childNodes ?? []));
  for (const name of ['style', 'bgcolor', 'class', 'dir']) {
    const value = body?.getAttribute(name);
    if (value) document.body.setAttribute(name, value);
  }
  reportHeight();
}

addEventListener('message', ({ source, data }) => {
  if (source === parent && typeof data?.html === 'string') show(data.html);
});
new ResizeObserver(reportHeight).observe(document.body);
parent.postMessage({ kind: 'ready' }, '*');
