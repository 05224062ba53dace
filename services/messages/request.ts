import type { OutgoingMessageRow } from '../../db/tables.js';
import type { MessageContent } from '../../domain/messages/message-content.js';
import type { EventOrigin } from '../../schemas/events/events.js';

/** The number of call attempts, and the minutes between them. The last pause is repeated. */
export interface CallAttempts {
  no: number;
  max: number;
  retryMinutes: readonly number[];
}

/** The message of the lead that another one answers. */
export interface Answering {
  messageId: string;
  /** True if no person wrote the answer. */
  automatic: boolean;
}

/** The request of a stored message, in the format of `outgoing_messages.request`. */
export interface StoredRequest {
  content: MessageContent;
  /** The WhatsApp template that replaces free text outside the 24-hour window. */
  fallbackTemplateId: string | null;
  respectWindow: boolean;
  respectCaps: boolean;
  evenOptedOut: boolean;
  /** The WhatsApp number it leaves by, whichever its agent uses. */
  numberId?: string;
  /** From then on it would tell nothing any more, and is cancelled (ISO). */
  until?: string;
  /** Of a call: which attempt it is of how many. */
  attempts?: CallAttempts;
  /** The message that it answers. */
  answers?: Answering;
  origin: EventOrigin;
}

/** Writes what a message is asked to be as its row keeps it. */
export const writeRequest = (request: StoredRequest): string => JSON.stringify(request);

/** Reads what a message was asked to be; undefined once the lead's data were erased. */
export function readRequest(row: Pick<OutgoingMessageRow, 'request'>): StoredRequest | undefined {
  const request = JSON.parse(row.request) as Partial<StoredRequest>;
  return request.content ? (request as StoredRequest) : undefined;
}
