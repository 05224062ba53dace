import { EVENT_KINDS, type EventKind } from '../../schemas/events/events.js';

/** Returns the kinds of events that a choice includes. `*` has all of them, `message.*` those of its group. */
export function chosenKinds(choice: readonly string[]): EventKind[] {
  const chosen = new Set(choice);
  return EVENT_KINDS.filter((kind) => chosen.has('*') || chosen.has(kind) || chosen.has(groupOf(kind)));
}

/** Returns the choice that includes all kinds of a kind's group: `message.*` for `message.sent`. */
export const groupOf = (kind: string): string => `${kind.slice(0, kind.indexOf('.'))}.*`;

/** Returns whether a choice includes every kind, those of later releases too. */
export const isAll = (choice: readonly string[]): boolean => choice.includes('*');
