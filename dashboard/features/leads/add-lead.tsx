import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/leads.js';

const FIELDS = [
  ['first_name', words.firstName, 'text'],
  ['last_name', words.lastName, 'text'],
  ['email', words.email, 'email'],
  ['phone', words.phone, 'tel'],
  ['company', words.company, 'text'],
] as const;

const given = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** Adds a lead by hand, and goes to its page. */
export function AddLead() {
  const [opened, { open, close }] = useDisclosure();
  const create = useApiMutation('createLead');
  const navigate = useNavigate();
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {words.addLead}
      </Button>
      <Modal opened={opened} onClose={close} title={words.addLead}>
        <div className="over">
          <Form
            submit={words.addLead}
            onSubmit={async (values) => {
              const answer = await create.mutateAsync({ body: { ...given(values), source: 'dashboard' } });
              if ('lead' in answer) await navigate({ to: '/leads/$id', params: { id: answer.lead.id } });
            }}
          >
            {(errorOf) =>
              FIELDS.map(([name, label, type]) => (
                <TextInput
                  key={name}
                  name={name}
                  label={label}
                  type={type}
                  required={name === 'first_name'}
                  data-autofocus={name === 'first_name' || undefined}
                  withAsterisk={false}
                  error={errorOf(name)}
                />
              ))
            }
          </Form>
        </div>
      </Modal>
    </>
  );
}
