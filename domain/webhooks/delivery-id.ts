import { createHash } from 'node:crypto';

/**
 * Returns the ID of the delivery of an event to a webhook. It is the same however often the event is taken, and begins
 * like the event's ID with its time, so that deliveries sort by the age of their events.
 */
export function deliveryIdOf(webhookId: string, eventId: string): string {
  const hash = createHash('sha256').update(`${webhookId}/${eventId}`).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(3), 16) & 3) | 8).toString(16);
  return `${eventId.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** Returns the smallest ID of a delivery whose event is from a time or later. */
export function firstIdFrom(at: Date): string {
  const time = Math.max(at.getTime(), 0).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
