import { createChat, type LoadPanel } from './create-chat.js';
import type { ChatHandle, ChatOptions } from './types.js';

declare global {
  interface Window {
    /** The chat of the page. What is put in `q` before the script is there is called with the handle. */
    svcChat?: {
      init?: (options: ChatOptions) => ChatHandle;
      handle?: ChatHandle | undefined;
      q?: ((handle: ChatHandle) => void)[] | undefined;
      /** The options that a tag can't have, such as callbacks. They are set before the script loads. */
      options?: Partial<ChatOptions>;
    };
  }
}

/** Creates the one chat of the page. Further calls return the existing one. */
export function initOnce(options: ChatOptions, load: LoadPanel): ChatHandle {
  window.svcChat ??= {};
  const known = window.svcChat;
  if (known.handle) return known.handle;
  const chat = createChat({ ...options }, load);
  const handle: ChatHandle = {
    ...chat,
    destroy(how) {
      chat.destroy(how);
      if (known.handle === handle) known.handle = undefined;
    },
  };
  known.handle = handle;
  for (const call of known.q?.splice(0) ?? []) call(handle);
  known.q = { push: (call: (handle: ChatHandle) => void) => call(handle) } as unknown as ((h: ChatHandle) => void)[];
  dispatchEvent(new CustomEvent('svcchat:ready', { detail: handle }));
  return handle;
}
