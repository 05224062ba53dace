/** The error codes for `onError`. */
export type ChatErrorCode =
  | 'CONFIG_FAILED'
  | 'ORIGIN_NOT_ALLOWED'
  | 'MISSING_API_KEY'
  | 'INVALID_API_KEY'
  | 'LIVE_KEY_NOT_ALLOWED'
  | 'POW_UNSUPPORTED'
  | 'POW_FAILED'
  | 'CAPTURE_FAILED'
  | 'TURN_FAILED'
  | 'RATE_LIMITED'
  | 'SESSION_EXPIRED'
  | 'NETWORK';

/** A failure of the set-up, of a form or of a turn. */
export interface ChatError extends Error {
  code: ChatErrorCode;
}

/** A message that is new to this browser; what a person of the team says comes as `bot` too. */
export interface ChatMessage {
  role: 'user' | 'bot';
  text: string;
}

/** The callbacks of a page. */
export interface ChatCallbacks {
  /** The panel opens. */
  onOpen?: () => void;
  /** The panel closes. */
  onClose?: () => void;
  /** A message is added; history that is shown again is not. */
  onMessage?: (message: ChatMessage) => void;
  /** The visitor is a lead from now on. */
  onLeadCaptured?: (leadId: string) => void;
  /** The set-up, a form or a turn failed. */
  onError?: (error: ChatError) => void;
}

/** The data that can be changed while the chat exists. */
export interface ChatUpdate {
  /** A note from the page, up to 1,000 characters. The agent takes it as data, never as an instruction. */
  clientPrompt?: string;
  /** The first message of the chat, instead of the widget's. */
  openingMessage?: string;
}

export interface ChatOptions extends ChatCallbacks, ChatUpdate {
  /** The widget's key, `svc_pub_...`. */
  key: string;
  /** The URL of the service, such as `https://api.example.com`. */
  baseUrl: string;
  /** A language such as `pt-BR`; that of the page if not given. */
  locale?: string;
  /** A selector: what it finds opens the chat when it is clicked. */
  openWith?: string;
  /** `frame` shows the chat in a frame of the service's own. */
  transport?: 'page' | 'frame';
  /** Creates contacts with the widget's key instead of by its form; never for sites that you don't trust. */
  requestContact?: boolean;
  /** Proof of who the visitor is, signed by your server with the widget's identity secret. */
  user?: { email?: string; external_id?: string; hash: string };
}

/** A chat on a page. */
export interface ChatHandle {
  open(): void;
  close(): void;
  toggle(): void;
  /** Sends a message of the visitor; before the chat is ready it waits. */
  send(text: string): void;
  update(patch: ChatUpdate): void;
  /** Takes the chat off the page; with `forget` this browser also forgets the conversation. */
  destroy(options?: { forget?: boolean }): void;
  /** The session, or null before it began. */
  getSessionId(): string | null;
}
