import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type UIEvent, useRef } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { asProblem } from '../../api/problem.js';
import { useApiList, useApiQuery } from '../../api/use-api-query.js';
import { Icon } from '../../components/icons.js';
import { Empty, Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import { useUnreadCount } from '../../components/unread-count.js';
import * as words from '../../words/en/inbox.js';
import { EntryPane } from './entry-pane.js';
import { EntryRow } from './entry-row.js';
import { FOLDERS } from './inbox-folders.js';
import type { InboxSearch } from './inbox-search.js';
import { useInboxShortcuts } from './use-inbox-shortcuts.js';

type Folder = keyof typeof FOLDERS;
/** Changes by time alone have no event: the end of a snooze, and the presence of users who left without signing out. */
const EVERY_MS = 30_000;
const NEAR_PX = 300;
const CHANNELS = [
  { value: 'email', label: words.email },
  { value: 'whatsapp', label: words.whatsapp },
  { value: 'chat', label: words.chat },
  { value: 'call', label: words.calls },
];

function Folders({ search, onChange }: { search: InboxSearch; onChange: (folder: Folder) => void }) {
  const { channel, q } = search;
  const counts = useApiQuery('countInbox', { query: { channel, q } }, { everyMs: EVERY_MS });
  const current = search.folder ?? 'all';
  return (
    <nav className="area-tabs" aria-label={words.folders}>
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
  const announce = useDebouncedCallback((q: string) => onChange({ q: q || undefined }), 250);
  return (
    <search className="row entry-filters">
      <TextInput
        type="search"
        size="xs"
        className="grow"
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<Icon name="search" size={14} />}
        defaultValue={search.q}
        onChange={({ currentTarget }) => announce(currentTarget.value.trim())}
      />
      <Select
        size="xs"
        className="reply-way"
        aria-label={words.channel}
        placeholder={words.channel}
        data={CHANNELS}
        value={search.channel ?? null}
        onChange={(value) => onChange({ channel: value ?? undefined } as InboxSearch)}
        clearable
      />
    </search>
  );
}

const Nothing = ({ folder }: { folder: Folder }) => (
  <Empty title={folder === 'all' ? words.yourInboxIsEmpty : words.noConversations}>
    <p>{folder === 'all' ? words.messagesFromLeadsByEmailWhatsapp : words.noConversationsIn(FOLDERS[folder])}</p>
  </Empty>
);

/**
 * Returns the open entry, from the list where it is in there. One that is in another folder, or further down than the
 * list was read, is read alone: it stays open until another one is selected.
 */
function useOpenEntry(id: string | undefined, entries: readonly InboxEntry[] | undefined) {
  const listed = entries?.find((entry) => entry.id === id);
  const isMissing = id !== undefined && entries !== undefined && !listed;
  const alone = useApiQuery('getInboxEntry', { params: { id: id ?? '' } }, { enabled: isMissing, everyMs: EVERY_MS });
  const last = useRef<InboxEntry>(undefined);
  const known = listed ?? (isMissing && !alone.isPlaceholderData ? alone.data?.entry : undefined);
  if (known) last.current = known;
  const chosen = known ?? (last.current?.id === id ? last.current : undefined);
  return { chosen, error: chosen ? null : alone.error };
}

/** All leads and visitors who wrote, on any channel, with their conversations. */
export function InboxPage() {
  const search = useSearch({ from: '/shell/inbox' });
  const navigate = useNavigate();
  const { entry: chosenId, folder = 'all', channel, q } = search;
  const query = { folder, channel, q, limit: 50 };
  const pages = useApiList('listInbox', { query }, { everyMs: EVERY_MS });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const entries = pages.data?.pages.flatMap((page) => page.entries);
  const { chosen, error } = useOpenEntry(chosenId, entries);
  const go = (change: InboxSearch) => void navigate({ to: '/inbox', search: { ...search, ...change }, replace: true });
  const choose = (id: string | undefined) => go({ entry: id });
  const box = useRef<HTMLTextAreaElement>(null);
  const keys = useInboxShortcuts({ ids: entries?.map(({ id }) => id) ?? [], chosen, choose, box });
  const unread = useUnreadCount();
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (hasNextPage && !isFetchingNextPage && scrollHeight - scrollTop - clientHeight < NEAR_PX) void fetchNextPage();
  };
  return (
    <Page
      title={words.inbox}
      tab={unread && words.inbox2(unread)}
      wide
      actions={<span className="faint wide-only">{words.jKMoveRReplyN}</span>}
    >
      <Folders search={search} onChange={(to) => go({ folder: to === 'all' ? undefined : to, entry: undefined })} />
      <div className="inbox" data-open={chosen ? true : undefined}>
        <section className="card entries" aria-label={words.conversations} onScroll={onScroll}>
          <Filters search={search} onChange={go} />
          {pages.error && <ProblemNote problem={asProblem(pages.error)} again={() => void pages.refetch()} />}
          {!entries && !pages.error && <Skeleton lines={8} />}
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
                {words.inbox}
              </Button>
            }
          />
        ) : (
          <div className="card no-entry wide-only">
            {error && <ProblemNote problem={asProblem(error)} />}
            <Empty title={words.selectAConversation}>
              <p>{words.pressJOrKToMove}</p>
            </Empty>
          </div>
        )}
      </div>
    </Page>
  );
}
