import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react';
import * as words from '../words/en/parts.js';

interface Props {
  title: string;
  /** The title of the tab, if it isn't the title alone. */
  tab?: string | undefined;
  /** The actions next to the title. */
  actions?: ReactNode;
  /** The control that adds an item, which the empty state shows in place of the header. */
  create?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

interface Creation {
  create?: ReactNode;
  /** Moves the control to the empty state or back to the header. */
  moveToEmpty(isThere: boolean): void;
}
const CreationContext = createContext<Creation>({ moveToEmpty: () => undefined });

/** A page with its title, which the tab has too. */
export function Page({ title, tab = title, actions, create, wide, children }: Props) {
  const [isInEmpty, moveToEmpty] = useState(false);
  useEffect(() => {
    document.title = words.leadAutomationService(tab);
  }, [tab]);
  return (
    <main id="page" className={wide ? 'page wide' : 'page'} tabIndex={-1}>
      <header>
        <h1 className="grow">{title}</h1>
        {actions}
        {!isInEmpty && create}
      </header>
      <CreationContext value={{ create, moveToEmpty }}>{children}</CreationContext>
    </main>
  );
}

interface EmptyProps {
  title: string;
  /** True if there are no items at all, so that the next step is to create the first. */
  first?: boolean;
  children: ReactNode;
}

/** An empty state: what is missing, and the next step. */
export function Empty({ title, first = false, children }: EmptyProps) {
  const { create, moveToEmpty } = useContext(CreationContext);
  useLayoutEffect(() => {
    if (!first) return undefined;
    moveToEmpty(true);
    return () => moveToEmpty(false);
  }, [first, moveToEmpty]);
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
      {first && create && <div className="row">{create}</div>}
    </div>
  );
}

/** The shape of what is still on its way. */
export const Skeleton = ({ lines = 4 }: { lines?: number }) => (
  <div className="skeleton" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
      <span key={line} style={{ width: `${90 - ((line * 17) % 40)}%` }} />
    ))}
  </div>
);
