import { UNSUBSCRIBE_SUBJECT } from '../../domain/leads/opt-out.js';
import { createTokenSigner } from '../../runtime/signed-token.js';

/** Makes and reads the unsubscribe links of leads. */
export interface UnsubscribeLinks {
  /** The address of a lead's unsubscribe page; it stays valid for good, as old mails do. */
  urlFor(accountId: string, leadId: string): string;
  /** Whose link a token is; undefined for anything that wasn't signed here. */
  read(token: string, now: Date): UnsubscribeTarget | undefined;
}

export interface UnsubscribeTarget {
  accountId: string;
  leadId: string;
}

/**
 * Creates what makes and reads unsubscribe links. `secrets` are the master secrets, newest first; `baseUrl` is the
 * address the outside reaches the API under.
 */
export function createUnsubscribeLinks(secrets: readonly [string, ...string[]], baseUrl: string): UnsubscribeLinks {
  const signer = createTokenSigner(secrets, 'unsubscribe');
  return {
    urlFor: (accountId, leadId) => `${baseUrl}/u/${signer.sign([accountId, leadId])}`,
    read(token, now) {
      const result = signer.verify(token, now);
      if (!result.ok) return undefined;
      const [accountId, leadId] = result.payload;
      return accountId && leadId ? { accountId, leadId } : undefined;
    },
  };
}

/**
 * Returns where a mail program can send an unsubscribe mail: what comes in there with this subject is read as an
 * opt-out.
 */
export const unsubscribeMailto = (sender: { reply_to: string | null; from_email: string }): string =>
  `${sender.reply_to ?? sender.from_email}?subject=${UNSUBSCRIBE_SUBJECT}`;
