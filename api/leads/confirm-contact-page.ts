import { confirmationWords } from '../../domain/leads/confirmation-words.js';
import { escapeHtml } from '../../domain/messages/escape-html.js';
import { maskedEmail, page } from './unsubscribe-page.js';

/** Whom a page is about. */
interface Contact {
  accountName: string;
  email: string | null;
}

/** Fills in who writes, and to which address; both come from strangers. */
const filled = (text: string, { accountName, email }: Contact): string => {
  const values: Record<string, string> = {
    account: escapeHtml(accountName),
    email: `<strong dir="ltr">${escapeHtml(maskedEmail(email ?? ''))}</strong>`,
  };
  return text.replace(/\{(account|email)\}/g, (_, name: string) => values[name] ?? '');
};

/** Asks before anything happens: mail scanners open links too. */
export function askToConfirmPage(language: string, contact: Contact): string {
  const { title, text, button } = confirmationWords(language).ask;
  const form = `<form method="post"><button type="submit">${button}</button></form>`;
  return page(title, `<p>${filled(text, contact)}</p>\n${form}`, language);
}

/** Reports that the address is confirmed, also to those who confirmed it before. */
export function confirmedPage(language: string, contact: Contact): string {
  const { title, text } = confirmationWords(language).done;
  return page(title, `<p role="status">${filled(text, contact)}</p>`, language);
}

/** Renders the page for links that expired or were cut off, and for people who have unsubscribed since. */
export function deadLinkPage(language: string): string {
  const { title, text } = confirmationWords(language).dead;
  return page(title, `<p>${text}</p>`, language);
}
