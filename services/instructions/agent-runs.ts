import { listOpenRuns } from '../../db/agent-runs/agent-runs.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { cadenceWorkflowId } from '../../domain/flow/ids.js';
import type { CadenceArgs, Instruction } from '../../workflows/instructions.protocol.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';
import { instruct, instructInTurn } from './instruct.js';

/** The parts of a run that an instruction needs. */
export type InstructedRun = Pick<AgentRunRow, 'id' | 'account_id' | 'agent_id' | 'lead_id'>;

const instructionOf = (
  kind: 'start' | 'wake' | 'delete',
  run: InstructedRun,
  more: Partial<CadenceArgs> = {},
): Instruction => ({
  accountId: run.account_id,
  kind,
  workflowId: cadenceWorkflowId(run.id),
  args: { agentRunId: run.id, accountId: run.account_id, agentId: run.agent_id, leadId: run.lead_id, ...more },
});

/** Starts the workflows of new enrolments, each with its first plan, so that its first task only arms a timer. */
export const startRuns = (
  work: Work,
  runs: readonly { run: InstructedRun; plan: TimerPlan }[],
  requestId: string | null,
): Promise<void> =>
  instruct(
    work,
    runs.map(({ run, plan }) => instructionOf('start', run, { requestId, plan })),
  );

/**
 * Tells an enrolment's workflow to look at its rows again, once the caller's transaction has committed. The rows say
 * what changed; `reason` is shown with the signal only. Harmless to repeat.
 */
export const wakeRun = (work: Work, run: InstructedRun, reason: string): Promise<void> => wakeRuns(work, [run], reason);

/** Wakes the workflows of several enrolments, in one statement. */
export const wakeRuns = (work: Work, runs: readonly InstructedRun[], reason: string): Promise<void> =>
  instruct(
    work,
    runs.map((run) => instructionOf('wake', run, { reason })),
  );

/** Wakes the open enrolments of leads that changed: a wait, a branch or a goal may be about it. */
export const wakeRunsOf = async (
  work: Work,
  accountId: string,
  leadIds: string[],
  reason: 'lead.updated' | 'lead.tags_changed' | 'task.created',
): Promise<void> => wakeRuns(work, await listOpenRuns(work.tx, accountId, leadIds), reason);

/** Wakes enrolments whose turn has come in a line. */
export const callRuns = (work: Work, runs: readonly InstructedRun[]): Promise<void> =>
  instructInTurn(
    work,
    runs.map((run) => instructionOf('wake', run, { reason: 'its turn' })),
  );

/** Deletes the histories of enrolments that Temporal keeps. */
export const forgetRuns = (work: Work, runs: readonly InstructedRun[]): Promise<void> =>
  instruct(
    work,
    runs.map((run) => instructionOf('delete', run)),
  );
