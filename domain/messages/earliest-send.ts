import type { AgentLimits } from '../../schemas/agents/agents.js';
import type { Window } from '../../schemas/cadence/cadence.js';
import type { Facts, Hold } from '../facts.js';
import { nextOpen, windowZone } from '../time/windows.js';
import { isSame, limitHolds, longest, NO_USAGE, type Usage } from './limits.js';

type Zones = Pick<Facts, 'timezone' | 'agentTimezone'>;

/** The rules that a message follows, in a cadence or outside. */
export interface SendRules {
  /** The window it waits for; null where it waits for none. */
  window: Window | null;
  /** The lead's zone and the agent's: those of the window and of the days that caps count by. */
  zones: Zones;
  limits: AgentLimits;
  usage: Usage;
  /** True if it would be the agent's first to the lead. */
  isFirst: boolean;
  /** Further holds at a time. Their future can't be predicted. */
  others?: (at: number) => readonly Hold[];
}

const NEVER_OPEN: Hold = { reason: 'outside_window', until: null, detail: 'The sending window never opens.' };

/** Returns what a window says at an instant: open (undefined), or held until it opens; null where it never does. */
export function holdByWindow(window: Window | null, zones: Zones, at: number): Hold | undefined | null {
  if (!window) return undefined;
  const zone = windowZone(window, zones);
  const opening = nextOpen(window, zone, at);
  if (opening.reason === null) return undefined;
  if (opening.opensAt === null) return null;
  const detail = `Messages are only sent within the sending window (${zone}).`;
  return { reason: opening.reason, until: opening.opensAt, detail };
}

/** Returns everything that holds a message at an instant; nothing: it may leave then. */
export function holdsAt({ window, zones, limits, usage, isFirst, others }: SendRules, at: number): Hold[] {
  const closed = holdByWindow(window, zones, at);
  return [
    ...(others?.(at) ?? []),
    ...(closed === null ? [NEVER_OPEN] : closed ? [closed] : []),
    ...limitHolds(limits, usage, zones, { now: at, isFirst }),
  ];
}

const MAX_LOOKS = 20;

/**
 * Returns the earliest time at which a message can be sent, counted from a given time, and its holds until then. At the
 * end of each hold the others are checked again. Null if only a user can end a hold. `isPassedOver` ends the search for
 * a message that isn't sent at all.
 */
export function earliestSend(
  rules: SendRules,
  from: number,
  isPassedOver: (at: number) => boolean = () => false,
): { at: number | null; holds: Hold[] } {
  const holds: Hold[] = [];
  let at = from;
  for (let looks = 0; looks < MAX_LOOKS && !isPassedOver(at); looks += 1) {
    // Counters of the sender tell of the present only.
    const current = holdsAt(rules, at).filter(({ until }) => until === null || Date.parse(until) > at);
    for (const hold of current) if (!holds.some((other) => isSame(other, hold))) holds.push(hold);
    const last = longest(current);
    if (!last) break;
    if (last.until === null) return { at: null, holds };
    const known = (rules.others?.(at) ?? []).length === 0;
    at = Date.parse(last.until);
    // Holds at that time are computed when it comes.
    if (!known) break;
  }
  return { at, holds };
}

/** Returns what its sender's own limits hold that answers to no others, such as a mail about a meeting. */
export const senderHold = ({ sender }: Usage, now: Date): Hold | undefined => {
  const usage: Usage = { ...NO_USAGE, ...(sender && { sender }) };
  const zones = { timezone: 'UTC', agentTimezone: 'UTC' };
  return longest(holdsAt({ window: null, zones, limits: {}, usage, isFirst: false }, now.getTime()));
};
