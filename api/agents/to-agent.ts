import { draftOf } from '../../db/agents/agents.js';
import type { AgentRow } from '../../db/tables.js';
import { agentSettings } from '../../domain/agent/settings.js';
import type { Agent, AgentSummary } from '../../schemas/agents/agents.js';

/** Shows an agent as the API answers it. */
export function toAgent(row: AgentRow): Agent {
  const draft = agentSettings(draftOf(row));
  return {
    ...draft,
    id: row.id,
    name: row.name,
    is_active: row.is_active,
    paused: row.paused,
    pause_reason: row.pause_reason,
    version: row.version,
    total_steps: draft.cadence.steps.length,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Shows an agent in a list. */
export function toAgentSummary(row: AgentRow): AgentSummary {
  const { id, name, goal_type, is_active, paused, version, statuses, fields, total_steps, channels } = toAgent(row);
  return { id, name, goal_type, is_active, paused, version, statuses, fields, total_steps, channels };
}
