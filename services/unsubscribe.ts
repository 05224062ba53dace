import type { Knex } from 'knex';
import { insertEvents } from '../db/events.js';
import type { LeadRow } from '../db/tables.js';
import { UNSUBSCRIBE_SUBJECT } from '../domain/opt-out.js';
import { createTokenSigner } from '../runtime/signed-token.js';
import { optOut } from './consent.js';

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

/** `secrets` are the master secrets, newest first; `baseUrl` is the address the outside reaches the API under. */
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

/** Where a mail program can send an unsubscribe mail: what comes in there with this subject is read as an opt-out. */
export const unsubscribeMailto = (sender: { reply_to: string | null; from_email: string }): string =>
  `${sender.reply_to ?? sender.from_email}?subject=${UNSUBSCRIBE_SUBJECT}`;

/** Ends e-mails to a lead from its unsubscribe link. A repeat changes nothing. Undefined: the lead is gone. */
export async function unsubscribe(tx: Knex, now: Date, target: UnsubscribeTarget): Promise<LeadRow | undefined> {
  const origin = { kind: 'provider' as const, id: 'unsubscribe_link' };
  const result = await optOut(tx, now, { ...target, channel: 'email', source: 'unsubscribe_link', origin });
  if (result?.changed) {
    await insertEvents(tx, now, [
      { ...target, type: 'email.unsubscribed', data: { source: 'unsubscribe_link' }, origin },
    ]);
  }
  return result?.lead;
}
