import type { ChatErrorCode, ChatMessage, ChatOptions, ChatUpdate } from './types.js';

/** The version of the messages between page and frame. */
export const PROTOCOL_VERSION = 1;

/** The message by which a page starts its frame, with a port for everything after it. */
export interface Hello {
  v: typeof PROTOCOL_VERSION;
  type: 'svc-chat';
  ticket: string;
  locale: string;
  options: Pick<ChatOptions, 'clientPrompt' | 'openingMessage' | 'requestContact' | 'user'>;
  page: { url: string; title: string; referrer: string };
}

/** A message from a page to its frame. */
export type ToFrame =
  | { type: 'show'; takesFocus: boolean }
  | { type: 'hide' }
  | { type: 'send'; text: string }
  | { type: 'update'; patch: ChatUpdate }
  | { type: 'page'; page: Hello['page'] }
  | { type: 'ticket'; ticket: string | null }
  | { type: 'destroy'; forget: boolean };

/** A message from a frame to its page, never with a token. */
export type ToPage =
  | { type: 'session'; sessionId: string | null }
  | { type: 'message'; message: ChatMessage }
  | { type: 'lead'; leadId: string }
  | { type: 'error'; code: ChatErrorCode; message: string }
  | { type: 'unread'; count: number }
  | { type: 'close' }
  | { type: 'want-ticket' };

/** Returns whether what came by a window is a page's greeting. */
export const isHello = (data: unknown): data is Hello =>
  typeof data === 'object' &&
  data !== null &&
  (data as Hello).type === 'svc-chat' &&
  (data as Hello).v === PROTOCOL_VERSION;
