import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';

const EVERY_MS = 60_000;
const MOST = 99;

/** Tells how many entries nobody has seen, in few letters; nothing where there is none. */
export function useUnread(): string | undefined {
  const may = useMay();
  // A hidden tab hears of nothing, and its title is all of it that is seen.
  const { data } = useAsk('countUnread', {}, { when: may('conversations:read'), everyMs: EVERY_MS, unlooked: true });
  if (!data?.unread) return undefined;
  return data.unread > MOST ? `${MOST}+` : String(data.unread);
}

/** What nobody has seen, beside the name of the inbox. */
export function Unread() {
  const unread = useUnread();
  return (
    unread && (
      <span className="unread numbers">
        {unread}
        <span className="unseen"> unread</span>
      </span>
    )
  );
}
