import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { Problem } from '../api/problem.js';
import { Form } from '../parts/form.js';
import { nameOf } from '../parts/name-of.js';
import { offerUndo } from '../parts/undo.js';
import type { DialogProps } from './write.js';

/** Takes the lead out of all lists. */
export function Delete({ lead, onDone }: DialogProps) {
  const navigate = useNavigate();
  const remove = useAct('deleteLead', () => navigate({ to: '/leads' }));
  return (
    <Form
      submit="Delete it"
      onSubmit={async () => {
        await remove.do({ params: { id: lead.id } });
        onDone();
        offerUndo(`${nameOf(lead)} is deleted.`);
      }}
    >
      {() => (
        <p>
          The lead is in no list any more, and its agents stop. What was written to it stays; to remove that too, erase
          the lead.
        </p>
      )}
    </Form>
  );
}

/** Removes all personal data of the lead for good, once its name is typed. */
export function Erase({ lead, onDone }: DialogProps) {
  const navigate = useNavigate();
  const erase = useAct('eraseLead', () => navigate({ to: '/leads' }));
  const [typed, setTyped] = useState('');
  const name = nameOf(lead);
  return (
    <Form
      submit="Erase it for good"
      onSubmit={async () => {
        if (typed.trim() !== name) throw new Problem(422, 'NAME_DIFFERS', 'Another name', `Type ${name}.`, '/name');
        await erase.do({ params: { id: lead.id } });
        onDone();
        offerUndo('The lead is erased.');
      }}
    >
      {(errorOf) => (
        <>
          <p>
            Its name, addresses, messages, conversations and notes are removed here and from Temporal, and its agents
            stop. Nobody can bring them back.
          </p>
          <TextInput
            label={`Type ${name} to erase it`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={errorOf('name')}
          />
        </>
      )}
    </Form>
  );
}
