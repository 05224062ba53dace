import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api/act.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';

const FIELDS = [
  ['first_name', 'First name', 'text'],
  ['last_name', 'Last name', 'text'],
  ['email', 'E-mail', 'email'],
  ['phone', 'Phone', 'tel'],
  ['company', 'Company', 'text'],
] as const;

const given = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));

/** Adds a lead by hand, and goes to its page. */
export function AddLead() {
  const [opened, { open, close }] = useDisclosure();
  const create = useAct('createLead');
  const navigate = useNavigate();
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Add a lead
      </Button>
      <Modal opened={opened} onClose={close} title="Add a lead">
        <div className="over">
          <Form
            submit="Add"
            onSubmit={async (values) => {
              const answer = await create.do({ body: { ...given(values), source: 'dashboard' } });
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
