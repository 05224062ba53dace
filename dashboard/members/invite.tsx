import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Role } from '../../schemas/roles.js';
import { useAct } from '../api/act.js';
import { useSession } from '../api/session.js';
import { Form } from '../parts/form.js';
import { Icon } from '../parts/icons.js';
import { Select } from '../parts/select.js';
import { ROLE_WORDS } from '../words/roles.js';

/** Lists the roles that somebody may give: only owners make owners. */
export const rolesToGive = (own: Role) =>
  (Object.keys(ROLE_WORDS) as Role[])
    .filter((role) => role !== 'owner' || own === 'owner')
    .map((value) => ({ value, label: ROLE_WORDS[value].label }));

/** A link that lets somebody in, and whether it is mailed to them. */
export interface Link {
  url: string;
  mailed: boolean;
}

/** Invites somebody; the link goes to whoever shows it. */
export function Invite({ onMade }: { onMade: (link: Link) => void }) {
  const [opened, { open, close }] = useDisclosure();
  const [role, setRole] = useState<Role>('operator');
  const { user } = useSession();
  const invite = useAct('createInvitation');
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Invite
      </Button>
      <Modal opened={opened} onClose={close} title="Invite somebody">
        <div className="over">
          <Form
            submit="Make the link"
            onSubmit={async ({ email = '' }) => {
              const { url, mailed } = await invite.do({ body: { email, role } });
              invite.forget();
              close();
              onMade({ url, mailed });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="email"
                  type="email"
                  label="E-mail"
                  required
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('email')}
                />
                <Select
                  label="Role"
                  description={ROLE_WORDS[role].means}
                  data={rolesToGive(user.role)}
                  value={role}
                  onChange={(value) => setRole((value as Role | null) ?? 'operator')}
                  error={errorOf('role')}
                />
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}
