import { Button, Menu, Modal, UnstyledButton } from '@mantine/core';
import { Link, Outlet, useLocation, useMatchRoute } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { useHasBackgroundWork } from '../../api/background-work.js';
import { useConnectionStatus } from '../../api/connection-status.js';
import { asProblem } from '../../api/problem.js';
import { usePermission, useSession, useSessionQuery } from '../../api/session.js';
import { useLiveUpdates } from '../../api/use-live-updates.js';
import { Icon } from '../../components/icons.js';
import { Logo } from '../../components/logo.js';
import { Page, Skeleton } from '../../components/page.js';
import { ProblemNote } from '../../components/problem-note.js';
import { UndoToast } from '../../components/undo-toast.js';
import { UnreadCount } from '../../components/unread-count.js';
import * as words from '../../words/en/shell.js';
import { PaletteShortcut } from '../palette/palette-shortcut.js';
import { type Place, RAIL, scopeOfPage } from '../rail.js';
import { ProfileMenu } from './profile-menu.js';
import { Shortcuts } from './shortcuts.js';

const loadSignIn = () => import('../signed-out/sign-in-form.js').then((module) => ({ default: module.SignInForm }));
const SignInForm = lazy(loadSignIn);

const RequiredSecondFactor = lazy(() =>
  import('./required-second-factor.js').then((module) => ({ default: module.RequiredSecondFactor })),
);

/** Loaded once there is something to tell. */
const Tray = lazy(() => import('./work-tray.js').then((module) => ({ default: module.WorkTray })));

/** Loaded after the page, which doesn't wait for it. */
const LostConnections = lazy(() =>
  import('./lost-connections.js').then((module) => ({ default: module.LostConnections })),
);

/** The pages that don't fit into a phone's navigation bar. */
const More = ({ places, here }: { places: readonly Place[]; here: boolean }) => (
  <Menu position="top-end">
    <Menu.Target>
      <UnstyledButton className="more" data-here={here || undefined}>
        <Icon name="menu-2" />
        {words.more}
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
  const may = usePermission();
  const places = RAIL.filter(({ scope }) => !scope || may(scope));
  const far = places.filter(({ near }) => !near);
  const match = useMatchRoute();
  const hasWork = useHasBackgroundWork();
  return (
    <div className="rail">
      <div className="house">
        <Logo />
        {words.leadAutomation}
      </div>
      <PaletteShortcut />
      {hasWork && (
        <Suspense fallback={null}>
          <Tray />
        </Suspense>
      )}
      <nav aria-label={words.pages}>
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
              {path === '/inbox' && <UnreadCount />}
              {path === '/tasks' && <UnreadCount of="notices" />}
            </Link>
          </Fragment>
        ))}
        <More places={far} here={far.some(({ path }) => match({ to: path, fuzzy: true }))} />
      </nav>
      <ProfileMenu onKeys={onKeys} />
    </div>
  );
}

/** Signs the same user in again without losing the page behind, which is hidden until then. */
function SignInOver() {
  const { user } = useSession();
  const { ended } = useConnectionStatus();
  // Loaded while the session lasts, since a later build has it under another name.
  useEffect(() => void loadSignIn(), []);
  return (
    <Modal
      className={ended ? 'session-over' : undefined}
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={words.yourSessionHasEnded}
    >
      <p className="quiet">{words.signInAgainToContinueYour}</p>
      <div className="over">
        <Suspense fallback={<Skeleton lines={3} />}>
          <SignInForm email={user.email} />
        </Suspense>
      </div>
    </Modal>
  );
}

const Outdated = () => (
  <div className="strip" role="status">
    {words.aNewVersionIsAvailable2}
    <Button size="compact-sm" onClick={() => location.reload()}>
      {words.reload}
    </Button>
  </div>
);

const Cut = () => (
  <p className="strip" role="status">
    {words.offlineReconnecting}
  </p>
);

function Inside() {
  const may = usePermission();
  const scope = scopeOfPage(useLocation().pathname);
  const { outdated, cut } = useConnectionStatus();
  const [keys, setKeys] = useState(false);
  useLiveUpdates();
  return (
    <>
      <button type="button" className="skip" onClick={() => document.getElementById('page')?.focus()}>
        {words.skipToContent}
      </button>
      {outdated && <Outdated />}
      {cut && <Cut />}
      <Suspense>
        <LostConnections />
      </Suspense>
      <div className="shell">
        <Rail onKeys={() => setKeys(true)} />
        <Suspense fallback={<Skeleton lines={8} />}>
          {scope && !may(scope) ? (
            <Page title={words.yourRoleCantOpenThisPage}>
              <p className="quiet">{words.askAnOwnerOrAdmin}</p>
            </Page>
          ) : (
            <Outlet />
          )}
        </Suspense>
      </div>
      <UndoToast />
      <Shortcuts opened={keys} onOpen={setKeys} />
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

/** The layout around every page of signed-in users. Others are redirected to sign in. */
export function Shell() {
  const session = useSessionQuery();
  const { href, pathname } = useLocation();
  if (session.data?.user.needs_second_factor) {
    return (
      <Suspense fallback={<Skeleton lines={4} />}>
        <RequiredSecondFactor />
      </Suspense>
    );
  }
  if (session.data) return <Inside />;
  if (!session.error) return null;
  const problem = asProblem(session.error);
  if (problem.status === 401) return <Outside to={pathname === '/' ? undefined : href} />;
  return (
    <main className="signed-out">
      <div>
        <ProblemNote problem={problem} again={() => void session.refetch()} />
      </div>
    </main>
  );
}
