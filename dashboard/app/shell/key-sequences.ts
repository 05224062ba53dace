/** Within so long a letter belongs to the `g` before it. */
export const SEQUENCE_MS = 1_500;

export interface KeyPress {
  key: string;
  at: number;
}

interface Place {
  path: string;
  letter?: string;
}

/** The action of a single-key shortcut. */
export type Shortcut = { go: string } | 'next' | 'before' | 'tick' | 'range' | 'filter' | 'help' | 'wait';

/** The page works its list by letters of its own. */
const hasOwnKeys = (path: string) => path.startsWith('/inbox');

/** Reads what a letter asks for on a page, by the one pressed before it; undefined: nothing, or what the page knows. */
export function shortcutOf(
  pressed: KeyPress,
  before: KeyPress | undefined,
  path: string,
  places: readonly Place[],
): Shortcut | undefined {
  const { key, at } = pressed;
  if (before?.key === 'g' && at - before.at <= SEQUENCE_MS) {
    const place = places.find(({ letter }) => letter === key);
    return place && { go: place.path };
  }
  if (key === '?') return 'help';
  if (key === 'g') return 'wait';
  if (hasOwnKeys(path)) return undefined;
  if (key === 'j') return 'next';
  if (key === 'k') return 'before';
  if (key === 'x') return 'tick';
  if (key === 'X') return 'range';
  return key === '/' ? 'filter' : undefined;
}
