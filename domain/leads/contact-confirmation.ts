import { CHANNELS, type Channel } from '../../schemas/cadence/cadence.js';
import type { ConsentState } from '../../schemas/leads/leads.js';
import type { Facts, Hold } from '../facts.js';
import { DAY_MS, iso } from '../time/zoned.js';
import { confirmationWords } from './confirmation-words.js';

/** The columns of a lead that show whether it has confirmed its addresses. */
type Contact = Record<`consent_${Channel}`, ConsentState> & {
  needs_opt_in?: boolean;
  email_typed?: boolean | null;
  phone_typed?: boolean | null;
};

/**
 * Returns the channels on which a lead has yet to confirm the address that a visitor typed. An address that was replaced
 * from a server needs no confirmation.
 */
export function unconfirmedChannels(lead: Contact): Channel[] {
  if (!lead.needs_opt_in) return [];
  return CHANNELS.filter(
    (channel) =>
      lead[`consent_${channel}`] !== 'opted_in' &&
      (channel === 'email' ? lead.email_typed : lead.phone_typed) !== false,
  );
}

/** Returns the hold of a message that waits for the lead to confirm; undefined where it may leave. */
export const unconfirmedHold = (
  channel: Channel,
  { unconfirmed }: Pick<Facts, 'unconfirmed'>,
  now: number,
): Hold | undefined =>
  unconfirmed?.includes(channel)
    ? { reason: 'consent_missing', until: iso(now + DAY_MS), detail: `The lead hasn’t confirmed ${channel} yet.` }
    : undefined;

/** Returns the mail that asks a person to confirm an address, as a template. */
export function confirmationMail(language: string, url: string): { subject: string; content: string } {
  const { subject, body, ignore } = confirmationWords(language).mail;
  return { subject, content: `${body}\n\n${url}\n\n${ignore}` };
}
