import { createHash } from 'node:crypto';
import { listUnconfirmed } from '../../db/leads/leads.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { confirmationMail } from '../../domain/leads/contact-confirmation.js';
import { createTokenSigner } from '../../runtime/signed-token.js';
import { queueMessage } from '../messages/queue.js';
import { confirmConsent } from './consent.js';

const LASTS_MS = 30 * 86_400_000;

/** The lead of a confirmation link, and the address that it was sent to. */
interface ConfirmationTarget {
  accountId: string;
  leadId: string;
  emailHash: string;
  /** The language of the mail that the link is in; absent in links of earlier releases. */
  language?: string | undefined;
}

/** Makes and reads the links by which people confirm contacts that a page created. */
export interface ConfirmationLinks {
  /** Returns the address of a contact's confirmation page, which is valid for 30 days and for this email address. */
  urlFor(lead: { account_id: string; id: string; email: string }, language: string, now: Date): string;
  /** Returns whose link a token is; undefined for one that expired or wasn't signed here. */
  read(token: string, now: Date): ConfirmationTarget | undefined;
}

const hashOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

/** Creates what makes and reads confirmation links. `secrets` are the master secrets, newest first. */
export function createConfirmationLinks(secrets: readonly [string, ...string[]], baseUrl: string): ConfirmationLinks {
  const signer = createTokenSigner(secrets, 'contact-confirmation');
  return {
    urlFor: ({ account_id, id, email }, language, now) =>
      `${baseUrl}/c/${signer.sign([account_id, id, hashOf(email), language], new Date(now.getTime() + LASTS_MS))}`,
    read(token, now) {
      const result = signer.verify(token, now);
      const [accountId, leadId, emailHash, language] = result.ok ? result.payload : [];
      return accountId && leadId && emailHash ? { accountId, leadId, emailHash, language } : undefined;
    },
  };
}

/** Returns whether a link was sent to the address that the lead still has. */
export const isSentTo = ({ emailHash }: ConfirmationTarget, email: string | null): boolean =>
  email !== null && hashOf(email) === emailHash;

/** Queues the one mail that asks a contact to confirm its address. Without a sender for email there is none. */
export async function askToConfirm(
  work: Work,
  links: ConfirmationLinks,
  { account_id, id, email }: Pick<LeadRow, 'account_id' | 'id' | 'email'>,
  language: string,
): Promise<void> {
  if (email === null) return;
  const mail = confirmationMail(language, links.urlFor({ account_id, id, email }, language, work.now));
  await queueMessage(work, {
    accountId: account_id,
    leadId: id,
    agentId: null,
    channel: 'email',
    content: { template_id: null, html: null, begin_message: null, variables: {}, ...mail },
    respectWindow: false,
    respectCaps: false,
    idempotencyKey: `confirm/${id}/${hashOf(email)}`,
    origin: { kind: 'system', id: null },
  });
}

/**
 * Opts a contact in to email by its confirmation link, and with it whatever else was created with this address and waits:
 * each address receives one mail a day. A repeat changes nothing, and an opt-out since then remains. Returns whether the
 * contact is opted in then.
 */
export async function confirmContact(
  work: Work,
  { accountId, leadId }: ConfirmationTarget,
  email: string,
): Promise<boolean> {
  const origin = { kind: 'provider' as const, id: 'confirmation_link' };
  const confirm = (id: string) =>
    confirmConsent(work, { accountId, leadId: id, channel: 'email', source: 'confirmation_link', origin });
  const waiting = (await listUnconfirmed(work.tx, accountId, email)).map(({ id }) => id);
  for (const id of waiting) await confirm(id);
  return (await confirm(leadId))?.consent_email === 'opted_in';
}
