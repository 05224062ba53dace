import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';
import { STARTS, startOf } from './starts.js';

/** Makes an agent from one of some beginnings, and goes to its editor. */
export function NewAgent() {
  const [opened, { open, close }] = useDisclosure();
  const [start, setStart] = useState('emails');
  const create = useAct('createWorkflow');
  const navigate = useNavigate();
  const { means, goal_type, cadence } = startOf(start);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        New agent
      </Button>
      <Modal opened={opened} onClose={close} title="A new agent">
        <div className="over">
          <Form
            submit="Make it"
            onSubmit={async ({ name = '' }) => {
              const { workflow } = await create.do({ body: { name, goal_type, cadence } });
              await navigate({ to: '/agents/$id', params: { id: workflow.id } });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label="Name"
                  placeholder="Solar offers"
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label="Begin with"
                  description={means}
                  data={Object.entries(STARTS).map(([value, { label }]) => ({ value, label }))}
                  value={start}
                  onChange={(chosen) => setStart(chosen ?? 'emails')}
                />
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}
