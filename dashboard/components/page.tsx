import { type ReactNode, useEffect } from 'react';
import * as words from '../words/en/parts.js';

interface Props {
  title: string;
  /** The title of the tab, if it isn't the title alone. */
  tab?: string | undefined;
  /** The actions next to the title. */
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A page with its title, which the tab has too. */
export function Page({ title, tab = title, actions, wide, children }: Props) {
  useEffect(() => {
    document.title = words.leadAutomationService(tab);
  }, [tab]);
  return (
    <main id="page" className={wide ? 'page wide' : 'page'} tabIndex={-1}>
      <header>
        <h1 className="grow">{title}</h1>
        {actions}
      </header>
      {children}
    </main>
  );
}

/** An empty state with the one step that changes it. */
export const Empty = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

/** The shape of what is still on its way. */
export const Skeleton = ({ lines = 4 }: { lines?: number }) => (
  <div className="skeleton" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
      <span key={line} style={{ width: `${90 - ((line * 17) % 40)}%` }} />
    ))}
  </div>
);
