import type { MessageStatus } from '../../schemas/message-statuses.js';
import type { Words } from './who.js';

/** How far a message is. */
export const MESSAGES = {
  held: { label: 'Held', who: 'clock' },
  queued: { label: 'Queued', who: 'clock' },
  sending: { label: 'Leaving', who: 'clock' },
  sent: { label: 'Sent', who: 'ok' },
  delivered: { label: 'Delivered', who: 'ok' },
  read: { label: 'Read', who: 'ok' },
  failed: { label: 'Failed', who: 'act' },
  cancelled: { label: 'Cancelled', who: 'off' },
  unknown: { label: 'Did it arrive?', who: 'act' },
  received: { label: 'Received', who: 'person' },
} as const satisfies Record<MessageStatus, Words>;

/** Returns what a status is called; calls and chats have no others. */
export const messageWords = (status: string): Words =>
  (MESSAGES as Readonly<Record<string, Words>>)[status] ?? { label: status, who: 'off' };
