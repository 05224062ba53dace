import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { useMay } from '../api/session.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';
import { type Known, STARTS } from './starts.js';

/** Asks for what some jobs name: a kind of meeting, a kind of conversion. */
function useKnown(when: boolean): Known {
  const may = useMay();
  const types = useAsk('listMeetingTypes', { query: { limit: 1 } }, { when: when && may('meetings:read') });
  const kinds = useAsk('listConversionTypes', { query: { limit: 1 } }, { when: when && may('conversions:read') });
  return {
    meetingTypeId: types.data?.meeting_types[0]?.id,
    conversionTypeId: kinds.data?.conversion_types[0]?.id,
  };
}

/** Makes a job, switched off, and goes to its editor. */
export function NewJob() {
  const [opened, { open, close }] = useDisclosure();
  const [start, setStart] = useState('tag');
  const create = useAct('createBackgroundJob');
  const navigate = useNavigate();
  const known = useKnown(opened);
  const chosen = STARTS[start];
  const body = chosen?.body(known);
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
              if (!body) return;
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
                  description={`${chosen?.means} It begins switched off.`}
                  data={Object.entries(STARTS).map(([value, { label, body: made }]) => ({
                    ...{ value, label },
                    disabled: made(known) === undefined,
                  }))}
                  value={start}
                  onChange={(chosen) => setStart(chosen ?? 'tag')}
                />
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}
