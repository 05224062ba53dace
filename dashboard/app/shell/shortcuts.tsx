import { useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { readStored, useUserKey, writeStored } from '../../api/device-storage.js';
import { usePermission } from '../../api/session.js';
import { RAIL } from '../rail.js';
import { type KeyPress, shortcutOf } from './key-sequences.js';
import { goToFilter, moveRow, toggleRow } from './row-focus.js';

const KeyHelp = lazy(() => import('./shortcut-help.js').then((module) => ({ default: module.ShortcutHelp })));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
/** Checkboxes and switches take no letters. */
const isTick = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'checkbox';

const LETTERS = /^[a-z?/#]$/i;

interface Props {
  opened: boolean;
  onOpen: (opened: boolean) => void;
}

/** Handles single-key shortcuts for lists and pages, unless the user turned them off. */
export function Shortcuts({ opened, onOpen }: Props) {
  const may = usePermission();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const name = useUserKey('no-letters');
  const [off, setOff] = useState(() => readStored<boolean>(name) ?? false);
  const [wanted, setWanted] = useState(false);
  const before = useRef<KeyPress>(undefined);
  const places = RAIL.filter(({ scope }) => !scope || may(scope));
  useEffect(() => {
    if (opened) setWanted(true);
  }, [opened]);
  useEffect(() => {
    const act = {
      next: () => moveRow(1),
      before: () => moveRow(-1),
      tick: () => toggleRow(false),
      range: () => toggleRow(true),
      filter: goToFilter,
      help: () => onOpen(true),
      wait: () => undefined,
    };
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !LETTERS.test(key)) return;
      if ((isTyping(target) && !isTick(target)) || document.querySelector('[role="dialog"]')) return;
      // Pages have letters of their own, which are off as well.
      if (off) return event.stopPropagation();
      const now = { key, at: Date.now() };
      const wish = shortcutOf(now, before.current, pathname, places);
      before.current = now;
      if (wish === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (typeof wish === 'object') void navigate({ to: wish.go });
      else act[wish]();
    };
    // Before the page itself hears of it.
    addEventListener('keydown', pressed, { capture: true });
    return () => removeEventListener('keydown', pressed, { capture: true });
  });
  return (
    wanted && (
      <Suspense fallback={null}>
        <KeyHelp
          opened={opened}
          onClose={() => onOpen(false)}
          places={places}
          off={off}
          onOff={(next) => {
            setOff(next);
            writeStored(name, next || undefined);
          }}
        />
      </Suspense>
    )
  );
}
