import type { ReactNode } from 'react';
import type { HistoryItem } from '../../schemas/events/history.js';
import { useMay } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { Original } from '../parts/mail/original.js';
import { When } from '../parts/when.js';
import { messageWords } from '../words/messages.js';
import { Media, type MediaFile } from './media.js';
import { TakeBack } from './take-back.js';

/** One thing that was said, as a bubble. */
export interface Said {
  id: string;
  at: string;
  side: 'them' | 'us' | 'aside';
  /** By which way it went, or who said it. */
  by: string;
  subject?: string | null;
  text: string | null;
  status?: string | undefined;
  /** Whether it is a mail that looks otherwise than its text. */
  hasHtml?: boolean;
  /** Its file, where WhatsApp has one. */
  file?: MediaFile | undefined;
}

const WAYS: Readonly<Record<string, string>> = { email: 'E-mail', whatsapp: 'WhatsApp', chat: 'Chat', call: 'Call' };

/** Reads a lead's history as a talk. */
export function saidOf(item: HistoryItem): Said {
  const { id, created_at: at } = item;
  if (item.type === 'activity')
    return { id, at, side: 'aside', by: item.note ? 'Note' : item.title, text: item.note ?? item.description };
  const side = item.direction === 'inbound' ? 'them' : 'us';
  const by = WAYS[item.channel] ?? item.channel;
  if (item.type === 'message')
    return {
      ...{ id, at, side, by, subject: item.subject, text: item.content },
      status: side === 'us' ? item.status : undefined,
      hasHtml: item.has_html,
      file: item.channel === 'whatsapp' ? (item.attachments as MediaFile[])[0] : undefined,
    };
  const text = item.type === 'call' ? (item.summary ?? 'A call') : 'A call that reached nobody';
  return { id, at, side, by, text };
}

interface Props {
  talk: readonly Said[];
  /** What is told of a message besides. */
  about: (id: string) => ReactNode;
}

const WAITING: ReadonlySet<string | undefined> = new Set(['held', 'queued']);

/** Draws a talk, the oldest on top. */
export function Talk({ talk, about }: Props) {
  const maySend = useMay()('messages:send');
  return (
    <ol className="talk" aria-label="What was said">
      {talk.map((said) => (
        <li key={said.id} className="bubble" data-side={said.side}>
          {said.subject && <strong>{said.subject}</strong>}
          {(said.text || !said.file) && (
            <p className={said.side === 'aside' ? 'quiet' : 'said'}>{said.text ?? 'It was erased.'}</p>
          )}
          {said.file && <Media id={said.id} file={said.file} />}
          {said.hasHtml && <Original id={said.id} />}
          <p className="row faint">
            {said.by} · <When at={said.at} />
            {said.status && <Chip {...messageWords(said.status)} />}
            {maySend && WAITING.has(said.status) && <TakeBack id={said.id} />}
            {about(said.id)}
          </p>
        </li>
      ))}
    </ol>
  );
}
