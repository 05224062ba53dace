import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { useHoldWords } from '../../components/hold-chip.js';
import { Icon, type IconName } from '../../components/icons.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/inbox.js';

const ICONS: Readonly<Record<string, IconName>> = {
  email: 'mail',
  whatsapp: 'brand-whatsapp',
  call: 'phone',
  chat: 'message',
};

/** Returns the name of an entry. */
export const nameOfEntry = (entry: InboxEntry): string => entry.lead?.name ?? words.visitor;

/** Names the person who has the lead. */
const TakenOver = ({ by }: { by: string | null }) => <span>{useHoldWords('human_takeover', by).label}</span>;

interface Props {
  entry: InboxEntry;
  chosen: boolean;
  onChoose: () => void;
}

/** An entry in the list: who, what they said last, and who owes an answer. */
export function EntryRow({ entry, chosen, onChoose }: Props) {
  const { last_message: last, present, assignee } = entry;
  return (
    <li>
      <button
        type="button"
        className="entry"
        aria-current={chosen || undefined}
        data-unread={entry.unread || undefined}
        data-entry={entry.id}
        onClick={onChoose}
      >
        <span className="row entry-head">
          {entry.unread && (
            <span className="dot">
              <span className="unseen">{words.unread}</span>
            </span>
          )}
          <span className="grow cut entry-name">{nameOfEntry(entry)}</span>
          <span className="faint">
            <Timestamp at={entry.last_inbound_at} />
          </span>
        </span>
        <span className="row entry-last">
          <Icon name={ICONS[last?.channel ?? ''] ?? 'message'} size={14} />
          <span className="grow cut quiet">
            {last?.direction === 'outbound' && words.sent}
            {last?.preview || (last?.channel === 'call' ? words.call : '…')}
          </span>
        </span>
        <span className="row entry-marks faint">
          {entry.waiting_since && (
            <span className="waits">
              {words.waiting}
              <Timestamp at={entry.waiting_since} />
            </span>
          )}
          {assignee && <span>{assignee.name}</span>}
          {entry.takeover && entry.takeover.by !== 'rule' && <TakenOver by={entry.takeover.by} />}
          {entry.snoozed_until && (
            <span>
              {words.until}
              <Timestamp at={entry.snoozed_until} plain />
            </span>
          )}
          {present.map(({ user_id, name, state }) => (
            <span key={user_id}>{state === 'writing' ? words.isWriting(name) : words.isViewing(name)}</span>
          ))}
        </span>
      </button>
    </li>
  );
}
