import type { HoldReason } from '../schemas/agents/agents.js';

/**
 * What is known after a send was tried, on whatever channel. Only `unknown` leaves it open whether the message left: it
 * is never sent again by itself. `refused_retry` and `refused_final` say that it certainly did not.
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
      /** What the message waits for, where it is not simply the provider. */
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
