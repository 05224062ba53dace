import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { HistoryItem } from '../../../schemas/events/history.js';
import { usePermission } from '../../api/session.js';
import { Chip } from '../../components/chip.js';
import { HoldChip } from '../../components/hold-chip.js';
import { Icon, type IconName } from '../../components/icons.js';
import { OriginalEmail } from '../../components/mail/original-email.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/lead.js';
import { inWords } from '../../words/events.js';
import { messageWords } from '../../words/messages.js';
import { HOLDS } from '../../words/states.js';
import { MessageFacts } from './message-facts.js';
import { MessageReceipts } from './message-receipts.js';
import { idOfMoment } from './run-ribbon-layout.js';
import { SettleMessage } from './settle-message.js';
import type { Decided } from './timeline-entries.js';
import { clockInOtherZone } from './viewer-time-zone.js';

const ICONS: Readonly<Record<string, IconName>> = {
  email: 'mail',
  whatsapp: 'brand-whatsapp',
  call: 'phone',
  chat: 'message',
};

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function titleOf(item: HistoryItem): string {
  if (item.type === 'activity') return item.note ? words.note : inWords(item).title;
  const from = item.direction === 'inbound' ? words.received : words.sent;
  if (item.type === 'message' && item.sent_outside)
    return item.channel === 'email' ? words.sentFromAMailProgram : words.sentFromTheWhatsappBusinessApp;
  if (item.type === 'message') return item.subject ?? from;
  if (item.type === 'call_missed') return words.missedCall;
  return item.duration_seconds ? words.call2(clock(item.duration_seconds)) : words.call;
}

function textOf(item: HistoryItem, decided: Decided | undefined): string | null {
  if (item.type === 'activity') return item.note ?? (decided?.why ? null : inWords(item).description);
  if (item.type === 'message') return item.content;
  return item.type === 'call' ? item.summary : (item.disconnection_reason?.replaceAll('_', ' ') ?? null);
}

function iconOf(item: HistoryItem): IconName {
  if (item.type !== 'activity') return ICONS[item.channel] ?? 'message';
  if (item.note) return 'note';
  return item.activity_type.startsWith('meeting.') ? 'calendar' : 'history';
}

/** The transcript of a call. */
const Transcript = ({ lines }: { lines: readonly { role: string; text: string }[] }) => (
  <dl className="transcript">
    {lines.map(({ role, text }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a call stay as they are.
      <div key={index} className="fact">
        <dt>{role === 'user' ? words.lead : words.agent}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** The details that are collapsed by default. */
function Closer({ item }: { item: HistoryItem }) {
  const [open, setOpen] = useState(false);
  // Chats have no row of their own among the messages.
  const isMessage = item.type === 'message' && item.channel !== 'chat';
  const lines = item.type === 'call' ? item.transcript : null;
  if (!isMessage && !lines?.length) return null;
  return (
    <>
      <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
        {isMessage ? words.details : words.transcript}
      </Button>
      {open && (lines ? <Transcript lines={lines} /> : <MessageFacts id={item.id} />)}
    </>
  );
}

/** The statuses that the receipts of a message show anyway. */
const USUAL_STATES: readonly string[] = ['sent', 'delivered', 'read'];

/** The delivery of an outbound message, and the question of its outcome. */
function Way({ item, answeredAt, zone }: { item: HistoryItem; answeredAt: string | undefined; zone: string }) {
  const may = usePermission();
  if (item.type !== 'message' || item.direction !== 'outbound' || item.channel === 'chat') return null;
  return (
    <>
      <MessageReceipts item={item} answeredAt={answeredAt} zone={zone} />
      {item.status === 'unknown' && may('messages:send') && <SettleMessage messageId={item.id} />}
    </>
  );
}

interface Props {
  item: HistoryItem;
  decided: Decided | undefined;
  /** The time when the lead answered it. */
  answeredAt: string | undefined;
  /** True if it leads to its run. */
  linksRun: boolean;
  /** True if a person had the lead. */
  taken: boolean;
  /** That of the lead's clock. */
  zone: string;
}

/** One thing of a lead's history, on the lead's clock too; it leads to the run that it is of. */
export function TimelineEntry({ item, decided, answeredAt, linksRun, taken, zone }: Props) {
  const there = clockInOtherZone(item.created_at, zone);
  const text = textOf(item, decided);
  const isActivity = item.type === 'activity';
  const title = titleOf(item);
  return (
    <li
      className="moment"
      id={idOfMoment(item.id)}
      data-type={item.type}
      data-direction={isActivity ? undefined : item.direction}
      data-who={decided?.hold && HOLDS[decided.hold].who}
      data-taken={taken || undefined}
    >
      <span className="moment-mark">
        <Icon name={iconOf(item)} size={16} />
      </span>
      <div className="grow">
        <div className="row">
          <strong className={isActivity && !item.note ? 'quiet' : undefined}>{title}</strong>
          {decided?.step && <code className="faint">{decided.step}</code>}
          {decided?.hold && <Chip {...HOLDS[decided.hold]} />}
          {decided?.takesOver !== undefined && <HoldChip reason="human_takeover" by={decided.takesOver} />}
          {item.type === 'message' && item.direction === 'outbound' && !USUAL_STATES.includes(item.status) && (
            <Chip {...messageWords(item.status)} />
          )}
          {isActivity && item.is_machine && <Chip who="off" label={words.machine} />}
          {item.type === 'message' && item.edited_at && <Chip who="off" label={words.edited} />}
          {item.type === 'message' && item.deleted_at && <Chip who="off" label={words.deletedBySender} />}
          <span className="faint">
            <Timestamp at={item.created_at} />
            {there && ` (${there})`}
          </span>
          {item.workflow_run_id && linksRun && (
            <Link to="/runs/$id" params={{ id: item.workflow_run_id }} className="faint">
              {words.run}
            </Link>
          )}
        </div>
        {decided?.why && <p className="quiet">{decided.why}</p>}
        {text && text !== title && <p className={isActivity && !item.note ? 'quiet' : 'said'}>{text}</p>}
        <Way item={item} answeredAt={answeredAt} zone={zone} />
        {item.type === 'message' && item.has_html && <OriginalEmail id={item.id} />}
        <Closer item={item} />
      </div>
    </li>
  );
}
