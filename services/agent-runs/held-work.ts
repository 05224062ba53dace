import { lockRun, updateRun } from '../../db/agent-runs/agent-runs.js';
import { leaveQueues } from '../../db/channels/line-places.js';
import { insertEvents } from '../../db/events/events.js';
import { listClaimsOfRun } from '../../db/messages/pending-of-run.js';
import { loseClaim } from '../../db/messages/transitions.js';
import { findHeldWork, type HeldSubject, noteHeldWork } from '../../db/operations/held-work.js';
import type { Work } from '../../db/work.js';
import type { Hold } from '../../domain/facts.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { honoursKeys } from '../../domain/messages/states.js';
import { buildId } from '../../runtime/build.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';

/** The failure of work: its error, its place in the code, and its count. */
export interface RepeatedFailure {
  fault: string;
  tries: number;
}

/**
 * Holds work that failed repeatedly, in the caller's transaction. It appears on the attention list and is retried under
 * another build or on an operator's request. Returns the data for the report. `before` means that it is already held.
 */
export async function holdAsError(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  subject: HeldSubject,
  { fault, tries }: RepeatedFailure,
  before = true,
): Promise<Hold> {
  const held = before ? await findHeldWork(tx, subject.kind, subject.id) : undefined;
  await noteHeldWork(tx, now, { ...subject, fault, tries, build: buildId() });
  const [since] = (held?.held_at ?? now).toISOString().replace('T', ' ').split('.');
  const all = tries + (held?.tries ?? 0);
  const place = subject.step_key === null ? '' : ` at step ${subject.step_key}`;
  const detail = `On hold since ${since} UTC after ${all} failed ${all === 1 ? 'attempt' : 'attempts'}${place}: ${fault}. It resumes with the next release, or with \`npm run admin -- runs retry\`.`;
  return { reason: 'error', until: null, detail: detail.slice(0, 500) };
}

/** Returns the wait of what is held: nothing but a wake ends it. */
export const heldPlan = ({ detail }: Hold): TimerPlan => ({
  sleepUntil: null,
  summary: 'held (error) until woken',
  action: 'try it again',
  details: detail,
});

/**
 * Holds an enrolment whose step can't be worked, whatever the reason lies in. Only its own row is read: what is broken
 * may be anything else. What it claimed counts as unknown once it can't leave any more; before that, and where the run
 * has ended, nothing is held, and undefined answered.
 */
export async function holdBrokenRun(
  work: Work,
  agentRunId: string,
  broken: RepeatedFailure,
): Promise<TimerPlan | undefined> {
  const { tx, now } = work;
  const run = await lockRun(tx, agentRunId);
  if (run?.open_slot !== 1) return undefined;
  const claims = await listClaimsOfRun(tx, agentRunId);
  if (claimedUntil(claims, now)) return undefined;
  for (const { id, provider } of claims) if (!honoursKeys(provider)) await loseClaim(tx, now, id);
  if (run.hold_reason !== null) await leaveQueues(tx, [run.id]);
  const isNew = run.hold_reason !== 'error';
  const { id, account_id, lead_id, agent_id, step_key } = run;
  const hold = await holdAsError(work, { kind: 'run', id, account_id, agent_id, step_key }, broken, !isNew);
  await updateRun(tx, id, {
    cadence_state: 'held',
    hold_reason: hold.reason,
    hold_until: null,
    hold_detail: hold.detail,
    wake_at: null,
    started_at: run.started_at ?? now,
    updated_at: now,
  });
  if (isNew) {
    const data = { workflow_id: agent_id, step_key, ...hold };
    const origin = { kind: 'cadence', id, depth: 1 } as const;
    await insertEvents(tx, now, [
      { accountId: account_id, leadId: lead_id, agentRunId: id, type: 'cadence.held', data, origin },
    ]);
  }
  return heldPlan(hold);
}
