import { Button, Menu, Modal, UnstyledButton } from '@mantine/core';
import { Link, Outlet, useLocation, useMatchRoute } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { useBegun } from '../api/begun.js';
import { useLive } from '../api/live.js';
import { useMoment } from '../api/moment.js';
import { asProblem } from '../api/problem.js';
import { useMay, useSession, useSessionQuery } from '../api/session.js';
import { Unread } from '../inbox/unread.js';
import { PaletteKeys } from '../palette/keys.js';
import { Icon } from '../parts/icons.js';
import { Mark } from '../parts/mark.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { UndoToast } from '../parts/undo.js';
import { type Place, RAIL } from '../rail.js';
import { SignInForm } from '../sign-in/form.js';
import { Keys } from './keys.js';
import { ProfileMenu } from './profile-menu.js';

/** Loaded once there is something to tell. */
const Tray = lazy(() => import('./tray.js').then((module) => ({ default: module.Tray })));

/** What a phone has no room for at its foot. */
const More = ({ places, here }: { places: readonly Place[]; here: boolean }) => (
  <Menu position="top-end">
    <Menu.Target>
      <UnstyledButton className="more" data-here={here || undefined}>
        <Icon name="menu-2" />
        More
      </UnstyledButton>
    </Menu.Target>
    <Menu.Dropdown>
      {places.map(({ path, name, icon }) => (
        <Menu.Item key={path} component={Link} to={path} leftSection={<Icon name={icon} size={16} />}>
          {name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

function Rail({ onKeys }: { onKeys: () => void }) {
  const may = useMay();
  const places = RAIL.filter(({ scope }) => !scope || may(scope));
  const far = places.filter(({ near }) => !near);
  const match = useMatchRoute();
  const begun = useBegun();
  return (
    <div className="rail">
      <div className="house">
        <Mark /> Lead Automation
      </div>
      <PaletteKeys />
      {begun && (
        <Suspense fallback={null}>
          <Tray />
        </Suspense>
      )}
      <nav aria-label="Pages">
        {places.map(({ path, name, icon, group, near }) => (
          <Fragment key={path}>
            {group && <div className="group">{group}</div>}
            <Link
              to={path}
              data-near={near || undefined}
              activeOptions={{ exact: path === '/', includeSearch: false }}
              activeProps={{ className: 'active' }}
            >
              <Icon name={icon} />
              {name}
              {path === '/inbox' && <Unread />}
              {path === '/tasks' && <Unread of="notices" />}
            </Link>
          </Fragment>
        ))}
        <More places={far} here={far.some(({ path }) => match({ to: path, fuzzy: true }))} />
      </nav>
      <ProfileMenu onKeys={onKeys} />
    </div>
  );
}

/** Lets whoever was there come back without losing what stands behind. */
function SignInOver() {
  const { user } = useSession();
  const { ended } = useMoment();
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Your session has ended"
    >
      <p className="quiet">Sign in again; the page behind stays as it is.</p>
      <div className="over">
        <SignInForm email={user.email} />
      </div>
    </Modal>
  );
}

const Outdated = () => (
  <div className="strip" role="status">
    A new version is here.
    <Button size="compact-sm" onClick={() => location.reload()}>
      Reload
    </Button>
  </div>
);

const Cut = () => (
  <p className="strip" role="status">
    Not live: the line is cut.
  </p>
);

function Inside() {
  const { outdated, cut } = useMoment();
  const [keys, setKeys] = useState(false);
  useLive();
  return (
    <>
      <button type="button" className="skip" onClick={() => document.getElementById('page')?.focus()}>
        To the page
      </button>
      {outdated && <Outdated />}
      {cut && <Cut />}
      <div className="shell">
        <Rail onKeys={() => setKeys(true)} />
        <Suspense fallback={<Bones lines={8} />}>
          <Outlet />
        </Suspense>
      </div>
      <UndoToast />
      <Keys opened={keys} onOpen={setKeys} />
      <SignInOver />
    </>
  );
}

/** Leads out to the page where one signs in, and from there back to where one wanted to go. */
function Outside({ to }: { to: string | undefined }) {
  useEffect(() => {
    const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`;
    location.replace(new URL(`sign-in${query}`, document.baseURI));
  }, [to]);
  return null;
}

/** What stands around every page of signed-in users; others are led to sign in. */
export function Shell() {
  const session = useSessionQuery();
  const { href, pathname } = useLocation();
  if (session.data) return <Inside />;
  if (!session.error) return null;
  const problem = asProblem(session.error);
  if (problem.status === 401) return <Outside to={pathname === '/' ? undefined : href} />;
  return (
    <main className="door">
      <div>
        <ProblemNote problem={problem} again={() => void session.refetch()} />
      </div>
    </main>
  );
}
