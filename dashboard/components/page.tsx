import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
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
  /** The element that holds the control, null if the page has none. */
  control: HTMLElement | null;
  /** Moves the control to the empty state or back to the header. */
  moveToEmpty(isThere: boolean): void;
}
const CreationContext = createContext<Creation>({ control: null, moveToEmpty: () => undefined });

/** A parent for the control that adds an item. */
const ControlSlot = ({ control }: { control: HTMLElement }) => (
  <span className="contents" ref={(slot) => slot?.append(control)} />
);

function controlElement() {
  const element = document.createElement('span');
  element.className = 'contents';
  return element;
}

/** A page with its title, which the tab has too. */
export function Page({ title, tab = title, actions, create, wide, children }: Props) {
  const [isInEmpty, moveToEmpty] = useState(false);
  // The control moves as one DOM element: rendered in two places, it would lose a dialog that is open when the list
  // arrives or changes.
  const [element] = useState(controlElement);
  const control = create ? element : null;
  useEffect(() => {
    document.title = words.leadAutomationService(tab);
  }, [tab]);
  return (
    <main id="page" className={wide ? 'page wide' : 'page'} tabIndex={-1}>
      <header>
        <h1 className="grow">{title}</h1>
        {actions}
        {!isInEmpty && control && <ControlSlot control={control} />}
      </header>
      {control && createPortal(create, control)}
      <CreationContext value={{ control, moveToEmpty }}>{children}</CreationContext>
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
  const { control, moveToEmpty } = useContext(CreationContext);
  useLayoutEffect(() => {
    if (!first) return undefined;
    moveToEmpty(true);
    return () => moveToEmpty(false);
  }, [first, moveToEmpty]);
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
      {first && control && (
        <div className="row">
          <ControlSlot control={control} />
        </div>
      )}
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
