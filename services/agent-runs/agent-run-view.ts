import { findDefinitions, versionKey } from '../../db/agents/agents.js';
import type { Db } from '../../db/connection.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { AgentRun } from '../../schemas/agent-runs/agent-runs.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Shows a run as the API answers it. */
export function toAgentRun(run: AgentRunRow, definition: AgentDefinition | undefined): AgentRun {
  const status = definition?.statuses.find(({ key }) => key === run.status_key);
  return {
    id: run.id,
    workflow_id: run.agent_id,
    workflow_version: run.agent_version,
    lead_id: run.lead_id,
    is_active: run.open_slot === 1,
    run_status: run.run_status,
    cadence_state: run.cadence_state,
    stop_reason: run.stop_reason,
    human_takeover: run.human_takeover,
    hold_reason: run.hold_reason,
    hold_until: iso(run.hold_until),
    hold_detail: run.hold_detail,
    pause_reason: run.pause_reason,
    paused_by: run.paused_by,
    paused_at: iso(run.paused_at),
    auto_resume_at: iso(run.auto_resume_at),
    current_status: { key: run.status_key, label: status?.label ?? run.status_key, category: run.status_category },
    step_key: run.step_key,
    step_index: run.step_index,
    total_steps: definition?.cadence.steps.length ?? 0,
    entry_number: run.entry_no,
    next_at: iso(run.wake_at),
    last_step_at: iso(run.last_step_at),
    campaign_id: run.campaign_id,
    import_id: run.import_id,
    enrolled_at: run.enrolled_at.toISOString(),
    started_at: iso(run.started_at),
    ended_at: iso(run.ended_at),
    updated_at: run.updated_at.toISOString(),
  };
}

/** Shows several runs, their versions read at once. */
export async function toAgentRuns(db: Db, runs: readonly AgentRunRow[]): Promise<AgentRun[]> {
  const keyOf = (run: AgentRunRow) => ({ agentId: run.agent_id, version: run.agent_version });
  const definitions = await findDefinitions(db, runs.map(keyOf));
  return runs.map((run) => toAgentRun(run, definitions.get(versionKey(keyOf(run)))));
}
