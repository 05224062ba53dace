import type { Message } from './api-types.js';

/** A message from one tab to the others. */
export type TabMessage =
  | { type: 'said'; turnId: string; text: string; at: string; messages: Message[] }
  | { type: 'polled'; messages: Message[] }
  | { type: 'forgot' };

export interface Tabs {
  post(what: TabMessage): void;
  close(): void;
}

/** Connects the tabs of a browser that show the same chat. Without such a channel each tab is separate. */
export function joinTabs(name: string, onHeard: (what: TabMessage) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onHeard(data);
  return { post: (what) => channel.postMessage(what), close: () => channel.close() };
}
