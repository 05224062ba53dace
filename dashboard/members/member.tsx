import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Key } from '../../schemas/accounts/keys.js';
import type { User } from '../../schemas/accounts/people.js';
import { useAct } from '../api/act.js';
import type { Input } from '../api/names.js';
import { useSession } from '../api/session.js';
import { Chip } from '../parts/chip.js';
import { ProblemNote } from '../parts/problem-note.js';
import { When } from '../parts/when.js';
import { ROLE_WORDS } from '../words/roles.js';
import { type Link, rolesToGive } from './invite.js';
import { RevokeKeys } from './revoke-keys.js';

interface Props {
  member: User;
  onLink: (link: Link) => void;
}

/** A member, and what an admin can do about one. */
export function Member({ member, onLink }: Props) {
  const { user } = useSession();
  const update = useAct('updateUser');
  const reset = useAct('createPasswordReset');
  const params = { id: member.id };
  const isManager = user.role === 'owner' || (user.role === 'admin' && member.role !== 'owner');
  const [activeKeys, setActiveKeys] = useState<readonly Key[]>([]);
  const change = (body: Input<'updateUser'>['body']) =>
    update
      .do({ params, body })
      .then(({ active_keys = [] }) => setActiveKeys(active_keys))
      .catch(() => undefined);
  const link = () =>
    reset
      .do({ params })
      .then(({ url, mailed }) => onLink({ url, mailed }))
      .catch(() => undefined)
      .finally(reset.forget);
  const problem = update.problem ?? reset.problem;
  return (
    <li className="line key">
      <div className="grow">
        <strong className="cut">{member.name}</strong>
        <div className="faint cut">
          {member.email} · {member.last_seen_at ? <When at={member.last_seen_at} /> : 'never here'}
        </div>
        {problem && <ProblemNote problem={problem} />}
      </div>
      {member.disabled_at && <Chip who="off" label="Disabled" />}
      <Chip who="person" label={ROLE_WORDS[member.role].label} />
      {isManager && member.id !== user.id && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="compact-sm" aria-label={`Change ${member.name}`}>
              Change
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Role</Menu.Label>
            {rolesToGive(user.role).map(({ value, label }) => (
              <Menu.Item key={value} disabled={value === member.role} onClick={() => change({ role: value })}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={link}>Make a link for a new password</Menu.Item>
            <Menu.Item onClick={() => change({ disabled: member.disabled_at === null })}>
              {member.disabled_at ? 'Enable' : 'Disable'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <RevokeKeys owner={member.name} keys={activeKeys} onClose={() => setActiveKeys([])} />
    </li>
  );
}
