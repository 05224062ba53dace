import type { SendOutcome } from '../outcome.js';

/** The request of a call. */
export interface OutgoingCall {
  /** Our message id, which is the call's own id here: it travels along and comes back with every event. */
  messageId: string;
  accountId: string;
  /** The number it goes to, E.164. */
  to: string;
  /** The first sentence of the voice agent. */
  beginMessage: string;
  /** The values about the lead that the voice agent gets. */
  variables: Readonly<Record<string, string>>;
}

/** Starts calls. `call` returns an outcome for everything that happens outside and never throws for it. */
export interface VoiceProvider {
  /** Nothing is asked for after `endsAt` (Unix milliseconds). */
  call(call: OutgoingCall, endsAt: number): Promise<SendOutcome>;
  close(): Promise<void>;
}
