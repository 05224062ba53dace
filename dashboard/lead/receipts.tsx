import type { HistoryItem } from '../../schemas/events/history.js';
import { Icon } from '../parts/icons.js';
import { clockOn } from './there.js';

type Message = HistoryItem & { type: 'message' };

/** How far a message got, each with its moment. */
const STAGES = [
  ['Sent', 'sent_at'],
  ['Delivered', 'delivered_at'],
  ['Read', 'read_at'],
] as const;

interface Props {
  item: Message;
  /** When the lead answered it. */
  answeredAt: string | undefined;
  /** That of the lead's clock. */
  zone: string;
}

/** A message's receipts as ticks, on the lead's clock. */
export function Receipts({ item, answeredAt, zone }: Props) {
  const stages = STAGES.map(([name, key]) => [name, item[key]] as const);
  const reached = [...stages, ['Answered', answeredAt] as const].filter(([, at]) => at);
  if (reached.length === 0) return null;
  return (
    <ul className="receipts" aria-label="Receipts">
      {reached.map(([name, at = null]) => (
        <li key={name}>
          <Icon name="check" size={14} />
          <span>{name}</span> {at && <time dateTime={at}>{clockOn(at, zone)}</time>}
        </li>
      ))}
    </ul>
  );
}
