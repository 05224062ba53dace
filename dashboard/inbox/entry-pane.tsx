import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { InboxEntry } from '../../schemas/conversations/inbox.js';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Control } from '../lead/control.js';
import { Next } from '../lead/next.js';
import { Notes } from '../lead/notes.js';
import { ProblemNote } from '../parts/problem-note.js';
import { Select } from '../parts/select.js';
import { useEntryChanges } from './changes.js';
import { ChatControl, LeadChatControl } from './chat-control.js';
import { Composer } from './composer.js';
import { nameOfEntry } from './entry-row.js';
import { laterTimes } from './folders.js';
import { usePresence } from './presence.js';
import { Thread } from './thread.js';

interface Props {
  entry: InboxEntry;
  box: RefObject<HTMLTextAreaElement | null>;
  /** Says that it is done and goes to the next one; open again where it was done. */
  done: () => void;
  back: ReactNode;
}

function Bar({ entry, done, back }: Omit<Props, 'box'>) {
  const may = useMay();
  const users = useAsk('listUsers');
  const changes = useEntryChanges();
  const lead = useAsk('getLead', { params: { id: entry.lead?.id ?? '' } }, { when: entry.lead !== null });
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
            aria-label="Assigned to"
            placeholder="Nobody’s"
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
                Snooze
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {laterTimes(new Date()).map(({ label, at }) => (
                <Menu.Item key={label} onClick={() => changes.snooze(entry, at)}>
                  {label}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item onClick={() => changes.unread(entry)}>Mark as unread</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button variant="default" size="xs" onClick={done}>
            {entry.status === 'done' ? 'Open again' : 'Done'}
          </Button>
        </>
      )}
      {run && may('automation:write') && <Control leadId={entry.id} run={run} size="xs" />}
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

/** Somebody who wrote: what was said, who has it, and where an answer is written. */
export function EntryPane({ entry, box, done, back }: Props) {
  const may = useMay();
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
              .map(({ name, state }) => `${name} ${state === 'writing' ? 'is writing' : 'looks at it too'}`)
              .join(', ')}
          </p>
        )}
        {may('messages:send') && mayWrite && <Composer entry={entry} box={box} onTyping={writes} onDone={done} />}
      </div>
      {leadId && (
        <div className="stack beside">
          <Next id={leadId} />
          <Notes id={leadId} />
        </div>
      )}
    </section>
  );
}
