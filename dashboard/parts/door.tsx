import { type ReactNode, useEffect } from 'react';
import { Mark } from './mark.js';

/** Leads in whoever has signed in, to one of our own pages. */
export const enter = (to?: string | null): void =>
  location.replace(new URL(`.${to && /^\/(?![/\\])/.test(to) ? to : '/'}`, document.baseURI));

/** A page for whoever is not signed in. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Lead Automation Service`;
  }, [title]);
  return (
    <main className="door">
      <div className="card">
        <div className="house">
          <Mark /> Lead Automation Service
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
