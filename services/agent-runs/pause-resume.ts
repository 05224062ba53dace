import { updateRun } from '../../db/agent-runs/agent-runs.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import { loadLeadSnapshots } from '../../db/leads/snapshots.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { pauseCadence, resumeCadence } from '../../domain/cadence/pause.js';
import type { CadenceState } from '../../domain/cadence/state.js';
import type { Facts } from '../../domain/facts.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import type { ResumePolicy } from '../../schemas/rules/actions.js';
import { wakeRun } from '../instructions/agent-runs.js';
import { cancelPendingMessages, type PendingMessages } from './end-run.js';
import { outerHolds, toFacts } from './evaluation-facts.js';
import { returnConversations, takeConversations } from './hand-conversations.js';
import { cadenceOf, replan } from './run-plan.js';

export interface Pause {
  reason: string;
  /** The actor of the pause: `key:<id>`, `user:<id>`, `rule`. */
  by: string;
  /** True when a person has the conversation; false when only the cadence rests. */
  humanTakeover: boolean;
  /** The time at which it resumes automatically. */
  autoResumeAt?: Date | null;
  origin: EventOrigin;
}

/**
 * Pauses an open run whose row the caller has locked: the run stays open, and but for what is with its provider at
 * this moment nothing of it leaves until it is resumed.
 */
export async function pauseRun(work: Work, run: AgentRunRow, pause: Pause): Promise<PendingMessages> {
  const { tx, now } = work;
  await updateRun(tx, run.id, {
    cadence: JSON.stringify(pauseCadence(cadenceOf(run), now)),
    human_takeover: pause.humanTakeover || run.human_takeover,
    cadence_paused: true,
    cadence_state: 'paused',
    hold_reason: pause.humanTakeover ? 'human_takeover' : 'manual',
    hold_until: pause.autoResumeAt ?? null,
    hold_detail: pause.reason,
    pause_reason: pause.reason,
    paused_by: pause.by,
    // A second pause doesn't move the first one's start: resuming shifts by the whole length.
    paused_at: run.paused_at ?? now,
    auto_resume_at: pause.autoResumeAt ?? null,
    wake_at: pause.autoResumeAt ?? null,
    updated_at: now,
  });
  const pending = await cancelPendingMessages(work, run.id, { butRefused: true });
  if (pause.humanTakeover) await takeConversations(work, run, pause.by);
  await insertEvents(tx, now, [
    {
      accountId: run.account_id,
      type: 'automation.paused',
      leadId: run.lead_id,
      agentRunId: run.id,
      data: {
        workflow_id: run.agent_id,
        reason: pause.reason,
        by: pause.by,
        human_takeover: pause.humanTakeover,
        auto_resume_at: pause.autoResumeAt?.toISOString() ?? null,
      },
      origin: pause.origin,
    },
  ]);
  await wakeRun(work, run, 'paused');
  return pending;
}

export interface Resume {
  /** False only ends the human takeover; the cadence stays paused. */
  resumeCadence: boolean;
  policy: ResumePolicy;
  origin: EventOrigin;
}

const UNPAUSED: Partial<AgentRunRow> = {
  human_takeover: false,
  cadence_paused: false,
  pause_reason: null,
  paused_by: null,
  paused_at: null,
  auto_resume_at: null,
};

/** Gives control of an open run, whose row the caller has locked, back to the agent. False: there was nothing to resume. */
export async function resumeRun(
  work: Work,
  run: AgentRunRow,
  definition: AgentDefinition,
  resume: Resume,
): Promise<boolean> {
  const { tx, now } = work;
  const takenOver = run.human_takeover;
  const paused = run.cadence_paused;
  if (!takenOver && !(paused && resume.resumeCadence)) return false;
  if (resume.resumeCadence) {
    const changes = await resumedColumns(work, run, definition, (state, facts) =>
      resumeCadence(definition, state, resume.policy, facts, now),
    );
    await updateRun(tx, run.id, { ...UNPAUSED, ...changes, updated_at: now });
  } else {
    await updateRun(tx, run.id, {
      human_takeover: false,
      hold_reason: 'manual',
      hold_detail: 'The cadence is paused until it is resumed.',
      updated_at: now,
    });
  }
  if (takenOver) await returnConversations(work, run);
  await insertEvents(tx, now, [
    {
      accountId: run.account_id,
      type: 'automation.resumed',
      leadId: run.lead_id,
      agentRunId: run.id,
      data: { workflow_id: run.agent_id, cadence_resumed: resume.resumeCadence, policy: resume.policy },
      origin: resume.origin,
    },
  ]);
  await wakeRun(work, run, 'resumed');
  return true;
}

async function resumedColumns(
  work: Work,
  run: AgentRunRow,
  definition: AgentDefinition,
  change: (state: CadenceState, facts: Facts) => CadenceState,
): Promise<Partial<AgentRunRow>> {
  const { tx, now } = work;
  const [snapshot] = await loadLeadSnapshots(tx, {
    accountId: run.account_id,
    agentId: run.agent_id,
    leadIds: [run.lead_id],
  });
  if (!snapshot) return {};
  const free: AgentRunRow = { ...run, ...UNPAUSED };
  const facts = toFacts(snapshot, definition, run.agent_id, free, { holds: outerHolds(snapshot, free) });
  return replan(definition, change(cadenceOf(run), facts), facts, now).columns;
}

/** Changes the cadence of an open run by hand (a jump, a shift), replans it and wakes it. */
export async function changeCadence(
  work: Work,
  run: AgentRunRow,
  definition: AgentDefinition,
  change: (state: CadenceState, facts: Facts) => CadenceState,
): Promise<void> {
  const { tx, now } = work;
  const columns = await resumedColumns(work, run, definition, change);
  const paused = run.cadence_paused || run.human_takeover;
  await updateRun(tx, run.id, {
    ...columns,
    ...(paused
      ? {
          cadence_state: 'paused',
          hold_reason: run.hold_reason,
          hold_until: run.hold_until,
          hold_detail: run.hold_detail,
          wake_at: run.auto_resume_at,
        }
      : {}),
    updated_at: now,
  });
  await wakeRun(work, run, 'changed by hand');
}
