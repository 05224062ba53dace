import type { Knex } from 'knex';
import { findDefaultEmailSender, findEmailSender } from '../db/email-senders.js';
import type { EmailSenderRow } from '../db/tables.js';
import type { Clock } from '../runtime/clock.js';

const KEPT_MS = 5_000;
const MAX_KEPT = 1_000;

/** Looks up e-mail senders and keeps each for five seconds: a change of a sender reaches every process by then. */
export function createSenderCache(db: Knex, clock: Clock) {
  const kept = new Map<string, { sender: EmailSenderRow | undefined; until: number }>();
  return async (accountId: string, senderId: string | null): Promise<EmailSenderRow | undefined> => {
    const name = `${accountId}/${senderId ?? ''}`;
    const now = clock.now().getTime();
    const known = kept.get(name);
    if (known && known.until > now) return known.sender;
    const sender = await (senderId === null
      ? findDefaultEmailSender(db, accountId)
      : findEmailSender(db, accountId, senderId));
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(name, { sender, until: now + KEPT_MS });
    return sender;
  };
}
