import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { HistoryItem } from '../../schemas/events/history.js';
import { usePages } from '../api/ask.js';
import { asProblem } from '../api/problem.js';
import { Icon, type IconName } from '../parts/icons.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';

const ICONS: Readonly<Record<string, IconName>> = {
  email: 'mail',
  whatsapp: 'brand-whatsapp',
  call: 'phone',
  chat: 'message',
};
const LEVELS = [
  { value: 'message,call,call_missed', label: 'Reached the lead' },
  { value: '', label: 'Everything' },
];

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function titleOf(item: HistoryItem): string {
  if (item.type === 'activity') return item.note ? 'Note' : item.title;
  const from = item.direction === 'inbound' ? 'From the lead' : 'To the lead';
  if (item.type === 'message') return item.subject ?? from;
  if (item.type === 'call_missed') return 'A call that reached nobody';
  return item.duration_seconds ? `Call, ${clock(item.duration_seconds)}` : 'Call';
}

function textOf(item: HistoryItem): string | null {
  if (item.type === 'activity') return item.note ?? item.description;
  if (item.type === 'message') return item.content;
  return item.type === 'call' ? item.summary : item.disconnection_reason;
}

function iconOf(item: HistoryItem): IconName {
  if (item.type === 'activity') return item.note ? 'note' : 'history';
  return ICONS[item.channel] ?? 'message';
}

function Item({ item }: { item: HistoryItem }) {
  const isMessage = item.type === 'message';
  const text = textOf(item);
  return (
    <li className="moment" data-type={item.type} data-direction={item.type === 'activity' ? undefined : item.direction}>
      <span className="moment-mark">
        <Icon name={iconOf(item)} size={16} />
      </span>
      <div className="grow">
        <div className="row">
          <strong className={item.type === 'activity' ? 'quiet' : undefined}>{titleOf(item)}</strong>
          {isMessage && item.direction === 'outbound' && <span className="faint">{item.status}</span>}
          <span className="faint">
            <When at={item.created_at} />
          </span>
        </div>
        {text && text !== titleOf(item) && <p className={isMessage ? 'said' : 'quiet'}>{text}</p>}
      </div>
    </li>
  );
}

/** What happened with the lead, the newest first. */
export function History({ id }: { id: string }) {
  const [types, setTypes] = useState('');
  const pages = usePages('getLeadHistory', {
    params: { id },
    query: { order: 'desc', limit: 50, ...(types ? { types } : {}) },
  });
  const items = pages.data?.pages.flatMap(({ history }) => history);
  return (
    <section className="card" aria-labelledby="history">
      <header className="card-head">
        <h2 id="history">History</h2>
        <SegmentedControl size="xs" aria-label="What is shown" data={LEVELS} value={types} onChange={setTypes} />
      </header>
      {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
      {!items && !pages.error && <Bones lines={6} />}
      {items?.length === 0 && <p className="calm">Nothing yet.</p>}
      <ol>
        {items?.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <p className="card-body">
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Earlier
          </Button>
        </p>
      )}
    </section>
  );
}
