import type { Setup } from './api-types.js';
import type { Reply, Site } from './request.js';
import type { RootElement } from './root-element.js';
import type { Kept, Memory } from './storage.js';
import type { ChatCallbacks, ChatError, ChatErrorCode, ChatOptions, ChatUpdate } from './types.js';

/** The environment of the panel: the page itself, or a frame. */
export interface Context {
  site: Site;
  options: ChatOptions;
  setup: Setup;
  memory: Kept<Memory>;
  host: RootElement;
  /** The parent of the panel. */
  place: HTMLElement;
  isFrame: boolean;
  /** The page that the visitor is on. */
  page(): { url: string; title: string; referrer: string };
  /** Reloads the configuration with a new token. */
  renew(): Promise<Reply<Setup>>;
  notify: Notify;
  close(): void;
  setUnread(count: number): void;
}

/** The chat behind the button, once it is loaded. */
export interface Panel {
  /** Opens it, with focus if the visitor requested it. */
  show(takesFocus: boolean): void;
  hide(): void;
  send(text: string): void;
  update(patch: ChatUpdate): void;
  destroy(forget: boolean): void;
}

/** A file with a panel in it. */
export interface PanelFile {
  start(shell: Context): Panel;
}

export interface Notify {
  <K extends Exclude<keyof ChatCallbacks, 'onError'>>(
    name: K,
    ...values: Parameters<NonNullable<ChatCallbacks[K]>>
  ): void;
  error(code: ChatErrorCode, message: string): void;
}

/** Calls the page back. What its own code throws is reported like any error of the page, and stops nothing here. */
export function notifier(callbacks: ChatCallbacks): Notify {
  const call = (name: keyof ChatCallbacks, ...values: unknown[]) => {
    try {
      (callbacks[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
    } catch (error) {
      setTimeout(() => {
        throw error;
      });
    }
  };
  const error = (code: ChatErrorCode, message: string) =>
    call('onError', Object.assign(new Error(message), { code, name: 'ChatError' }) satisfies ChatError);
  return Object.assign(call, { error }) as Notify;
}

/** Returns the code under which a page hears of a refused request. */
export const errorCodeOf = (reply: { status: number; code: string }, otherwise: ChatErrorCode): ChatErrorCode => {
  // The site's owner learns at once what is wrong with the key or the page.
  if (/_(API_KEY|ALLOWED)$/.test(reply.code)) return reply.code as ChatErrorCode;
  if (reply.status === 401) return 'SESSION_EXPIRED';
  if (reply.status === 429) return 'RATE_LIMITED';
  return reply.status === 0 && otherwise === 'TURN_FAILED' ? 'NETWORK' : otherwise;
};
