import { findHeldWork, type HeldSubject, noteHeldWork } from '../../db/operations/held-work.js';
import type { Work } from '../../db/work.js';
import type { Hold } from '../../domain/facts.js';
import { buildId } from '../../runtime/build.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';

/** How work failed: what and where in the code, and how often. */
export interface Broken {
  fault: string;
  tries: number;
}

/**
 * Holds work that failed again and again, in the caller's transaction: it stands on the attention list, and is tried anew
 * under another build or when an operator says so. Answers what to tell of it. `before` says that it is held already.
 */
export async function holdAsError(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  subject: HeldSubject,
  { fault, tries }: Broken,
  before = true,
): Promise<Hold> {
  const held = before ? await findHeldWork(tx, subject.kind, subject.id) : undefined;
  await noteHeldWork(tx, now, { ...subject, fault, tries, build: buildId() });
  const [since] = (held?.held_at ?? now).toISOString().replace('T', ' ').split('.');
  const all = tries + (held?.tries ?? 0);
  const place = subject.step_key === null ? '' : ` at step ${subject.step_key}`;
  const detail = `Held since ${since} UTC after ${all} failed ${all === 1 ? 'try' : 'tries'}${place}: ${fault}. It goes on with the next release or by \`npm run admin -- runs retry\`.`;
  return { reason: 'error', until: null, detail: detail.slice(0, 500) };
}

/** Returns the wait of what is held: nothing but a wake ends it. */
export const heldPlan = ({ detail }: Hold): TimerPlan => ({
  sleepUntil: null,
  summary: 'held (error) until woken',
  action: 'try it again',
  details: detail,
});
