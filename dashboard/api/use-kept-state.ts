import { useReducer } from 'react';
import { useSession } from './session.js';

const kept = new Map<string, { of: string; value: unknown }>();

/**
 * State that is kept when its page is left, until the document is loaded again. Each name keeps one value, which
 * belongs to what `of` describes, such as the filters of a list; for anything else the initial value applies.
 */
export function useKeptState<T>(about: string, of: string, initial: T): [T, (value: T) => void] {
  const [, redraw] = useReducer((round: number) => round + 1, 0);
  const name = `${useSession().user.id} ${about}`;
  const known = kept.get(name);
  const set = (value: T) => {
    kept.set(name, { of, value });
    redraw();
  };
  return [known?.of === of ? (known.value as T) : initial, set];
}
