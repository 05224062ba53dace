import { confirmationWords } from '../../domain/leads/confirmation-words.js';
import { fillContact, type PageContact, page } from './unsubscribe-page.js';

/** Renders the confirmation, because email scanners open links too. */
export function askToConfirmPage(language: string, contact: PageContact): string {
  const { title, text, button } = confirmationWords(language).ask;
  const form = `<form method="post"><button type="submit">${button}</button></form>`;
  return page(title, `<p>${fillContact(text, contact)}</p>\n${form}`, language);
}

/** Reports that the address is confirmed, also to those who confirmed it before. */
export function confirmedPage(language: string, contact: PageContact): string {
  const { title, text } = confirmationWords(language).done;
  return page(title, `<p role="status">${fillContact(text, contact)}</p>`, language);
}

/** Renders the page for links that expired or were cut off, and for people who have unsubscribed since. */
export function deadLinkPage(language: string): string {
  const { title, text } = confirmationWords(language).dead;
  return page(title, `<p>${text}</p>`, language);
}
