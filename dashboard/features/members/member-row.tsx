import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../../schemas/accounts/keys.js';
import type { User } from '../../../schemas/accounts/people.js';
import type { Input } from '../../api/operation-types.js';
import { useSession } from '../../api/session.js';
import { useApiMutation } from '../../api/use-api-mutation.js';
import { Chip } from '../../components/chip.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ProblemNote } from '../../components/problem-note.js';
import { Timestamp } from '../../components/time/timestamp.js';
import * as words from '../../words/en/members.js';
import { ROLE_WORDS } from '../../words/roles.js';
import { type InvitationLink, rolesToGive } from './invite-member.js';
import { RevokeKeys } from './revoke-keys.js';

interface Props {
  member: User;
  onLink: (link: InvitationLink) => void;
}

/** A member, and what an admin can do about one. */
export function MemberRow({ member, onLink }: Props) {
  const { user } = useSession();
  const update = useApiMutation('updateUser');
  const reset = useApiMutation('createPasswordReset');
  const resetFactor = useApiMutation('resetSecondFactor');
  const params = { id: member.id };
  const isManager = user.role === 'owner' || (user.role === 'admin' && member.role !== 'owner');
  const [activeKeys, setActiveKeys] = useState<readonly Key[]>([]);
  const [isDeactivating, setIsDeactivating] = useState(false);
  const change = (body: Input<'updateUser'>['body']) =>
    update
      .mutateAsync({ params, body })
      .then(({ active_keys = [] }) => setActiveKeys(active_keys))
      .catch(() => undefined);
  const link = () =>
    reset
      .mutateAsync({ params })
      .then(({ url, mailed }) => onLink({ url, mailed }))
      .catch(() => undefined)
      .finally(reset.reset);
  const problem = update.problem ?? reset.problem ?? resetFactor.problem;
  return (
    <li className="line key">
      <div className="grow">
        <strong className="cut">{member.name}</strong>
        <div className="faint cut">
          {member.email} · {member.last_seen_at ? <Timestamp at={member.last_seen_at} /> : words.neverSignedIn}
        </div>
        {problem && <ProblemNote problem={problem} />}
      </div>
      {member.disabled_at && <Chip who="off" label={words.deactivated} />}
      <Chip who="person" label={ROLE_WORDS[member.role].label} />
      {isManager && member.id !== user.id && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="compact-sm" aria-label={words.edit(member.name)}>
              {words.edit2}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{words.role}</Menu.Label>
            {rolesToGive(user.role).map(({ value, label }) => (
              <Menu.Item key={value} disabled={value === member.role} onClick={() => change({ role: value })}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={link}>{words.createResetLink}</Menu.Item>
            {user.role === 'owner' && (
              <Menu.Item onClick={() => void resetFactor.mutateAsync({ params }).catch(() => undefined)}>
                {words.resetSecondFactor}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => (member.disabled_at ? change({ disabled: false }) : setIsDeactivating(true))}>
              {member.disabled_at ? words.reactivate : words.deactivate}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <ConfirmDialog
        title={words.deactivate}
        opened={isDeactivating}
        isPending={update.isPending}
        onCancel={() => setIsDeactivating(false)}
        onConfirm={() => void change({ disabled: true }).finally(() => setIsDeactivating(false))}
      >
        {words.deactivatingSignsOut(member.name)}
      </ConfirmDialog>
      <RevokeKeys owner={member.name} keys={activeKeys} onClose={() => setActiveKeys([])} />
    </li>
  );
}
