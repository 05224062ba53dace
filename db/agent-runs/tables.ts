import type { CadenceState, HoldReason, RunStatus, StopReason } from '../../schemas/agents/agents.js';

export interface AgentRunRow {
  id: string;
  account_id: string;
  lead_id: string;
  agent_id: string;
  agent_version: number;
  entry_no: number;
  open_slot: number | null;
  run_status: RunStatus;
  cadence_state: CadenceState;
  stop_reason: StopReason | null;
  hold_reason: HoldReason | null;
  hold_until: Date | null;
  hold_detail: string | null;
  human_takeover: boolean;
  cadence_paused: boolean;
  pause_reason: string | null;
  paused_by: string | null;
  paused_at: Date | null;
  auto_resume_at: Date | null;
  status_key: string;
  status_category: string;
  status_entered_at: Date;
  previous_status_key: string | null;
  step_key: string | null;
  step_index: number;
  attempts: number;
  cadence: string;
  wake_at: Date | null;
  last_step_at: Date | null;
  enrolled_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  campaign_id: string | null;
  import_id: string | null;
  updated_at: Date;
}
