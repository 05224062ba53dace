import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';

const EVERY_MS = 60_000;
const MOST = 99;

const WORDS = { unread: 'unread', notices: 'unread notices' } as const;
type Counted = keyof typeof WORDS;

/** Tells how much is unread, in few letters; nothing where there is none. */
export function useUnread(of: Counted = 'unread'): string | undefined {
  const may = useMay();
  // A hidden tab hears of nothing, and its title is all of it that is seen.
  const { data } = useAsk('countUnread', {}, { when: may('conversations:read'), everyMs: EVERY_MS, unlooked: true });
  const count = data?.[of];
  if (!count) return undefined;
  return count > MOST ? `${MOST}+` : String(count);
}

/** What is unread, beside the name of its page. */
export function Unread({ of = 'unread' }: { of?: Counted }) {
  const count = useUnread(of);
  return (
    count && (
      <span className="unread numbers">
        {count}
        <span className="unseen"> {WORDS[of]}</span>
      </span>
    )
  );
}
