import { initOnce } from './registry.js';
import type { ChatHandle, ChatOptions } from './types.js';

export type * from './types.js';

/**
 * Puts the chat on the page and returns the handle to it; asked again, it returns the same one. Call it in a browser
 * only; importing it is harmless anywhere.
 */
export const init = (options: ChatOptions): ChatHandle =>
  initOnce(options, (transport) => (transport === 'page' ? import('./chat.js') : import('./embed.js')));
