/** The texts of `dashboard/words/messages.ts`. */

export const messageHeld = 'On hold';
export const messageQueued = 'Queued';
export const messageSending = 'Sending';
export const messageSent = 'Sent';
export const messageDelivered = 'Delivered';
export const messageRead = 'Read';
export const messageFailed = 'Failed';
export const messageCancelled = 'Canceled';
export const messageUnknown = 'Unknown outcome';
export const messageReceived = 'Received';
