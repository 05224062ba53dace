import { type RefObject, useEffect } from 'react';
import type { InboxEntry } from '../../../schemas/conversations/inbox.js';
import { usePermission, useSession } from '../../api/session.js';
import { adjacentEntry } from './inbox-folders.js';
import { useEntryChanges } from './use-entry-changes.js';

interface Props {
  ids: readonly string[];
  chosen: InboxEntry | undefined;
  choose: (id: string | undefined) => void;
  box: RefObject<HTMLTextAreaElement | null>;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Runs the action of a key next to the entry: clicks its button, or focuses its field. Actions that aren't rendered
 * have no key.
 */
function pressDrawn(key: string): boolean {
  const drawn = document.querySelector<HTMLElement>(`.entry-pane [data-key="${CSS.escape(key)}"]`);
  if (!drawn) return false;
  drawn.focus();
  if (drawn instanceof HTMLButtonElement) drawn.click();
  return true;
}

/**
 * Enables the keyboard shortcuts of the inbox: j, k, Enter, e, r, a, u, and those of the open entry: n note, t take
 * over, T hand back, z snooze, # replies.
 */
export function useInboxShortcuts({ ids, chosen, choose, box }: Props): { done: () => void } {
  const { user } = useSession();
  const may = usePermission();
  const changes = useEntryChanges();
  const mayChange = may('conversations:write');
  const done = () => {
    if (!chosen) return;
    if (chosen.status === 'done') return changes.reopen(chosen);
    const next = adjacentEntry(ids, chosen.id, 1);
    choose(next === chosen.id ? adjacentEntry(ids, chosen.id, -1) : next);
    changes.done(chosen);
  };
  useEffect(() => {
    const move = (by: 1 | -1) => {
      const id = adjacentEntry(ids, chosen?.id, by);
      choose(id);
      document.querySelector(`[data-entry="${id}"]`)?.scrollIntoView({ block: 'nearest' });
    };
    const keys: Readonly<Record<string, () => void>> = {
      j: () => move(1),
      k: () => move(-1),
      ...(mayChange
        ? {
            e: done,
            r: () => box.current?.focus(),
            a: () => {
              if (chosen) changes.assign(chosen, user.id);
            },
            u: () => {
              if (chosen) changes.unread(chosen);
            },
          }
        : {}),
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      const act = keys[event.key];
      if (act) act();
      else if (!pressDrawn(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
  return { done };
}
