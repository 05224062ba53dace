import type { Knex } from 'knex';
import { findDefaultEmailSender, findEmailSender } from '../../db/channels/email-senders.js';
import { findDefaultVoiceAgent, findVoiceAgent } from '../../db/channels/voice-agents.js';
import { findDefaultWhatsAppNumber, findWhatsAppNumber } from '../../db/channels/whatsapp-numbers.js';
import type { EmailSenderRow, VoiceAgentRow, WhatsAppNumberRow } from '../../db/tables.js';
import { firstContactsADay } from '../../domain/channels/messaging-limit.js';
import type { OwnLimits } from '../../domain/messages/limits.js';
import type { Clock } from '../../runtime/clock.js';
import { isUuid } from '../../runtime/ids.js';
import type { AgentDefinition, SenderLimits, SenderPool } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';

/** The sender of a channel's messages. */
export type Sender =
  | { channel: 'email'; row: EmailSenderRow }
  | { channel: 'whatsapp'; row: WhatsAppNumberRow }
  | { channel: 'call'; row: VoiceAgentRow };

/** Finds the sender of a channel by its id, or the account's default one; undefined where there is none. */
export type SenderOf = (channel: Channel, accountId: string, senderId: string | null) => Promise<Sender | undefined>;

/** Returns the pool whose senders share an agent's leads on a channel; undefined where it has a single sender. */
export const poolOf = ({ channels }: Pick<AgentDefinition, 'channels'>, channel: Channel): SenderPool | undefined =>
  channel === 'email' ? channels.email_pool : undefined;

/** Returns the sender that an agent names for a channel, of several the first: for what goes to none of its leads. */
export const senderIdOf = ({ channels }: Pick<AgentDefinition, 'channels'>, channel: Channel): string | null =>
  ({
    email: channels.email_pool?.senders[0]?.email_sender_id ?? channels.email_sender_id,
    whatsapp: channels.whatsapp_number_id,
    call: channels.voice_agent_id,
  })[channel]?.toLowerCase() ?? null;

/** Returns the name of a sender as people know it. */
export const nameOfSender = ({ channel, row }: Sender): string =>
  channel === 'whatsapp' ? (row.display_name ?? row.phone_number) : row.name;

/** Returns the limits that a sender's row carries. */
export function senderLimits(sender: Sender): OwnLimits | null {
  switch (sender.channel) {
    case 'email':
      return mailLimits(sender.row);
    case 'whatsapp':
      return numberLimits(sender.row);
    case 'call':
      return { concurrent: sender.row.max_concurrent };
  }
}

function numberLimits({ throughput_per_second, messaging_limit }: WhatsAppNumberRow): OwnLimits {
  const contacts = firstContactsADay(messaging_limit);
  return {
    per_second: throughput_per_second,
    ...(contacts === undefined ? {} : { first_contacts_per_day: contacts }),
  };
}

function mailLimits({ per_minute, per_day, ramp: stored }: EmailSenderRow): SenderLimits | null {
  const ramp = stored === null ? null : (JSON.parse(stored) as { day: number; max: number }[]);
  if (per_minute === null && per_day === null && !ramp?.length) return null;
  return {
    ...(per_minute === null ? {} : { per_minute }),
    ...(per_day === null ? {} : { per_day }),
    ...(ramp?.length ? { ramp } : {}),
  };
}

/** The time that a process may use a sender's earlier settings after a change. */
export const SENDER_KEPT_MS = 5_000;
const MAX_KEPT = 1_000;

/** The lookup of the sender in the database, by channel. */
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

/** Looks a sender up, without keeping it. A draft's text that is no ID names none; the database can't compare it. */
export const findSender = async (db: Knex, channel: Channel, accountId: string, id: string | null) =>
  id === null || isUuid(id) ? FINDERS[channel](db, accountId, id) : undefined;

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
