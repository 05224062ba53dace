import type { EmailSenderRow, VoiceAgentRow, WhatsAppNumberRow } from '../../db/tables.js';
import { firstContactsADay } from '../../domain/channels/messaging-limit.js';
import type { OwnLimits } from '../../domain/messages/limits.js';
import type { AgentDefinition, SenderLimits } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';

/** Whom messages of a channel come from. */
export type Sender =
  | { channel: 'email'; row: EmailSenderRow }
  | { channel: 'whatsapp'; row: WhatsAppNumberRow }
  | { channel: 'call'; row: VoiceAgentRow };

/** Finds the sender of a channel by its id, or the account's default one; undefined where there is none. */
export type SenderOf = (channel: Channel, accountId: string, senderId: string | null) => Promise<Sender | undefined>;

/** Returns the sender that an agent names for a channel. */
export const senderIdOf = ({ channels }: Pick<AgentDefinition, 'channels'>, channel: Channel): string | null =>
  ({
    email: channels.email_sender_id,
    whatsapp: channels.whatsapp_number_id,
    call: channels.voice_agent_id,
  })[channel]?.toLowerCase() ?? null;

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
