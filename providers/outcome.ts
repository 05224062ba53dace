import type { HoldReason } from '../schemas/agents/agents.js';

/**
 * The outcome of a send on any channel. Only `unknown` leaves open whether the message was sent, so it is never sent
 * again automatically. `refused_retry` and `refused_final` mean that it certainly wasn't.
 */
export type SendOutcome =
  | { kind: 'accepted'; providerMessageId: string }
  | (Refusal & {
      kind: 'refused_retry';
      retryAfterSeconds?: number;
      /** The sender is well: the provider minds this lead or this template. */
      senderIsWell?: boolean;
      /** The message itself, or its lead, may be the cause: it is tried a number of times, not without end. */
      mayBeTheMessage?: boolean;
      /** The provider refuses the sender itself: its other messages wait as long. */
      senderIsRefused?: boolean;
      /** The reason of the hold, if it isn't simply the provider. */
      hold?: HoldReason;
    })
  | (Refusal & {
      kind: 'refused_final';
      /** The recipient's address doesn't exist, with the server's code: the same as a hard bounce. */
      recipientIsGone?: { code: string | null };
    })
  | { kind: 'unknown'; message: string };

interface Refusal {
  /** Our own code. */
  code: string;
  message: string;
  /** The provider's code, where ours is another. */
  providerCode?: string;
}
