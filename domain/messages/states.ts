import type { MessageStatus } from '../../schemas/message-statuses.js';

/** The status of a sent message that a provider or a person reports. */
export type ReceiptStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** The states a message may begin in; a claim may be its first row. */
export const FIRST_STATES = ['queued', 'held', 'sending', 'received'] as const satisfies readonly MessageStatus[];
export type FirstState = (typeof FIRST_STATES)[number];

const WAITING = ['queued', 'held'] as const satisfies readonly MessageStatus[];
/** A step or a notice that was cancelled by a pause or a change keeps its row, and may be called for again. */
const SENDABLE = [...WAITING, 'cancelled'] as const satisfies readonly MessageStatus[];
const UNSETTLED = [...WAITING, 'sending', 'unknown'] as const satisfies readonly MessageStatus[];
const SETTLED = ['sent', 'delivered', 'read', 'failed', 'cancelled'] as const satisfies readonly MessageStatus[];
/**
 * Received, sent or failed messages, whose request isn't needed any more. A provider rejects an accepted message within
 * days.
 */
export const SETTLED_STATES = [
  'received',
  'sent',
  'delivered',
  'read',
  'failed',
] as const satisfies readonly MessageStatus[];

/**
 * Every way from one state of a message to another: who moves it, where to, and from where. What is not listed is
 * refused and changes nothing (`db/messages/transitions.ts`).
 */
export const MOVES = {
  /** Takes the claim under which the provider is called. */
  claim: { sending: SENDABLE },
  /** Writes how the provider answered, under that claim. */
  recordOutcome: {
    sent: ['sending'],
    failed: ['sending'],
    unknown: ['sending'],
    queued: ['sending'],
    held: ['sending'],
    cancelled: ['sending'],
  },
  /** Gives up the claim of a process that died. The outcome of the message is unknown. */
  loseClaim: { unknown: ['sending'] },
  /** Puts back into the queue what is to be sent again: by a person, or by a provider that delivers a repeat once. */
  requeue: { queued: ['sending', 'unknown'] },
  /** Keeps it back for a window, a limit, a template, a provider that fails. */
  hold: { queued: SENDABLE, held: SENDABLE },
  /** Keeps back what its provider had taken and then refused for the moment. */
  holdRefused: { held: ['sending', 'unknown', 'sent'] },
  /** Ends it before it left: it can never leave. */
  giveUp: { failed: SENDABLE },
  /** Cancels it before it was sent, because of a user or a change. */
  cancel: { cancelled: WAITING },
  /** Applies a receipt, in whatever order they come: a message only moves forward. */
  settle: {
    sent: UNSETTLED,
    delivered: [...UNSETTLED, 'sent'],
    read: [...UNSETTLED, 'sent', 'delivered'],
    failed: [...UNSETTLED, 'sent', 'delivered', 'read'],
  },
  /** Records the end of a call. Its provider knows it best. */
  endCall: { delivered: SETTLED, failed: SETTLED },
} as const satisfies Record<string, Partial<Record<MessageStatus, readonly MessageStatus[]>>>;

export type Move = keyof typeof MOVES;
/** The states that a move may lead to. */
export type TargetOf<M extends Move> = keyof (typeof MOVES)[M] & MessageStatus;

/** Returns the states from which a move may lead to `to`. */
export const sourcesOf = (move: Move, to: MessageStatus): readonly MessageStatus[] =>
  (MOVES[move] as Partial<Record<MessageStatus, readonly MessageStatus[]>>)[to] ?? [];

/** Returns the status after a receipt: the further one, so that receipts may come in any order and any number of times. */
export const statusAfter = (current: MessageStatus, receipt: ReceiptStatus): MessageStatus =>
  sourcesOf('settle', receipt).includes(current) ? receipt : current;

/**
 * Returns whether a repeat with the same message id can't deliver twice, so that a send whose process died is simply
 * repeated. Of the providers only the sandbox, which keeps its deliveries by that id, promises it.
 */
export const honoursKeys = (provider: string | null): boolean => provider === 'sandbox';
