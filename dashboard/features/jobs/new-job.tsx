import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermission } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/jobs.js';
import { JOB_TEMPLATES, type TemplateResources } from './job-templates.js';

/** Requests what some jobs name: a kind of meeting, a kind of conversion. */
function useKnown(when: boolean): TemplateResources {
  const may = usePermission();
  const types = useApiQuery('listMeetingTypes', { query: { limit: 1 } }, { enabled: when && may('meetings:read') });
  const kinds = useApiQuery(
    'listConversionTypes',
    { query: { limit: 1 } },
    { enabled: when && may('conversions:read') },
  );
  return {
    meetingTypeId: types.data?.meeting_types[0]?.id,
    conversionTypeId: kinds.data?.conversion_types[0]?.id,
  };
}

/** Makes a job, switched off, and goes to its editor. */
export function NewJob() {
  const [opened, { open, close }] = useDisclosure();
  const [start, setStart] = useState('tag');
  const create = useApiMutation('createBackgroundJob');
  const navigate = useNavigate();
  const known = useKnown(opened);
  const chosen = JOB_TEMPLATES[start];
  const body = chosen?.body(known);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {words.newJob}
      </Button>
      <Modal opened={opened} onClose={close} title={words.createJob}>
        <div className="over">
          <Form
            submit={words.createJob}
            onSubmit={async ({ name = '' }) => {
              if (!body) return;
              const { data } = await create.mutateAsync({ body: { ...body, name, is_active: false } });
              await navigate({ to: '/jobs/$id', params: { id: data.id } });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label={words.nameLabel}
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label={words.startFrom}
                  description={words.theJobStartsInactive(chosen?.means ?? '')}
                  data={Object.entries(JOB_TEMPLATES).map(([value, { label, body: made }]) => ({
                    value,
                    label,
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
