import type { NextStep } from '../../../schemas/agent-runs/agent-runs.js';
import type { Answer } from '../../api/operation-types.js';

export type Simulated = Answer<'simulateWorkflow'>;
export type PlannedItem = Simulated['timeline'][number];

/** Queries how the cadence goes when the lead is enrolled at a moment. */
export type Simulate = (startsAt: string) => Promise<Simulated>;

export interface Plan {
  /** The next step and what comes after it, in order. */
  items: readonly PlannedItem[];
  outcome: Simulated['outcome'];
  /** True if the next step falls on the very minute on which it is due. */
  exact: boolean;
}

const MINUTE = 60_000;

/**
 * Finds out a run's next step and what comes after it, by the same rules that run it: the cadence is walked through
 * from the enrolment and then from where its next step falls on the moment that it is really due. Undefined where no
 * moment is known, or the paper takes another way than the run did.
 */
export async function planFrom(next: NextStep, enrolledAt: string, simulate: Simulate): Promise<Plan | undefined> {
  const due = next.earliest_at;
  if (!due || !next.step_key) return undefined;
  const place = ({ timeline }: Simulated) => timeline.findIndex(({ step_key }) => step_key === next.step_key);
  const first = await simulate(enrolledAt);
  const found = first.timeline[place(first)];
  if (!found) return undefined;
  const off = Date.parse(due) - Date.parse(found.at);
  const moved = Math.abs(off) < MINUTE ? first : await simulate(new Date(Date.parse(enrolledAt) + off).toISOString());
  const at = place(moved);
  const now = moved.timeline[at];
  if (!now) return undefined;
  const exact = Math.abs(Date.parse(now.at) - Date.parse(due)) < MINUTE;
  return { items: moved.timeline.slice(at), outcome: moved.outcome, exact };
}
