import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreateJobBody } from '../../schemas/jobs/background-jobs.js';
import { useAct } from '../api/act.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';

type Start = CreateJobBody & { label: string; means: string };

/** What a new job can begin from; each begins switched off. */
const STARTS: Readonly<Record<string, Start>> = {
  tag: {
    label: 'Tag what is worth much',
    means: 'Every weekday: leads with a large budget get a tag.',
    cron_expression: '0 9 * * 1-5',
    steps: [
      {
        name: 'Large budget',
        conditions: [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5000 }],
        on_match: { type: 'add_tag', params: { tags: ['big'] } },
      },
    ],
  },
  task: {
    label: 'A task when somebody replies',
    means: 'When a message comes in: a task for the lead’s owner.',
    trigger_type: 'event',
    event: { kinds: ['message.received'] },
    steps: [
      {
        name: 'Answer',
        action: { type: 'create_task', params: { title: 'Answer {{ lead.first_name }}', due_in_hours: 4 } },
      },
    ],
  },
  hand: {
    label: 'By hand',
    means: 'Runs when somebody, or your own system, asks for it.',
    trigger_type: 'api',
    steps: [{ action: { type: 'add_note', params: { text: 'Looked at by hand.' } } }],
  },
};

/** Makes a job, switched off, and goes to its editor. */
export function NewJob() {
  const [opened, { open, close }] = useDisclosure();
  const [start, setStart] = useState('tag');
  const create = useAct('createBackgroundJob');
  const navigate = useNavigate();
  const { label: _, means = '', ...body } = STARTS[start] ?? ({} as Start);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        New job
      </Button>
      <Modal opened={opened} onClose={close} title="A new job">
        <div className="over">
          <Form
            submit="Make it"
            onSubmit={async ({ name = '' }) => {
              const { data } = await create.do({ body: { ...body, name, is_active: false } });
              await navigate({ to: '/jobs/$id', params: { id: data.id } });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label="Name"
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label="Begin with"
                  description={`${means} It begins switched off.`}
                  data={Object.entries(STARTS).map(([value, { label }]) => ({ value, label }))}
                  value={start}
                  onChange={(chosen) => setStart(chosen ?? 'tag')}
                  allowDeselect={false}
                />
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}
