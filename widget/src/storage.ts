/** The data of a chat that a browser stores, without anything about the visitor. */
export interface Memory {
  token: string | null;
  session_id: string | null;
  /** The last message that was shown. */
  last_seq: number;
  open: boolean;
  /** True if the form was sent or put away. */
  form_done: boolean;
  /** True if the page heard that the visitor is a lead. */
  lead_told: boolean;
}

/** A place for one value, which works also where the browser refuses to keep anything. */
export interface Kept<T> {
  read(): T;
  write(patch: Partial<T>): void;
  clear(): void;
}

const VERSION = 1;
export const nothing: Memory = {
  token: null,
  session_id: null,
  last_seq: 0,
  open: false,
  form_done: false,
  lead_told: false,
};

/** Opens a place in the browser's storage: `local` for all tabs, `session` for this one. */
export function keep<T extends object>(area: 'local' | 'session', name: string, empty: T): Kept<T> {
  let fallback = empty;
  const storage = () => (area === 'local' ? localStorage : sessionStorage);
  const read = (): T => {
    try {
      const { v, ...kept } = JSON.parse(storage().getItem(name) ?? '{}');
      // A page that gives arrays a `toJSON` of its own bends how lists are kept.
      if (!kept.turns?.map) delete kept.turns;
      return v === VERSION ? { ...empty, ...kept } : fallback;
    } catch {
      return fallback;
    }
  };
  return {
    read,
    write(patch) {
      fallback = { ...read(), ...patch };
      try {
        storage().setItem(name, JSON.stringify({ v: VERSION, ...fallback }));
      } catch {
        // Full or forbidden. This page then keeps the data in memory.
      }
    },
    clear() {
      fallback = empty;
      try {
        storage().removeItem(name);
      } catch {
        // As above.
      }
    },
  };
}

/** The name of what is kept of a widget. */
export const nameOf = (key: string): string => `svc-chat:${key.slice(-8)}`;
