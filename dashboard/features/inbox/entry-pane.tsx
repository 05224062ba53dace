import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { usePermission } from '../../api/session.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/inbox.js';
import { LeadNotes } from '../leads/lead-notes.js';
import { NextSteps } from '../leads/next-step.js';
import { RunControl } from '../leads/run-control.js';
import { ChatControl, LeadChatControl } from './chat-control.js';
import { Composer } from './composer.js';
import { nameOfEntry } from './entry-row.js';
import { snoozeTimes } from './inbox-folders.js';
import { Thread } from './thread.js';
import { useEntryChanges } from './use-entry-changes.js';
import { usePresence } from './use-presence.js';

interface Props {
  entry: InboxEntry;
  box: RefObject<HTMLTextAreaElement | null>;
  /** States that it is done and goes to the next one; open again where it was done. */
  done: () => void;
  back: ReactNode;
}

function Bar({ entry, done, back }: Omit<Props, 'box'>) {
  const may = usePermission();
  const users = useApiQuery('listUsers');
  const changes = useEntryChanges();
  const lead = useApiQuery('getLead', { params: { id: entry.lead?.id ?? '' } }, { enabled: entry.lead !== null });
  const run = lead.data?.lead.active_workflow_run;
  return (
    <header className="entry-bar">
      {back}
      <h2 className="grow cut">
        {entry.lead ? (
          <Link to="/leads/$id" params={{ id: entry.lead.id }}>
            {nameOfEntry(entry)}
          </Link>
        ) : (
          nameOfEntry(entry)
        )}
      </h2>
      {may('conversations:write') && (
        <>
          <Select
            size="xs"
            className="filter"
            aria-label={words.assignee}
            placeholder={words.unassigned2}
            data={
              users.data?.users.flatMap(({ id, name, disabled_at }) =>
                disabled_at ? [] : { value: id, label: name },
              ) ?? []
            }
            value={entry.assignee?.id ?? null}
            onChange={(id) => changes.assign(entry, id)}
            clearable
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" data-key="z">
                {words.snooze}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {snoozeTimes(new Date()).map(({ label, at }) => (
                <Menu.Item key={label} onClick={() => changes.snooze(entry, at)}>
                  {label}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => changes.unread(entry)}>{words.markAsUnread}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button variant="default" size="xs" onClick={done}>
            {entry.status === 'done' ? words.reopen : words.done}
          </Button>
        </>
      )}
      {run && may('automation:write') && <RunControl leadId={entry.id} run={run} size="xs" />}
      {may('conversations:write') &&
        (entry.lead === null ? (
          <ChatControl id={entry.id} />
        ) : (
          lead.data && <LeadChatControl leadId={entry.lead.id} isEnrolled={Boolean(run)} />
        ))}
      {changes.problem && <ProblemNote problem={changes.problem} />}
    </header>
  );
}

/** A lead or visitor: the messages, the owner of the conversation, and the composer. */
export function EntryPane({ entry, box, done, back }: Props) {
  const may = usePermission();
  const mayWrite = may('conversations:write');
  const { present, writes } = usePresence(entry, mayWrite);
  const changes = useEntryChanges();
  const seen = useRef<string>(undefined);
  const newest = entry.last_message?.id;
  useEffect(() => {
    // Once for each message that comes in while it is open; marking it unread stays.
    if (!mayWrite || seen.current === newest) return;
    seen.current = newest;
    changes.see(entry);
  });
  const leadId = entry.lead?.id;
  return (
    <section className="entry-pane" aria-label={nameOfEntry(entry)}>
      <div className="card talk-card">
        <Bar entry={entry} done={done} back={back} />
        <Thread entry={entry} />
        {present.length > 0 && (
          <p className="here" role="status">
            {present
              .map(({ name, state }) => (state === 'writing' ? words.isWriting(name) : words.isViewing(name)))
              .join(', ')}
          </p>
        )}
        {may('messages:send') && mayWrite && <Composer entry={entry} box={box} onTyping={writes} onDone={done} />}
      </div>
      {leadId && (
        <div className="stack entry-side">
          <NextSteps id={leadId} />
          <LeadNotes id={leadId} />
        </div>
      )}
    </section>
  );
}
