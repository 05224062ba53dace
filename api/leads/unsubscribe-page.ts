import { escapeHtml } from '../../domain/messages/escape-html.js';
import { pageShell } from '../docs/page-shell.js';

const STYLE = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
  main { max-width: 28rem; padding: 2rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
  button { font: inherit; font-weight: 600; padding: .75rem 1.5rem; border: 0; border-radius: .5rem; background: #1f4fd8; color: #fff; cursor: pointer; }
  button:hover { background: #173fb0; }
  button:focus-visible { outline: 3px solid #f5a623; outline-offset: 3px; }
`;

const { page: render, headers } = pageShell(STYLE);

/** Renders a page that a mail links to. */
export const page = render;

/** The headers of the pages. */
export const PAGE_HEADERS = headers;

/** Returns enough of an address to recognise it by, not enough to learn it from: `j***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}***${email.slice(at)}`;
}

/** Asks before anything happens. */
export const askPage = (accountName: string, email: string | null): string =>
  page(
    'Unsubscribe from these emails?',
    `<p>${email ? `<strong>${escapeHtml(maskedEmail(email))}</strong> will` : 'You will'} get no more emails from ${escapeHtml(accountName)}.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  );

/** Says that it is done, also to those who were out already. */
export const donePage = (accountName: string): string =>
  page(
    'You are unsubscribed',
    `<p role="status">You will get no more emails from ${escapeHtml(accountName)}, but for one that may be on its way at this moment. You can close this page.</p>`,
  );

/** Renders the page for links that were cut on their way, or whose lead is gone. */
export const unknownPage = (): string =>
  page(
    'This link does not work',
    '<p>It may have been cut off when it was copied. Please open the link in the email itself, or answer the email with the word <strong>unsubscribe</strong>.</p>',
  );
