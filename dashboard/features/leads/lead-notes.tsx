import { ActionIcon, Textarea } from '@mantine/core';
import { useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { ConfirmForm } from '../../components/confirm-form.js';
import { Form } from '../../components/form.js';
import { TextAreaField } from '../../components/form-field.js';
import { Icon } from '../../components/icons.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/lead.js';

const useNames = (): ((by: string) => string) => {
  const users = useApiQuery('listUsers');
  const names = new Map(users.data?.users.map(({ id, name }) => [`user:${id}`, name]));
  return (by) => names.get(by) ?? (by.startsWith('key:') ? words.anIntegration : words.automation);
};

function AddNote({ id }: { id: string }) {
  const create = useApiMutation('createLeadNote');
  const [round, setRound] = useState(0);
  return (
    <div className="over">
      <Form
        key={round}
        submit={words.addNote}
        variant="default"
        onSubmit={async ({ text = '' }) => {
          await create.mutateAsync({ params: { id }, body: { text } });
          setRound(round + 1);
        }}
      >
        {(errorOf) => (
          <Textarea
            name="text"
            aria-label={words.newNote}
            data-key="n"
            placeholder={words.writeANote}
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
  const update = useApiMutation('updateNote');
  return (
    <ConfirmForm
      title={words.editNote}
      submit={words.save}
      variant="subtle"
      small
      onSubmit={({ text = '' }) => update.mutateAsync({ params: { id: note.id }, body: { text } })}
    >
      {(errorOf) => (
        <TextAreaField name="text" label={words.note} value={note.text} rows={5} required first errorOf={errorOf} />
      )}
    </ConfirmForm>
  );
}

/** The notes of users about the lead. */
export function LeadNotes({ id }: { id: string }) {
  const may = usePermission();
  const notes = useApiQuery('listLeadNotes', { params: { id }, query: { limit: 50 } });
  const remove = useApiMutation('deleteNote');
  const nameOf = useNames();
  return (
    <section className="card" aria-labelledby="notes">
      <header className="card-head">
        <h2 id="notes">{words.notes}</h2>
      </header>
      <div className="card-body">
        <QueryBoundary query={notes} lines={2}>
          {({ notes: rows }) => (
            <ul className="stack">
              {rows.map((note) => (
                <li key={note.id}>
                  <p className="said">{note.text}</p>
                  <p className="faint row">
                    {nameOf(note.created_by)} · <Timestamp at={note.created_at} />
                    {may('notes:write') && (
                      <>
                        <ChangeNote note={note} />
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          size={24}
                          aria-label={words.deleteNote}
                          onClick={() => remove.mutateAsync({ params: { id: note.id } }).catch(() => undefined)}
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
        </QueryBoundary>
        {may('notes:write') && <AddNote id={id} />}
      </div>
    </section>
  );
}
