import type { Knex } from 'knex';
import { updateRun } from '../db/agent-runs.js';
import { type EventOrigin, insertEvents } from '../db/events.js';
import { loadLeadSnapshots } from '../db/facts.js';
import type { AgentRunRow } from '../db/tables.js';
import { pauseCadence, resumeCadence } from '../domain/cadence/pause.js';
import type { CadenceState } from '../domain/cadence/state.js';
import type { Facts } from '../domain/facts.js';
import type { ResumePolicy } from '../schemas/actions.js';
import type { AgentDefinition } from '../schemas/agents.js';
import { cadenceOf, replan } from './cadence-state.js';
import { outerHolds, toFacts } from './facts.js';
import { cancelPendingMessages, type Outgoing } from './runs.js';
import { wakeRun } from './wake.js';

export interface Pause {
  reason: string;
  /** Who paused it: `key:<id>`, `user:<id>`, `rule`. */
  by: string;
  /** True when a person has the conversation; false when only the cadence rests. */
  humanTakeover: boolean;
  /** When it goes on by itself. */
  autoResumeAt?: Date | null;
  origin: EventOrigin;
}

/**
 * Pauses an open run whose row the caller has locked: the run stays open, and but for what is with its provider at
 * this moment nothing of it leaves until it is resumed.
 */
export async function pauseRun(tx: Knex, now: Date, run: AgentRunRow, pause: Pause): Promise<Outgoing> {
  await updateRun(tx, run.id, {
    cadence: JSON.stringify(pauseCadence(cadenceOf(run), now)),
    human_takeover: pause.humanTakeover ? 1 : run.human_takeover,
    cadence_paused: 1,
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
  const outgoing = await cancelPendingMessages(tx, now, run.id, { butRefused: true });
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
  await wakeRun(tx, now, run, 'paused');
  return outgoing;
}

export interface Resume {
  /** False only ends the human takeover; the cadence stays paused. */
  resumeCadence: boolean;
  policy: ResumePolicy;
  origin: EventOrigin;
}

const UNPAUSED: Partial<AgentRunRow> = {
  human_takeover: 0,
  cadence_paused: 0,
  pause_reason: null,
  paused_by: null,
  paused_at: null,
  auto_resume_at: null,
};

/** Gives control of an open run, whose row the caller has locked, back to the agent. False: there was nothing to resume. */
export async function resumeRun(
  tx: Knex,
  now: Date,
  run: AgentRunRow,
  definition: AgentDefinition,
  resume: Resume,
): Promise<boolean> {
  const takenOver = run.human_takeover === 1;
  const paused = run.cadence_paused === 1;
  if (!takenOver && !(paused && resume.resumeCadence)) return false;
  if (resume.resumeCadence) {
    const changes = await resumedColumns(tx, now, run, definition, (state, facts) =>
      resumeCadence(definition, state, resume.policy, facts, now),
    );
    await updateRun(tx, run.id, { ...UNPAUSED, ...changes, updated_at: now });
  } else {
    await updateRun(tx, run.id, {
      human_takeover: 0,
      hold_reason: 'manual',
      hold_detail: 'The cadence is paused until it is resumed.',
      updated_at: now,
    });
  }
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
  await wakeRun(tx, now, run, 'resumed');
  return true;
}

async function resumedColumns(
  tx: Knex,
  now: Date,
  run: AgentRunRow,
  definition: AgentDefinition,
  change: (state: CadenceState, facts: Facts) => CadenceState,
): Promise<Partial<AgentRunRow>> {
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
  tx: Knex,
  now: Date,
  run: AgentRunRow,
  definition: AgentDefinition,
  change: (state: CadenceState, facts: Facts) => CadenceState,
): Promise<void> {
  const columns = await resumedColumns(tx, now, run, definition, change);
  const paused = run.cadence_paused === 1 || run.human_takeover === 1;
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
  await wakeRun(tx, now, run, 'changed by hand');
}
