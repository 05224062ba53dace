import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type UIEvent, useRef } from 'react';
import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAsk, usePages } from '../api/ask.js';
import type { Input } from '../api/names.js';
import { asProblem } from '../api/problem.js';
import { Icon } from '../parts/icons.js';
import { Bones, Empty, Page } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { EntryPane } from './entry-pane.js';
import { EntryRow } from './entry-row.js';
import { FOLDERS, type InboxSearch, readInboxSearch } from './folders.js';
import { useInboxKeys } from './keys.js';
import { useUnread } from './unread.js';

type Folder = keyof typeof FOLDERS;
type Query = Input<'listInbox'>['query'];
/** Nobody tells of what time alone changes: what was put off comes back, and who went without a word is gone. */
const EVERY_MS = 30_000;
const NEAR_PX = 300;
const CHANNELS = [
  { value: 'email', label: 'E-mail' },
  { value: 'whatsapp', label: 'WhatsApp' },
  { value: 'chat', label: 'Chat' },
  { value: 'call', label: 'Calls' },
];

function Folders({ search, onChange }: { search: InboxSearch; onChange: (folder: Folder) => void }) {
  const { channel, q } = search;
  const counts = useAsk('countInbox', { query: { channel, q } as never }, { everyMs: EVERY_MS });
  const current = search.folder ?? 'all';
  return (
    <nav className="area-tabs" aria-label="Folders">
      {(Object.keys(FOLDERS) as Folder[]).map((folder) => (
        <button
          key={folder}
          type="button"
          className={folder === current ? 'active' : undefined}
          aria-current={folder === current || undefined}
          onClick={() => onChange(folder)}
        >
          {FOLDERS[folder]} <span className="faint numbers">{counts.data?.counts[folder]}</span>
        </button>
      ))}
    </nav>
  );
}

function Filters({ search, onChange }: { search: InboxSearch; onChange: (change: InboxSearch) => void }) {
  const tell = useDebouncedCallback((q: string) => onChange({ q: q || undefined } as InboxSearch), 250);
  return (
    <search className="row entry-filters">
      <TextInput
        type="search"
        size="xs"
        className="grow"
        aria-label="Search"
        placeholder="Name, address, company"
        leftSection={<Icon name="search" size={14} />}
        defaultValue={search.q}
        onChange={({ currentTarget }) => tell(currentTarget.value.trim())}
      />
      <Select
        size="xs"
        className="reply-way"
        aria-label="Channel"
        placeholder="Channel"
        data={CHANNELS}
        value={search.channel ?? null}
        onChange={(value) => onChange({ channel: value ?? undefined } as InboxSearch)}
        clearable
      />
    </search>
  );
}

const Nothing = ({ folder }: { folder: Folder }) => (
  <Empty title={folder === 'all' ? 'Nobody waits here' : 'Empty'}>
    <p>
      {folder === 'all'
        ? 'Whoever writes by e-mail, WhatsApp or chat stands here until it is done.'
        : `Nothing is in “${FOLDERS[folder]}”.`}
    </p>
  </Empty>
);

/** Whoever wrote, on whatever channel, and what is said with them. */
export function InboxPage() {
  const search = readInboxSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { entry: chosenId, folder = 'all', channel, q } = search;
  const query = { folder, channel, q, limit: 50 } as Query;
  const pages = usePages('listInbox', { query }, { everyMs: EVERY_MS });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  // An entry that went to another folder stays open until another one is chosen.
  const last = useRef<InboxEntry>(undefined);
  const found = entries?.find(({ id }) => id === chosenId);
  if (found) last.current = found;
  const chosen = found ?? (last.current?.id === chosenId ? last.current : undefined);
  const go = (change: InboxSearch) =>
    void navigate({ to: '/inbox', search: readInboxSearch({ ...search, ...change }) as never, replace: true });
  const choose = (id: string | undefined) => go({ entry: id } as InboxSearch);
  const box = useRef<HTMLTextAreaElement>(null);
  const keys = useInboxKeys({ ids: entries?.map(({ id }) => id) ?? [], chosen, choose, box });
  const unread = useUnread();
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (hasNextPage && !isFetchingNextPage && scrollHeight - scrollTop - clientHeight < NEAR_PX) void fetchNextPage();
  };
  return (
    <Page
      title="Inbox"
      tab={unread && `(${unread}) Inbox`}
      wide
      actions={<span className="faint wide-only">j k move · r reply · n note · t take over · z snooze · e done</span>}
    >
      <Folders
        search={search}
        onChange={(to) => go({ folder: to === 'all' ? undefined : to, entry: undefined } as InboxSearch)}
      />
      <div className="inbox" data-open={chosen ? true : undefined}>
        <section className="card entries" aria-label="Entries" onScroll={onScroll}>
          <Filters search={search} onChange={go} />
          {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
          {!entries && !pages.error && <Bones lines={8} />}
          {entries?.length === 0 && <Nothing folder={folder} />}
          <ul>
            {entries?.map((entry) => (
              <EntryRow key={entry.id} entry={entry} chosen={entry.id === chosenId} onChoose={() => choose(entry.id)} />
            ))}
          </ul>
        </section>
        {chosen ? (
          <EntryPane
            key={chosen.id}
            entry={chosen}
            box={box}
            done={keys.done}
            back={
              <Button
                className="back"
                variant="subtle"
                size="compact-sm"
                leftSection={<Icon name="arrow-left" size={16} />}
                onClick={() => choose(undefined)}
              >
                Inbox
              </Button>
            }
          />
        ) : (
          <div className="card no-entry wide-only">
            <Empty title="Choose somebody on the left">
              <p>j and k go through the list, r writes an answer, e says that it is done.</p>
            </Empty>
          </div>
        )}
      </div>
    </Page>
  );
}
