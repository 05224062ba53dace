import type { Message } from './api-types.js';
import type { Context } from './context.js';
import type { Item, Thread } from './thread.js';

/** The unread messages, and their reports to the page. */
export interface Unread {
  /** Takes messages of the service. Only those of this tab's own requests are reported to the page, once. */
  take(messages: readonly Message[], isOwn: boolean): void;
  /** Takes what was said before a reload. */
  begin(history: readonly Message[]): void;
  /** The visitor has seen all. */
  seen(): void;
}

const isReply = ({ role }: Item) => role === 'bot' || role === 'agent';

/** Counts what the visitor hasn't seen, and tells the page of each reply once. */
export function createUnread({ memory, notify, setUnread }: Context, thread: Thread, isShown: () => boolean): Unread {
  let unread = 0;
  const count = (more: number) => {
    unread += more;
    setUnread(unread);
  };

  function report(items: readonly Item[]): void {
    const { last_seq } = memory.read();
    for (const item of items) {
      if (item.seq > last_seq && isReply(item)) notify('onMessage', { role: 'bot', text: item.text });
    }
    const last = thread.lastKnown()?.seq ?? 0;
    if (last > last_seq) memory.write({ last_seq: last });
  }

  return {
    take(messages, isOwn) {
      const added = thread.merge(messages).filter(isReply);
      report(isOwn ? added : []);
      if (!isShown() && added.length > 0) count(added.length);
    },
    begin(history) {
      const seenBefore = memory.read().last_seq;
      thread.merge(history);
      const missed = thread.items().filter((item) => isReply(item) && item.seq > seenBefore);
      report(missed);
      count(missed.length);
    },
    seen: () => count(-unread),
  };
}
