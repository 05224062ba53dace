import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../components/logo.js';
import * as words from '../../words/en/parts.js';

/** Opens one of the service's own pages after a sign-in. */
export const openDashboard = (to?: string | null): void =>
  location.replace(new URL(`.${to && /^\/(?![/\\])/.test(to) ? to : '/'}`, document.baseURI));

/** A page for signed-out users. */
export function SignedOutLayout({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = words.leadAutomationService(title);
  }, [title]);
  return (
    <main className="signed-out">
      <div className="card">
        <div className="house">
          <Logo />
          {words.leadAutomationService2}
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
