import type { HistoryItem } from '../../../schemas/events/history.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/lead.js';
import { clockIn } from './viewer-time-zone.js';

type Message = HistoryItem & { type: 'message' };

/** The stages of a message, each with its time. */
const STAGES = [
  [words.sent, 'sent_at'],
  [words.delivered, 'delivered_at'],
  [words.read, 'read_at'],
] as const;

interface Props {
  item: Message;
  /** The time when the lead answered it. */
  answeredAt: string | undefined;
  /** That of the lead's clock. */
  zone: string;
}

/** A message's receipts as ticks, on the lead's clock. */
export function MessageReceipts({ item, answeredAt, zone }: Props) {
  const stages = STAGES.map(([name, key]) => [name, item[key]] as const);
  const reached = [...stages, [words.replied, answeredAt] as const].filter(([, at]) => at);
  if (reached.length === 0) return null;
  return (
    <ul className="receipts" aria-label={words.deliveryStatus}>
      {reached.map(([name, at = null]) => (
        <li key={name}>
          <Icon name="check" size={14} />
          <span>{name}</span> {at && <time dateTime={at}>{clockIn(at, zone)}</time>}
        </li>
      ))}
    </ul>
  );
}
