import type { ReactNode } from 'react';
import type { HistoryItem } from '../../../schemas/events/history.js';
import { usePermission } from '../../api/session.js';
import { Chip } from '../../components/chip.js';
import { OriginalEmail } from '../../components/mail/original-email.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/inbox.js';
import { messageWords } from '../../words/messages.js';
import { CancelMessage } from './cancel-message.js';
import { type MediaFile, MessageMedia } from './message-media.js';

/** One thing that was said, as a bubble. */
export interface MessageBubble {
  id: string;
  at: string;
  side: 'them' | 'us' | 'aside';
  /** By which way it went, or who said it. */
  by: string;
  subject?: string | null;
  text: string | null;
  status?: string | undefined;
  /** True if it is a mail that looks otherwise than its text. */
  hasHtml?: boolean;
  /** Its file, where WhatsApp has one. */
  file?: MediaFile | undefined;
}

const WAYS: Readonly<Record<string, string>> = {
  email: words.email,
  whatsapp: 'WhatsApp',
  chat: words.chat,
  call: words.call,
};

/** Reads a lead's history as a talk. */
export function bubbleOf(item: HistoryItem): MessageBubble {
  const { id, created_at: at } = item;
  if (item.type === 'activity')
    return { id, at, side: 'aside', by: item.note ? words.note : item.title, text: item.note ?? item.description };
  const side = item.direction === 'inbound' ? 'them' : 'us';
  const by = WAYS[item.channel] ?? item.channel;
  if (item.type === 'message')
    return {
      id,
      at,
      side,
      by,
      subject: item.subject,
      text: item.content,
      status: side === 'us' ? item.status : undefined,
      hasHtml: item.has_html,
      file: item.channel === 'whatsapp' ? (item.attachments as MediaFile[])[0] : undefined,
    };
  const text = item.type === 'call' ? (item.summary ?? words.call) : words.missedCall;
  return { id, at, side, by, text };
}

interface Props {
  talk: readonly MessageBubble[];
  /** Additional information about a message. */
  about: (id: string) => ReactNode;
}

const WAITING: ReadonlySet<string | undefined> = new Set(['held', 'queued']);

/** Draws a talk, the oldest on top. */
export function MessageBubbles({ talk, about }: Props) {
  const maySend = usePermission()('messages:send');
  return (
    <ol className="talk" aria-label={words.messages}>
      {talk.map((message) => (
        <li key={message.id} className="bubble" data-side={message.side}>
          {message.subject && <strong>{message.subject}</strong>}
          {(message.text || !message.file) && (
            <p className={message.side === 'aside' ? 'quiet' : 'said'}>{message.text ?? words.erased}</p>
          )}
          {message.file && <MessageMedia id={message.id} file={message.file} />}
          {message.hasHtml && <OriginalEmail id={message.id} />}
          <p className="row faint">
            {message.by} · <Timestamp at={message.at} />
            {message.status && <Chip {...messageWords(message.status)} />}
            {maySend && WAITING.has(message.status) && <CancelMessage id={message.id} />}
            {about(message.id)}
          </p>
        </li>
      ))}
    </ol>
  );
}
