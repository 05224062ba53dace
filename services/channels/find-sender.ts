import type { Knex } from 'knex';
import { findDefaultEmailSender, findEmailSender } from '../../db/channels/email-senders.js';
import { findDefaultVoiceAgent, findVoiceAgent } from '../../db/channels/voice-agents.js';
import { findDefaultWhatsAppNumber, findWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import type { Clock } from '../../runtime/clock.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { Sender, SenderOf } from './senders.js';

/** How long a process may go by what a sender was before it was changed. */
export const SENDER_KEPT_MS = 5_000;
const MAX_KEPT = 1_000;

/** How the sender of each channel is looked up in the database. */
const FINDERS: Record<Channel, (db: Knex, accountId: string, id: string | null) => Promise<Sender | undefined>> = {
  async email(db, accountId, id) {
    const row = await (id === null ? findDefaultEmailSender(db, accountId) : findEmailSender(db, accountId, id));
    return row && { channel: 'email', row };
  },
  async whatsapp(db, accountId, id) {
    const row = await (id === null ? findDefaultWhatsAppNumber(db, accountId) : findWhatsAppNumber(db, accountId, id));
    return row && { channel: 'whatsapp', row };
  },
  async call(db, accountId, id) {
    const row = await (id === null ? findDefaultVoiceAgent(db, accountId) : findVoiceAgent(db, accountId, id));
    return row && { channel: 'call', row };
  },
};

/** Looks a sender up, without keeping it. */
export const findSender = (db: Knex, channel: Channel, accountId: string, id: string | null) =>
  FINDERS[channel](db, accountId, id);

/** Looks up senders and keeps each for five seconds: a change of a sender reaches every process by then. */
export function createSenderCache(db: Knex, clock: Clock): SenderOf {
  const kept = new Map<string, { sender: Sender | undefined; until: number }>();
  return async (channel, accountId, senderId) => {
    const name = `${channel}/${accountId}/${senderId ?? ''}`;
    const now = clock.now().getTime();
    const known = kept.get(name);
    if (known && known.until > now) return known.sender;
    const sender = await findSender(db, channel, accountId, senderId);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(name, { sender, until: now + SENDER_KEPT_MS });
    return sender;
  };
}
