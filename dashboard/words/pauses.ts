import * as words from './en/pauses.js';
import type { Words } from './who.js';

/** Returns the author of a pause in words, with the name of a known user. */
export interface PausedBy {
  by: string | null;
  name: string | undefined;
}

/** Returns the ID of the user who paused a run; undefined where no user did. */
export const userOf = (by: string | null): string | undefined => (by?.startsWith('user:') ? by.slice(5) : undefined);

/** Describes who has a lead: a rule that pauses leaves it to the first user who answers. */
export function takeoverWords({ by, name }: PausedBy): Words {
  if (by === 'rule') return { who: 'act', label: words.waitingForUs };
  if (name) return { who: 'person', label: words.takenOverBy(name) };
  if (by === 'mail_program') return { who: 'person', label: words.takenOverByEmail };
  if (by === 'whatsapp_app') return { who: 'person', label: words.takenOverInWhatsapp };
  if (by?.startsWith('key:')) return { who: 'person', label: words.takenOverByAnIntegration };
  return { who: 'person', label: words.takenOver };
}

/** Describes who paused a cadence without taking the lead over; null if a rule or a setting holds it for a while. */
export function pauseWords({ by, name }: PausedBy): Words {
  if (name) return { who: 'off', label: words.pausedBy(name) };
  if (by?.startsWith('key:')) return { who: 'off', label: words.pausedByAnIntegration };
  return { who: 'clock', label: by === 'rule' ? words.pausedByARule : words.onHold };
}
