import type { Knex } from 'knex';
import { addToOutbox } from '../db/outbox.js';
import type { AgentRunRow } from '../db/tables.js';
import { cadenceWorkflowId } from '../domain/flow/ids.js';

/** What a wake-up needs to know of an enrolment. */
export type WakeableRun = Pick<AgentRunRow, 'id' | 'account_id' | 'agent_id' | 'lead_id'>;

/**
 * Tells an enrolment's workflow to look at its rows again, once the caller's transaction has committed. The rows say
 * what changed; `reason` is shown with the signal only. Harmless to repeat.
 */
export async function wakeRun(tx: Knex, now: Date, run: WakeableRun, reason: string): Promise<void> {
  await wakeRuns(tx, now, [run], reason);
}

/** The same for several enrolments, in one statement. */
export async function wakeRuns(tx: Knex, now: Date, runs: readonly WakeableRun[], reason: string): Promise<void> {
  await addToOutbox(
    tx,
    now,
    runs.map((run) => ({
      accountId: run.account_id,
      kind: 'wake' as const,
      workflowId: cadenceWorkflowId(run.id),
      args: { agentRunId: run.id, accountId: run.account_id, agentId: run.agent_id, leadId: run.lead_id, reason },
    })),
  );
}
