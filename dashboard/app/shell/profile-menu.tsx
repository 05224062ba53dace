import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { request } from '../../api/request.js';
import { usePermission, useSession } from '../../api/session.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/shell.js';
import { ROLE_WORDS } from '../../words/roles.js';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** Leaves the pages altogether, so that nothing of them stays in memory. */
const leave = () => location.assign(new URL('sign-in', document.baseURI));

function Schemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choices = [
    ['light', 'sun', words.light],
    ['dark', 'moon', words.dark],
    ['auto', 'device-desktop', words.matchSystem],
  ] as const;
  return choices.map(([scheme, icon, name]) => (
    <Menu.Item
      key={scheme}
      leftSection={<Icon name={icon} size={16} />}
      rightSection={colorScheme === scheme ? <Icon name="check" size={16} /> : undefined}
      onClick={() => setColorScheme(scheme)}
    >
      {name}
    </Menu.Item>
  ));
}

/** The menu of the user's own settings and the help. */
export function ProfileMenu({ onKeys }: { onKeys: () => void }) {
  const { user, account, service } = useSession();
  const may = usePermission();
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <UnstyledButton className="me">
          <span className="initials" aria-hidden="true">
            {initialsOf(user.name)}
          </span>
          <span className="names grow">
            <span className="cut" style={{ display: 'block', fontWeight: 500 }}>
              {user.name}
            </span>
            <span className="faint cut" style={{ display: 'block' }}>
              {account.name}
            </span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.email} · {ROLE_WORDS[user.role].label}
        </Menu.Label>
        <Menu.Item component={Link} to="/profile" leftSection={<Icon name="users" size={16} />}>
          {words.yourProfile}
        </Menu.Item>
        {may('keys:manage') && (
          <Menu.Item component={Link} to="/integrations" leftSection={<Icon name="plug" size={16} />}>
            {words.integrations}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="bolt" size={16} />} rightSection={<kbd>?</kbd>} onClick={onKeys}>
          {words.keyboardShortcuts}
        </Menu.Item>
        <Menu.Divider />
        <Schemes />
        <Menu.Divider />
        <Menu.Item component="a" href="docs/guides" leftSection={<Icon name="book" size={16} />}>
          {words.guides}
        </Menu.Item>
        <Menu.Item component="a" href="docs" leftSection={<Icon name="api" size={16} />}>
          {words.apiReference}
        </Menu.Item>
        {service.temporal_ui_url && (
          <Menu.Item
            component="a"
            href={service.temporal_ui_url}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<Icon name="external-link" size={16} />}
          >
            {words.temporalUi}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" size={16} />} onClick={() => request('signOut').then(leave, leave)}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
