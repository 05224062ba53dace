import type { Message } from './wire.js';

/** What one tab tells the others. */
export type Heard =
  | { type: 'said'; turnId: string; text: string; at: string; messages: Message[] }
  | { type: 'polled'; messages: Message[] }
  | { type: 'forgot' };

export interface Tabs {
  tell(what: Heard): void;
  close(): void;
}

/** Joins the tabs of a browser that show the same chat; where there is no such channel each is by itself. */
export function joinTabs(name: string, onHeard: (what: Heard) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Heard>) => onHeard(data);
  return { tell: (what) => channel.postMessage(what), close: () => channel.close() };
}
