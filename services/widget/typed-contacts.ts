import type { LeadRow, WidgetRow } from '../../db/tables.js';
import { countTurns } from '../../db/widget/turn-counters.js';
import type { Work } from '../../db/work.js';
import { unconfirmedChannels } from '../../domain/leads/contact-confirmation.js';
import { askToConfirm, type ConfirmationLinks } from '../leads/confirm-contact.js';
import { TYPED, type Typed } from '../leads/read-lead.js';

/** The number of confirmation emails per address and day, whoever enters it. */
const MAILS_A_DAY = 1;
const DAY_S = 86_400;

/** Returns what the addresses prove that visitors of a widget type, on its pages and in its forms alike. */
export const typedWith = ({ contact_confirmation }: Pick<WidgetRow, 'contact_confirmation'>): Typed => ({
  ...TYPED,
  needsOptIn: contact_confirmation === 'email',
});

/** Sends a confirmation to the email address that a visitor typed, if it is required and none was sent today. */
export async function askOfTyped(work: Work, links: ConfirmationLinks, lead: LeadRow, language: string): Promise<void> {
  const { account_id: accountId, email } = lead;
  if (email === null || lead.consent_email !== 'unknown' || !unconfirmedChannels(lead).includes('email')) return;
  if (await mayMail(work, accountId, email)) await askToConfirm(work, links, lead, language);
}

/** Counts a confirmation mail for its recipient: an address that many strangers type gets one a day at most. */
const mayMail = ({ tx }: Work, accountId: string, email: string): Promise<boolean> => {
  const name = `confirm ${accountId} ${email}`;
  return countTurns(tx, [[{ kind: 'address', name, periodS: DAY_S, allowed: MAILS_A_DAY }]]);
};
