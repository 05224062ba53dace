import { Button, Modal, MultiSelect, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Body } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/integrations.js';

const CHOSEN = 'chosen';
const PRESETS = [
  { value: 'integration', label: words.integrationEverythingExceptEditing },
  { value: 'ai_client', label: words.aiClientReadSendMessagesBook },
  { value: 'read_only', label: words.readOnly },
  { value: CHOSEN, label: words.custom },
];

/** Creates a key and passes its full value to the caller for display. */
export function NewApiKey({ onMade }: { onMade: (secret: string) => void }) {
  const [opened, { open, close }] = useDisclosure();
  const [preset, setPreset] = useState('integration');
  const [scopes, setScopes] = useState<string[]>([]);
  const create = useApiMutation('createKey');
  const own = useSession().scopes;
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {words.newKey}
      </Button>
      <Modal opened={opened} onClose={close} title={words.newApiKey}>
        <div className="over">
          <Form
            submit={words.createKey}
            onSubmit={async ({ name = '' }) => {
              const may = preset === CHOSEN ? { scopes } : { preset };
              const { api_key } = await create.mutateAsync({ body: { name, ...may } as Body<'createKey'> });
              create.reset();
              close();
              onMade(api_key);
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="name"
                  label={words.nameLabel}
                  placeholder={words.crm}
                  required
                  maxLength={200}
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('name')}
                />
                <Select
                  label={words.permissions}
                  data={PRESETS}
                  value={preset}
                  onChange={(value) => setPreset(value ?? 'integration')}
                  error={errorOf('preset')}
                />
                {preset === CHOSEN && (
                  <MultiSelect
                    label={words.scopes}
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
