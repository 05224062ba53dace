import type { EmailSenderRow } from '../db/tables.js';
import type { VoiceAgentRow } from '../db/tables-calls.js';
import type { WhatsAppNumberRow } from '../db/tables-outgoing.js';
import type { AgentDefinition, SenderLimits } from '../schemas/agents.js';
import type { Channel } from '../schemas/cadence.js';

/** Whom messages of a channel come from. */
export type Sender =
  | { channel: 'email'; row: EmailSenderRow }
  | { channel: 'whatsapp'; row: WhatsAppNumberRow }
  | { channel: 'call'; row: VoiceAgentRow };

/** Finds the sender of a channel by its id, or the account's default one; undefined where there is none. */
export type SenderOf = (channel: Channel, accountId: string, senderId: string | null) => Promise<Sender | undefined>;

/** The sender that an agent names for a channel. */
export const senderIdOf = ({ channels }: Pick<AgentDefinition, 'channels'>, channel: Channel): string | null =>
  ({
    email: channels.email_sender_id,
    whatsapp: channels.whatsapp_number_id,
    call: channels.voice_agent_id,
  })[channel]?.toLowerCase() ?? null;

const MINUTE_SECONDS = 60;

/** The limits that a sender's row carries. */
export function senderLimits(sender: Sender): SenderLimits | null {
  switch (sender.channel) {
    case 'email':
      return mailLimits(sender.row);
    case 'whatsapp':
      return { per_minute: sender.row.throughput_per_second * MINUTE_SECONDS };
    case 'call':
      return null;
  }
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
