import type { Lead } from '../../schemas/leads/leads.js';

type OnWhatsApp = Pick<Lead, 'phone' | 'whatsapp_user'>;

/** Returns whether WhatsApp reaches the lead, by number or by user ID. */
export const isOnWhatsApp = ({ phone, whatsapp_user: user }: OnWhatsApp): boolean =>
  Boolean(phone) || user !== undefined;

/** Returns the name a lead has on WhatsApp: the username, else the user ID; null where WhatsApp has named neither. */
export function whatsAppName({ whatsapp_user: user }: Pick<Lead, 'whatsapp_user'>): string | null {
  if (user === undefined) return null;
  return user.username === null ? user.user_id : `@${user.username}`;
}

/** Returns what a lead is reached by, as lists show it; null where nothing is known. */
export const contactOf = (lead: Pick<Lead, 'email'> & OnWhatsApp): string | null =>
  lead.email ?? lead.phone ?? whatsAppName(lead);
