import { ActionIcon, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { AskFirst } from '../parts/ask-first.js';
import { Asked } from '../parts/asked.js';
import { Area } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { When } from '../parts/when.js';

const useNames = (): ((by: string) => string) => {
  const users = useAsk('listUsers');
  const names = new Map(users.data?.users.map(({ id, name }) => [`user:${id}`, name]));
  return (by) => names.get(by) ?? (by.startsWith('key:') ? 'An integration' : 'A rule');
};

function AddNote({ id }: { id: string }) {
  const create = useAct('createLeadNote');
  const [round, setRound] = useState(0);
  return (
    <div className="over">
      <Form
        key={round}
        submit="Add note"
        onSubmit={async ({ text = '' }) => {
          await create.do({ params: { id }, body: { text } });
          setRound(round + 1);
        }}
      >
        {(errorOf) => (
          <Textarea
            name="text"
            aria-label="A note"
            data-key="n"
            placeholder="Write a note"
            rows={2}
            required
            error={errorOf('text')}
          />
        )}
      </Form>
    </div>
  );
}

function ChangeNote({ note }: { note: { id: string; text: string } }) {
  const update = useAct('updateNote');
  return (
    <AskFirst
      title="Change"
      submit="Save"
      variant="subtle"
      small
      onSubmit={({ text = '' }) => update.do({ params: { id: note.id }, body: { text } })}
    >
      {(errorOf) => <Area name="text" label="Note" value={note.text} rows={5} required first errorOf={errorOf} />}
    </AskFirst>
  );
}

/** What people wrote down about the lead. */
export function Notes({ id }: { id: string }) {
  const may = useMay();
  const notes = useAsk('listLeadNotes', { params: { id }, query: { limit: 50 } });
  const remove = useAct('deleteNote');
  const nameOf = useNames();
  return (
    <section className="card" aria-labelledby="notes">
      <header className="card-head">
        <h2 id="notes">Notes</h2>
      </header>
      <div className="card-body">
        <Asked asked={notes} lines={2}>
          {({ notes: rows }) => (
            <ul className="stack">
              {rows.map((note) => (
                <li key={note.id}>
                  <p className="said">{note.text}</p>
                  <p className="faint row">
                    {nameOf(note.created_by)} · <When at={note.created_at} />
                    {may('notes:write') && (
                      <>
                        <ChangeNote note={note} />
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          size={24}
                          aria-label="Delete the note"
                          onClick={() => remove.do({ params: { id: note.id } }).catch(() => undefined)}
                        >
                          <Icon name="x" size={14} />
                        </ActionIcon>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Asked>
        {may('notes:write') && <AddNote id={id} />}
      </div>
    </section>
  );
}
