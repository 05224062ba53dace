/** Every state of a message. `unknown`: the outcome of its sending could not be learned. */
export const MESSAGE_STATUSES = [
  'held',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
  'unknown',
  'received',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
