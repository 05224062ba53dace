import type { MessageStatus } from '../../schemas/message-statuses.js';
import * as words from './en/message-states.js';
import type { Words } from './who.js';

/** States of messages. */
export const MESSAGES = {
  held: { label: words.messageHeld, who: 'clock' },
  queued: { label: words.messageQueued, who: 'clock' },
  sending: { label: words.messageSending, who: 'clock' },
  sent: { label: words.messageSent, who: 'ok' },
  delivered: { label: words.messageDelivered, who: 'ok' },
  read: { label: words.messageRead, who: 'ok' },
  failed: { label: words.messageFailed, who: 'act' },
  cancelled: { label: words.messageCancelled, who: 'off' },
  unknown: { label: words.messageUnknown, who: 'act' },
  received: { label: words.messageReceived, who: 'person' },
} as const satisfies Record<MessageStatus, Words>;

/** Returns the label of a status. Calls and chats use the same statuses. */
export const messageWords = (status: string): Words =>
  (MESSAGES as Readonly<Record<string, Words>>)[status] ?? { label: status, who: 'off' };
