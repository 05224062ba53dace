import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../../api/problem.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { nameOf } from '../../components/name-of.js';
import { offerUndo } from '../../components/undo-toast.js';
import * as words from '../../words/en/lead.js';
import type { DialogProps } from './write-message.js';

/** Takes the lead out of all lists. */
export function Delete({ lead, onDone }: DialogProps) {
  const navigate = useNavigate();
  const remove = useApiMutation('deleteLead', () => navigate({ to: '/leads' }));
  return (
    <Form
      submit={words.deleteLead}
      onSubmit={async () => {
        await remove.mutateAsync({ params: { id: lead.id } });
        onDone();
        offerUndo(words.deleted(nameOf(lead)));
      }}
    >
      {() => <p>{words.theLeadIsRemovedFromAll}</p>}
    </Form>
  );
}

/** Removes all personal data of the lead for good, once its name is typed. */
export function Erase({ lead, onDone }: DialogProps) {
  const navigate = useNavigate();
  const erase = useApiMutation('eraseLead', () => navigate({ to: '/leads' }));
  const [typed, setTyped] = useState('');
  const name = nameOf(lead);
  return (
    <Form
      submit={words.erasePermanently}
      onSubmit={async () => {
        if (typed.trim() !== name)
          throw new Problem(422, 'NAME_DIFFERS', words.nameDoesntMatch, words.type(name), '/name');
        await erase.mutateAsync({ params: { id: lead.id } });
        onDone();
        offerUndo(words.leadErased);
      }}
    >
      {(errorOf) => (
        <>
          <p>{words.theLeadsNameAddressesMessages}</p>
          <TextInput
            label={words.typeToConfirm(name)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={errorOf('name')}
          />
        </>
      )}
    </Form>
  );
}
