import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { useApiQuery } from '../../api/use-api-query.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/functions.js';

const PLAIN = 'plain';
const SOURCE = words.exportDefaultAsyncFunctionCtxSvc;

/** Makes a function, from a worked one of the reference or from a few lines, and goes to its editor. */
export function NewFunction() {
  const [opened, { open, close }] = useDisclosure();
  const [start, setStart] = useState(PLAIN);
  const reference = useApiQuery('getScheduledFunctionsReference', {}, { enabled: opened });
  const create = useApiMutation('createCloudFunction');
  const navigate = useNavigate();
  const examples = reference.data?.leads_query.examples.map((example) => example.function) ?? [];
  const chosen = examples.find(({ name }) => name === start);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {words.newFunction}
      </Button>
      <Modal opened={opened} onClose={close} title={words.createFunction}>
        <div className="over">
          <Form
            submit={words.createFunction}
            onSubmit={async ({ name = '' }) => {
              const answer = await create.mutateAsync({ body: { name, source: chosen?.source ?? SOURCE } });
              await navigate({ to: '/functions/$id', params: { id: answer.function.id } });
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
                  description={chosen?.description ?? words.tagsLeadsWithALargeBudget}
                  data={[
                    { value: PLAIN, label: words.minimalExample },
                    ...examples.map(({ name }) => ({ value: name, label: name })),
                  ]}
                  value={start}
                  onChange={(name) => setStart(name ?? PLAIN)}
                />
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}
