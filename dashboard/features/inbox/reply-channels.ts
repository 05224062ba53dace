import type { Conversation } from '../../../schemas/conversations/conversations.js';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import type { Lead } from '../../../schemas/leads/leads.js';
import * as words from '../../words/en/inbox.js';
import { isOnWhatsApp } from '../../words/leads.js';

/** A channel for a reply. */
export interface ReplyChannel {
  channel: 'email' | 'whatsapp' | 'chat';
  label: string;
  /** The conversation that is written in; without one a single message is sent. */
  conversationId: string | undefined;
}

const LABELS = { email: words.email, whatsapp: 'WhatsApp', chat: words.chat } as const;

/** Lists the ways by which an entry can be answered, that of its last message first. */
export function replyChannelsOf(
  entry: InboxEntry,
  lead: Lead | undefined,
  conversations: readonly Conversation[],
): ReplyChannel[] {
  if (entry.conversation_id) return [{ channel: 'chat', label: LABELS.chat, conversationId: entry.conversation_id }];
  const conversationOf = (channel: ReplyChannel['channel']) =>
    conversations.find((each) => each.channel === channel && each.status === 'open')?.id;
  const ways: ReplyChannel[] = (['chat', 'email', 'whatsapp'] as const)
    .filter((channel) => {
      if (channel === 'chat') return conversationOf('chat') !== undefined;
      return lead !== undefined && (channel === 'email' ? Boolean(lead.email) : isOnWhatsApp(lead));
    })
    .map((channel) => ({ channel, label: LABELS[channel], conversationId: conversationOf(channel) }));
  const last = entry.last_message?.channel;
  return ways.toSorted((a, b) => Number(b.channel === last) - Number(a.channel === last));
}
