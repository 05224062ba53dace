import { Button, Modal } from '@mantine/core';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Fragment, Suspense } from 'react';
import { useLive } from '../api/live.js';
import { asProblem } from '../api/problem.js';
import { useMay, useMoment, useSession, useSessionQuery } from '../api/session.js';
import { Icon } from '../parts/icons.js';
import { Mark } from '../parts/mark.js';
import { Bones } from '../parts/page.js';
import { ProblemNote } from '../parts/problem-note.js';
import { RAIL } from '../rail.js';
import { SignInForm } from '../sign-in/form.js';
import { ProfileMenu } from './profile-menu.js';

function Rail() {
  const may = useMay();
  return (
    <div className="rail">
      <div className="house">
        <Mark /> Lead Automation
      </div>
      <nav aria-label="Pages">
        {RAIL.filter(({ scope }) => !scope || may(scope)).map(({ path, name, icon, group }) => (
          <Fragment key={path}>
            {group && <div className="group">{group}</div>}
            <Link
              to={path}
              activeOptions={{ exact: path === '/', includeSearch: false }}
              activeProps={{ className: 'active' }}
            >
              <Icon name={icon} />
              {name}
            </Link>
          </Fragment>
        ))}
      </nav>
      <ProfileMenu />
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

function Inside() {
  const { outdated } = useMoment();
  useLive();
  return (
    <>
      <button type="button" className="skip" onClick={() => document.getElementById('page')?.focus()}>
        To the page
      </button>
      {outdated && <Outdated />}
      <div className="shell">
        <Rail />
        <Suspense fallback={<Bones lines={8} />}>
          <Outlet />
        </Suspense>
      </div>
      <SignInOver />
    </>
  );
}

/** What stands around every page of signed-in users; others are led to sign in. */
export function Shell() {
  const session = useSessionQuery();
  const { href, pathname } = useLocation();
  if (session.data) return <Inside />;
  if (!session.error) return null;
  const problem = asProblem(session.error);
  if (problem.status === 401) return <Navigate to="/sign-in" search={pathname === '/' ? {} : { to: href }} replace />;
  return (
    <main className="door">
      <div>
        <ProblemNote problem={problem} again={() => void session.refetch()} />
      </div>
    </main>
  );
}
