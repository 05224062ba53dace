import { Button, Modal, MultiSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { useSession } from '../api/session.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';

const CHOSEN = 'chosen';
const PRESETS = [
  { value: 'integration', label: 'Integration: everything but writing functions' },
  { value: 'ai_client', label: 'AI client: reads, writes messages, books' },
  { value: 'read_only', label: 'Read only' },
  { value: CHOSEN, label: 'Only what I choose' },
];

/** Makes a key; the whole of it goes to whoever shows it. */
export function NewKey({ onMade }: { onMade: (secret: string) => void }) {
  const [opened, { open, close }] = useDisclosure();
  const [preset, setPreset] = useState('integration');
  const [scopes, setScopes] = useState<string[]>([]);
  const create = useAct('createKey');
  const own = useSession().scopes;
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        New key
      </Button>
      <Modal opened={opened} onClose={close} title="A new API key">
        <div className="over">
          <Form
            submit="Create key"
            onSubmit={async ({ name = '' }) => {
              const may = preset === CHOSEN ? { scopes } : { preset };
              const { api_key } = await create.do({ body: { name, ...may } as never });
              create.forget();
              close();
              onMade(api_key);
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label="What it is for"
                  placeholder="CRM"
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label="What it may do"
                  data={PRESETS}
                  value={preset}
                  onChange={(value) => setPreset(value ?? 'integration')}
                  error={errorOf('preset')}
                />
                {preset === CHOSEN && (
                  <MultiSelect
                    label="Scopes"
                    data={own.filter((scope) => scope !== 'keys:manage')}
                    value={scopes}
                    onChange={setScopes}
                    searchable
                    error={errorOf('scopes')}
                  />
                )}
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}
