import { usePermission } from '../api/session.js';
import { useApiQuery } from '../api/use-api-query.js';
import * as words from '../words/en/inbox.js';

const EVERY_MS = 60_000;
const MOST = 99;

const WORDS = { unread: words.unread2, notices: words.unreadNotices } as const;
type Counted = keyof typeof WORDS;

/** Returns how much is unread, in few letters; nothing where there is none. */
export function useUnreadCount(of: Counted = 'unread'): string | undefined {
  const may = usePermission();
  // A hidden tab hears of nothing, and its title is all of it that is seen.
  const { data } = useApiQuery(
    'countUnread',
    {},
    { enabled: may('conversations:read'), everyMs: EVERY_MS, inBackground: true },
  );
  const count = data?.[of];
  if (!count) return undefined;
  return count > MOST ? `${MOST}+` : String(count);
}

/** The number of unread entries, next to the name of its page. */
export function UnreadCount({ of = 'unread' }: { of?: Counted }) {
  const count = useUnreadCount(of);
  return (
    count && (
      <span className="unread numbers">
        {count}
        <span className="unseen"> {WORDS[of]}</span>
      </span>
    )
  );
}
