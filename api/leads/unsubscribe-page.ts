import { UNSUBSCRIBE_WORDS } from '../../domain/leads/unsubscribe-words.js';
import { escapeHtml } from '../../domain/messages/escape-html.js';
import type { Language } from '../../schemas/agents/talking.js';
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
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}***${email.slice(at)}`;
}

/** The person that a page is about. */
export interface PageContact {
  accountName: string;
  email: string | null;
}

/** Fills in who writes, and to which address; both come from strangers. */
export function fillContact(text: string, { accountName, email }: PageContact): string {
  const values: Record<string, string> = {
    account: `<bdi>${escapeHtml(accountName)}</bdi>`,
    email: `<strong dir="ltr">${escapeHtml(maskedEmail(email ?? ''))}</strong>`,
    word: '<strong lang="en">unsubscribe</strong>',
  };
  return text.replace(/\{(account|email|word)\}/g, (_, name: string) => values[name] ?? '');
}

/** Renders the confirmation, because email scanners open links too. */
export function askPage(language: Language, contact: PageContact): string {
  const { title, text, anyone, button } = UNSUBSCRIBE_WORDS[language].ask;
  const form = `<form method="post"><button type="submit">${button}</button></form>`;
  return page(title, `<p>${fillContact(contact.email ? text : anyone, contact)}</p>\n${form}`, language);
}

/** States that it is done, also to those who were out already. */
export function donePage(language: Language, contact: PageContact): string {
  const { title, text } = UNSUBSCRIBE_WORDS[language].done;
  return page(title, `<p role="status">${fillContact(text, contact)}</p>`, language);
}

/** Renders the page for links that were cut on their way, or whose lead is gone. */
export function unknownPage(language: Language): string {
  const { title, text } = UNSUBSCRIBE_WORDS[language].dead;
  return page(title, `<p>${fillContact(text, { accountName: '', email: null })}</p>`, language);
}
