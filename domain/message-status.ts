import type { MessageStatus } from '../schemas/messages.js';

/** What a provider, or a person, tells about a message after it left. */
export type MessageNews = 'sent' | 'delivered' | 'read' | 'failed';

const RANK: Record<MessageStatus, number> = {
  held: 0,
  queued: 0,
  sending: 1,
  unknown: 1,
  sent: 2,
  delivered: 3,
  read: 4,
  failed: 5,
  cancelled: 5,
  received: 5,
};

/**
 * The status after such news: the further one of the two, so that news may come in any order and any number of times
 * and the end is the same. Failed, cancelled and received messages stay what they are.
 */
export const statusAfter = (current: MessageStatus, news: MessageNews): MessageStatus =>
  RANK[news] > RANK[current] ? news : current;

/**
 * Whether a repeat with the same message id can't deliver twice, so that a send whose process died is simply repeated.
 * Of the providers only the sandbox, which keeps its deliveries by that id, promises it.
 */
export const honoursKeys = (provider: string | null): boolean => provider === 'sandbox';
