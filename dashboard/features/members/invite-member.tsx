import { Button, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Role } from '../../../schemas/roles.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import { Select } from '../../components/select.js';
import * as words from '../../words/en/members.js';
import { ROLE_WORDS } from '../../words/roles.js';

/** Lists the roles that a user can assign. Only owners can assign owners. */
export const rolesToGive = (own: Role) =>
  (Object.keys(ROLE_WORDS) as Role[])
    .filter((role) => role !== 'owner' || own === 'owner')
    .map((value) => ({ value, label: ROLE_WORDS[value].label }));

/** A link that lets a person in, as far as the user sees it, and whether it is mailed. */
export interface InvitationLink {
  url: string | null;
  mailed: boolean;
}

/** Invites a user and passes the link to the caller for display. */
export function InviteMember({ onMade }: { onMade: (link: InvitationLink) => void }) {
  const [opened, { open, close }] = useDisclosure();
  const [role, setRole] = useState<Role>('operator');
  const { user } = useSession();
  const invite = useApiMutation('createInvitation');
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {words.inviteMember}
      </Button>
      <Modal opened={opened} onClose={close} title={words.inviteMember}>
        <div className="over">
          <Form
            submit={words.createInvitation}
            onSubmit={async ({ email = '' }) => {
              const { url, mailed } = await invite.mutateAsync({ body: { email, role } });
              invite.reset();
              close();
              onMade({ url, mailed });
            }}
          >
            {(errorOf) => (
              <>
                <TextInput
                  name="email"
                  type="email"
                  label={words.email}
                  required
                  data-autofocus
                  withAsterisk={false}
                  error={errorOf('email')}
                />
                <Select
                  label={words.role}
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
