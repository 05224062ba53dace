import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useAsk } from '../api/ask.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';

const PLAIN = 'plain';
const SOURCE = `export default async function (ctx, svc) {
  const lead = ctx.lead;
  svc.log.info('Looking at a lead', { id: ctx.lead_id });
  if ((lead?.metadata?.budget ?? 0) >= 5000) await svc.tags.add(ctx.lead_id, ['big']);
  return { budget: lead?.metadata?.budget ?? null };
}
`;

/** Makes a function, from a worked one of the reference or from a few lines, and goes to its editor. */
export function NewFunction() {
  const [opened, { open, close }] = useDisclosure();
  const [start, setStart] = useState(PLAIN);
  const reference = useAsk('getScheduledFunctionsReference', {}, { when: opened });
  const create = useAct('createCloudFunction');
  const navigate = useNavigate();
  const examples = reference.data?.leads_query.examples.map((example) => example.function) ?? [];
  const chosen = examples.find(({ name }) => name === start);
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        New function
      </Button>
      <Modal opened={opened} onClose={close} title="A new function">
        <div className="over">
          <Form
            submit="Make it"
            onSubmit={async ({ name = '' }) => {
              const answer = await create.do({ body: { name, source: chosen?.source ?? SOURCE } });
              await navigate({ to: '/functions/$id', params: { id: answer.function.id } });
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
                  description={chosen?.description ?? 'Tags a lead whose budget is large.'}
                  data={[
                    { value: PLAIN, label: 'A few lines' },
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
