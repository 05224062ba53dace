import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/agents.js';
import { AGENT_TEMPLATES, templateOf } from './agent-templates.js';

/** Makes an agent from one of some beginnings, and goes to its editor. */
export function NewAgent() {
  const [opened, { open, close }] = useDisclosure();
  const [start, setStart] = useState('emails');
  const create = useApiMutation('createWorkflow');
  const navigate = useNavigate();
  const { means, goal_type, cadence } = templateOf(start);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {words.newAgent}
      </Button>
      <Modal opened={opened} onClose={close} title={words.newAgent}>
        <div className="over">
          <Form
            submit={words.createAgent}
            onSubmit={async ({ name = '' }) => {
              const { workflow } = await create.mutateAsync({ body: { name, goal_type, cadence } });
              await navigate({ to: '/agents/$id', params: { id: workflow.id } });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label={words.nameLabel}
                  placeholder={words.solarOffers}
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label={words.template}
                  description={means}
                  data={Object.entries(AGENT_TEMPLATES).map(([value, { label }]) => ({ value, label }))}
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
