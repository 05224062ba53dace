import { useState } from 'react';
import { useSession } from './session.js';

/** Reads what this device keeps under a name; undefined where it keeps nothing. */
export function readStored<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Keeps something on this device; undefined forgets it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Where a browser keeps nothing, what was typed lives as long as the page.
  }
}

/** Returns under which name this device keeps something for the user: others who sign in here don't see it. */
export const useUserKey = (about: string): string => `las-${useSession().user.id}-${about}`;

/** A text that is being written, kept on this device until it is emptied. */
export function useStoredText(about: string): [text: string, setText: (text: string) => void] {
  const name = useUserKey(about);
  const [text, setText] = useState(() => readStored<string>(name) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      writeStored(name, next || undefined);
    },
  ];
}
